"""Positions, messages and severities of findings as reports show them."""

from typing import Any

from schedcfg.document import Position
from schedcfg.document.span import MARK, before
from schedcfg.findings import FileReport, Finding, FindingClass, Severity
from schedcfg.output.secrets import safe


def shown(text: str, position: Position) -> int:
    """Count in code points, from 1, as editors do: a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    return position.column - (_is_in_first_line(position) and text.startswith(MARK))


def utf16(text: str, position: Position) -> int:
    """Count in UTF-16 code units, from 1; a byte order mark is none of the first line.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    begun = None if text.isascii() else before(text, position)
    if begun is None:
        return position.column
    if _is_in_first_line(position):
        begun = begun.removeprefix(MARK)
    return len(begun.encode("utf-16-le", "surrogatepass")) // 2 + 1


def utf8(text: str, position: Position) -> int:
    """Count in bytes of UTF-8, from 1, with everything that is in the file.

    Args:
        text: The whole text; empty where it is not known: columns then stay as they are.
        position: A place in it.
    """
    begun = None if text.isascii() else before(text, position)
    return position.column if begun is None else len(begun.encode("utf-8", "surrogatepass")) + 1


def _is_in_first_line(position: Position) -> bool:
    """Check whether a byte order mark could be before a place in its line."""
    return position.line == 1 and position.column > 1


def weight_name(finding: Finding) -> str:
    """Return what a finding weighs: `refused`, `error`, `warning` or `info`."""
    return "refused" if finding.finding_class is FindingClass.REFUSED else finding.severity.value


def severity(finding: Finding) -> Severity:
    """Return what a finding weighs where a report knows no facts: what is refused is an error."""
    return Severity.ERROR if finding.is_error else finding.severity


def position(report: FileReport, finding: Finding) -> str:
    """Return line and column of a finding as editors count them: `3:14`."""
    return f"{finding.start.line}:{shown(report.text or '', finding.start)}"


def message(finding: Finding) -> str:
    """Return what is wrong, without the logins of addresses."""
    return str(safe("", finding.message))


def with_help(finding: Finding) -> str:
    """Return what is wrong and, on a line of its own, what to do."""
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
