"""What a trial is about, and what it brings: where each Pod went, or why nowhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Self

from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.api.store import GROUP_FIELD, Object, Store, copied
from schedcfg.document.secrets import Secrets
from schedcfg.document.secrets_in_data import secrets_in

Scores = Mapping[str, Mapping[str, int]]
"""Node → plugin → its score, weighted."""


class PodOutcome(StrEnum):
    """What became of a Pod.

    Attributes:
        BOUND: It has a node.
        UNSCHEDULABLE: No node takes it now.
        GATED: It has scheduling gates: no scheduler looks at it.
        WAITING: The scheduler did not decide: a plugin lets it wait.
        EVICTED: It had a node, and had to leave it for another Pod.
        UNSERVED: No profile of this scheduler has the name that it requests.
    """

    BOUND = "bound"
    UNSCHEDULABLE = "unschedulable"
    GATED = "gated"
    WAITING = "waiting"
    EVICTED = "evicted"
    UNSERVED = "unserved"


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeReason:
    """Why a node does not take a Pod.

    Attributes:
        node: The node.
        message: In the scheduler's words.
        plugin: The plugin that says so; None where the scheduler does not tell.
    """

    node: str
    message: str
    plugin: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """What became of a Pod.

    Attributes:
        pod: Namespace and name: `default/web-0`.
        outcome: What became of it.
        node: The node that it has, or that it had; None where it never had one.
        message: Why no node takes it, in the scheduler's words; empty where one does.
        scores: Weighted score by node and plugin; empty where that was not requested, or only one node was left.
        totals: Score by node, of all plugins and extenders.
        reasons: Why each node does not take it; empty where one does, or that was not looked into.
    """

    pod: str
    outcome: PodOutcome
    node: str | None = None
    message: str = ""
    scores: Scores = field(default_factory=dict)
    totals: Mapping[str, int] = field(default_factory=dict)
    reasons: tuple[NodeReason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnplacedGroup:
    """A PodGroup that does not fit as a whole, so that none of its Pods gets a node.

    Attributes:
        group: Namespace and name: `default/train`.
        message: Why, in the scheduler's words; and those about the first Pod that finds no node.
        pods: Its Pods: `default/train-0`.
    """

    group: str
    message: str
    pods: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialRun:
    """One run of a scheduler.

    Attributes:
        placements: Each Pod that was to be placed, in the order in which it came.
        evicted: Pods that had a node from the beginning, and had to leave it.
        groups: PodGroups that do not fit.
        seconds: From the first Pod to the last decision.
        has_virtual_time: Whether these are of a clock that does not pass by itself, so that they are no measure.
        cpu: Seconds of CPU that the scheduler took; None where the system does not say.
        memory: Bytes that the scheduler took at most; None where the system does not say.
        own_cpu: Seconds of CPU that the stand-in took.
        unknown: Path of what the scheduler requested and the stand-in does not serve → how often.
        notes: What else is to be known of it: which extenders were called, and failed.
        explained: The Pods whose scores were requested: `default/web-0`.
    """

    placements: tuple[Placement, ...]
    evicted: tuple[Placement, ...] = ()
    groups: tuple[UnplacedGroup, ...] = ()
    seconds: float = 0.0
    has_virtual_time: bool = False
    cpu: float | None = None
    memory: int | None = None
    own_cpu: float = 0.0
    unknown: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    explained: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialVariant:
    """A scheduler and a configuration that were tried, once or several times.

    Attributes:
        name: What it is called beside others: the file of its configuration, `default`, a release, a value.
        release: The Kubernetes release of the program.
        runs: The runs, of the same cluster.
    """

    name: str
    release: str
    runs: tuple[TrialRun, ...]


@dataclass(frozen=True)
class TrialCluster:
    """What a scheduler sees, and what it gets.

    Attributes:
        kinds: The kinds of its objects.
        objects: What is there before.
        pods: The Pods that are to be placed, in the order in which they come.
    """

    kinds: Kinds
    objects: tuple[Object, ...]
    pods: tuple[Object, ...]

    @property
    def number_of_nodes(self) -> int:
        """How many nodes it has."""
        return sum(data.get("kind") == "Node" for data in self.objects)

    def store(self) -> Store:
        """Return a store with the objects that are there before."""
        store = Store(self.kinds)
        for data in self.objects:
            resource = self.kinds.of(data)
            assert resource is not None
            store.create(store.collection(resource.plural, resource.group), copied(data))
        return store

    def without_groups(self) -> Self:
        """Return the cluster whose Pods are in no PodGroup: what an API server makes of them that knows none.

        Upstream: `dropDisabledSchedulingGroup` in `pkg/api/pod/util.go`.
        """
        alone = [{key: value for key, value in pod["spec"].items() if key != GROUP_FIELD} for pod in self.pods]
        pods = ({**pod, "spec": spec} for pod, spec in zip(self.pods, alone, strict=True))
        return replace(self, pods=tuple(pods))

    @cached_property
    def secrets(self) -> Secrets:
        """The secrets of all objects, which a scheduler may repeat."""
        return secrets_in((*self.objects, *self.pods))


class CapacityQuestion(StrEnum):
    """What is to be found out about a cluster's room.

    Attributes:
        FILL: How many of a Pod fit.
        ADD: How many more nodes it takes until each Pod has one.
    """

    FILL = "fill"
    ADD = "add"


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityAnswer:
    """How much room a cluster has.

    Attributes:
        question: What was to be found out.
        variant: The name of what was tried.
        number: How many Pods, or how many more nodes; null where as many nodes as were allowed are not enough.
        is_exact: Whether one Pod more did not fit, or one node fewer was not enough.
        sentence: The answer in words, with what stops the next Pod.
    """

    question: CapacityQuestion = field(metadata={"open": True})
    variant: str
    number: int | None
    is_exact: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """All that was tried with one cluster.

    Attributes:
        cluster: The cluster.
        variants: What was tried; the first is what the others are compared with.
        notes: What has to be known to read the answer: what was done in the place of admission, what is missing.
        answers: How much room there is, where that was requested; empty where it was not.
    """

    cluster: TrialCluster
    variants: tuple[TrialVariant, ...]
    notes: tuple[str, ...] = ()
    answers: tuple[CapacityAnswer, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether each Pod has a node in all runs, those too that had one from the beginning."""
        every = [run for variant in self.variants for run in variant.runs]
        placed = (placement.outcome is PodOutcome.BOUND for run in every for placement in run.placements)
        return all(placed) and not any(run.evicted for run in every)
