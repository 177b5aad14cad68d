"""The legacy Policy, given to a release without it."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="policy-removed",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="This release reads no legacy Policy",
    why="1.23 removed `--policy-config-file`: predicates and priorities became plugins of profiles.",
    source="cmd/kube-scheduler/app/options/deprecated.go; pkg/scheduler/factory.go up to 1.22, createFromPolicy",
    since="1.23",
    bad="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: default-scheduler
""",
    options=("--kubernetes", "1.29"),
)
