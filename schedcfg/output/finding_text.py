"""Positions, messages and severities of findings as reports show them.

What fixes did, or could do, for people.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from schedcfg.document import Position
from schedcfg.document.span import MARK, Edit, Span, before
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Fix, Severity, Verdict
from schedcfg.output.terminal import BLUE, BOLD, CYAN, RED, YELLOW, Paint, path_label

if TYPE_CHECKING:
    from schedcfg.fixing import Fixing


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


SEVERITY_COLORS = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.INFO: BLUE}
"""How heavy something is → the color of its word."""


def weight_name(finding: Finding) -> str:
    """Return what a finding weighs: `refused`, `error`, `warning` or `info`."""
    return "refused" if finding.finding_class is FindingClass.REFUSED else finding.severity.value


def weight(finding: Finding) -> tuple[str, str]:
    """Return how much a finding weighs, and the color of that."""
    is_refused = finding.finding_class is FindingClass.REFUSED
    return weight_name(finding), RED if is_refused else SEVERITY_COLORS[finding.severity]


def severity(finding: Finding) -> Severity:
    """Return what a finding weighs where a report knows no facts: what is refused is an error."""
    return Severity.ERROR if finding.is_error else finding.severity


def position(report: FileReport, finding: Finding) -> str:
    """Return line and column of a finding as editors count them: `3:14`."""
    return f"{finding.start.line}:{shown(report.text or '', finding.start)}"


def with_help(finding: Finding) -> str:
    """Return what is wrong and, on a line of its own, what to do."""
    return f"{finding.message}\nHelp: {finding.help}" if finding.help else finding.message


def well_formed(data: Any) -> Any:
    """Return plain data whose texts every reader of UTF-8 takes: lone surrogates are written as escapes.

    They come from names of files that are no UTF-8.
    """
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode()
    if isinstance(data, dict):
        return {key: well_formed(value) for key, value in data.items()}
    return [well_formed(value) for value in data] if isinstance(data, list) else data


SAFE = "[*]"
"""Marks a finding that `--fix` could fix."""

UNSAFE = "[~]"
"""Marks a finding that only `--unsafe-fixes` could fix."""


def mark(finding: Finding, document: DocumentReport, fixing: "Fixing | None") -> str:
    """Return the mark of what could fix a finding, `SAFE` or `UNSAFE`; empty where nothing can."""
    if finding.fix is None:
        return ""
    if fixing is None:
        # What is refused cannot be compared, so that nothing is safe there.
        return SAFE if finding.fix.is_safe and document.verdict is not Verdict.REFUSED else UNSAFE
    return UNSAFE if fixing.leaves_unproven(finding.rule, finding.start.line) else ""


def lines(report: FileReport, paint: Paint) -> Iterator[str]:
    """Yield a line for each fix that was made, or not made although it was requested; none where none was."""
    fixing = report.fixing
    if fixing is None:
        return
    path = path_label(report.path)
    done, color = ("fixed", CYAN) if fixing.is_written else ("would fix", YELLOW)
    for fixed in fixing.made:
        place, rule = f"{path}:{fixed.line}", f"{done}[{fixed.rule}]"
        yield f"{paint(BOLD, place)}: {paint(color, rule)} {printable(fixed.title)}\n"
    if fixing.unwritten is not None:
        yield f"{paint(BOLD, path)}: {paint(RED, 'not written')}: {printable(fixing.unwritten)}\n"
    for left in fixing.left:
        place, rule = f"{path}:{left.line}", f"not {'proven' if left.is_fault else 'fixed'}[{left.rule}]"
        fault = " (a bug in the rule: please report it)" if left.is_fault else ""
        yield f"{paint(BOLD, place)}: {paint(RED, rule)} {printable(left.title)}: {printable(left.reason)}{fault}\n"


def joined(fix: Fix, text: str) -> Edit:
    """Make one edit of a fix, over all that lies between its edits.

    Args:
        fix: Its edits are in order.
        text: The whole text that they change.
    """
    first, last = fix.edits[0].span.start, fix.edits[-1].span.end
    kept, parts = first.offset, []
    for edit in fix.edits:
        parts += [text[kept : edit.span.start.offset], edit.replacement]
        kept = edit.span.end.offset
    return Edit(Span(first, last), "".join(parts))
