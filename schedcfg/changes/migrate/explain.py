"""Why something differs after a step although the step means to keep behavior: the reasons that are known."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from schedcfg.changes.migrate.context import StepContext
from schedcfg.changes.migrate.results import BehaviourDifference
from schedcfg.configuration.effective.behavior import Terms, lists, of_profile, resource_scorers
from schedcfg.configuration.effective.equivalence import FactDifference, compare
from schedcfg.configuration.effective.facts import SCORE, Key
from schedcfg.configuration.effective.model import Configuration, PluginRef, Profile
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.plugins import find


class ComparisonContext(NamedTuple):
    """What is compared after a step, and the options of the step.

    Attributes:
        before: What was meant, by the release that validated the text before the step.
        after: What is meant now.
        registry: Which plugins exist.
        target: The API version of what is meant now, short.
        adopts_defaults: Whether new defaults may change behavior.
        allowed: Key → why it differs after the step, for what the step changes on purpose.
    """

    before: Configuration
    after: Configuration
    registry: PluginRegistry
    target: str
    adopts_defaults: bool = False
    allowed: Mapping[Key, str] = MappingProxyType({})

    @classmethod
    def of(cls, step: StepContext, after: Configuration) -> Self:
        """Return what a step has come to."""
        plan = step.plan
        return cls(step.before, after, plan.registry, step.target, plan.adopt_defaults, step.allowed)

    def explained(self) -> list[tuple[FactDifference, BehaviourDifference | None]]:
        """List what differs, sorted by key, each with its reason; None where no known one fits."""
        found = sorted(compare(self.before, self.after, self.registry), key=lambda one: tuple(map(str, one.key)))
        return [(difference, self._explain(difference)) for difference in found]

    def successions(self) -> list[BehaviourDifference]:
        """List which plugin scores in place of another one, in the same way; for comparing they are one."""
        found: list[BehaviourDifference] = []
        for one, other in zip(self.before.profiles, self.after.profiles, strict=False):
            old, new = self._scorer(one, self.before), self._scorer(other, self.after)
            if old is None or new is None or old.name == new.name:
                continue
            reason = f"{new.name} scores like {old.name} did"
            start = f"{other.scheduler_name}.score."
            before, after = old.weight_at(SCORE), new.weight_at(SCORE)
            found.append(BehaviourDifference(start + old.name, before, None, reason, matters=False))
            found.append(BehaviourDifference(start + new.name, None, after, reason, matters=False))
        return found

    def _scorer(self, profile: Profile, configuration: Configuration) -> PluginRef | None:
        """Find the plugin by which a profile scores resources; None where there is none, or several."""
        scoring = resource_scorers(profile, configuration, self.registry)
        return scoring[0] if len(scoring) == 1 else None

    def _explain(self, difference: FactDifference) -> BehaviourDifference | None:
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
        before, after = (self._by_default(one, difference.key[1:]) for one in (self.before, self.after))
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


def because(difference: FactDifference, reason: str, *, matters: bool) -> BehaviourDifference:
    """Return a difference with its reason."""
    path = ".".join(map(str, difference.key))
    return BehaviourDifference(path, difference.before, difference.after, reason, matters)


def _is_named_by_user(ref: PluginRef | None) -> bool:
    """Check whether the user names a plugin."""
    return ref is not None and ref.path is not None
