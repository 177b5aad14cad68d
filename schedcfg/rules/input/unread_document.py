"""What kube-scheduler never reads: everything behind the first document of its file."""

from schedcfg.document import Defect
from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.rule_card import RuleCard

_ID = "unread-document"
_HELP = "Put each configuration into a file of its own."

FOLLOWED = Problem(
    _ID,
    (),
    "kube-scheduler reads only the first document of the file; what follows it is ignored",
    _HELP,
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
)
"""Said of a configuration that more documents follow."""

FOLLOWING = Problem(
    _ID,
    (),
    "this is not the first configuration of the file, and kube-scheduler reads only the first document",
    _HELP,
    finding_class=FindingClass.ADVISED,
    severity=Severity.WARNING,
)
"""Said of a configuration that follows another."""


def broken_behind(error: Defect) -> Problem:
    """Report text that cannot be read behind a first document that can: kube-scheduler never looks at it."""
    return Problem(
        _ID,
        (),
        f"from here on the file cannot be read, and kube-scheduler does not try to: {error.message}",
        error.help,
        finding_class=FindingClass.ADVISED,
        span=error.span,
    )


CARDS = (
    RuleCard(
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
    ),
)
