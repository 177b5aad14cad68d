"""The difference for people: what changes, grouped by what makes it change."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from schedcfg.output import text as findings
from schedcfg.output.colours import BOLD, DIM, GREEN, RED, YELLOW, Paint, painter
from schedcfg.output.difference.reasons import because, places
from schedcfg.output.difference.rows import Row, rows
from schedcfg.output.difference.words import heading, sides, unread
from schedcfg.output.summary import Summary
from schedcfg.results.difference import Difference
from schedcfg.results.reason import Cause

_COLOURS = {"+": GREEN, "-": RED, "~": YELLOW}


def render(differences: Iterable[Difference], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a block per profile, then what is above the profiles; nothing where both sides behave alike."""
    paint = painter(coloured=coloured)
    for difference in differences:
        refused = [side.report for side in (difference.left, difference.right) if not side.compared]
        yield from findings.render(refused, summary, coloured=coloured)
        if not difference.changes:
            continue
        yield paint(BOLD, sides(difference)) + "\n"
        yield from (f"note: {line}\n" for line in unread(difference))
        for title, found in _by_profile(difference).items():
            yield f"\n{paint(BOLD, title)}\n"
            for reason, group in _by_reason(found).items():
                yield f"  {paint(DIM, reason)}\n"
                yield from (_line(row, difference, paint) for row in group)


def _by_profile(difference: Difference) -> dict[str, list[Row]]:
    found = defaultdict(list)
    for row in rows(difference.changes):
        found[heading(row.change)].append(row)
    return found


def _by_reason(found: list[Row]) -> dict[str, list[Row]]:
    """Put together what has one reason, the files first, then release by release; what follows from it comes last."""
    groups = defaultdict(list)
    for row in sorted(found, key=_age):
        source = row.change.reason.source
        groups[because(row.change.reason) + (f" ({source.path})" if source else "")].append(row)
    return groups


def _age(row: Row) -> tuple[bool, int]:
    reason = row.change.reason
    return reason.cause is Cause.FOLLOWS, 0 if reason.step is None else reason.step.newer.number


def _line(row: Row, difference: Difference, paint: Paint) -> str:
    values = " → ".join(value for value in (row.before, row.after) if value)
    place = places(row.change, difference)
    notes = "; ".join(note for note in (row.note, place) if note)
    return (
        f"    {paint(_COLOURS[row.mark], row.mark)} {row.what}"
        + (f": {values}" if values else "")
        + (paint(DIM, f"  [{notes}]") if notes else "")
        + "\n"
    )
