"""A port that is open already: by another scheduler of the node, or by the scheduler itself."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from schedcfg.cards import Citation
from schedcfg.configuration.effective.extenders import port_of
from schedcfg.document.golang.net import join_host_port, listeners_clash, parse_ip, split_host_port
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import INSECURE_PORT, SECURE_PORT
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.flag_checks import FlagReader
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import text
from schedcfg.sources.manifests.running import CLUSTERS_OWN, RunningScheduler

ID = "port-clash"

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - upstream's default
_ALL = {_EVERYWHERE, "::", "[::]"}
"""Addresses that mean every address."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler whose port for HTTPS it has for plain HTTP as well, or that another one of its node has."""
    running = context.running
    if running is not None:
        yield from _with_itself(context, running)
        yield from _with_others(context, running)


class _Listener(NamedTuple):
    """An address at which a scheduler listens."""

    field: str  # The flag with its port, or the field of the configuration
    address: str

    @property
    def port(self) -> int | None:
        """Its port; None where nothing is served."""
        return port_of(self.address)

    def clashes(self, other: "_Listener") -> bool:
        """Return whether nobody can listen at one while somebody listens at the other."""
        if self.port is None or self.port != other.port:
            return False
        one, another = (parse_ip((split_host_port(address) or ("",))[0]) for address in (self.address, other.address))
        return one is not None and another is not None and listeners_clash(one, another)


def opened_twice(context: DeploymentContext) -> tuple[_Listener, _Listener] | None:
    """Return two addresses at which one scheduler cannot listen; None where there are none, or that is not known.

    What follows from its configuration alone, and is not known of a scheduler, is `bind-address-clash`.
    """
    running, release = context.running, context.release
    if running is None or release is None or not release.serves_insecure_port or running.is_partial:
        return None
    listeners = list(_listeners(context, FlagReader(context.command_line(release), release)))
    return next((pair for pair in combinations(listeners, 2) if pair[0].clashes(pair[1])), None)


def listens_twice(context: DeploymentContext) -> bool | None:
    """Return whether a scheduler opens a port twice; None where not all is known of where it listens."""
    if opened_twice(context) is not None:
        return True
    running = context.running
    if running is None or context.started is None:
        return None
    return False if all(map(running.settles, ("secure-port", "bind-address"))) else None


def _listeners(context: DeploymentContext, reader: FlagReader) -> Iterator[_Listener]:
    """Yield where a scheduler up to 1.22 certainly listens. Upstream: `options/insecure_serving.go`, `applyTo`."""
    if reader.is_known("bind-address") and reader.is_known("secure-port"):
        yield _Listener("secure-port", join_host_port(reader.text("bind-address"), _port(reader, "secure-port")))
    if context.configuration is not None:
        addresses = context.configuration.bind_addresses
        # Health and metrics are served together at one address.
        yield from (_Listener(field, address) for address, field in {addresses[one]: one for one in addresses}.items())
    elif reader.line.get("config") is None and all(map(reader.is_known, ("config", "address", "port"))):
        port = str(INSECURE_PORT) if reader.line.get("port") is None else _port(reader, "port")
        yield _Listener("port", join_host_port(reader.text("address") or _EVERYWHERE, port))


def _port(reader: FlagReader, name: str) -> str:
    """Return the port that a flag means: `+10259` is 10259."""
    value = reader.value(name)
    return reader.text(name) if value is None else str(value)


def _with_itself(context: DeploymentContext, running: RunningScheduler) -> Iterator[Problem]:
    """Yield a port that a scheduler up to 1.22 opens twice, which Linux does not let it do."""
    twice = opened_twice(context)
    if twice is None:
        return
    one, other = twice
    flag = next(filter(None, (running.flag(name) for name in (one.field, other.field, "config"))), None)
    configured = "" if context.configured is None else f", as {context.configured.name} has it"
    message = (
        f"kube-scheduler of {context.release_phrase} does not start: it listens twice on port {one.port}, at "
        f"`{one.address}` (`{one.field}`) and at `{other.address}` (`{other.field}`){configured}"
    )
    help_ = f"Write another port: the default is {SECURE_PORT} for HTTPS, and {INSECURE_PORT} for plain HTTP."
    severity = Severity.ERROR if context.release_known else Severity.WARNING
    path = running.container if flag is None else flag.value_path
    yield by_release(Problem(ID, path, message, help_, severity=severity), context)


def _with_others(context: DeploymentContext, running: RunningScheduler) -> Iterator[Problem]:
    """Yield a scheduler on the host's network whose port another one has, or the cluster's own on control planes."""
    if not running.competes or not _on_host(running) or running.secure_port is None:
        return
    if running.scheduler == CLUSTERS_OWN:
        # What needs another port is the scheduler beside it.
        return
    port = running.secure_port
    help_ = f"Write another `--secure-port`{'' if running.is_process else ', or remove `hostNetwork`'}."
    other = next(
        (
            scheduler.running
            for scheduler in context.related.schedulers
            if scheduler.running and _clashes(running, scheduler.running)
        ),
        None,
    )
    if other is not None:
        message = (
            f"on a node that runs both, one scheduler does not start: port {port} is also used by {other.described}"
        )
        # Static Pods are those of control planes; what else is on the host's network may run on other nodes.
        severity = Severity.ERROR if running.is_static and other.is_static else Severity.WARNING
        yield advice(ID, _place(running), message, help_, severity)
    elif port == SECURE_PORT and context.is_second:
        message = (
            f"on a control plane node, this scheduler does not start: port {port} is used by the default scheduler"
        )
        yield advice(ID, _place(running), message, help_, Severity.WARNING)


def _on_host(running: RunningScheduler) -> bool:
    return running.is_kubeadm or running.spec.host_network


def _clashes(running: RunningScheduler, other: RunningScheduler) -> bool:
    return (
        other.competes
        and _on_host(other)
        and not _apart(running, other)
        and other.secure_port == running.secure_port
        and other.scheduler != running.scheduler
    )


def _apart(running: RunningScheduler, other: RunningScheduler) -> bool:
    """Return whether two run on different nodes, or listen at different addresses of one."""
    nodes = {text(scheduler.spec.data.get("nodeName")) for scheduler in (running, other)}
    addresses = {flag.value for scheduler in (running, other) if (flag := scheduler.flag("bind-address")) is not None}
    return ("" not in nodes and len(nodes) > 1) or (len(addresses) > 1 and not addresses & _ALL)


def _place(running: RunningScheduler) -> Path:
    flag = running.flag("secure-port")
    if flag is not None:
        return flag.value_path
    return running.container if running.is_kubeadm else (*running.spec.path, "hostNetwork")


RULE = Rule(
    id=ID,
    title="The port is in use by another scheduler, or by itself",
    why="The scheduler exits with `bind: address already in use`.",
    source="cmd/kube-scheduler/app/options/options.go, SecureServing",
    evidence=(
        Citation("https://github.com/kubernetes/kubernetes/issues/101727", "`bind: address already in use`"),
        Citation("https://github.com/hitachienergy/epiphany/issues/731", "the same after an upgrade"),
    ),
    check=check,
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
