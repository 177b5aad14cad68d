"""What is known of one Kubernetes minor release."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from schedcfg.releases import recorded
from schedcfg.releases.behavior import ReleaseBehavior

GROUP = "kubescheduler.config.k8s.io"
"""The API group of the configuration and of all in-tree Args."""


def minor(release: str) -> int:
    """Return the minor of a release's name: 29 for `1.29`."""
    return int(release.partition(".")[2])


class FeatureGate(NamedTuple):
    """One feature gate as kube-scheduler registers it.

    Attributes:
        default: Whether it is on by default.
        stage: `ALPHA`, `BETA`, `GA` or `DEPRECATED`.
        locked: Whether it can no longer be changed.
        scheduler: Whether the scheduler's own code looks at it.
    """

    default: bool
    stage: str
    locked: bool = False
    scheduler: bool = False


class Flag(NamedTuple):
    """One flag of the kube-scheduler command.

    Attributes:
        type: As pflag names it: `string`, `bool`, `int32`, `duration`, `stringSlice` …
        default: As `--help` shows it.
        section: Its heading in `--help`.
        deprecated: Upstream's reason; empty where it is not deprecated.
        hidden: Whether `--help` leaves it out.
        shorthand: One letter, or empty.
        no_opt_default: The value when the flag has none; empty where it needs one.
        minimum: The least number, or duration in nanoseconds, with which the command starts; None: any.
        maximum: The greatest one; None: any.
        allowed: The texts that it, or each of its items, may be; empty: any.
        form: What else it, or each of its items, has to be: a key of `FORMS` in `flag_types`, or its
            `RELEASE_BEFORE`; empty: anything.
        takes_empty: Whether an empty text leaves it as it is, although it is none of the type.
        gate: The feature gate without which it has to keep its default.
        needs: A flag that has to be given as well.
        excludes: A flag that must not be given as well.
        text_only: Whether it may only be changed with `--logging-format=text`.
        only_serving: Whether its value counts only where the scheduler serves HTTPS.
    """

    type: str
    default: str
    section: str
    deprecated: str = ""
    hidden: bool = False
    shorthand: str = ""
    no_opt_default: str = ""
    minimum: int | None = None
    maximum: int | None = None
    allowed: tuple[str, ...] = ()
    form: str = ""
    takes_empty: bool = False
    gate: str = ""
    needs: str = ""
    excludes: str = ""
    text_only: bool = False
    only_serving: bool = False


DefaultPlugins = Mapping[str, tuple[tuple[str, int], ...]]
"""Extension point → (plugin, weight) in order; weight 0 where none is written.

`multiPoint` is one of the points.
"""

_INSECURE_SERVING = frozenset({"address", "port"})
"""Flags of insecure serving: 1.23 takes them for the last time, without effect; a port other than 0 it refuses."""

POD_POINTS = (
    "preEnqueue",
    "queueSort",
    "preFilter",
    "filter",
    "postFilter",
    "preScore",
    "score",
    "reserve",
    "permit",
    "preBind",
    "bind",
    "postBind",
)
"""The extension points that each Pod passes, in that order: `Plugins` in `pkg/scheduler/apis/config/types.go`."""

_IN_ORDER = (*POD_POINTS, "multiPoint")

