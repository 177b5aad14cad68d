"""Comments that ignore a rule that does not exist."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unknown-rule",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="A comment names a rule that does not exist",
    why="It silences nothing, and whoever reads it believes that it does.",
    source="schedcfg/selection/ignores.py",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugn] in our image
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugin] in our image
""",
)
