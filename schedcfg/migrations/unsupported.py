"""What a step cannot keep: said with its place, or left out where that was asked for."""

from collections.abc import Iterable

from schedcfg.diagnostics import Finding, FindingClass, Severity
from schedcfg.document import Position
from schedcfg.document.edit import Draft
from schedcfg.document.path import Path, render
from schedcfg.migrations.behaviour import ARGS, lists
from schedcfg.migrations.differences import Difference
from schedcfg.migrations.work import Work
from schedcfg.plugins import find
from schedcfg.results.migration import BehaviourDifference, Note, NoteKind

ID = "cannot-be-kept"

_START = Position(1, 1, 0)


def findings(unexplained: Iterable[Difference], work: Work, begun: Draft) -> tuple[Finding, ...]:
    """Say why the text cannot be carried over, at the entries that are in the way.

    Args:
        unexplained: What would differ.
        work: The step.
        begun: The text before the step.
    """
    return tuple(_finding(one, work, begun) for one in unexplained)


def dropped(unexplained: Iterable[Difference], work: Work, begun: Draft) -> list[BehaviourDifference]:
    """Take what cannot be kept for dropped, and note it."""
    found = []
    for one in unexplained:
        reason = _reason(one, work)
        path = _path(one, work)
        span = begun.original_span(path)
        note = Note(NoteKind.DROPPED, ID, reason, render(path), work.name, span and span.start.line)
        work.notes.append(note)
        found.append(BehaviourDifference(".".join(map(str, one.key)), one.before, one.after, reason, matters=True))
    return found


def _finding(one: Difference, work: Work, begun: Draft) -> Finding:
    path = _path(one, work)
    span = begun.original_span(path)
    return Finding(
        rule=ID,
        finding_class=FindingClass.ADVISED,
        severity=Severity.ERROR,
        path=render(path),
        message=f"{_reason(one, work)} ({work.name})",
        help=f"{_advice(one)}--drop-unsupported leaves it out.",
        start=span.start if span else _START,
        end=span.end if span else _START,
    )


def _reason(one: Difference, work: Work) -> str:
    what = ".".join(map(str, one.key))
    if one.after is None:
        return f"{work.target} cannot say this: `{what}` would be lost"
    if one.before is None:
        return f"{work.target} cannot be kept from this: `{what}` would be added"
    return f"{work.target} cannot say this: `{what}` would be {one.after!r} instead of {one.before!r}"


def _advice(one: Difference) -> str:
    for name in one.key[1:3]:
        plugin = find(str(name))
        if plugin is not None and plugin.successor:
            return f"{plugin.successor} "
    return ""


def _path(one: Difference, work: Work) -> Path:
    """Find the user's entry that a difference is about."""
    for profile in work.before.profiles:
        if profile.scheduler_name != one.key[0]:
            continue
        if one.key[1] == ARGS:
            return next((entry.path for entry in profile.plugin_config if entry.name == one.key[2]), profile.path)
        for ref in lists(profile, work.before, work.goal.world).get(str(one.key[1]), []):
            if ref.name == one.key[-1] and ref.path is not None:
                return ref.path
        return profile.path
    return one.key
