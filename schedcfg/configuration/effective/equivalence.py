"""Does it behave the same? The one comparison of behavior, for `migrate`, `fix`, `diff` and `generate`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from schedcfg.configuration.effective import impact
from schedcfg.configuration.effective.args import differing, same
from schedcfg.configuration.effective.behavior import Terms, above_profiles, of_extender, of_profile
from schedcfg.configuration.effective.facts import ARGS, ORDER, PERCENTAGE, PLACES, Behavior, Fact, Key
from schedcfg.configuration.effective.impact import FULL_IMPACT, Effect, Impact
from schedcfg.configuration.effective.model import Configuration, Profile
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import defaults
from schedcfg.document.span import leaves, render

PROFILES: Key = ("profiles",)
"""Key of the names of all profiles."""

EXTENDERS = "extenders"
"""First step of the keys of extenders; the second is a place among them, or `ORDER`."""


@dataclass(frozen=True, slots=True)
class FactDifference:
    """One value that is not the same in two configurations."""

    key: Key  # What it is about, by its place after (or before, where it is no longer there)
    before: object  # Its value; None where it is not there
    after: object
    impact: Impact = FULL_IMPACT  # What follows from it, and why it has no effect where it has none
    # The part of the key within the plugin's Args or the extender, items of lists named by what distinguishes them
    # (`resources[cpu].weight`); for settings all of it. Empty for extenders that come or go as a whole.
    path: str = ""
    # What it is about in each configuration's own terms, within the profile; None where it is not there
    sources: tuple[Key | None, Key | None] = (None, None)
    profiles: tuple[Profile, Profile] | None = None  # The profile before and after; None where it is above them
    extender: str = ""  # The extender's address, numbered where several have it; empty for everything else

    @property
    def place(self) -> str | None:
        """The point, or `multiPoint`, at which a plugin or the order differs; None for everything else."""
        return str(self.key[1]) if self.profiles is not None and self.key[1] in PLACES else None

    @property
    def plugin(self) -> str | None:
        """The plugin that runs otherwise, or whose Args differ; None for everything else."""
        if self.profiles is None or self.key[-1:] == (PERCENTAGE,) or (self.place and self.key[2] == ORDER):
            return None
        return str(self.key[2])

    @property
    def has_effect(self) -> bool:
        """Whether it has any effect, be it only on the text of a Pod's events."""
        return self.impact.effect is not Effect.NONE

    @property
    def matters(self) -> bool:
        """Whether where a Pod goes, or how the scheduler runs, can change by it."""
        return self.impact.effect is Effect.BEHAVIOR


def compare(before: Configuration, after: Configuration, registry: PluginRegistry) -> Iterator[FactDifference]:
    """Yield the differences between what two configurations make the scheduler do, those without effect too.

    What is the same by the rules of all releases is left out: spelling, defaults that are written out, the order of
    lists that have none, values that nothing reads.

    Args:
        before: One configuration, by the release that it is validated against.
        after: The other, by the same release or another one.
        registry: Which plugins exist.
    """
    terms = Terms.of(before, after)
    matched = pairs(before, after, registry)
    names, later = ([profile.scheduler_name for profile in side.profiles] for side in (before, after))
    if Counter(names) != Counter(later):
        yield FactDifference(PROFILES, names, later)
    for one, other in matched:
        facts = of_profile(one.index, before, registry, terms), of_profile(other.index, after, registry, terms)
        yield from _ProfileComparison((one, other), *facts, before, after).differences()
    yield from _settings(before, after, terms)
    yield from _extenders(before, after)


def pairs(before: Configuration, after: Configuration, registry: PluginRegistry) -> list[tuple[Profile, Profile]]:
    """Match profiles by name, and the others by what they do; where each side has one, that is the other's.

    Args:
        before: One configuration.
        after: The other.
        registry: Which plugins exist.
    """
    if len(before.profiles) == len(after.profiles) == 1:
        return [(before.profiles[0], after.profiles[0])]
    named = {profile.scheduler_name: profile for profile in before.profiles}
    matched = {
        profile.index: named.pop(profile.scheduler_name)
        for profile in after.profiles
        if profile.scheduler_name in named
    }
    if named and len(matched) < len(after.profiles):
        came = (profile for profile in after.profiles if profile.index not in matched)
        matched |= _renamed((before, named.values()), (after, came), registry)
    return [(matched[profile.index], profile) for profile in after.profiles if profile.index in matched]


