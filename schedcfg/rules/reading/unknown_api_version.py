"""API versions that never were."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unknown-api-version",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="There is no such API version",
    why="No release serves it: a slip, or the version of another component.",
    source="pkg/scheduler/apis/config/scheme/scheme.go",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta4
kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
)
