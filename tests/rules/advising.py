"""What the rules that advise find in a text, for their tests."""

from schedcfg import Role, Verdict, validate
from schedcfg.document.edit.splices import applied
from schedcfg.findings import Finding
from schedcfg.validation.options import Options


def configuration(body: str, version: str = "v1") -> str:
    """Write a configuration of a version."""
    return f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n{body}"


def found(rule: str, text: str, kubernetes: str | None = None, role: Role = Role.ANY) -> list[Finding]:
    """List what a rule finds in a text with which the scheduler starts."""
    report = validate(text, kubernetes, options=Options(role=role))
    assert report.verdict is Verdict.ACCEPTED, report
    return [finding for document in report.documents for finding in document.findings if finding.rule == rule]


def told(rule: str, text: str, kubernetes: str | None = None) -> list[tuple[str, str]]:
    """List the same by place and weight."""
    return [(finding.path, str(finding.severity)) for finding in found(rule, text, kubernetes)]


def mended(rule: str, text: str, kubernetes: str | None = None) -> str:
    """Apply the only fix that a rule offers for a text."""
    (finding,) = found(rule, text, kubernetes)
    assert finding.fix is not None
    return applied(text, finding.fix.edits)
