"""What fixes did, or could do, for people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from schedcfg.document.span import Edit, Span
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Finding, Fix, Verdict
from schedcfg.output.secrets import masked
from schedcfg.output.terminal import BOLD, CYAN, RED, YELLOW, Paint, path_label

if TYPE_CHECKING:
    from schedcfg.fixing import Fixing

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
    done, colour = ("fixed", CYAN) if fixing.is_written else ("would fix", YELLOW)
    for one in fixing.made:
        place, rule = f"{path}:{one.line}", f"{done}[{one.rule}]"
        yield f"{paint(BOLD, place)}: {paint(colour, rule)} {printable(one.title)}\n"
    if fixing.unwritten is not None:
        yield f"{paint(BOLD, path)}: {paint(RED, 'not written')}: {printable(fixing.unwritten)}\n"
    for left in fixing.left:
        place, rule = f"{path}:{left.line}", f"not {'proven' if left.is_fault else 'fixed'}[{left.rule}]"
        fault = " (a bug in the rule: please report it)" if left.is_fault else ""
        yield f"{paint(BOLD, place)}: {paint(RED, rule)} {printable(left.title)}: {printable(left.reason)}{fault}\n"


def offered(finding: Finding) -> Fix | None:
    """Return the fix of a finding; None where it has none, or one that would show what looks like a secret."""
    fix = finding.fix
    return fix if fix is not None and fix.edits and all(map(may_be_shown, fix.edits)) else None


def may_be_shown(edit: Edit) -> bool:
    """Check whether the new text of an edit holds nothing that looks like a secret."""
    return all(masked(line, 0) == line for line in edit.replacement.split("\n"))


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
