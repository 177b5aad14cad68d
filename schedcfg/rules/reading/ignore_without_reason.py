"""Comments that do not say why."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="ignore-without-reason",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="A comment ignores something without a reason",
    why="Nobody can tell later whether it is still right.",
    source="schedcfg/selection/ignores.py",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: OurPlugin  # schedcfg: ignore[undeclared-plugin]
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
    options=("--require-reasons",),
)
