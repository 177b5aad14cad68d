"""The history of a feature gate over the releases: what to report about one that is set wrongly, or in vain.

How one release differs from the one before: names that come, change and go.

Each kind of change refuses (asserts) to remove what is not there, to add what is already there, and to change
a thing into what it already is, so that the files of the releases stay honest.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict, TypeVar

from schedcfg import releases
from schedcfg.releases.gate_flag import COMPONENT
from schedcfg.releases.release import FeatureGate, Flag, Release
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
        return _misspelt(name, release)
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


def _misspelt(name: str, release: Release) -> str | None:
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


# The states that a feature gate can be in. Upstream: `FeatureSpec` in `component-base/featuregate/feature_gate.go`.
# kube-scheduler accepts every gate of the packages that the components share in `--feature-gates`; few of them concern
# anything to it. Those that its own code looks at have a state that starts with `SCHEDULER_`.
ALPHA = FeatureGate(default=False, stage="ALPHA")
ALPHA_ON = FeatureGate(default=True, stage="ALPHA")
BETA = FeatureGate(default=True, stage="BETA")
BETA_OFF = FeatureGate(default=False, stage="BETA")
STABLE = FeatureGate(default=True, stage="GA")
STABLE_OFF = FeatureGate(default=False, stage="GA")
LOCKED = FeatureGate(default=True, stage="GA", locked=True)
LOCKED_OFF = FeatureGate(default=False, stage="GA", locked=True)
DEPRECATED_ON = FeatureGate(default=True, stage="DEPRECATED")
DEPRECATED_OFF = FeatureGate(default=False, stage="DEPRECATED")
DEPRECATED_LOCKED_ON = FeatureGate(default=True, stage="DEPRECATED", locked=True)
DEPRECATED_LOCKED_OFF = FeatureGate(default=False, stage="DEPRECATED", locked=True)

SCHEDULER_ALPHA = FeatureGate(default=False, stage="ALPHA", scheduler=True)
SCHEDULER_BETA = FeatureGate(default=True, stage="BETA", scheduler=True)
SCHEDULER_BETA_OFF = FeatureGate(default=False, stage="BETA", scheduler=True)
SCHEDULER_STABLE = FeatureGate(default=True, stage="GA", scheduler=True)
SCHEDULER_LOCKED = FeatureGate(default=True, stage="GA", locked=True, scheduler=True)
SCHEDULER_DEPRECATED_OFF = FeatureGate(default=False, stage="DEPRECATED", scheduler=True)


Value = TypeVar("Value")

_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class LazyMapping(Mapping[str, Value]):
    """A table that is worked out when someone first looks into it; few commands need the long ones."""

    __slots__ = ("_table", "_work_out")

    def __init__(self, work_out: Callable[[], Mapping[str, Value]]) -> None:
        self._work_out = work_out
        self._table: Mapping[str, Value] | None = None

    def _known(self) -> Mapping[str, Value]:
        if self._table is None:
            self._table = self._work_out()
        return self._table

    def __getitem__(self, name: str) -> Value:
        return self._known()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known())

    def __len__(self) -> int:
        return len(self._known())


class Gates(NamedTuple):
    """The feature gates that come, change their state and go."""

    added: Mapping[FeatureGate, tuple[str, ...]] = _NOTHING  # State → the gates that are new, in that state
    changed: Mapping[FeatureGate, tuple[str, ...]] = _NOTHING  # State → the gates that were in another one before
    removed: tuple[str, ...] = ()  # Gates that no longer exist: naming one of them in `--feature-gates` is an error
    # Gate → the gates without which it must not be on, where these are others than before; empty for one that no longer
    # depends on any. Those of a removed gate go with it.
    needing: Mapping[str, tuple[str, ...]] = _NOTHING

    def after(self, before: Mapping[str, FeatureGate]) -> Mapping[str, FeatureGate]:
        """Apply the changes to the gates of the release before."""
        gates = dict(before)
        for name in self.removed:
            assert name in gates, f"gate {name} is not there to be removed"
            del gates[name]
        for state, names in self.changed.items():
            for name in names:
                assert name in gates, f"gate {name} is not there to be changed"
                assert gates[name] != state, f"gate {name} does not change"
                gates[name] = state
        for state, names in self.added.items():
            for name in names:
                assert name not in before, f"gate {name} is already there"
                assert name not in gates, f"gate {name} is added twice"
                gates[name] = state
        return gates

    def dependencies_after(self, before: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
        """Apply the changes to what the gates of the release before depend on."""
        kept = {name: needed for name, needed in before.items() if name not in self.removed}
        for name, needed in self.needing.items():
            assert kept.get(name, ()) != needed, f"what gate {name} needs does not change"
        return {name: needed for name, needed in {**kept, **self.needing}.items() if needed}


class FlagChange(TypedDict, total=False):
    """What is new about a flag; what is left out stays."""

    type: str
    default: str
    section: str
    deprecated: str
    hidden: bool
    minimum: int | None
    maximum: int | None
    allowed: tuple[str, ...]
    form: str
    takes_empty: bool
    gate: str
    text_only: bool
    needs: str
    excludes: str


class Flags(NamedTuple):
    """The flags that come, change and go; names without dashes."""

    added: Mapping[str, Flag] = _NOTHING
    changed: Mapping[str, FlagChange] = _NOTHING
    removed: tuple[str, ...] = ()  # Flags that no longer exist: the command stops on `unknown flag`
    early: Mapping[str, FlagChange] = _NOTHING  # What differs from that in the first patch releases
    last_early_patch: int | None = None  # The last of these

    def after(self, before: Mapping[str, Flag]) -> Mapping[str, Flag]:
        """Apply the changes to the flags of the release before."""
        flags = dict(before)
        for name in self.removed:
            assert name in flags, f"flag {name} is not there to be removed"
            del flags[name]
        for name, change in self.changed.items():
            assert name in flags, f"flag {name} is not there to be changed"
            changed = flags[name]._replace(**change)
            assert changed != flags[name], f"flag {name} does not change"
            flags[name] = changed
        for name, flag in self.added.items():
            assert name not in before, f"flag {name} is already there"
            flags[name] = flag
        return flags


NO_GATES = Gates()
"""Every gate stays as it is."""

NO_FLAGS = Flags()
"""Every flag stays as it is."""