_INTERNAL = "__internal"
"""The version in which the scheduler keeps a configuration, and which no file has."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Release(ReleaseBehavior):
    """The facts of one Kubernetes minor release. There is one object per release, compared by identity.

    A release with feature gates switched (`schedcfg.releases.default_plugins`) is an object of its own.

    Attributes:
        number: The minor: 29 for Kubernetes 1.29.
        source_version: The exact patch release whose code the facts were read from, e.g. `v1.29.14`.
        api_versions: Served, oldest first, short names: `("v1beta3", "v1")`.
        default_plugins: API version → the plugins that run by default.
        plugins: Names in the in-tree registry.
        gate_dependencies: Gate → the gates without which it must not be on; empty up to 1.34. Upstream:
            `defaultKubernetesFeatureGateDependencies` in `pkg/features/kube_features.go`.
        gates_set: Gate → whether it is on, for those that `--feature-gates` took away from their default.
        patch: The patch release that was chosen: 3 for `1.29.3`; None where none was named.
    """

    number: int
    source_version: str
    api_versions: tuple[str, ...]
    default_plugins: Mapping[str, DefaultPlugins]
    plugins: frozenset[str]
    gate_dependencies: Mapping[str, tuple[str, ...]]
    gates_set: Mapping[str, bool] = field(default_factory=dict)
    patch: int | None = None

    def __repr__(self) -> str:
        return f"Release({self.name})"

    @property
    def name(self) -> str:
        """The release as users write it: `1.29`."""
        return f"1.{self.number}"

    @property
    def feature_gates(self) -> Mapping[str, FeatureGate]:
        """Name → gate."""
        return _feature_gates(self.number)

    @property
    def flags(self) -> Mapping[str, Flag]:
        """Name without dashes → flag."""
        return _flags(self.number, self.patch)

    @property
    def policy(self) -> bool:
        """Whether it reads a legacy Policy, up to 1.22; its tables are in `schedcfg.releases.policy`."""
        return "policy-config-file" in self.flags

    def takes_flag(self, name: str) -> bool:
        """Return whether kube-scheduler takes a flag, whose name has no dashes."""
        return name in self.flags

    def takes_spelling(self, name: str, written: str) -> bool:
        """Return whether kube-scheduler takes a flag as it is written, with underscores or dashes."""
        return name in self.flags and (self.normalizes_flags or written == name)

    def ignores_flag(self, name: str) -> bool:
        """Return whether kube-scheduler takes a flag of insecure serving, but serves nothing without TLS any more."""
        return name in _INSECURE_SERVING and name in self.flags and not self.serves_insecure_port

    def enables(self, gate: str) -> bool:
        """Return whether a feature gate is on, as set or by default; False for one the release does not know."""
        known = self.feature_gates.get(gate)
        return known is not None and self.gates_set.get(gate, known.default)


@cache
def as_recorded(number: int) -> Release:
    """Return a release as its kube-scheduler was recorded, read once."""
    tables = recorded.tables(number)
    defaults = {
        _short(version): {
            point: tuple((ref["name"], ref["weight"]) for ref in points[point])
            for point in sorted(points, key=_IN_ORDER.index)
        }
        for version, points in tables["default_plugins"].items()
    }
    needed = tables.get("feature_gate_dependencies", {})
    return Release(
        number=number,
        source_version=tables["kubernetes"],
        api_versions=tuple(_short(version) for version in tables["decodable"] if _short(version) != _INTERNAL),
        default_plugins=defaults,
        plugins=frozenset(tables["plugins"]),
        gate_dependencies={gate: tuple(others) for gate, others in needed.items() if others},
    )


def _short(version: str) -> str:
    return version.removeprefix(f"{GROUP}/")


@cache
def _feature_gates(number: int) -> Mapping[str, FeatureGate]:
    return {
        name: FeatureGate(gate["default"], gate["prerelease"] or "GA", gate["lockToDefault"], gate["scheduler"])
        for name, gate in recorded.tables(number)["feature_gates"].items()
    }


@cache
def _flags(number: int, patch: int | None) -> Mapping[str, Flag]:
    from schedcfg.releases import flag_values  # noqa: PLC0415 - few files run a scheduler

    known = flag_values.of_release(number, patch)
    found = {flag["name"]: _flag(flag, known.get(flag["name"], {})) for flag in recorded.flags(number, patch)}
    suites = found["tls-cipher-suites"]._replace(allowed=tuple(recorded.tables(number)["cipher_suites"]))
    return {**found, "tls-cipher-suites": suites}


def _flag(declared: Mapping[str, Any], values: Mapping[str, Any]) -> Flag:
    """Return a flag as pflag has it, with what is known of its values."""
    return Flag(**{key: value for key, value in declared.items() if key != "name"}, **values)
