"""Services of the cluster in the configuration of a control plane, which resolves names as its node does."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective import needs
from schedcfg.findings import Finding, Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice
from schedcfg.rules.settling import ConfigurationContext, Settlement, by_schedulers

ID = "node-dns"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield extenders at names that only the cluster's DNS knows, if the kubeconfig is that of a control plane.

    How the Pod resolves names is not known here. Where its manifest is, `host-network-dns` decides.
    """
    kubeconfig = subject.configuration.client_connection.kubeconfig
    if not needs.is_of_control_plane(kubeconfig):
        return
    for host, path in needs.cluster_services(subject.configuration):
        # A name without a dot may be that of a node; what plugins connect to is theirs to say.
        if path[0] == "extenders" and "." in host:
            message = (
                f"every request to this extender fails: {kubeconfig} is for a scheduler in the network of a control "
                f"plane node, whose DNS does not know the Service `{host}`"
            )
            help_ = (
                "Write an address that the node resolves, as the Service's `clusterIP`; or set `dnsPolicy: "
                "ClusterFirstWithHostNet` in the scheduler's Pod, if it runs in one."
            )
            yield advice(ID, path, message, help_)


def _settlement(_finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return which Pod shows how its scheduler resolves names."""
    if context.is_generated_for:
        return Settlement("the files that are generated set the DNS of the scheduler's Pod")
    if not context.schedulers:
        return None
    from schedcfg.rules.manifests import host_network_dns  # noqa: PLC0415 - only schedulers are asked

    return by_schedulers(
        context,
        host_network_dns.is_certain,
        reporting=host_network_dns.ID,
        refuting="resolves these names by the DNS of the cluster, or its `hostAliases`",
    )


RULE = Rule(
    id=ID,
    title="A control plane does not resolve the name of this Service",
    why="Its scheduler uses the network and the DNS of the node. The name is not found, and unless the extender is "
    "`ignorable`, no Pod is scheduled.",
    source="pkg/kubelet/network/dns/dns.go, getPodDNSType; cmd/kubeadm/app/util/staticpod/utils.go, ComponentPod",
    evidence=(
        Citation("https://github.com/Project-HAMi/HAMi/issues/3044", "a name of the cluster that is not found"),
        Citation("https://github.com/intel/platform-aware-scheduling/issues/86", "the same for a static Pod"),
    ),
    check=check,
    severity=Severity.WARNING,
    settled_by=_settlement,
    bad=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
extenders:
  - urlPrefix: http://gpu-admission.kube-system:3456/scheduler
    filterVerb: predicates
"""),
    good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
extenders:
  - urlPrefix: http://10.96.0.40:3456/scheduler
    filterVerb: predicates
"""),
)
