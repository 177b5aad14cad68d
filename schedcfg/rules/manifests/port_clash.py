"""A port that is open already: by another scheduler of the node, or by the scheduler itself."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.releases.endpoints import SECURE_PORT
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import text
from schedcfg.sources.manifests.running import CLUSTERS_OWN, RunningScheduler

ID = "port-clash"

_ALL = {"0.0.0.0", "::", "[::]"}  # noqa: S104 - what users write
"""Addresses that mean every address."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a scheduler whose port for HTTPS it has for plain HTTP as well, or that another one of its node has."""
    running = context.running
    if running is not None:
        yield from _with_itself(context, running)
        yield from _with_others(context, running)


def _with_itself(context: DeploymentContext, running: RunningScheduler) -> Iterator[Problem]:
    """Yield `--secure-port` where it is the port of plain HTTP, up to 1.22: it is opened after that one."""
    flag, bind, port = running.flag("secure-port"), running.flag("bind-address"), running.secure_port
    is_everywhere = running.settles("bind-address") and (bind is None or bind.value in _ALL)
    is_file_known = running.flag("config") is None or context.configuration is not None
    if flag is None or port is None or port != context.insecure_port or running.is_partial:
        return
    if is_everywhere and is_file_known:
        message = f"kube-scheduler of {context.release_phrase} does not start: it also serves plain HTTP on port {port}"
        severity = Severity.ERROR if context.release_known else Severity.WARNING
        yield advice(ID, flag.value_path, message, f"Write another port: the default is {SECURE_PORT}.", severity)


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
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