_Peculiarities: TypeAlias = frozenset[tuple[Key, str]]

_SIMILAR = 0.5
"""From where on a profile with another name is the same one: as Git has it of a file with another name."""
_MOST_COMPARED = 2000
"""Pairs of profiles without a counterpart: with more, only those that do the same are found."""


def _renamed(
    gone: tuple[Configuration, Iterable[Profile]],
    came: tuple[Configuration, Iterable[Profile]],
    registry: PluginRegistry,
) -> dict[int, Profile]:
    """Match the profiles that have another name after, by place, to what they were: each to the most similar one."""
    before, after = gone[0], came[0]
    terms = Terms.of(before, after)
    there, here = (
        {profile.index: _peculiarities(profile.index, configuration, registry, terms) for profile in profiles}
        for configuration, profiles in (gone, came)
    )
    found: dict[int, Profile] = {}
    for _, old, new in sorted(_similar(there, here)):
        if old in there and new in here:
            found[new] = before.profiles[old]
            del there[old], here[new]
    return found


def _peculiarities(index: int, configuration: Configuration, registry: PluginRegistry, terms: Terms) -> _Peculiarities:
    """Return what a profile does otherwise than one in which nothing is written: that alone makes two similar."""
    default = of_profile(0, defaults(configuration.api_version, configuration.release, registry), registry, terms)
    own = of_profile(index, configuration, registry, terms)
    values = ((key, _set(own.get(key)), _set(default.get(key))) for key in own.keys() | default.keys())
    return frozenset((key, repr(value)) for key, value, usual in values if not same(value, usual))


def _similar(
    there: Mapping[int, _Peculiarities], here: Mapping[int, _Peculiarities]
) -> Iterator[tuple[float, int, int]]:
    """Yield the pairs that are similar: how much they differ, from 0 to 1, and their places."""
    if len(there) * len(here) > _MOST_COMPARED:
        places: dict[_Peculiarities, list[int]] = defaultdict(list)
        for old, own in reversed(list(there.items())):
            places[own].append(old)
        yield from ((0.0, places[own].pop(), new) for new, own in here.items() if places[own])
        return
    for old, own in there.items():
        for new, later in here.items():
            total = len(own) + len(later)
            difference = len(own ^ later) / total if total else 0.0
            if difference <= 1 - _SIMILAR:
                yield difference, old, new


@dataclass(frozen=True, slots=True)
class _ProfileComparison:
    """A profile before and after, and what each does."""

    profiles: tuple[Profile, Profile]
    one: Behavior
    other: Behavior
    before: Configuration
    after: Configuration

    def differences(self) -> Iterator[FactDifference]:
        if self._is_all_the_same():
            return
        for key in dict.fromkeys((*self.one, *self.other)):
            fact, later = self.one.get(key), self.other.get(key)
            if key[0] != ARGS and (fact and fact.value) != (later and later.value):
                yield self._difference(fact, later, self._impact(key, fact, later))
        args, later_args = _by_plugin(self.one), _by_plugin(self.other)
        for plugin in sorted(args.keys() | later_args.keys()):
            yield from self._args(args.get(plugin, []), later_args.get(plugin, []))

    def _is_all_the_same(self) -> bool:
        """Return whether there is nothing to look for, as in most pairs of profiles."""
        if self.one.keys() != self.other.keys():
            return False
        return all(same(fact.value, self.other[key].value) for key, fact in self.one.items())

    def _impact(self, key: Key, fact: Fact | None, later: Fact | None) -> Impact:
        releases = self.before.release, self.after.release
        if key[-1] == ORDER:
            return impact.of_order(str(key[0]), fact and fact.value, later and later.value, releases)
        if key == (PERCENTAGE,):
            return FULL_IMPACT
        return impact.of_run(str(key[0]), str(key[1]), (fact and fact.value, later and later.value), releases)

    def _args(self, facts: list[Fact], later_facts: list[Fact]) -> Iterator[FactDifference]:
        """Yield what differs in the Args of one plugin."""
        releases = self.before.release, self.after.release
        for path, fact, later in differing(facts, later_facts, start=2):
            there = later or fact
            assert there is not None
            follows = impact.of_args(there.key, (self.one, self.other), releases)
            yield self._difference(fact, later, follows, path)

    def _difference(self, fact: Fact | None, later: Fact | None, follows: Impact, path: str = "") -> FactDifference:
        there = later or fact
        assert there is not None
        key = (self.profiles[1].scheduler_name, *there.key)
        path = str(key[-1]) if key[1:] == (PERCENTAGE,) else path
        return FactDifference(key, _set(fact), _set(later), follows, path, _sources(fact, later), self.profiles)


