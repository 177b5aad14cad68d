"""What a legacy Policy may not say."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="policy-not-allowed",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="The legacy Policy is not accepted",
    why="Predicates and priorities are looked up by name when the scheduler is built; it stops at one that is "
    "unknown, has no positive weight, or lacks its argument.",
    source="pkg/scheduler/apis/config/validation/validation.go, ValidatePolicy; "
    "pkg/scheduler/framework/plugins/legacy_registry.go up to 1.22",
    until="1.22",
    bad="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 0
""",
    good="""\
apiVersion: v1
kind: Policy
predicates:
  - name: PodFitsResources
priorities:
  - name: LeastRequestedPriority
    weight: 1
""",
    options=("--kubernetes", "1.22", "--as-policy"),
)
