"""What is listed of releases, and of their changes, equals what was read out of their code."""

from itertools import pairwise
from typing import Any

import pytest

from schedcfg import UnknownTarget, list_releases, releases
from schedcfg.releases.notes import notes_of
from tests.commands.explain import reference_facts as shelf_facts

every_release = pytest.mark.parametrize("release", shelf_facts.RELEASES)
every_step = pytest.mark.parametrize(("earlier", "release"), list(pairwise(shelf_facts.RELEASES)))


def changes(release: str, subject: str) -> list[dict[str, Any]]:
    return [one for one in shelf_facts.release_report()[release]["changes"] if one["subject"] == subject]


def gates(release: str) -> dict[str, Any]:
    return {
        name: {"stage": gate["prerelease"] or "GA", "default": gate["default"], "locked": gate["lockToDefault"]}
        for name, gate in shelf_facts.of(release)["feature_gates"].items()
    }


def looked_at(release: str) -> set[str]:
    return {name for name, gate in shelf_facts.of(release)["feature_gates"].items() if gate["scheduler"]}


def effective(release: str) -> dict[str, Any]:
    return shelf_facts.by_version(shelf_facts.of(release)["default_effective_plugins"])


@every_release
def test_facts(release: str) -> None:
    listed, measured = shelf_facts.release_report()[release], shelf_facts.of(release)
    assert listed["measured"] == measured["kubernetes"]
    assert [version["name"] for version in listed["apiVersions"]] == list(releases.at(release).api_versions)
    assert listed["policy"] == ("policy" in measured)
    assert listed["plugins"] == sorted(measured["plugins"])
    assert listed["defaultPlugins"] == effective(release)
    assert listed["featureGates"] == {name: gates(release)[name] for name in looked_at(release)}
    for version in listed["apiVersions"]:
        assert shelf_facts.holds({**version, "apiVersions": []}, release, None)


@every_step
def test_api_versions_policy_and_plugins(earlier: str, release: str) -> None:
    for subject, before, after in (
        ("plugin", shelf_facts.of(earlier)["plugins"], shelf_facts.of(release)["plugins"]),
        ("api-version", releases.at(earlier).api_versions, releases.at(release).api_versions),
        ("policy", [None] * ("policy" in shelf_facts.of(earlier)), [None] * ("policy" in shelf_facts.of(release))),
    ):
        key = "plugin" if subject == "plugin" else "name"
        found = changes(release, subject)
        assert {one[key] for one in found if one["after"]} == set(after) - set(before)
        assert {one[key] for one in found if one["before"]} == set(before) - set(after)


@every_step
def test_extension_points(earlier: str, release: str) -> None:
    before, after = shelf_facts.of(earlier)["plugins"], shelf_facts.of(release)["plugins"]
    wanted = {
        (name, point, point in after[name]["extension_points"])
        for name in before.keys() & after.keys()
        for point in set(before[name]["extension_points"]) ^ set(after[name]["extension_points"])
    }
    found = changes(release, "extension-point")
    assert {(one["plugin"], one["name"], bool(one["after"])) for one in found} == wanted


@every_step
def test_feature_gates(earlier: str, release: str) -> None:
    before, after = gates(earlier), gates(release)
    wanted = {
        name: (before.get(name), after.get(name))
        for name in looked_at(earlier) | looked_at(release)
        if before.get(name) != after.get(name)
    }
    assert {
        change["name"]: (change["before"], change["after"]) for change in changes(release, "feature-gate")
    } == wanted


@every_step
def test_default_plugins(earlier: str, release: str) -> None:
    """A version that both serve is compared with itself, a new one with the newest of the release before."""
    old, new = effective(earlier), effective(release)
    for version in releases.at(release).api_versions:
        before = weights(old.get(version) or old[releases.at(earlier).api_versions[-1]])
        after = weights(new[version])
        wanted = {key: (before.get(key), after.get(key)) for key in before | after if before.get(key) != after.get(key)}
        found = [change for change in changes(release, "default-plugin") if version in change["apiVersions"]]
        assert {(one["plugin"], one["name"]): (one["before"], one["after"]) for one in found} == wanted, version


def weights(points: dict[str, Any]) -> dict[tuple[str, str], int]:
    return {(ref["name"], point): ref["weight"] for point, refs in points.items() for ref in refs}


@every_step
def test_fields_of_the_configuration(earlier: str, release: str) -> None:
    old, new = (shelf_facts.by_version(shelf_facts.of(one)["types"]) for one in (earlier, release))
    for version in releases.at(release).api_versions:
        before = paths("KubeSchedulerConfiguration", old.get(version) or old[releases.at(earlier).api_versions[-1]])
        after = paths("KubeSchedulerConfiguration", new[version])
        found = [change for change in changes(release, "field") if version in change["apiVersions"]]
        for changed, wanted in (
            ({one["name"] for one in found if one["after"]}, after - before),
            ({one["name"] for one in found if one["before"]}, before - after),
        ):
            assert changed == {path for path in wanted if path.rpartition(".")[0] not in wanted}


def paths(struct: str, types: dict[str, Any], prefix: str = "") -> set[str]:
    found = set()
    for field in types.get(struct, ()):
        inner = field["goType"].lstrip("[]*")
        if field["inline"]:
            found |= paths(inner, types, prefix)
        else:
            found |= {prefix + field["json"]} | paths(inner, types, f"{prefix}{field['json']}.")
    return found


def test_default_values() -> None:
    assert [(change["name"], change["before"], change["after"]) for change in changes("1.20", "default")] == [
        ("leaderElection.resourceLock", "endpointsleases", "leases")
    ]


def test_locks() -> None:
    assert [change["after"] for change in changes("1.27", "resource-locks")] == [["leases"]]
    assert shelf_facts.release_report()["1.26"]["resourceLocks"] == ["leases", "endpointsleases", "configmapsleases"]


def test_the_oldest_has_nothing_to_be_compared_with() -> None:
    assert shelf_facts.release_report()[releases.OLDEST]["changes"] == []


def test_named_releases_only() -> None:
    assert [release.name for release in list_releases(["v1.29.3", "1.22", "1.29"])] == ["1.22", "1.29"]
    with pytest.raises(UnknownTarget, match="older than the oldest"):
        list_releases(["1.3"])


@every_step
def test_what_an_upgrade_has_to_look_at(earlier: str, release: str) -> None:
    upgrade = shelf_facts.release_report()[release]["upgrade"]
    before, after = (shelf_facts.of(name)["feature_gates"] for name in (earlier, release))
    flags = [{flag["name"] for flag in shelf_facts.of(name)["flags"]} for name in (earlier, release)]
    unmeasured = {"ContextualLogging", "LoggingAlphaOptions", "LoggingBetaOptions"}
    assert set(upgrade["gatesGone"]) - unmeasured == (before.keys() - after.keys()) - unmeasured
    assert upgrade["gatesLocked"] == {
        name: after[name]["default"]
        for name in sorted(before.keys() & after.keys())
        if after[name]["lockToDefault"] and not before[name]["lockToDefault"]
    }
    assert set(upgrade["flagsGone"]) == flags[0] - flags[1]
    assert set(upgrade["flagsAdded"]) == flags[1] - flags[0]
    assert upgrade["notes"] == list(notes_of(releases.at(release).number).upgrade)