def _by_plugin(behavior: Behavior) -> dict[str, list[Fact]]:
    """Map plugins to the values of their Args."""
    found: dict[str, list[Fact]] = {}
    for key, fact in behavior.items():
        if key[0] == ARGS:
            found.setdefault(str(key[1]), []).append(fact)
    return found


def _set(fact: Fact | None) -> object:
    """Return a value; None where there is none, or where Kubernetes treats it as none."""
    return None if fact is None or (fact.typed and fact.value in (None, [], {})) else fact.value


def _sources(fact: Fact | None, later: Fact | None) -> tuple[Key | None, Key | None]:
    return fact and fact.source, later and later.source


def _settings(before: Configuration, after: Configuration, terms: Terms) -> Iterator[FactDifference]:
    """Yield the values above the profiles that differ."""
    one, other = (_above_profiles(side, terms) for side in (before, after))
    for path in sorted(one.keys() | other.keys()):
        fact, later = one.get(path), other.get(path)
        values = fact and fact.value, later and later.value
        if fact is not None and later is not None and same(*values):
            continue
        there = later or fact
        assert there is not None
        if impact.is_unused(path, before, after) or impact.is_as_if_unset(path, fact, later):
            continue
        follows = impact.of_setting(path, values, (before.release, after.release))
        yield FactDifference(there.key, *values, follows, path, _sources(fact, later))


@lru_cache(maxsize=64)
def _above_profiles(configuration: Configuration, terms: Terms) -> Mapping[str, Fact]:
    """Map the values above the profiles by path; those of the latest configurations are remembered, by identity."""
    return {render(path): Fact(path, value, path) for path, value in leaves(above_profiles(configuration, terms))}


def _extenders(before: Configuration, after: Configuration) -> Iterator[FactDifference]:
    """Yield the extenders that are removed, added, changed, or called in another order."""
    one, other = _by_address(before), _by_address(after)
    if len(one) == len(other) == 1:
        # A single one on each side is the same one, at another address.
        ((_, facts),), ((address, later),) = one.items(), other.items()
        yield from _extender(address, facts, later)
        return
    for address in (*(key for key in one if key not in other), *(key for key in other if key not in one)):
        yield from (_of_extender(address, fact, None) for fact in one.get(address, []))
        yield from (_of_extender(address, None, later) for later in other.get(address, []))
    for address in (key for key in one if key in other):
        yield from _extender(address, one[address], other[address])
    in_order = [key for key in one if key in other], [key for key in other if key in one]
    if in_order[0] != in_order[1]:
        yield FactDifference((EXTENDERS, ORDER), *in_order, impact.OF_EXTENDER_ORDER)


def _by_address(configuration: Configuration) -> dict[str, list[Fact]]:
    """Map the values of extenders by address; of the same address the later ones are numbered."""
    seen: Counter[str] = Counter()
    found = {}
    for index, one in enumerate(configuration.extenders):
        seen[one.url_prefix] += 1
        number = seen[one.url_prefix]
        address = one.url_prefix if number == 1 else f"{one.url_prefix} ({number})"
        keys = [((EXTENDERS, index, *path), value) for path, value in of_extender(one, configuration)]
        found[address] = [Fact(key, value, key) for key, value in keys]
    return found


def _extender(address: str, facts: list[Fact], later: list[Fact]) -> Iterator[FactDifference]:
    for path, one, other in differing(facts, later, start=2):
        yield _of_extender(address, one, other, path)


def _of_extender(address: str, fact: Fact | None, later: Fact | None, path: str = "") -> FactDifference:
    """Return a difference of one value of an extender; without a path where it comes or goes as a whole."""
    there = later or fact
    assert there is not None
    values = (fact and fact.value, later and later.value)
    return FactDifference(there.key, *values, path=path, sources=_sources(fact, later), extender=address)
