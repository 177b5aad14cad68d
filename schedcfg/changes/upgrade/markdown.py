"""The plan as a page: a checklist for a pull request or an issue, hop by hop; long lists are folded."""

from collections.abc import Iterable, Iterator

from schedcfg.changes.diff.markdown import in_cell, in_code, in_text, in_title
from schedcfg.changes.diff.rows import because, rows
from schedcfg.changes.diff.text import heading
from schedcfg.changes.upgrade.results import Action, Hop, HopBehavior, PlanItem, PlannedObject, PlanPlace, UpgradePlan
from schedcfg.changes.upgrade.text import MOMENTS, OBJECTS, closing, described, title
from schedcfg.document.texts import listing, printable
from schedcfg.output.summary import counted

_NAMED = 5


def render(plan: UpgradePlan) -> Iterator[str]:
    """Yield the plan as Markdown."""
    yield f"## {in_text(title(plan))}\n\n| scheduler | where |\n| --- | --- |\n"
    for scheduler in plan.schedulers:
        yield f"| {in_cell(printable(described(scheduler)))} | {_places(scheduler.places)} |\n"
    for path, reason in plan.unread:
        yield f"\n> **unreadable**: {in_code(path)}: {_line(reason)}\n"
    for part in plan.unseen:
        yield f"\n> **not seen**: {in_code(part.path)}: {_line(part.message)}\n"
        yield f"> {in_code(part.help)}\n" if part.help else ""
    if plan.today:
        yield "\n### Before anything else\n\n"
        yield from _items(plan.today)
    for hop in plan.hops:
        yield from _hop(hop)
    if plan.objects:
        yield f"\n### {OBJECTS.capitalize()}\n\n"
        yield from (line for planned_object in plan.objects for line in _object(planned_object))
    yield from (f"\n{in_text(line)}\n" for line in closing(plan))


def _object(one: PlannedObject) -> Iterator[str]:
    where = "" if one.file is None or one.node is None else f": {in_code(one.file)} on node {in_code(one.node)}"
    yield f"- {in_code(one.path)}{where}\n"
    for name, command in (("save", one.save), ("change", one.change)):
        if command is not None:
            yield f"  - {name}: {in_code(command)}\n"
    yield from (f"  - {_line(note)}\n" for note in one.notes)


def _hop(hop: Hop) -> Iterator[str]:
    if hop.is_quiet:
        yield f"\n### {hop.source} → {hop.target}: nothing to do\n"
        return
    yield f"\n### {hop.source} → {hop.target}\n"
    for when, words in MOMENTS.items():
        items = hop.at(when, Action.EDIT, Action.BY_HAND)
        if items:
            yield f"\n**{words.format(source=hop.source, target=hop.target).capitalize()}**\n\n"
            yield from _items(items)
    for behavior in hop.behavior:
        yield from _behavior(behavior)
    notes = [item for item in hop.items if item.action is Action.NOTE]
    if notes:
        yield "\n**Worth a look**\n\n"
        yield from _items(notes)


_MARKS = {Action.EDIT: "- [ ] ", Action.BY_HAND: "- [ ] **by hand:** ", Action.NOTE: "- "}


def _items(items: Iterable[PlanItem]) -> Iterator[str]:
    for item in items:
        proof = f" _({_line(item.proof)})_" if item.proof else ""
        since = f" Possible since {item.since}." if item.since else ""
        yield f"{_MARKS[item.action]}{_line(item.message)}{proof}{since}\n"
        if item.help:
            yield f"  {_line(item.help)}\n"
        if item.places:
            yield f"  {_places(item.places)}\n"


def _line(text: str) -> str:
    return in_text(" ".join(text.split()))


def _places(places: tuple[PlanPlace, ...]) -> str:
    return listing([in_code(str(place)) for place in places], _NAMED)


def _behavior(one: HopBehavior) -> Iterator[str]:
    summary = f"What the scheduler does otherwise: {one.summary} ({counted(len(one.places), 'place')})"
    yield f"\n<details><summary>{in_title(summary)}</summary>\n\n{_places(one.places)}\n"
    yield "\n| | what | before | after | why |\n| --- | --- | --- | --- | --- |\n"
    several = one.profiles > 1
    for row in rows(one.changes):
        about = f"{heading(row.change)}: " if several and row.change.profile else ""
        cells = (
            row.mark,
            in_code(about + row.what),
            in_code(row.before),
            in_code(row.after),
            in_cell(printable(because(row.change.reason))),
        )
        yield f"| {' | '.join(cells)} |\n"
    yield "\n</details>\n"
