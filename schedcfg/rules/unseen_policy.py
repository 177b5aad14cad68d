"""The legacy Policy that a configuration of v1alpha1 names, and a configuration whose Policy is not here.

Upstream: `New` in `pkg/scheduler/scheduler.go` of 1.18, and `SetDefaults_KubeSchedulerConfiguration` of v1alpha1.
"""

from typing import NamedTuple

from schedcfg.cards import Citation, RuleCard
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.findings import FindingClass, Problem, Severity

ID = "unseen-policy"
_DEFAULT_NAMESPACE = "kube-system"


class NamedPolicy(NamedTuple):
    """Where a configuration says that its Policy is: in a file, or in a ConfigMap."""

    file: str  # Its path; empty where it is in a ConfigMap
    config_map: str = ""
    namespace: str = ""

    def __str__(self) -> str:
        return f"file `{self.file}`" if self.file else f"ConfigMap `{self.namespace}/{self.config_map}`"


def named_policy(decoded: Decoded | None) -> NamedPolicy | None:
    """Return the Policy that a configuration names; None where it names none, or a provider, which counts instead."""
    source = getattr(decoded.shape, "algorithm_source", None) if decoded is not None else None
    policy = source.policy if source is not None and source.provider is None else None
    if policy is None:
        return None
    if policy.file is not None:
        return NamedPolicy(policy.file.path or "")
    written = policy.config_map
    name, namespace = (written.name, written.namespace) if written is not None else (None, None)
    return NamedPolicy("", name or "", namespace or _DEFAULT_NAMESPACE)


def unseen(named: NamedPolicy) -> Problem:
    """Return that the Policy which a configuration names is not among the files."""
    return Problem(
        ID,
        ("algorithmSource", "policy"),
        f"which plugins run is not known here: they come from a legacy Policy in {named}, which is not among the files",
        "Put the Policy beside this file: then it is read.",
        finding_class=FindingClass.ADVISED,
        severity=Severity.INFO,
    )


CARDS = (
    RuleCard(
        id=ID,
        finding_class=FindingClass.ADVISED,
        severity=Severity.INFO,
        title="The Policy that a configuration names is not here",
        why="Its plugins, their Args and its extenders come from the Policy: `effective` cannot show them, and "
        "`migrate` cannot write them.",
        source="pkg/scheduler/scheduler.go of 1.18, New",
        evidence=(
            Citation(
                "https://github.com/Huang-Wei/sample-scheduler-extender/issues/7",
                "how a `policy.cfg` that `algorithmSource` named gets into later versions",
            ),
        ),
        until="1.18",
        bad="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource:
  policy:
    file:
      path: /etc/kubernetes/policy.json
""",
        good="""\
apiVersion: kubescheduler.config.k8s.io/v1alpha1
kind: KubeSchedulerConfiguration
algorithmSource:
  provider: DefaultProvider
""",
        options=("--kubernetes", "1.18"),
    ),
)
