"""How one release differs from the one before: names that come, change and go.

Each kind of change refuses (asserts) to remove what is not there, to add what is already there, and to change
a thing into what it already is, so that the files of the releases stay honest.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, TypedDict, TypeVar

from schedcfg.releases.release import FeatureGate, Flag

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
    """The feature gates that come, change their state and go.

    Attributes:
        added: State → the gates that are new, in that state.
        changed: State → the gates that were in another one before.
        removed: Gates that no longer exist: naming one of them in `--feature-gates` is an error.
        needing: Gate → the gates without which it must not be on, where these are others than before; empty for one
            that no longer depends on any. Those of a removed gate go with it.
    """

    added: Mapping[FeatureGate, tuple[str, ...]] = _NOTHING
    changed: Mapping[FeatureGate, tuple[str, ...]] = _NOTHING
    removed: tuple[str, ...] = ()
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


class Flags(NamedTuple):
    """The flags that come, change and go; names without dashes.

    Attributes:
        added: The new ones.
        changed: What is new about flags that the release before has.
        removed: Flags that no longer exist: the command stops on `unknown flag`.
    """

    added: Mapping[str, Flag] = _NOTHING
    changed: Mapping[str, FlagChange] = _NOTHING
    removed: tuple[str, ...] = ()

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
