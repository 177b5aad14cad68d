"""The difference for people: what changes, grouped by what makes it change."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from schedcfg.output import text as findings
from schedcfg.output.difference.reasons import because, places
from schedcfg.output.difference.rows import Row, rows
from schedcfg.output.difference.words import heading, sides, unread
from schedcfg.output.summary import Summary
from schedcfg.results.difference import Difference
from schedcfg.results.reason import Cause

_COLOURS = {"+": "\x1b[32m", "-": "\x1b[31m", "~": "\x1b[33m"}
_BOLD, _DIM, _END = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def render(differences: Iterable[Difference], summary: Summary, *, coloured: bool) -> Iterator[str]:
    """Yield a block per profile, then what is above the profiles; nothing where both sides behave alike."""
    for difference in differences:
        refused = [side.report for side in (difference.left, difference.right) if not side.compared]
        yield from findings.render(refused, summary, coloured=coloured)
        if not difference.changes:
            continue
        yield _in(_BOLD, sides(difference), coloured) + "\n"
        yield from (f"note: {line}\n" for line in unread(difference))
        for title, found in _by_profile(difference).items():
            yield f"\n{_in(_BOLD, title, coloured)}\n"
            for reason, group in _by_reason(found).items():
                yield f"  {_in(_DIM, reason, coloured)}\n"
                yield from (_line(row, difference, coloured=coloured) for row in group)


def _in(colour: str, text: str, coloured: bool) -> str:
    return f"{colour}{text}{_END}" if coloured else text


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
    minor = 0 if reason.step is None else int(reason.step.newer.kubernetes.partition(".")[2])
    return reason.cause is Cause.FOLLOWS, minor


def _line(row: Row, difference: Difference, *, coloured: bool) -> str:
    values = " → ".join(value for value in (row.before, row.after) if value)
    place = places(row.change, difference)
    notes = "; ".join(note for note in (row.note, place) if note)
    return (
        f"    {_in(_COLOURS[row.mark], row.mark, coloured)} {row.what}"
        + (f": {values}" if values else "")
        + (_in(_DIM, f"  [{notes}]", coloured) if notes else "")
        + "\n"
    )
