"""Fixes as reports may offer them."""

from schedcfg.document.change import Edit
from schedcfg.document.span import Span
from schedcfg.findings import Finding, Fix
from schedcfg.output.secrets import masked


def offered(finding: Finding) -> Fix | None:
    """Return the fix of a finding; None where it has none, or one that would show what looks like a secret."""
    fix = finding.fix
    return fix if fix is not None and fix.edits and all(map(may_be_shown, fix.edits)) else None


def may_be_shown(edit: Edit) -> bool:
    """Tell whether the new text of an edit holds nothing that looks like a secret."""
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
