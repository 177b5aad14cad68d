"""A finding in the words and weights that several reports share."""

from typing import Any

from schedcfg.findings import FileReport, Finding, FindingClass, Severity
from schedcfg.output.columns import shown
from schedcfg.output.secrets import safe


def word(finding: Finding) -> str:
    """Name what a finding weighs: `refused`, `error`, `warning` or `info`."""
    return "refused" if finding.finding_class is FindingClass.REFUSED else finding.severity.value


def severity(finding: Finding) -> Severity:
    """Tell what a finding weighs where a report knows no facts: what is refused is an error."""
    return Severity.ERROR if finding.is_error else finding.severity


def position(report: FileReport, finding: Finding) -> str:
    """Tell line and column of a finding as editors count them: `3:14`."""
    return f"{finding.start.line}:{shown(report.text or '', finding.start)}"


def message(finding: Finding) -> str:
    """Say what is wrong, without the logins of addresses."""
    return str(safe("", finding.message))


def with_help(finding: Finding) -> str:
    """Say what is wrong and, on a line of its own, what to do."""
    return str(safe("", f"{finding.message}\nHelp: {finding.help}" if finding.help else finding.message))


def well_formed(data: Any) -> Any:
    """Return plain data whose texts every reader of UTF-8 takes: lone surrogates are written as escapes.

    They come from names of files that are no UTF-8.
    """
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode()
    if isinstance(data, dict):
        return {key: well_formed(value) for key, value in data.items()}
    return [well_formed(value) for value in data] if isinstance(data, list) else data
