"""What is compared, and the difference in one sentence."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator

from schedcfg.commands.diff.differences import Difference, EmptiedPoint, Side
from schedcfg.commands.diff.results import (
    AnyChange,
    ArgsChange,
    Cause,
    ChangeKind,
    ExtenderChange,
    OrderChange,
    PluginChange,
    ProfileChange,
    SharesChange,
)
from schedcfg.commands.diff.rows import (
    MARKS,
    ChangeRow,
    SharedChange,
    age,
    file_places,
    heading,
    places,
    rows,
    together,
    yaml_text,
)
from schedcfg.findings import Verdict
from schedcfg.output import text as findings
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import BOLD, DIM, GREEN, RED, YELLOW, Paint, painter


def sides(difference: Difference) -> str:
    """Name both sides: `a.yaml (v1beta2, Kubernetes 1.24) → b.yaml (v1, Kubernetes 1.29, from pod.yaml:9)`."""
    return f"{_side(difference.left)} → {_side(difference.right)}"


def _side(side: Side) -> str:
    known = [side.api_version] if side.api_version else []
    known += [f"Kubernetes {side.kubernetes}"] if side.kubernetes else []
    known += [f"from {side.document.runner}"] if side.document and side.document.runner else []
    return yaml_text(side.name) + (f" ({', '.join(known)})" if known else "")


def summary_line(difference: Difference) -> str:
    """Return it in one sentence: what changes in numbers, or which side is in the way."""
    each = difference.each
    if len(each) == 1:
        return in_words(difference)
    telling = [one for one in each if not one.is_same]
    if not telling:
        return "no difference in behavior"
    named = [f"{yaml_text(one.configuration)}: {in_words(one)}" for one in telling[:_MOST_NAMED]]
    more = len(telling) - len(named)
    return "; ".join([*named, *([f"and {more} more configurations that differ"] if more else [])])


_MOST_NAMED = 5
"""Configurations of a file that are named in its summary."""


def in_words(difference: Difference) -> str:
    """Return the difference of one configuration in one sentence."""
    if difference.presence is not None:
        return "it is new" if difference.presence is ChangeKind.ADDED else "it is gone"
    if not difference.compared:
        return "; ".join(_obstacle(side) for side in (difference.left, difference.right) if not side.compared)
    if not difference.changes:
        return "no difference in behavior"
    counts = in_numbers(difference.changes)
    return "; ".join([*map(_emptied, difference.emptied), counts])


_EMPTIED = {
    "filter": "no longer filters nodes: Pods are bound to nodes that cannot run them",
    "score": "no longer scores nodes: Pods get any of the nodes that fit",
    "postFilter": "no longer preempts Pods: Pods of high priority wait for room like all others",
}


def _emptied(point: EmptiedPoint) -> str:
    return f"profile {yaml_text(point.profile)} {_EMPTIED[point.point]}"


def in_numbers(changes: Iterable[AnyChange]) -> str:
    """Return changes in numbers, those that several profiles have once: `2 plugins added, 1 weight changed`."""
    counts = Counter(phrase for _, phrase in dict.fromkeys(map(_counted_once, together(changes))) if phrase)
    return ", ".join(f"{number} {phrase.format(**_ENDINGS[number == 1])}" for phrase, number in counts.items())


_ENDINGS = {True: {"s": "", "verb": "s"}, False: {"s": "s", "verb": ""}}
"""Whether there is one → the endings of nouns and of verbs."""


def _obstacle(side: Side) -> str:
    report = side.report
    if report.verdict is Verdict.REFUSED:
        by = f" by Kubernetes {side.kubernetes}" if side.kubernetes else ""
        return f"{yaml_text(report.path)} is refused{by}: there is nothing to compare"
    reason = f": {report.reason}" if report.reason else ": its effect is unknown"
    return f"{yaml_text(report.path)} cannot be compared{reason}"


def _counted_once(one: SharedChange) -> tuple[Hashable, str]:
    """Return what is counted once, and how; a plugin is, however many points it comes to. Shares follow from others."""
    change = one.change
    if isinstance(change, PluginChange):
        phrase = _of_plugin(change)
        return (change.profile, change.plugin, phrase), phrase
    if isinstance(change, SharesChange):
        return None, ""
    is_renamed = isinstance(change, ProfileChange) and change.kind is ChangeKind.CHANGED
    return (change.profile, *change.subject), f"{_noun(change)}{{s}} {'renamed' if is_renamed else change.kind}"


def _of_plugin(change: PluginChange) -> str:
    if change.begins_to_count is not None:
        return "score{s} begin{verb} to count" if change.begins_to_count else "score{s} cease{verb} to count"
    if change.kind is ChangeKind.CHANGED:
        return "weight{s} changed"
    return "plugin{s} at other points" if change.stays else f"plugin{{s}} {change.kind}"


def _noun(change: AnyChange) -> str:
    match change:
        case ProfileChange():
            return "profile"
        case OrderChange():
            return "order"
        case ArgsChange():
            return "argument"
        case ExtenderChange():
            return "extender value" if change.path else "extender"
        case _:
            return "setting"


_COLORS = {"+": GREEN, "-": RED, "~": YELLOW}


def render(differences: Iterable[Difference], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a block per profile, then what is above the profiles; nothing where both sides behave alike."""
    paint = painter(colored=colored)

    def of_both(difference: Difference) -> Iterator[str]:
        # The report on a file is about all of its configurations.
        refused = {id(side.report): side.report for side in obstacles(difference)}
        yield from findings.render(list(refused.values()), summary, colored=colored)
        yield from blocks(difference, paint)

    return each(differences, of_both, summary)


