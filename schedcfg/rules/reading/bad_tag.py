"""Explicit tags that their values do not fit."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="bad-tag",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="A value does not fit its tag",
    why="A tag such as `!!int` is a promise; where the value breaks it, reading ends.",
    source="gopkg.in/yaml.v2, resolve.go",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: !!int sixteen
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 16
""",
)
