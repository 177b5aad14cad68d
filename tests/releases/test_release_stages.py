"""What a release warns about and refuses, checked where the recorded facts have no table of it."""

import ast
from pathlib import Path

import pytest

import schedcfg.releases
from schedcfg import releases

HOME = Path(schedcfg.releases.__file__).parent
LOCKS = {"leases", "endpoints", "configmaps", "endpointsleases", "configmapsleases"}


@pytest.mark.parametrize("release", releases.all_releases(), ids=lambda release: release.name)
def test_leader_election_locks(release: releases.Release) -> None:
    taken = set(release.leader_election_locks)
    if release.number <= 23:
        assert taken == LOCKS
    elif release.number <= 26:
        assert taken == LOCKS - {"endpoints", "configmaps"}
    else:
        assert taken == {"leases"}
    assert release.leader_election_lock_check == ("startup" if release.number <= 26 else "validation")


@pytest.mark.parametrize("release", releases.all_releases(), ids=lambda release: release.name)
def test_deprecated(release: releases.Release) -> None:
    wanted = {25: {"v1beta2"}, 26: {"v1beta2", "v1beta3"}, 27: {"v1beta2", "v1beta3"}, 28: {"v1beta3"}}
    assert release.deprecated.keys() == wanted.get(release.number, set())
    for version, advice in release.deprecated.items():
        assert f"Kubernetes {releases.newest_serving(version)} is the last release to serve" in advice


@pytest.mark.parametrize("release", releases.all_releases(), ids=lambda release: release.name)
def test_removed_plugins(release: releases.Release) -> None:
    if release.number == 22:
        assert release.removed_plugins.keys() == {"v1beta2"}
        assert len(release.removed_plugins["v1beta2"]) == 6
    elif 25 <= release.number <= 28:
        assert release.removed_plugins == {"v1": {"SelectorSpread"}}
    elif release.number >= 31:
        limits = {"AzureDiskLimits", "CinderLimits", "EBSLimits", "GCEPDLimits"}
        assert release.removed_plugins == {"v1": limits}
        assert (limits <= release.plugins) == (release.number == 31)
    else:
        assert release.removed_plugins == {}


def test_algorithm_providers() -> None:
    for release in releases.all_releases():
        if release.number > 21:
            assert release.algorithm_providers == {}
        else:
            assert release.algorithm_providers == {
                "DefaultProvider": {},
                "ClusterAutoscalerProvider": {"NodeResourcesLeastAllocated": "NodeResourcesMostAllocated"},
            }


def imported_releases(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.update([node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)])
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return {name for name in found if name.rpartition(".")[2].startswith("v1_")}


def test_there_is_one_file_per_release() -> None:
    assert {path.stem for path in HOME.glob("v1_*.py")} == {name.replace("1.", "v1_", 1) for name in releases.names()}


@pytest.mark.parametrize("path", sorted(HOME.glob("v1_*.py")), ids=lambda path: path.stem)
def test_a_release_knows_only_the_one_before(path: Path) -> None:
    number = int(path.stem.removeprefix("v1_"))
    before = set() if number == 18 else {f"schedcfg.releases.v1_{number - 1}"}
    assert imported_releases(path) == before


@pytest.mark.parametrize("path", sorted(HOME.glob("v1_*.py")), ids=lambda path: path.stem)
def test_a_release_names_its_sources(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ".go" in text
    assert f'source_version="v1.{path.stem.removeprefix("v1_")}.' in text
