"""Credentials of others than the scheduler."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "borrowed-kubeconfig"

_PATH: Path = ("clientConnection", "kubeconfig")
_OWNERS = {
    "kubelet": ("the kubelet, which may only read objects of its own node", Severity.WARNING),
    "bootstrap-kubelet": ("a kubelet that has not joined yet", Severity.WARNING),
    "kube-proxy": ("kube-proxy, which may not bind Pods", Severity.WARNING),
    "controller-manager": ("the controller manager", Severity.WARNING),
    "kube-controller-manager": ("the controller manager", Severity.WARNING),
    "admin": ("the cluster administrator, who may do everything", Severity.INFO),
    "super-admin": ("the cluster administrator, who is never restricted", Severity.WARNING),
}
"""Name of the file without its ending, as kubeadm and others call it → whose it is."""
_ENDINGS = frozenset({"conf", "config", "kubeconfig", "yaml"})


def check(subject: Subject) -> Iterator[Problem]:
    """Yield a kubeconfig that by its name belongs to another program."""
    written = subject.configuration.client_connection.kubeconfig
    if not written:
        return
    file = written.rpartition("/")[2]
    name, _, ending = file.rpartition(".")
    owner = _OWNERS.get(name) if ending in _ENDINGS else None
    if owner is not None:
        yield advice(
            ID,
            _PATH,
            f"the scheduler acts as {owner[0]}: by its name, `{file}` holds those credentials",
            "Use a separate identity, bound to `system:kube-scheduler` and `system:volume-scheduler`.",
            owner[1],
        )


RULE = Rule(
    id=ID,
    title="The scheduler uses the identity of another component",
    why="Other identities may not bind Pods, or may do much more; and audit logs attribute the scheduler's actions "
    "to them.",
    source="plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go; cmd/kubeadm/app/constants/constants.go",
    evidence=(
        Citation(
            "https://github.com/chyileon/k8s-scheduling-framework-small-sample/blob/3d3bae37397cbc6d3f288574a303b82dcc26e663/scheduler-config.yaml",
            "a scheduler with the identity of the kubelet",
        ),
        Citation(
            "https://github.com/xychu/kubernetes/blob/0ba0771286ef9e28e74bf74515c746a494bb79db/scheduler-config.yaml",
            "a scheduler with the identity of the administrator",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/kubelet.conf
"""),
    good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""),
)
