"""The plan as a page: hop by hop what is to be done, with boxes to tick, edits as differences, commands to copy."""

import shlex
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from schedcfg.commands.diff.shown_changes import ChangedProfile, ComparedFile, by_profile
from schedcfg.commands.upgrade import json_report
from schedcfg.commands.upgrade.results import Action, EditedFile, Hop, HopBehavior, UpgradePlan, When
from schedcfg.commands.upgrade.text import MOMENTS, OBJECTS, closing, described, title
from schedcfg.document.secrets import Secrets
from schedcfg.output.html.changed_lines import Hunk, hunks
from schedcfg.output.html.page import Page, packed, packed_if_long, render_page
from schedcfg.output.json_writer import to_json
from schedcfg.output.links import digest

_SAVED = "saved"
"""The folder in which the objects of a cluster are saved, by the commands of a plan."""


@dataclass(frozen=True, slots=True)
class EditedLines:
    """The same edit of one or several files.

    Attributes:
        paths: The files.
        hunks: The lines.
    """

    paths: tuple[str, ...]
    hunks: tuple[Hunk, ...]


@dataclass(frozen=True, slots=True)
class MomentShown:
    """What is done at one moment of a hop.

    Attributes:
        when: The moment.
        heading: The same in words.
        edits: What `--write` edits then.
        command: What makes the edits; empty where there are none.
        check: What validates the files afterwards; empty likewise.
    """

    when: When
    heading: str
    edits: tuple[EditedLines, ...]
    command: str
    check: str


@dataclass(frozen=True, slots=True)
class HopShown:
    """A hop, besides its items.

    Attributes:
        quiet: Whether nothing is to be done, and nothing changes.
        moments: Each moment of which the plan has items, in order.
        behavior: What the scheduler does differently, one for each of the plan's.
    """

    quiet: bool
    moments: tuple[MomentShown, ...]
    behavior: tuple[tuple[ChangedProfile, ...], ...]


@dataclass(frozen=True, slots=True)
class PlanShown:
    """What a page shows of a plan besides its report.

    Attributes:
        key: Identifies the plan: boxes stay ticked as long as it is the same.
        title: The plan in one line.
        schedulers: Each in words.
        hops: One for each of the plan's.
        objects: What the objects of a cluster are listed under.
        closing: How to go on.
    """

    key: str
    title: str
    schedulers: tuple[str, ...]
    hops: tuple[HopShown, ...]
    objects: str
    closing: tuple[str, ...]


def render(plan: UpgradePlan) -> Iterator[str]:
    """Yield a page."""
    plan = replace(plan, hops=tuple(map(_without_secrets, plan.hops)))
    written = "".join(json_report.render(plan))
    shown = PlanShown(
        key=digest(written),
        title=title(plan),
        schedulers=tuple(map(described, plan.schedulers)),
        hops=tuple(_hop(hop, plan) for hop in plan.hops),
        objects=OBJECTS.capitalize(),
        closing=tuple(closing(plan)),
    )
    embedded = {"report": packed_if_long(written), "shown": packed(to_json(shown))}
    yield from render_page(Page(f"Upgrade of {title(plan)}", "schedcfg upgrade", "upgrade", embedded, ("changes",)))


def _without_secrets(hop: Hop) -> Hop:
    """Return a hop whose files have stars for what looks like a secret: a page is passed on."""
    return replace(hop, files=tuple(map(_file_without_secrets, hop.files)))


def _file_without_secrets(file: EditedFile) -> EditedFile:
    before, halfway, after = (Secrets.of(text).masked for text in (file.before, file.halfway, file.after))
    return replace(file, before=before, halfway=halfway, after=after)


def _hop(hop: Hop, plan: UpgradePlan) -> HopShown:
    return HopShown(hop.is_quiet, tuple(_moments(hop, plan)), tuple(map(_behavior, hop.behavior)))


def _moments(hop: Hop, plan: UpgradePlan) -> Iterator[MomentShown]:
    texts = {
        When.BEFORE: [(file.path, file.before, file.halfway) for file in hop.files],
        When.WITH: [(file.path, file.halfway, file.after) for file in hop.files],
    }
    paths = plan.paths or (_SAVED,)
    for when, words in MOMENTS.items():
        if not hop.at(when, Action.EDIT, Action.BY_HAND):
            continue
        edits = tuple(_edits(texts.get(when, [])))
        moment = ("--moment", "before") if when is When.BEFORE else ()
        step = plan.written.step if plan.written is not None else hop.target
        running = hop.source if when is When.BEFORE else hop.target
        yield MomentShown(
            when,
            words.format(source=hop.source, target=hop.target),
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


def _behavior(behavior: HopBehavior) -> tuple[ChangedProfile, ...]:
    file = ComparedFile(behavior.places[0].path)
    return by_profile(behavior.changes, file, file)
