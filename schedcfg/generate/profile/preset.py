"""What a preset is: a name, what it is for, and how it changes the default plugins."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import NamedTuple

from schedcfg.generate.profile.outcome import Outcome
from schedcfg.generate.profile.plan import Plan


@dataclass(frozen=True, kw_only=True)
class Options:
    """What presets can be told; each says which of these it reads. None: the preset's default.

    Attributes:
        resource: Resources that count, each with its weight, 1 to 100. Default: cpu and memory, 1 each.
        strategy: `MostAllocated` (default) or `RequestedToCapacityRatio`.
        topology_key: Node labels whose values are to be filled evenly. Default: the host name.
        max_skew: By how many pods two of them may differ, 1 or more. Default 1.
        prometheus_address: Where Prometheus answers, an URL. No default.
        network_interface: The nodes' network interface. Default `ens192`.
        time_range_minutes: How far to look back, 1 or more. Default 5.
        extender_url: Where the extender answers, an URL. No default.
        filter_verb: What is added to the URL to filter; likewise the other verbs. Default: it is not asked.
        prioritize_verb: To rate nodes.
        preempt_verb: To judge victims of preemption.
        bind_verb: To bind.
        extender_weight: How much its rating counts, 1 or more. Default 1.
        extender_timeout: How long one call may take, in seconds, 1 or more. Default 5.
        ignorable: Whether pods are scheduled while it does not answer. Default no.
        node_cache_capable: Whether it gets and answers names of nodes instead of whole nodes. Default no.
        managed_resource: Extended resources; only pods that ask for one are sent to it. Default: all pods are.
    """

    resource: tuple[tuple[str, int], ...] = ()
    strategy: str | None = None
    topology_key: tuple[str, ...] = ()
    max_skew: int | None = None
    prometheus_address: str | None = None
    network_interface: str | None = None
    time_range_minutes: int | None = None
    extender_url: str | None = None
    filter_verb: str | None = None
    prioritize_verb: str | None = None
    preempt_verb: str | None = None
    bind_verb: str | None = None
    extender_weight: int | None = None
    extender_timeout: int | None = None
    ignorable: bool = False
    node_cache_capable: bool = False
    managed_resource: tuple[str, ...] = ()

    @property
    def given(self) -> frozenset[str]:
        """The names of those that say something."""
        return frozenset(field.name for field in fields(self) if getattr(self, field.name) != field.default)


class Preset(NamedTuple):
    """A kind of profile.

    Attributes:
        name: As users write it, the file's name with dashes.
        summary: What it does, one short sentence; it stands above the profile.
        explanation: When to use it and what it does not do, a few sentences.
        shape: Changes the default plugins. It raises WrongRequest where an option is missing or makes no sense.
        promise: Yields a sentence for each way in which a profile does not do what the preset says, as wishes may
            have broken it.
        options: The names of the options that it reads.
        plugins: The out-of-tree plugins that it runs.
    """

    name: str
    summary: str
    explanation: str
    shape: Callable[[Plan, Options], None]
    promise: Callable[[Outcome], Iterator[str]]
    options: frozenset[str] = frozenset()
    plugins: frozenset[str] = frozenset()


def promises_nothing(_outcome: Outcome) -> Iterator[str]:
    """Yield nothing: whatever runs is what the user asked for."""
    return iter(())
