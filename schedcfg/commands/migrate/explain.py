"""Why something differs after a step although the step means to keep behavior: the reasons that are known.

What a step cannot keep: reported with its place, or dropped where that was requested.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple, Self

from schedcfg.commands.migrate.context import START, UNSUPPORTED, StepContext
from schedcfg.commands.migrate.results import BehaviorDifference, Note, NoteKind, obstacle
from schedcfg.configuration.effective.behavior import Terms, lists, of_profile, resource_scorers
from schedcfg.configuration.effective.equivalence import FactDifference, compare
from schedcfg.configuration.effective.facts import ARGS, FIT, ORDER, PERCENTAGE, Key
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.document.edit import Draft
from schedcfg.document.span import Path, render
from schedcfg.findings import Finding
from schedcfg.plugins import find


class ComparisonContext(NamedTuple):
    """What is compared after a step, and the options of the step."""

    before: Configuration
    after: Configuration
    registry: PluginRegistry
    target: str
    adopts_defaults: bool = False
    # Key → why it differs after the step, for what the step changes on purpose
    allowed: Mapping[Key, str] = MappingProxyType({})

    @classmethod
    def of(cls, step: StepContext, after: Configuration) -> Self:
        """Return what a step has come to."""
        plan = step.plan
        return cls(step.before, after, plan.registry, step.target, plan.adopt_defaults, step.allowed)

    def explained(self) -> list[tuple[FactDifference, BehaviorDifference | None]]:
        """List what differs, sorted by key, each with its reason; None where no known one fits."""
        differences = sorted(
            compare(self.before, self.after, self.registry), key=lambda difference: tuple(map(str, difference.key))
        )
        return [(difference, self._explain(difference)) for difference in differences]

    def successions(self) -> list[BehaviorDifference]:
        """List which plugin scores in place of another one, in the same way; for comparing they are one."""
        differences: list[BehaviorDifference] = []
        for one, other in zip(self.before.profiles, self.after.profiles, strict=False):
            old, new = self._scorer(one, self.before), self._scorer(other, self.after)
            if old is None or new is None or old.name == new.name:
                continue
            reason = f"{new.name} scores like {old.name} did"
            start = f"{other.scheduler_name}.score."
            before, after = old.weight_at(SCORE), new.weight_at(SCORE)
            differences.append(BehaviorDifference(start + old.name, before, None, reason, matters=False))
            differences.append(BehaviorDifference(start + new.name, None, after, reason, matters=False))
        return differences

    def _scorer(self, profile: Profile, configuration: Configuration) -> PluginRef | None:
        """Find the plugin by which a profile scores resources; None where there is none, or several."""
        scoring = resource_scorers(profile, configuration, self.registry)
        return scoring[0] if len(scoring) == 1 else None

    def _explain(self, difference: FactDifference) -> BehaviorDifference | None:
        for key, reason in self.allowed.items():
            if difference.key[: len(key)] == key:
                return because(difference, reason, matters=True)
        if not difference.matters:
            return because(difference, difference.impact.reason, matters=False)
        default = self._removed_default(difference) or self._new_default(difference)
        return because(difference, default, matters=True) if default else None

    def _removed_default(self, difference: FactDifference) -> str | None:
        """Explain what the target has no plugin for and the user never configured."""
        removed = self.after.release.removed_plugins.get(self.target, frozenset())
        if difference.place is None or difference.plugin not in removed or difference.after is not None:
            return None
        if any(map(_is_named_by_user, self._refs(difference)[:1])):
            return None
        plugin = find(difference.plugin)
        advice = f" {plugin.successor}" if plugin is not None and plugin.successor else ""
        return f"it ran by default, and {self.target} does not have it.{advice}"

    def _new_default(self, difference: FactDifference) -> str | None:
        """Explain new defaults where they were requested: what ran as by default before runs as by default now."""
        if not self.adopts_defaults or difference.place is None:
            return None
        before, after = (
            self._by_default(configuration, difference.key[1:]) for configuration in (self.before, self.after)
        )
        if (before, after) != (difference.before, difference.after) or any(
            map(_is_named_by_user, self._refs(difference))
        ):
            return None
        return f"{self.target} has other defaults, which were requested"

    def _by_default(self, configuration: Configuration, key: Key) -> object:
        """Return what an empty file does by the rules that completed a configuration."""
        nothing = defaults(configuration.api_version, configuration.release, self.registry)
        terms = Terms.of(self.before, self.after)
        fact = of_profile(0, nothing, self.registry, terms).get(key)
        return None if fact is None else fact.value

    def _refs(self, difference: FactDifference) -> list[PluginRef | None]:
        """Find the plugin that a difference at a point is about, before and after."""
        assert difference.profiles is not None
        found = []
        for profile, side in zip(difference.profiles, (self.before, self.after), strict=True):
            refs = lists(profile, side, self.registry).get(str(difference.key[1]), [])
            found.append(next((ref for ref in refs if ref.name == difference.key[2]), None))
        return found


def because(difference: FactDifference, reason: str, *, matters: bool) -> BehaviorDifference:
    """Return a difference with its reason."""
    path = ".".join(map(str, difference.key))
    return BehaviorDifference(path, difference.before, difference.after, reason, matters)


def _is_named_by_user(ref: PluginRef | None) -> bool:
    """Check whether the user names a plugin."""
    return ref is not None and ref.path is not None


_WHOLE = ("extenders",)
"""Fields that a version lacks altogether, and whose single values are not reported then."""


def findings(unexplained: Iterable[FactDifference], step: StepContext, begun: Draft) -> tuple[Finding, ...]:
    """Return why the text cannot be migrated, at the entries that are in the way.

    Args:
        unexplained: What would differ.
        step: The step.
        begun: The text before the step.
    """
    return tuple(_finding(difference, step, begun) for difference in _primary_differences(unexplained, step))


def _primary_differences(unexplained: Iterable[FactDifference], step: StepContext) -> list[FactDifference]:
    """Return the differences without those that follow from others; a removed field counts as one."""
    torn = _torn(step)
    removed = {name for name in _WHOLE if not step.draft.has((name,))}
    shown: dict[Key, FactDifference] = {}
    for difference in unexplained:
        if difference.key[0] in removed:
            shown.setdefault(difference.key[:1], replace(difference, key=difference.key[:1]))
        elif not _follows(difference.key, torn):
            shown[difference.key] = difference
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


def dropped(unexplained: Iterable[FactDifference], step: StepContext, begun: Draft) -> list[BehaviorDifference]:
    """Take what cannot be kept for dropped, and note it."""
    unexplained = list(unexplained)
    for difference in _primary_differences(unexplained, step):
        path = _path(difference, step)
        span = begun.original_span(path)
        line = span and span.start.line
        step.notes.append(Note(NoteKind.DROPPED, UNSUPPORTED, _reason(difference, step), render(path), step.name, line))
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
            entry = profile.args_entry(str(one.key[2]))
            return profile.path if entry is None else entry.path
        for ref in lists(profile, step.before, step.plan.registry).get(str(one.key[1]), []):
            if ref.name == one.key[-1] and ref.path is not None:
                return ref.path
        if one.key[1] == MULTI_POINT:
            enabled = profile.written.get(MULTI_POINT, EMPTY_SET).enabled
            return next((ref.path for ref in enabled if ref.name == one.key[2] and ref.path), profile.path)
        return profile.path
    return one.key
