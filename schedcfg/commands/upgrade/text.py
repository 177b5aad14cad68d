"""The plan for people, hop by hop, the same things once: a checklist on a terminal, and a page for a pull request."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from schedcfg import releases
from schedcfg.commands.diff.markdown import in_cell, in_code, in_text, in_title
from schedcfg.commands.diff.rows import heading, rows
from schedcfg.commands.upgrade.results import (
    Action,
    Hop,
    HopBehavior,
    PlanItem,
    PlannedObject,
    PlannedScheduler,
    PlanPlace,
    UpgradePlan,
    When,
    WrittenHop,
)
from schedcfg.document.texts import listing, printable
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BOLD, DIM, GREEN, RED, YELLOW, Paint, painter

MOMENTS = {
    When.BEFORE: "before the control plane is {target}, in {source}",
    When.WITH: "with the control plane, when it becomes {target}",
    When.AFTER: "after it",
}
"""Moment → how a list of what is done then begins."""

_NAMED = 3
_NAMED_IN_MARKDOWN = 5
_MOST_ROWS = 12


def title(plan: UpgradePlan) -> str:
    """Return the plan in one line."""
    number = len({place for scheduler in plan.schedulers for place in scheduler.places})
    hops = counted(len(plan.hops), "hop")
    return f"Kubernetes {plan.source} → {plan.target}: {hops}, {counted(number, 'scheduler')}, {plan.to_do}"


def render(plan: UpgradePlan, *, colored: bool, verbose: bool = False) -> Iterator[str]:
    """Yield the plan: what is there, what has to be right before, then hop by hop."""
    paint = painter(colored=colored)
    yield f"{paint(BOLD, title(plan))}\n"
    for scheduler in plan.schedulers:
        # An assumption is named with all that it is about: whether it is right differs from file to file.
        places = _places(scheduler.places, verbose=verbose or bool(scheduler.assumption))
        yield f"  {printable(described(scheduler))}: {places}\n"
    yield from _missing(plan, paint)
    if plan.today:
        yield f"\n{paint(BOLD, 'before anything else')}\n"
        yield from _items(plan.today, paint, verbose=verbose)
    quiet: list[Hop] = []
    for hop in plan.hops:
        if hop.is_quiet and not verbose:
            quiet.append(hop)
            continue
        yield from _quiet(quiet, paint)
        quiet = []
        yield from _hop(hop, paint, verbose=verbose)
    yield from _quiet(quiet, paint)
    if plan.objects:
        yield f"\n{paint(BOLD, OBJECTS)}\n"
        yield from (line for planned_object in plan.objects for line in _object(planned_object, paint))
    lines = list(closing(plan))
    if lines:
        yield "\n"
    yield from (f"{printable(line)}\n" for line in lines)


OBJECTS = "what has to change in the cluster, and how to do it"
"""Above the list of objects."""


def _object(one: PlannedObject, paint: Paint) -> Iterator[str]:
    where = "" if one.file is None or one.node is None else f": {one.file} on node {one.node}"
    yield f"  {printable(one.path + where)}\n"
    for name, command in (("save:  ", one.save), ("change:", one.change)):
        if command is not None:
            yield f"    {name} {printable(command)}\n"
    yield from (f"    {paint(DIM, printable(note))}\n" for note in one.notes)


def _missing(plan: UpgradePlan, paint: Paint) -> Iterator[str]:
    """Yield what the plan is not about, as it could not be read, or is not to be seen."""
    for path, reason in plan.unread:
        yield f"  {paint(RED, 'unreadable')} {printable(path)}: {printable(reason)}\n"
    for part in plan.unseen:
        yield f"  {paint(YELLOW, 'not seen')} {printable(part.path)}: {printable(part.message)}\n"
        if part.help:
            yield f"    {printable(part.help)}\n"


def closing(plan: UpgradePlan) -> Iterator[str]:
    """Yield how to go on, and what to know about the plan as a whole."""
    if plan.written is not None:
        yield from _next_commands(plan, plan.written)
        return
    edits = [item for hop in plan.hops for item in hop.items if item.action is Action.EDIT]
    hop = next((hop for hop in plan.hops if any(item.action is Action.EDIT for item in hop.items)), None)
    if hop is not None and plan.cluster is not None:
        yield (
            "nothing is written to a cluster: save the objects with the commands above, make the edits of a hop with "
            f"`schedcfg upgrade saved --write --step {hop.target}`, and put in place what has changed"
        )
    elif hop is not None:
        yield (
            f"make the edits of a hop with `{_command(plan, hop.target, '--write')}`; with `--moment before` those "
            "first that belong before the control plane"
        )
    if any(item.id == "release" for item in edits):
        yield (
            "the versions are the patch releases that schedcfg was checked against: choose newer ones with "
            f"`--step {plan.target}.N`, hop by hop"
        )


def _next_commands(plan: UpgradePlan, written: WrittenHop) -> Iterator[str]:
    """Yield what was written of a hop, and the next commands."""
    (hop,) = plan.hops
    is_early = written.moment is When.BEFORE
    if written.failed:
        yield from _named("written", written.files)
        yield from _named("not written (standard error says why), so repeat the command for", written.failed)
        return
    if written.files:
        yield from _named("written", written.files)
        running = hop.source if is_early else hop.target
        yield f"check it: `{shlex.join(['schedcfg', 'validate', *plan.paths, '--kubernetes', running])}`"
    else:
        yield f"nothing to do in files {MOMENTS[written.moment].format(source=hop.source, target=hop.target)}"
    due = [*plan.today, *hop.at(When.BEFORE), *(() if is_early else hop.at(When.WITH))]
    if any(item.action is Action.BY_HAND for item in due):
        yield f"next: do by hand what is not ticked, then plan again: `{_command(plan, written.step)}`"
    elif is_early and hop.at(When.WITH, Action.EDIT, Action.BY_HAND):
        rolled_out = f"roll this out while {hop.source} runs, then " if written.files else ""
        command = _command(plan, written.step, "--write")
        yield f"next: {rolled_out}make the edits that go with the control plane: `{command}`"
    elif hop.target == releases.NEWEST:
        yield f"next: upgrade the control plane to {hop.target}, the newest release that is known here"
    else:
        command = _command(plan, f"1.{releases.at(hop.target).number + 1}")
        yield f"next: upgrade the control plane to {hop.target}, then plan the next hop: `{command}`"


def _named(heading: str, files: tuple[str, ...]) -> Iterator[str]:
    if files:
        yield f"{heading}: {listing(list(files), _NAMED)}"


def _command(plan: UpgradePlan, step: str, *options: str) -> str:
    return shlex.join(["schedcfg", "upgrade", *plan.paths, *options, "--step", step])


def described(one: PlannedScheduler) -> str:
    """Return a scheduler in words: what runs it, its release, its configuration."""
    release = f"Kubernetes {one.kubernetes}{f' (assumed: {one.assumption})' if one.assumption else ''}"
    if one.configuration or not one.api_version:
        configured = f"{one.configuration} {one.api_version and f'({one.api_version})'}".strip() or "no configuration"
        return f"{one.name}, {release}, {configured}"
    return (
        f"{one.name} ({one.api_version}) that nothing here runs, {release}"
        if one.name != "Policy"
        else f"Policy that nothing here runs, {release}"
    )


def _quiet(hops: list[Hop], paint: Paint) -> Iterator[str]:
    if hops:
        yield f"\n{paint(BOLD, targets(hops))}: nothing to do\n"


def targets(hops: Sequence[Hop]) -> str:
    """Name the releases to which hops lead that follow each other."""
    return hops[0].target if len(hops) == 1 else f"{hops[0].target} to {hops[-1].target}"


def _hop(hop: Hop, paint: Paint, *, verbose: bool) -> Iterator[str]:
    """Yield a hop: what is to be done, then what follows from it; of one that was written, what was done comes last."""
    yield f"\n{paint(BOLD, f'{hop.source} → {hop.target}')}\n"
    parts = [_checklists(hop, paint, verbose=verbose), _consequences(hop, paint, verbose=verbose)]
    yield from chain.from_iterable(reversed(parts) if hop.is_written else parts)


def _checklists(hop: Hop, paint: Paint, *, verbose: bool) -> Iterator[str]:
    for when, words in MOMENTS.items():
        items = hop.at(when, Action.EDIT, Action.BY_HAND)
        if items:
            yield f"  {words.format(source=hop.source, target=hop.target)}\n"
            yield from _items(items, paint, verbose=verbose)


def _consequences(hop: Hop, paint: Paint, *, verbose: bool) -> Iterator[str]:
    if hop.behavior:
        yield "  what the scheduler will do differently\n"
        for behavior in hop.behavior:
            yield from _behavior(behavior, paint, verbose=verbose)
    notes = [item for item in hop.items if item.action is Action.NOTE]
    if notes:
        yield "  worth a look\n"
        yield from _items(notes, paint, verbose=verbose)


_MARKS = {Action.EDIT: ("[ ]", GREEN), Action.BY_HAND: ("[ ] by hand:", YELLOW), Action.NOTE: ("-", DIM)}


def _items(items: Iterable[PlanItem], paint: Paint, *, verbose: bool) -> Iterator[str]:
    for item in items:
        mark, color = ("[x]", GREEN) if item.is_done else _MARKS[item.action]
        proof = f" ({item.proof})" if item.proof else ""
        yield f"    {paint(color, mark)} {printable(item.message)}{paint(DIM, proof)}\n"
        if item.since:
            yield f"        possible since {item.since}\n"
        if item.help:
            yield f"        help: {printable(item.help)}\n"
        if item.places:
            yield f"        {paint(DIM, _places(item.places, verbose=verbose))}\n"


def _places(places: tuple[PlanPlace, ...], *, verbose: bool) -> str:
    return listing([printable(str(place)) for place in places], len(places) if verbose else _NAMED)


def _behavior(one: HopBehavior, paint: Paint, *, verbose: bool) -> Iterator[str]:
    yield f"    {one.summary}: {paint(DIM, _places(one.places, verbose=verbose))}\n"
    found, several = list(rows(one.changes)), len(one.profiles) > 1
    for row in found if verbose else found[:_MOST_ROWS]:
        values = " → ".join(value for value in (row.before, row.after) if value)
        about = f"{heading(row, one.profiles)}: " if several and row.profiles else ""
        why = paint(DIM, f"  [{row.change.reason.text}]")
        yield f"      {row.mark} {about}{row.what}{f': {values}' if values else ''}{why}\n"
    if not verbose and len(found) > _MOST_ROWS:
        yield f"      and {len(found) - _MOST_ROWS} more; --verbose shows all\n"


def render_markdown(plan: UpgradePlan) -> Iterator[str]:
    """Yield the plan as Markdown."""
    yield f"## {in_text(title(plan))}\n\n| scheduler | where |\n| --- | --- |\n"
    for scheduler in plan.schedulers:
        places = _places_in_code(
            scheduler.places, len(scheduler.places) if scheduler.assumption else _NAMED_IN_MARKDOWN
        )
        yield f"| {in_cell(printable(described(scheduler)))} | {places} |\n"
    for path, reason in plan.unread:
        yield f"\n> **unreadable**: {in_code(path)}: {_in_line(reason)}\n"
    for part in plan.unseen:
        yield f"\n> **not seen**: {in_code(part.path)}: {_in_line(part.message)}\n"
        yield f"> {in_code(part.help)}\n" if part.help else ""
    if plan.today:
        yield "\n### Before anything else\n\n"
        yield from _checklist(plan.today)
    for hop in plan.hops:
        yield from _hop_section(hop)
    if plan.objects:
        yield f"\n### {OBJECTS.capitalize()}\n\n"
        yield from (line for planned_object in plan.objects for line in _object_item(planned_object))
    yield from (f"\n{_in_line(line)}\n" for line in closing(plan))


def _object_item(one: PlannedObject) -> Iterator[str]:
    where = "" if one.file is None or one.node is None else f": {in_code(one.file)} on node {in_code(one.node)}"
    yield f"- {in_code(one.path)}{where}\n"
    for name, command in (("save", one.save), ("change", one.change)):
        if command is not None:
            yield f"  - {name}: {in_code(command)}\n"
    yield from (f"  - {_in_line(note)}\n" for note in one.notes)


def _hop_section(hop: Hop) -> Iterator[str]:
    if hop.is_quiet:
        yield f"\n### {hop.source} → {hop.target}: nothing to do\n"
        return
    yield f"\n### {hop.source} → {hop.target}\n"
    for when, words in MOMENTS.items():
        items = hop.at(when, Action.EDIT, Action.BY_HAND)
        if items:
            yield f"\n**{words.format(source=hop.source, target=hop.target).capitalize()}**\n\n"
            yield from _checklist(items)
    for behavior in hop.behavior:
        yield from _behavior_table(behavior)
    notes = [item for item in hop.items if item.action is Action.NOTE]
    if notes:
        yield "\n**Worth a look**\n\n"
        yield from _checklist(notes)


_CHECKBOXES = {Action.EDIT: "- [ ] ", Action.BY_HAND: "- [ ] **by hand:** ", Action.NOTE: "- "}


def _checklist(items: Iterable[PlanItem]) -> Iterator[str]:
    for item in items:
        proof = f" _({_in_line(item.proof)})_" if item.proof else ""
        since = f" Possible since {item.since}." if item.since else ""
        yield f"{'- [x] ' if item.is_done else _CHECKBOXES[item.action]}{_in_line(item.message)}{proof}{since}\n"
        if item.help:
            yield f"  {_in_line(item.help)}\n"
        if item.places:
            yield f"  {_places_in_code(item.places)}\n"


def _in_line(text: str) -> str:
    return in_text(" ".join(text.split()))


def _places_in_code(places: tuple[PlanPlace, ...], most: int = _NAMED_IN_MARKDOWN) -> str:
    return listing([in_code(str(place)) for place in places], most)


def _behavior_table(one: HopBehavior) -> Iterator[str]:
    summary = f"What the scheduler will do differently: {one.summary} ({counted(len(one.places), 'place')})"
    yield f"\n<details><summary>{in_title(summary)}</summary>\n\n{_places_in_code(one.places)}\n"
    yield "\n| | what | before | after | why |\n| --- | --- | --- | --- | --- |\n"
    several = len(one.profiles) > 1
    for row in rows(one.changes):
        about = f"{heading(row, one.profiles)}: " if several and row.profiles else ""
        cells = (
            row.mark,
            in_code(about + row.what),
            in_code(row.before),
            in_code(row.after),
            in_cell(printable(row.change.reason.text)),
        )
        yield f"| {' | '.join(cells)} |\n"
    yield "\n</details>\n"
