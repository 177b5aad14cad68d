"""A Policy as it is written, beside what it means."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from schedcfg.decode.configuration import decode_policy
from schedcfg.document.path import Path
from schedcfg.effective import policy
from schedcfg.effective.model import PluginRef, Profile
from schedcfg.effective.resolve import defaults
from schedcfg.migrations.behaviour import lists
from schedcfg.migrations.work import Work
from schedcfg.models.policy import Policy
from schedcfg.releases import policy as tables
from schedcfg.releases.policy_baseline import Brings

PREDICATES = "predicates"
PRIORITIES = "priorities"
HARD_WEIGHT = "hardPodAffinitySymmetricWeight"
ALWAYS = "alwaysCheckAllPredicates"
SECTIONS = (PREDICATES, PRIORITIES, HARD_WEIGHT, ALWAYS)
"""The keys of a Policy that a configuration does not have."""

Lists = Mapping[str, list[PluginRef]]
"""Extension point → what runs there, in order; points where nothing runs are missing."""


class Legacy:
    """A Policy on its way to a configuration.

    Attributes:
        policy: As written.
    """

    def __init__(self, work: Work) -> None:
        policy, _ = decode_policy(work.draft.document, work.release)
        assert policy is not None, "the release accepts it"
        self.policy: Policy = policy
        self._work = work
        self._tables = tables.of(work.release)

    @property
    def profile(self) -> Profile:
        """The one profile that the Policy means."""
        (profile,) = self._work.before.profiles
        return profile

    @cached_property
    def running(self) -> Lists:
        """What runs with the Policy."""
        return lists(self.profile, self._work.before, self._work.goal.world)

    @cached_property
    def by_default(self) -> Lists:
        """What runs with a configuration that says nothing."""
        world = self._work.goal.world
        nothing = defaults(self._work.target, self._work.release, world)
        return lists(nothing.profiles[0], nothing, world)

    def is_written(self, section: str) -> bool:
        """Tell whether a section says anything; an empty list says that there is nothing."""
        return (self.policy.predicates if section == PREDICATES else self.policy.priorities) is not None

    def section_of(self, point: str) -> str | None:
        """Tell which section decides about a point; None where neither does."""
        for section, registered in ((PREDICATES, self._tables.predicates), (PRIORITIES, self._tables.priorities)):
            if any(point in brings for brings in registered.values()):
                return section
        return None

    def brought(self) -> Iterator[tuple[Path, Brings]]:
        """Yield the entries that stand for something, in order, with what they turn into."""
        for named in policy.predicates(self.policy, self._tables):
            yield named.path, self._tables.predicates[named.name]
        for named in policy.priorities(self.policy, self._tables):
            yield named.path, self._tables.priorities[named.name]
