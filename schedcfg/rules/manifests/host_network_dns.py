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
    if running is None or running.is_partial or configured is None or configured.configuration is None:
        return
    policy = (context.related.patches.dns_policy or "ClusterFirst") if running.is_kubeadm else running.spec.dns_policy
    on_host = running.is_kubeadm or running.spec.host_network
    needed = needs.cluster_services(configured.configuration)
    services = [service for service in needed if service.host not in _aliases(running)]
    if not on_host or policy not in _NODE_POLICIES or not services:
        return
    named = ", ".join(f"{service.host} (`{render(service.path)}`)" for service in services)
    message = (
        f"the scheduler does not reach {named} of {configured.name}: only the cluster's DNS knows it, and the Pod uses "
        "the DNS of the node"
    )
    certain = any(needs.is_full_service_name(service.host) for service in services)
    severity = Severity.ERROR if certain else Severity.WARNING
    if running.is_kubeadm:
        help_ = "`extraArgs` cannot set it: write `spec.dnsPolicy: ClusterFirstWithHostNet` in a kubeadm patch."
        yield advice(ID, (*running.container, "extraArgs"), message, help_, severity)._replace(on_key=True)
        return
    field = "dnsPolicy" if "dnsPolicy" in running.spec.data else "hostNetwork"
    path: Path = (*running.spec.path, field)
    yield advice(ID, path, message, "Write `dnsPolicy: ClusterFirstWithHostNet`.", severity)


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
