"""What a step cannot keep: reported with its place, or dropped where that was requested."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from schedcfg.changes.migrate.context import START, UNSUPPORTED, StepContext
from schedcfg.changes.migrate.explain import because
from schedcfg.changes.migrate.results import BehaviourDifference, Note, NoteKind, obstacle
from schedcfg.configuration.effective.behavior import lists, resource_scorers
from schedcfg.configuration.effective.equivalence import FactDifference
from schedcfg.configuration.effective.facts import ARGS, ORDER, PERCENTAGE, SCORE, Key
from schedcfg.configuration.effective.framework import MULTI_POINT
from schedcfg.configuration.effective.model import EMPTY_SET
from schedcfg.configuration.effective.resource_scoring import FIT
from schedcfg.document.edit import Draft
from schedcfg.document.path import Path, render
from schedcfg.findings import Finding
from schedcfg.plugins import find

_WHOLE = ("extenders",)
"""Fields that a version lacks altogether, and whose single values are not reported then."""


def findings(unexplained: Iterable[FactDifference], step: StepContext, begun: Draft) -> tuple[Finding, ...]:
    """Return why the text cannot be migrated, at the entries that are in the way.

    Args:
        unexplained: What would differ.
        step: The step.
        begun: The text before the step.
    """
    return tuple(_finding(one, step, begun) for one in _primary_differences(unexplained, step))


def _primary_differences(unexplained: Iterable[FactDifference], step: StepContext) -> list[FactDifference]:
    """Return the differences without those that follow from others; a removed field counts as one."""
    torn = _torn(step)
    removed = {name for name in _WHOLE if not step.draft.has((name,))}
    shown: dict[Key, FactDifference] = {}
    for one in unexplained:
        if one.key[0] in removed:
            shown.setdefault(one.key[:1], replace(one, key=one.key[:1]))
        elif not _follows(one.key, torn):
            shown[one.key] = one
    return list(shown.values())


def _torn(step: StepContext) -> dict[str, list[str]]:
    """Map the profiles that score by resources in several ways at once to the plugins that do."""
    scoring = {
        profile.scheduler_name: dict.fromkeys(
            ref.name for ref in resource_scorers(profile, step.before, step.plan.registry)
        )
        for profile in step.before.profiles
    }
    return {profile: list(names) for profile, names in scoring.items() if len(names) > 1}


def _follows(key: Key, torn: Mapping[str, list[str]]) -> bool:
    """Check whether a difference only follows from several ways of scoring, which is shown with the plugins."""
    return key[0] in torn and (key[1:3] == (SCORE, FIT) or key[1:4] == (ARGS, FIT, "scoringStrategy"))


def dropped(unexplained: Iterable[FactDifference], step: StepContext, begun: Draft) -> list[BehaviourDifference]:
    """Take what cannot be kept for dropped, and note it."""
    unexplained = list(unexplained)
    for one in _primary_differences(unexplained, step):
        path = _path(one, step)
        span = begun.original_span(path)
        line = span and span.start.line
        step.notes.append(Note(NoteKind.DROPPED, UNSUPPORTED, _reason(one, step), render(path), step.name, line))
    return [because(one, _reason(one, step), matters=True) for one in unexplained]


def _finding(one: FactDifference, step: StepContext, begun: Draft) -> Finding:
    path = _path(one, step)
    span = begun.original_span(path)
    return obstacle(UNSUPPORTED, path, f"{_reason(one, step)} ({step.name})", _advice(one), span or START)


def _reason(one: FactDifference, step: StepContext) -> str:
    what = _what(one)
    if isinstance(one.before, dict) and "times" in one.before:
        return (
            f"{what} runs twice because of a bug in Kubernetes {step.release.name}, which {step.target} does not have"
        )
    if one.key[1:] == (PERCENTAGE,):
        share = f"`{PERCENTAGE}` of profile `{one.key[0]}` is {one.before}"
        return f"{share}, which {step.target} can only set for all profiles at once"
    if one.after is None:
        return f"{what} cannot be kept: {_why(one, step)}"
    if one.before is None:
        return f"{what} cannot be prevented: {step.target} cannot express it"
    return f"{what} would be {one.after!r} instead of {one.before!r}: {step.target} cannot express the old value"


def _what(one: FactDifference) -> str:
    """Name what a difference is about."""
    key = one.key
    if one.place is not None:
        what = "the order" if key[2] == ORDER else f"`{key[2]}`"
        return f"{what} at {key[1]} of profile `{key[0]}`"
    if key[1:2] == (ARGS,):
        return f"`{render(key[3:])}` in the args of {key[2]}, profile `{key[0]}`"
    return f"`{render(key)}`"


def _why(one: FactDifference, step: StepContext) -> str:
    """Return why the target cannot express something."""
    torn = _torn(step).get(str(one.key[0]), [])
    if one.key[1:2] == (SCORE,) and one.key[-1] in torn:
        return f"{', '.join(torn)} score by resources here; NodeResourcesFit only has one strategy"
    name = one.key[2] if len(one.key) > len(("profile", "point")) else None
    if name in step.release.removed_plugins.get(step.target, frozenset()):
        return f"{step.target} does not have the plugin"
    if one.key[1:2] == (MULTI_POINT,):
        return f"{step.target} has no MultiPoint, and only the plugin's code determines its points; name them"
    return f"{step.target} cannot express it"


def _advice(one: FactDifference) -> str:
    if isinstance(one.before, dict) and "times" in one.before:
        return "Name fewer default plugins at that point. With --drop-unsupported, it runs once."
    if one.key[1:] == (PERCENTAGE,):
        return f"Give all profiles the same value. --drop-unsupported uses the top-level value, {one.after}."
    if one.before is None:
        return "--drop-unsupported accepts it."
    for name in one.key[1:3]:
        plugin = find(str(name))
        if plugin is not None and plugin.successor:
            return f"{plugin.successor} --drop-unsupported drops it."
    return "--drop-unsupported drops it."


def _path(one: FactDifference, step: StepContext) -> Path:
    """Find the user's entry that a difference is about."""
    for profile in step.before.profiles:
        if profile.scheduler_name != one.key[0]:
            continue
        if one.key[1] == PERCENTAGE and profile.percentage_of_nodes_to_score is not None:
            return (*profile.path, PERCENTAGE)
        if one.key[1] == ARGS:
            return next((entry.path for entry in profile.plugin_config if entry.name == one.key[2]), profile.path)
        for ref in lists(profile, step.before, step.plan.registry).get(str(one.key[1]), []):
            if ref.name == one.key[-1] and ref.path is not None:
                return ref.path
        if one.key[1] == MULTI_POINT:
            enabled = profile.written.get(MULTI_POINT, EMPTY_SET).enabled
            return next((ref.path for ref in enabled if ref.name == one.key[2] and ref.path), profile.path)
        return profile.path
    return one.key
