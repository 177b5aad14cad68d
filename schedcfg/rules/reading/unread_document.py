"""Documents behind the first one."""

from schedcfg.findings import FindingClass, Severity
from schedcfg.rule_card import RuleCard

CARD = RuleCard(
    id="unread-document",
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
    title="kube-scheduler does not read this document",
    why="It decodes the first document of its file and stops; the rest looks configured, and is not.",
    source="k8s.io/apimachinery/pkg/runtime/serializer/json; cmd/kube-scheduler/app/options/configfile.go, "
    "loadConfigFromFile",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
---
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: interactive
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - schedulerName: batch
  - schedulerName: interactive
""",
)
