"""The known releases: what each serves and takes, and what it changed."""

from collections.abc import Sequence

from schedcfg import releases
from schedcfg.operations.shelves import changes, completed
from schedcfg.operations.shelves.periods import Cell, ended
from schedcfg.releases.release import Release
from schedcfg.results.shelves import ApiVersion, Gate, ReleaseFacts


def list_releases(names: Sequence[str] = ()) -> tuple[ReleaseFacts, ...]:
    """List what is known of Kubernetes releases: API versions, default plugins, locks, gates, and what each changed.

    Args:
        names: Releases to look at, `1.29` or `v1.29.3`; none: all.

    Returns:
        The releases, the oldest first.

    Raises:
        UnknownTarget: there is no such release, or it is not known here.
    """
    wanted = {releases.at(name).number: releases.at(name) for name in names or releases.names()}
    return tuple(_facts(wanted[number]) for number in sorted(wanted))


def _facts(release: Release) -> ReleaseFacts:
    return ReleaseFacts(
        name=release.name,
        measured=release.measured,
        api_versions=tuple(_api_version(name, release) for name in release.api_versions),
        policy=release.policy,
        resource_locks=release.leader_election_locks,
        plugins=tuple(sorted(release.plugins)),
        default_plugins={name: completed.running(Cell(release.number, name)) for name in release.api_versions},
        refused_plugins={name: tuple(sorted(names)) for name, names in release.removed_plugins.items()},
        feature_gates={
            name: Gate(gate.stage, gate.default, gate.locked)
            for name, gate in release.feature_gates.items()
            if gate.scheduler
        },
        changes=changes.of(release),
    )


def _api_version(name: str, release: Release) -> ApiVersion:
    serving = releases.serving(name)
    return ApiVersion(name, release.deprecated.get(name), serving[0], ended(serving[-1]))