def obstacles(difference: Difference) -> Iterator[Side]:
    """Yield the sides that have no meaning to compare."""
    for one in difference.each:
        if one.presence is None:
            yield from (side for side in (one.left, one.right) if not side.compared)


def blocks(difference: Difference, paint: Paint) -> Iterator[str]:
    """Yield what changes in each configuration."""
    telling = [one for one in difference.each if one.changes or one.presence is not None]
    for one in telling:
        named = f"{yaml_text(one.configuration)}: " if one.configuration else ""
        yield ("" if one is telling[0] else "\n") + paint(BOLD, named + (in_words(one) if one.presence else sides(one)))
        yield "\n"
        yield from _block(one, paint)


def _block(difference: Difference, paint: Paint) -> Iterator[str]:
    for title, found in _by_profile(difference).items():
        yield f"\n{paint(BOLD, title)}\n"
        for reason, group in _by_reason(found).items():
            if reason:
                yield f"  {paint(DIM, reason)}\n"
            yield from _lines(group, difference, paint)


def _by_profile(difference: Difference) -> dict[str, list[ChangeRow]]:
    found = defaultdict(list)
    for row in rows(difference.changes):
        found[heading(row, difference.right.profiles)].append(row)
    return found


def _by_reason(found: list[ChangeRow]) -> dict[str, list[ChangeRow]]:
    """Put together what has one reason, release by release; what follows from it comes last.

    What the files cause comes first, under no reason: each line names its place in them.
    """
    groups = defaultdict(list)
    for row in sorted(found, key=age):
        reason = row.change.reason
        source = f" ({reason.source.path})" if reason.source else ""
        groups["" if reason.cause is Cause.FILE else reason.text + source].append(row)
    return groups


_MOST_ALIKE = 3
"""Plugins that one entry of a file adds or removes, each with a line of its own; more share one."""


def _lines(group: list[ChangeRow], difference: Difference, paint: Paint) -> Iterator[str]:
    """Yield a line per row, or one for many plugins that one entry of a file adds to the same points, or removes."""
    alike: dict[Hashable, list[ChangeRow]] = defaultdict(list)
    for row in group:
        place = file_places(row.change, difference)
        alike[(row.mark, row.points, row.note, place) if row.points and place else id(row)].append(row)
    for same in alike.values():
        if len(same) > _MOST_ALIKE:
            yield _line_of_many(same, difference, paint)
        else:
            yield from (line for row in same for line in _of_row(row, difference, paint))


def _line_of_many(same: list[ChangeRow], difference: Difference, paint: Paint) -> str:
    first = same[0]
    names = ", ".join(yaml_text(row.change.plugin) for row in same if isinstance(row.change, PluginChange))
    verb = "no longer run" if first.mark == MARKS[ChangeKind.REMOVED] else "run"
    what = f"{len(same)} plugins {verb} at {first.points}: {names}"
    return f"    {paint(_COLORS[first.mark], first.mark)} {what}" + _notes(
        first.note, file_places(first.change, difference), paint
    )


def _of_row(row: ChangeRow, difference: Difference, paint: Paint) -> Iterator[str]:
    values = " → ".join(value for value in (row.before, row.after) if value)
    what = f"    {paint(_COLORS[row.mark], row.mark)} {row.what}" + (f": {values}" if values else "")
    yield what + _notes(row.note, places(row.change, difference), paint)
    if row.meaning:
        yield f"      {paint(DIM, row.meaning)}\n"


def _notes(note: str, place: str, paint: Paint) -> str:
    notes = "; ".join(part for part in (note, place) if part)
    return (paint(DIM, f"  [{notes}]") if notes else "") + "\n"
