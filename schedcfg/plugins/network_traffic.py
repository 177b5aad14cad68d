"""NetworkTraffic: prefers nodes with little network traffic, as Prometheus has measured it.

Not part of Kubernetes. Two programs of that name have been published, whose Args differ; which one is meant
shows in the fields that are written:

- a fork of scheduler-plugins for Kubernetes 1.19, whose Args are an API kind of v1beta1: `prometheusAddress`,
  `networkInterface`, `timeRangeInMinutes`.
- a program of its own: `ip`, `deviceName`, `timeRange`; it has no defaults.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import Field

from schedcfg.models.base import Int64
from schedcfg.plugins.catalog import NETWORK_TRAFFIC
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind, ArgsProblem, Plugin
from schedcfg.plugins.typed_args import TypedArgs


class Variant(StrEnum):
    """Which published NetworkTraffic: the fork of scheduler-plugins, or the program of its own (`ip`, `deviceName`)."""

    FORK = "fork"
    OWN = "own-program"


class ForkNetworkTrafficArgs(TypedArgs):
    """Arguments of the NetworkTraffic plugin of the fork of scheduler-plugins."""

    prometheus_address: Annotated[
        str | None,
        Field(description="Address of Prometheus, as a URL, e.g. `http://prometheus:9090`. No default."),
    ] = None
    network_interface: Annotated[
        str | None, Field(description="Network interface of the nodes to measure. Default `ens192`.")
    ] = None
    time_range_in_minutes: Annotated[
        Int64 | None, Field(description="Time range of the query, in minutes. Default 5.")
    ] = None


class NetworkTrafficArgs(ForkNetworkTrafficArgs):
    """Arguments of the NetworkTraffic plugin, of both programs of that name."""

    ip: Annotated[
        str | None,
        Field(description="The other program's `prometheusAddress`: a URL, not an IP address. No default."),
    ] = None
    device_name: Annotated[
        str | None, Field(description="The other program's `networkInterface`, e.g. `eth0`. No default.")
    ] = None
    time_range: Annotated[
        Int64 | None, Field(description="The other program's `timeRangeInMinutes`, in minutes. No default.")
    ] = None


_OTHER_PROGRAM = {
    "ip": "prometheusAddress",
    "device_name": "networkInterface",
    "time_range": "timeRangeInMinutes",
}
"""Its fields, and what they are called in the fork of scheduler-plugins."""

_FORK = ("prometheus_address", "network_interface", "time_range_in_minutes")


def _written_attributes(args: ForkNetworkTrafficArgs, attributes: Iterator[str]) -> list[str]:
    return [attribute for attribute in attributes if getattr(args, attribute) is not None]


def complete(args: ForkNetworkTrafficArgs, _context: Context) -> ForkNetworkTrafficArgs:
    """Complete Args as the fork does."""
    missing: dict[str, object] = {}
    if args.prometheus_address is None:
        missing["prometheus_address"] = ""
    if not args.network_interface:
        missing["network_interface"] = "ens192"
    if args.time_range_in_minutes is None:
        missing["time_range_in_minutes"] = 5
    return args.model_copy(update=missing) if missing else args


def _complete(args: NetworkTrafficArgs, context: Context) -> ForkNetworkTrafficArgs:
    return args if variant(args) is Variant.OWN else complete(args, context)


def variant(args: ForkNetworkTrafficArgs) -> Variant:
    """Return by the fields that are written which program is meant: the fork, unless all are the other one's."""
    if not isinstance(args, NetworkTrafficArgs) or _written_attributes(args, iter(_FORK)):
        return Variant.FORK
    return Variant.OWN if _written_attributes(args, iter(_OTHER_PROGRAM)) else Variant.FORK


class Measured(NamedTuple):
    """What either program measures.

    Attributes:
        variant: Which program.
        address: Prometheus' address; may be empty.
        interface: The network interface; may be empty with the program of its own.
        minutes: How far to look back; may be zero or negative.
    """

    variant: Variant
    address: str
    interface: str
    minutes: int


def measured(args: ForkNetworkTrafficArgs, context: Context) -> Measured:
    """Complete Args as their program does, and read them without minding which one it is."""
    if isinstance(args, NetworkTrafficArgs) and variant(args) is Variant.OWN:
        return Measured(Variant.OWN, args.ip or "", args.device_name or "", args.time_range or 0)
    fork = complete(args, context)
    # Both are completed to something.
    minutes, interface = fork.time_range_in_minutes or 0, fork.network_interface or ""
    return Measured(Variant.FORK, fork.prometheus_address or "", interface, minutes)


def _check(args: NetworkTrafficArgs, _context: Context) -> Iterator[ArgsProblem]:
    if not _written_attributes(args, iter(_FORK)):
        return
    for attribute in _written_attributes(args, iter(_OTHER_PROGRAM)):
        name = NetworkTrafficArgs.model_fields[attribute].alias or attribute
        yield ArgsProblem(
            (name,),
            f"`{name}` belongs to another program called NetworkTraffic than the other fields",
            f"Write `{_OTHER_PROGRAM[attribute]}`, or use only `ip`, `deviceName` and `timeRange`.",
        )


KIND = "NetworkTrafficArgs"
SERVED = {"v1beta1": "1.19"}
"""Where the fork registers them."""

EXAMPLE = {"prometheusAddress": "http://prometheus:9090", "networkInterface": "eth0", "timeRangeInMinutes": 3}

PLUGIN = Plugin(
    name="NetworkTraffic",
    summary="Gives nodes with less network traffic, as measured by Prometheus, a higher score.",
    extension_points={"1.18": ("score",)},
    args=ArgsKind(
        kind=KIND,
        model=NetworkTrafficArgs,
        served=SERVED,
        complete=_complete,
        check=_check,
        example=EXAMPLE,
    ),
    catalog=NETWORK_TRAFFIC.name,
    access=(),  # It asks Prometheus only.
    source="juliorenner/scheduler-plugins, pkg/networktraffic/networktraffic.go; CylonChau/customScheduler",
)
