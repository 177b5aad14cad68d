"""Every release's tables equal what was read out of its code."""

import pytest

from schedcfg import releases
from schedcfg.releases.flag_types import FLAG_TYPES, FORMS, RELEASE_BEFORE
from schedcfg.releases.release import GROUP, FeatureGate
from tests.recorded_facts import FOLDER, RELEASES, facts, recorded_flag

every_release = pytest.mark.parametrize("name", releases.names())
every_measured = pytest.mark.parametrize("name", RELEASES)


def short(version: str) -> str:
    return version.removeprefix(f"{GROUP}/")


def test_there_is_a_file_of_facts_for_each() -> None:
    assert {path.stem for path in FOLDER.glob("1.*.json")} <= set(releases.names())
    missing = [name for name in releases.names() if name not in RELEASES]
    if missing:
        pytest.skip(f"the facts of {', '.join(missing)} are not there: see CONTRIBUTING.md, a Kubernetes release")


@every_measured
def test_name_and_measured(name: str) -> None:
    release = releases.at(name)
    assert release.name == name
    assert release.source_version == facts(name)["kubernetes"]


@every_measured
def test_api_versions(name: str) -> None:
    served = [short(version) for version in facts(name)["decodable"]]
    assert [*releases.at(name).api_versions, "__internal"] == served


@every_measured
def test_default_plugins(name: str) -> None:
    wanted = {
        short(version): {point: tuple((ref["name"], ref["weight"]) for ref in refs) for point, refs in points.items()}
        for version, points in facts(name)["default_plugins"].items()
    }
    assert releases.at(name).default_plugins == wanted


@every_measured
def test_plugins(name: str) -> None:
    assert releases.at(name).plugins == facts(name)["plugins"].keys()


NOT_MEASURED = {
    # Registered by the command, which could not be linked: component-base/logs/api/v1/kube_features.go of v1.32.2.
    "1.32": {
        "ContextualLogging": FeatureGate(default=True, stage="BETA"),
        "LoggingAlphaOptions": FeatureGate(default=False, stage="ALPHA"),
        "LoggingBetaOptions": FeatureGate(default=True, stage="BETA"),
    }
}


@every_measured
def test_feature_gates(name: str) -> None:
    wanted = {
        gate: FeatureGate(
            default=known["default"],
            stage=known["prerelease"] or "GA",
            locked=known["lockToDefault"],
            scheduler=known["scheduler"],
        )
        for gate, known in facts(name)["feature_gates"].items()
    }
    assert dict(releases.at(name).feature_gates) == {**wanted, **NOT_MEASURED.get(name, {})}


@pytest.mark.parametrize("name", [name for name in RELEASES if "feature_gate_dependencies" in facts(name)])
def test_gate_dependencies(name: str) -> None:
    wanted = {gate: needed for gate, needed in facts(name)["feature_gate_dependencies"].items() if needed}
    assert {gate: sorted(needed) for gate, needed in releases.at(name).gate_dependencies.items()} == wanted


@every_measured
def test_flags(name: str) -> None:
    """What values mean to the options that have them, recorded command lines show."""
    recorded = {flag["name"]: flag for flag in facts(name)["flags"]}
    patch = releases.at(facts(name)["kubernetes"].partition(" ")[0])
    assert {flag: recorded_flag(known, flag) for flag, known in patch.flags.items()} == recorded


@pytest.mark.parametrize(("early", "later"), [("1.21.6", "1.21.7"), ("1.22.3", "1.22.4")])
def test_patches_of_a_minor_differ_in_flags(early: str, later: str) -> None:
    """The later ones look at the values of these, and are what a minor without a patch means."""
    for name in ("allow-metric-labels", "show-hidden-metrics-for-version"):
        assert not releases.at(early).flags[name].form
        assert releases.at(later).flags[name].form
    assert releases.at(later).flags == releases.at(later.rpartition(".")[0]).flags


@every_release
def test_what_a_flag_takes_is_known(name: str) -> None:
    """A misspelled form would check nothing."""
    flags = releases.at(name).flags
    assert {flag.type for flag in flags.values()} <= FLAG_TYPES.keys()
    assert {flag.form for flag in flags.values()} <= {*FORMS, RELEASE_BEFORE, ""}
    assert {other for flag in flags.values() for other in (flag.needs, flag.excludes)} <= {*flags, ""}


@every_measured
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


@every_measured
def test_the_default_lock_can_be_made(name: str) -> None:
    release = releases.at(name)
    default = release.flags["leader-elect-resource-lock"].default
    assert default in {"", *release.leader_election_locks}
    for version in release.api_versions:
        written = facts(name)["defaults"].get(f"{GROUP}/{version}")
        assert written is None or written["leaderElection"]["resourceLock"] in release.leader_election_locks
