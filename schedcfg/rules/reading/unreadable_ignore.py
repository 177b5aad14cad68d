"""Comments that ignore something, but do not say what."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unreadable-ignore",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="A comment does not say what to ignore",
    why="It silences nothing: rules are named one by one, so that it cannot hide what is found tomorrow.",
    source="schedcfg/selection/ignores.py",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore
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
