"""The legacy Policy tables equal what was recorded of 1.18 to 1.22."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.releases import policy
from schedcfg.releases.policy import LegacyPolicy
from tests import recorded_facts

READING = [release.name for release in releases.all_releases() if release.policy]

every_release = pytest.mark.parametrize("name", READING)


def facts(name: str) -> Any:
    return recorded_facts.facts(name)["policy"]


def tables(name: str) -> LegacyPolicy:
    return policy.of(releases.at(name))


def plugins(table: LegacyPolicy, predicates: Iterable[str], priorities: Mapping[str, int]) -> Any:
    """Return what names turn into as the recordings show it: only what scores has a weight."""
    put = table.plugins(dict.fromkeys(predicates, 0), priorities)
    return {
        point: tuple((plugin, (weight or 0) if point == "score" else 0) for plugin, weight in refs.items())
        for point, refs in put.items()
    }


def runs(recorded: Any) -> Any:
    return {
        point: tuple((ref["name"], ref["weight"]) for ref in refs)
        for point, refs in recorded["effective_plugins"].items()
    }


def has_args(recorded: Any, plugin: str, args: Any) -> bool:
    found = [entry["args"] for entry in recorded["pluginConfig"] if entry["name"] == plugin]
    return len(found) == 1 and args.items() <= found[0].items()


def test_these_releases_read_a_policy() -> None:
    assert READING == ["1.18", "1.19", "1.20", "1.21", "1.22"]
    with pytest.raises(AssertionError, match=r"1\.23 does not read a Policy"):
        policy.of(releases.at("1.23"))


@every_release
def test_names(name: str) -> None:
    assert tables(name).predicates.keys() == facts(name)["predicates"].keys()
    assert tables(name).priorities.keys() == facts(name)["priorities_weight2"].keys()
    assert tables(name).mandatory_predicates == set(facts(name)["mandatory_predicates"])
    assert tables(name).default_predicates == set(facts(name)["default_predicates"])
    assert tables(name).default_priorities == facts(name)["default_priorities"]


@every_release
def test_an_empty_policy_and_one_without_entries(name: str) -> None:
    table = tables(name)
    (default,) = facts(name)["default_policy"]
    assert plugins(table, table.default_predicates, table.default_priorities) == runs(default)
    assert plugins(table, (), {}) == runs(facts(name)["baseline"])


@every_release
def test_each_predicate(name: str) -> None:
    for predicate, recorded in facts(name)["predicates"].items():
        assert ("error" in recorded) == (predicate in tables(name).predicates_needing_arguments), predicate
        if "error" not in recorded:
            assert plugins(tables(name), [predicate], {}) == runs(recorded), predicate


@every_release
def test_each_priority(name: str) -> None:
    for priority, recorded in facts(name)["priorities_weight2"].items():
        assert ("error" in recorded) == (priority in tables(name).priorities_needing_arguments), priority
        if "error" not in recorded:
            assert plugins(tables(name), (), {priority: 2}) == runs(recorded), priority
            for plugin, args in tables(name).args.get(priority, {}).items():
                assert has_args(recorded, plugin, args), (priority, plugin)


@every_release
def test_special_names(name: str) -> None:
    special, table = facts(name)["special"], tables(name)
    for alias, predicate in policy.PREDICATE_ALIASES.items():
        assert plugins(table, [predicate], {}) == runs(special[f"predicate {alias}"])
    for alias, priority in policy.PRIORITY_ALIASES.items():
        assert plugins(table, (), {priority: 2}) == runs(special[f"priority {alias}"])
    for ignored in policy.IGNORED_PRIORITIES:
        assert plugins(table, (), {}) == runs(special[f"priority {ignored}"])


@every_release
def test_names_of_the_users_own(name: str) -> None:
    special, table = facts(name)["special"], tables(name)
    for field, predicate in policy.PREDICATE_ARGUMENTS.items():
        assert plugins(table, [predicate], {}) == runs(special[f"predicate custom {field}"])
    for field, priority in policy.PRIORITY_ARGUMENTS.items():
        recorded = special[f"priority custom {field.removesuffix('Arguments')}"]
        assert plugins(table, (), {priority: 2}) == runs(recorded)


@every_release
def test_all_plugins_are_in_the_registry(name: str) -> None:
    table = tables(name)
    everything = plugins(table, table.predicates, dict.fromkeys(table.priorities, 1))
    assert {plugin for refs in everything.values() for plugin, _ in refs} <= releases.at(name).plugins


def test_the_first_entry_gives_the_weight() -> None:
    both = {"SelectorSpreadPriority": 5, "EvenPodsSpreadPriority": 3}
    assert plugins(tables("1.20"), (), both)["score"] == (("PodTopologySpread", 3),)


def test_an_unregistered_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        plugins(tables("1.22"), (), {"NoSuchPriority": 1})
    with pytest.raises(KeyError):
        plugins(tables("1.22"), ["NoSuchPredicate"], {})


def test_the_newest_release_with_a_policy_is_the_last_that_reads_one() -> None:
    assert [release.name for release in releases.all_releases() if release.policy][-1] == policy.NEWEST
