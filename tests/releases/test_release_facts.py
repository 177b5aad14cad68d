"""What is known by hand of releases fits what was read out of their code."""

import pytest

from schedcfg import releases
from schedcfg.releases import flag_values
from schedcfg.releases.flag_types import FLAG_TYPES, FORMS, RELEASE_BEFORE
from schedcfg.releases.notes import notes_of
from schedcfg.releases.release import GROUP
from tests.recorded_facts import facts

every_release = pytest.mark.parametrize("name", releases.names())


@every_release
def test_what_a_flag_takes_is_known(name: str) -> None:
    """A misspelled form would check nothing."""
    flags = releases.at(name).flags
    assert {flag.type for flag in flags.values()} <= FLAG_TYPES.keys()
    assert {flag.form for flag in flags.values()} <= {*FORMS, RELEASE_BEFORE, ""}
    assert {other for flag in flags.values() for other in (flag.needs, flag.excludes)} <= {*flags, ""}


@every_release
def test_policy(name: str) -> None:
    assert releases.at(name).policy == ("policy" in facts(name))
    assert ("policy-config-file" in releases.at(name).flags) == releases.at(name).policy


@every_release
def test_default_plugins_are_in_the_registry(name: str) -> None:
    release = releases.at(name)
    for points in release.default_plugins.values():
        for refs in points.values():
            assert {plugin for plugin, _ in refs} <= release.plugins


@every_release
def test_removed_plugins_were_there_once_and_are_no_defaults(name: str) -> None:
    release = releases.at(name)
    for version, removed in release.removed_plugins.items():
        defaults = {plugin for refs in release.default_plugins[version].values() for plugin, _ in refs}
        assert removed.isdisjoint(defaults)
        assert all(releases.having(plugin) for plugin in removed)


@every_release
def test_algorithm_providers_replace_default_plugins(name: str) -> None:
    release = releases.at(name)
    assert ("DefaultProvider" in release.algorithm_providers) == ("algorithm-provider" in release.flags)
    for replaced in release.algorithm_providers.values():
        assert replaced.keys() | set(replaced.values()) <= release.plugins


@every_release
def test_the_default_lock_can_be_made(name: str) -> None:
    release = releases.at(name)
    default = release.flags["leader-elect-resource-lock"].default
    assert default in {"", *release.leader_election_locks}
    for version in release.api_versions:
        written = facts(name)["defaults"].get(f"{GROUP}/{version}")
        assert written is None or written["leaderElection"]["resourceLock"] in release.leader_election_locks


@every_release
def test_what_is_known_of_flags_is_of_flags_that_exist(name: str) -> None:
    """What holds in no release, or of no flag, is a misspelling, or is left over."""
    known = {flag for release in releases.all_releases() for flag in release.flags}
    assert flag_values.of_release(releases.at(name).number, None).keys() <= known


@every_release
def test_notes_are_of_gates_that_the_release_changed(name: str) -> None:
    release = releases.at(name)
    gates = release.feature_gates
    before = releases.at(f"1.{release.number - 1}").feature_gates if name != releases.OLDEST else {}
    changed = {gate for gate in gates.keys() | before.keys() if gates.get(gate) != before.get(gate)}
    assert notes_of(release.number).gates.keys() <= changed
    assert notes_of(release.number).title


def test_a_release_without_notes_has_none() -> None:
    assert notes_of(99) == ("", (), {})
