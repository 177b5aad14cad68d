"""What a release warns about and refuses, checked where the recorded facts have no table of it."""

import pytest

from schedcfg import releases

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
