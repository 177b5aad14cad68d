"""Upstream's own working form."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="internal-version",
    finding_class=FindingClass.REFUSED,
    severity=Severity.ERROR,
    title="`__internal` is not for files",
    why="It is registered, so that files can name it; but no defaults are filled in, and no such file passes "
    "validation.",
    source="pkg/scheduler/apis/config/scheme/scheme.go; pkg/scheduler/apis/config/register.go",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/__internal
kind: KubeSchedulerConfiguration
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
""",
)
