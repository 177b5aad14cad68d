"""Services of the cluster named where its DNS is not used."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective import needs
from schedcfg.document.span import Path, render
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.pod import items
from schedcfg.sources.manifests.running import RunningScheduler

ID = "host-network-dns"

_NODE_POLICIES = frozenset({"ClusterFirst", "Default"})
"""On the host's network `ClusterFirst` falls back to the node's resolver."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a Pod on the host's network whose configuration names Services, if it does not use the cluster's DNS."""
    running, configured = context.running, context.configured
    if running is None or configured is None or not uses_node_dns(context):
        return
    services = _services(context)
    if not services:
        return
    named = ", ".join(f"{service.host} (`{render(service.path)}`)" for service in services)
    it = "a process of the node" if running.is_process else "the Pod"
    message = (
        f"the scheduler does not reach {named} of {configured.name}: only the cluster's DNS knows it, and {it} uses "
        "the DNS of the node"
    )
    certain = any(needs.is_full_service_name(service.host) for service in services)
    severity = Severity.ERROR if certain else Severity.WARNING
    if running.is_kubeadm:
        help_ = "`extraArgs` cannot set it: write `spec.dnsPolicy: ClusterFirstWithHostNet` in a kubeadm patch."
        yield advice(ID, (*running.container, "extraArgs"), message, help_, severity)._replace(on_key=True)
        return
    if running.is_process:
        yield advice(ID, running.container, message, "Write an address that the node reaches.", severity)
        return
    field = "dnsPolicy" if "dnsPolicy" in running.spec.data else "hostNetwork"
    path: Path = (*running.spec.path, field)
    yield advice(ID, path, message, "Write `dnsPolicy: ClusterFirstWithHostNet`.", severity)


def uses_node_dns(context: DeploymentContext) -> bool | None:
    """Return whether a scheduler resolves names as its node does; None where that is not known."""
    running = context.running
    if running is None or running.is_partial:
        return None
    policy = (context.related.patches.dns_policy or "ClusterFirst") if running.is_kubeadm else running.spec.dns_policy
    return (running.is_kubeadm or running.spec.host_network) and policy in _NODE_POLICIES


def is_certain(context: DeploymentContext) -> bool | None:
    """Return whether a scheduler does not reach Services that its configuration names; None where it is not known."""
    is_on_node = uses_node_dns(context)
    return bool(_services(context)) if is_on_node else is_on_node


def _services(context: DeploymentContext) -> list[needs.Address]:
    if context.running is None or context.configuration is None:
        return []
    aliases = _aliases(context.running)
    return [service for service in needs.cluster_services(context.configuration) if service.host not in aliases]


def _aliases(running: RunningScheduler) -> set[object]:
    """Return the hosts whose addresses the Pod itself lists."""
    found = items(running.spec.data.get("hostAliases"), ())
    return {name for alias, _ in found if isinstance(names := alias.get("hostnames"), list) for name in names}


RULE = Rule(
    id=ID,
    title="The cluster's DNS is not used",
    why="The name is not found, the extender or plugin fails, and so does scheduling every Pod.",
    source="pkg/kubelet/network/dns/dns.go, getPodDNSType",
    evidence=(
        Citation("https://github.com/Project-HAMi/HAMi/issues/3044", "a name of the cluster that is not found"),
        Citation("https://github.com/intel/platform-aware-scheduling/issues/86", "the same for a static Pod"),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
)
