"""Plugins of the cluster's own scheduler that read what its user may not read."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.configuration.effective.rights import plugin_rights
from schedcfg.document.span import Path
from schedcfg.findings import Finding, Problem, Severity
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.releases.rights import Right
from schedcfg.rules.right_names import in_words, named_actions
from schedcfg.rules.rule import Rule, Subject, advice
from schedcfg.rules.settling import ConfigurationContext, Settlement, by_schedulers

if TYPE_CHECKING:
    from schedcfg.rules.deployment import DeploymentContext

ID = "ungranted-plugin"
_PATH: Path = ("clientConnection", "kubeconfig")
_USER = "system:kube-scheduler"
"""The user of kubeadm's kubeconfig, and what the role of its permissions is called."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield kubeadm's kubeconfig of the scheduler where plugins need more than its user may do in any cluster."""
    if subject.configuration.client_connection.kubeconfig != KUBECONFIG:
        return
    release, names = subject.configuration.release, sorted(out_of_tree_plugins(subject.configuration))
    needing = [f"`{name}`" for name in names if any(plugin_rights([name], release))]
    if not needing:
        return
    rights = plugin_rights(names, release)
    do = "does" if len(needing) == 1 else "do"
    message = (
        f"{in_words(needing)} {do} not work unless user `{_USER}`, whose credentials are in `{KUBECONFIG}`, is allowed "
        f"{named_actions(rights)}: no role that every cluster has grants that"
    )
    help_ = f"Add a ClusterRole with it, and a ClusterRoleBinding to `kind: User`, `name: {_USER}`."
    yield advice(ID, _PATH, message, help_, Severity.INFO)


def _settlement(_finding: Finding, context: ConfigurationContext) -> Settlement | None:
    return by_schedulers(context, _lacks_a_right, reporting="missing-rbac", refuting="is bound to such a role")


def _lacks_a_right(scheduler: "DeploymentContext") -> bool | None:
    """Return False where roles beside a scheduler grant its user all that its plugins need; None otherwise."""
    if scheduler.configuration is None or scheduler.release is None:
        return None
    rights: list[Right] = list(plugin_rights(out_of_tree_plugins(scheduler.configuration), scheduler.release))
    return False if all(scheduler.related.access.grants_user(_USER, right) for right in rights) else None


RULE = Rule(
    id=ID,
    title="The scheduler's user lacks permissions for a plugin",
    why="The default scheduler of kubeadm acts as user `system:kube-scheduler`, whose ClusterRole covers what the "
    "plugins of Kubernetes read. Another plugin waits for its own resources, and the scheduler logs `is forbidden`: "
    "some versions start no further, with others no Pod of the plugin is scheduled.",
    source="plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go; manifests/install/all-in-one.yaml of "
    "kubernetes-sigs/scheduler-plugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/issues/642",
            "TopologicalSort and NetworkOverhead, and `cannot be started due to insufficient permissions`",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/issues/150",
            "`podgroups.scheduling.sigs.k8s.io` are forbidden for `system:kube-scheduler`",
        ),
    ),
    check=check,
    settled_by=_settlement,
    severity=Severity.INFO,
    bad=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: Coscheduling
        disabled:
          - name: PrioritySort
"""),
    good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: QOSSort
        disabled:
          - name: PrioritySort
"""),
)
