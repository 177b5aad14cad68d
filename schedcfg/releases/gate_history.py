"""The history of a feature gate over the releases: what to report about one that is set wrongly, or in vain."""

from functools import cache, lru_cache

from schedcfg import releases
from schedcfg.releases.gate_flag import COMPONENT
from schedcfg.releases.release import Release
from schedcfg.spelling import nearest

_LIKENESS = 0.8
"""Gates have long names, many of which begin alike."""

_RENAMED = {
    # KEP-4049; the default curve is turned round as well.
    "VolumeCapacityPriority": "StorageCapacityScoring",
}


def since(gate: str, release: Release) -> str:
    """Return the stage of a gate and its first release there: `alpha since 1.33`."""
    stage = release.feature_gates[gate].stage
    first = release.number
    for number in reversed(_known_in(gate)):
        if number <= first:
            if _stage(gate, number) != stage:
                break
            first = number
    return f"{_in_prose(stage)} since 1.{first}"


def switch(gate: str, release: Release) -> str:
    """Return how to turn a gate on: the flag, and how mature the feature is."""
    return f"`--feature-gates {gate}=true` ({since(gate, release)})"


def end(gate: str, release: Release) -> str | None:
    """Return from which release on a gate is gone; None where the newest one that is known has it."""
    last = _known_in(gate)[-1]
    if f"1.{last}" == releases.NEWEST or last < release.number:
        return None
    return f"Since 1.{last + 1}, it prevents the scheduler from starting."


def advice(name: str, release: Release) -> str | None:
    """Return what to do about a gate that a release does not know; None where nothing is known of it."""
    prefix, _, rest = name.partition(":")
    if prefix == COMPONENT and rest in release.feature_gates:
        first = releases.first(lambda one: one.takes_component_gates)
        return f"`{COMPONENT}:` is read since {first.name}: write `{rest}`."
    known = _known_in(name)
    if not known:
        return _misspelled(name, release)
    if known[0] > release.number:
        return f"`{name}` exists since Kubernetes 1.{known[0]}."
    if known[-1] > release.number:
        return f"{release.source_version} lacks `{name}`; later patch releases of {release.name} may have it."
    return f"{_removal(name, known[-1])} {_replacement(name, release)}"


def _removal(name: str, last: int) -> str:
    release = releases.at(f"1.{last}")
    gate = release.feature_gates[name]
    remainder = "; its feature is always on" if gate.stage == "GA" and gate.default else ""
    return f"`{name}` was removed in 1.{last + 1}, was {since(name, release)}{remainder}."


def _replacement(name: str, release: Release) -> str:
    successor = _RENAMED.get(name)
    if successor in release.feature_gates:
        return f"`{successor}` replaces it."
    return "Drop it."


def _misspelled(name: str, release: Release) -> str | None:
    """Return the gate that is meant: one of this release, or else of another."""
    own = nearest(name, _gates_of(release), _LIKENESS)
    if own is not None:
        return f"Did you mean `{own}`?"
    other = nearest(name, _all_gates(), _LIKENESS)
    return None if other is None else f"Did you mean `{other}`? {advice(other, release)}"


@lru_cache(maxsize=32)
def _gates_of(release: Release) -> tuple[str, ...]:
    return tuple(release.feature_gates)


@cache
def _all_gates() -> tuple[str, ...]:
    return tuple(sorted({gate for release in releases.all_releases() for gate in release.feature_gates}))


def known_anywhere(name: str) -> bool:
    """Return whether any release has a gate."""
    return bool(_known_in(name))


@lru_cache(maxsize=256)
def _known_in(gate: str) -> tuple[int, ...]:
    return tuple(release.number for release in releases.all_releases() if gate in release.feature_gates)


def _stage(gate: str, number: int) -> str:
    return releases.at(f"1.{number}").feature_gates[gate].stage


def _in_prose(stage: str) -> str:
    return stage if stage == "GA" else stage.lower()
