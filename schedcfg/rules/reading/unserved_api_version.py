"""API versions of other releases."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unserved-api-version",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="This release does not serve the API version",
    why="Every API version is served by some releases only; after an upgrade that drops it the scheduler does not"
    " start.",
    source="pkg/scheduler/apis/config/scheme/scheme.go",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta3
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
""",
    options=("--kubernetes", "1.29"),
)
