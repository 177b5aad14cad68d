"""The plan as a page: hop by hop what is to be done, with boxes to tick, edits as differences, commands to copy."""

import shlex
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from schedcfg.commands.diff.shown_changes import ChangedProfile, ComparedFile, by_profile
from schedcfg.commands.upgrade import json_report, text
from schedcfg.commands.upgrade.results import Action, Hop, HopBehavior, PlanItem, ToDo, UpgradePlan, When
from schedcfg.output.html.changed_lines import Hunk, hunks
from schedcfg.output.html.page import Page, render_page
from schedcfg.output.html.templates import macros
from schedcfg.output.links import digest

_SAVED = "saved"
"""The folder in which the objects of a cluster are saved, by the commands of a plan."""

_FEW_PLACES = 5


class EditedLines(NamedTuple):
    """The same edit of one or several files."""

    paths: tuple[str, ...]
    hunks: tuple[Hunk, ...]


class Moment(NamedTuple):
    """What is done at one moment of a hop."""

    when: When
    heading: str  # The same in words
    items: tuple[PlanItem, ...]
    edits: tuple[EditedLines, ...]  # What `--write` edits then
    command: str  # What makes the edits; empty where there are none
    check: str  # What validates the files afterwards; empty likewise


class ShownHops(NamedTuple):
    """A hop, or several that follow each other in which nothing is to be done, and nothing changes."""

    name: str
    hop: Hop  # The first
    is_quiet: bool
    notes: tuple[PlanItem, ...]  # What is worth a look
    moments: tuple[Moment, ...] = ()
    is_first: bool = False  # Whether it is the first in which something is to be done or, where nothing is, changes

    @property
    def to_do(self) -> ToDo:
        """How much is left to be done."""
        return ToDo.of(self.hop.items)


def render(plan: UpgradePlan) -> Iterator[str]:
    """Yield a page."""
    plan = plan.without_secrets
    draw = macros("upgrade.html", said=text, behavior=_behavior, FEW=_FEW_PLACES)
    key = digest("".join(json_report.render(plan)))
    content = draw.plan(plan, key, list(_shown(plan)), list(text.closing(plan)), _unchanged(plan))
    title = f"Upgrade of {text.title(plan)}"
    yield from render_page(Page(title, "schedcfg upgrade", "upgrade", {}, content=content))


def _shown(plan: UpgradePlan) -> Iterator[ShownHops]:
    shown = [hop for hop in plan.hops if not hop.is_quiet]
    to_do = [hop for hop in shown if any(item.action is not Action.NOTE for item in hop.items)]
    first = next(iter(to_do or shown), None)
    for is_quiet, group in groupby(plan.hops, lambda hop: hop.is_quiet):
        if is_quiet:
            hops = list(group)
            yield ShownHops(text.targets(hops), hops[0], is_quiet, _notes(hops))
        else:
            for hop in group:
                moments = tuple(_moments(hop, plan))
                yield ShownHops(hop.target, hop, is_quiet, _notes([hop]), moments, hop is first)


def _notes(hops: Sequence[Hop]) -> tuple[PlanItem, ...]:
    return tuple(item for hop in hops for item in hop.items if item.action is Action.NOTE)


def _moments(hop: Hop, plan: UpgradePlan) -> Iterator[Moment]:
    texts = {
        When.BEFORE: [(file.path, file.before, file.halfway) for file in hop.files],
        When.WITH: [(file.path, file.halfway, file.after) for file in hop.files],
    }
    paths = plan.paths or (_SAVED,)
    for when, words in text.MOMENTS.items():
        items = hop.at(when, Action.EDIT, Action.BY_HAND)
        if not items:
            continue
        edits = tuple(_edits(texts.get(when, [])))
        moment = ("--moment", "before") if when is When.BEFORE else ()
        step = plan.written.step if plan.written is not None else hop.target
        running = hop.source if when is When.BEFORE else hop.target
        yield Moment(
            when,
            words.format(source=hop.source, target=hop.target),
            items,
            edits,
            shlex.join(["schedcfg", "upgrade", *paths, "--write", *moment, "--step", step]) if edits else "",
            shlex.join(["schedcfg", "validate", *paths, "--kubernetes", running]) if edits else "",
        )


def _edits(texts: list[tuple[str, str, str]]) -> Iterator[EditedLines]:
    """Yield what is edited, the same edits of several files once."""
    same: dict[tuple[Hunk, ...], list[str]] = defaultdict(list)
    for path, before, after in texts:
        if before != after:
            same[tuple(hunks(before, after))].append(path)
    yield from (EditedLines(tuple(paths), found) for found, paths in same.items())


def _behavior(behavior: HopBehavior) -> list[ChangedProfile]:
    file = ComparedFile(behavior.places[0].path)
    return by_profile(behavior.changes, file, file, behavior.profiles)


def _unchanged(plan: UpgradePlan) -> list[str]:
    """Return the files of which nothing is to be edited, and nothing by hand."""
    items = [*plan.today, *(item for hop in plan.hops for item in hop.items)]
    edited = {place.path for item in items if item.action is not Action.NOTE for place in item.places}
    edited |= {file.path for hop in plan.hops for file in hop.files}
    found = dict.fromkeys(place.path for scheduler in plan.schedulers for place in scheduler.places)
    return [path for path in found if path not in edited]
