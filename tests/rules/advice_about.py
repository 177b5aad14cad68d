"""What is advised about profiles, for the tests of rules."""

import textwrap
from typing import NamedTuple

from schedcfg import OPEN, DocumentReport, Finding, PluginRegistry, Severity, Verdict, validate
from schedcfg.document.edit.splices import applied
from schedcfg.validation.options import Options

HEAD = "apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"


class Advice(NamedTuple):
    """What a rule says: where, how much it weighs, in which words, and how it would fix it."""

    path: str
    severity: Severity
    text: str
    fix: str
    is_safe: bool | None


def advice(
    rule: str, profiles: str, release: str | None = None, version: str = "v1", registry: PluginRegistry = OPEN
) -> list[Advice]:
    """Validate profiles, with which the scheduler has to start, and return what one rule says."""
    report = _judged(_text(profiles, version), release, registry)
    return [_said(finding) for finding in report.findings if finding.rule == rule]


def fixed(rule: str, profiles: str, release: str | None = None, version: str = "v1") -> str:
    """Return the profiles as the first fix of one rule leaves them."""
    text = _text(profiles, version)
    found = (finding.fix for finding in _judged(text, release, OPEN).findings if finding.rule == rule)
    fix = next(fix for fix in found if fix is not None)
    return applied(text, fix.edits).removeprefix(HEAD.format(version=version))


def _text(profiles: str, version: str) -> str:
    return HEAD.format(version=version) + textwrap.dedent(profiles)


def _judged(text: str, release: str | None, registry: PluginRegistry) -> DocumentReport:
    (report,) = validate(text, release, options=Options(registry=registry)).documents
    assert report.verdict is Verdict.ACCEPTED, report.findings
    return report


def _said(finding: Finding) -> Advice:
    text, fix = f"{finding.message} {finding.help or ''}", finding.fix
    title, is_safe = (fix.title, fix.is_safe) if fix is not None else ("", None)
    return Advice(finding.path, finding.severity, text, title, is_safe)
