"""How much CPU and time a scheduler takes with several values or configurations: only beside one another.

Every variant is run in turn, and compared with the first one of the same turn: what else the machine does meanwhile is
then about the same for both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from schedcfg.external.trial.results import PodOutcome, TrialRun, TrialVariant
from schedcfg.external.trial.trial import RequestedVariant, try_all
from schedcfg.external.trial.trial_cluster import TrialCluster

NO_PREDICTION = (
    "These are ratios on this machine, with a stand-in for the API server that answers at once, and Pods that come one "
    "after another. They do not say how many Pods per second a cluster places. CPU counts from the program's start."
)
"""What a measurement is not."""


@dataclass(frozen=True, slots=True)
class Spread:
    """What was measured several times.

    Attributes:
        median: The median.
        least: The least.
        most: The most.
    """

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread | None":
        """Return the spread of some values; None where there are none."""
        return cls(median(values), min(values), max(values)) if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredVariant:
    """What a variant took.

    Attributes:
        name: What it is called: a value, the file of a configuration.
        kubernetes: The release of the program.
        placed: How many Pods got a node, in each turn.
        cpu_seconds: Seconds of CPU that the scheduler took, in each turn; null where the system does not say.
        seconds: From the first Pod to the last decision, in each turn.
        memory_bytes: Bytes that the scheduler took at most, in each turn; null where the system does not say.
        cpu_ratio: CPU, divided by that of the first variant in the same turn; null where that is not known.
        seconds_ratio: Time, divided by that of the first variant in the same turn; null where that is not known.
    """

    name: str
    kubernetes: str
    placed: tuple[int, ...]
    cpu_seconds: tuple[float | None, ...]
    seconds: tuple[float, ...]
    memory_bytes: tuple[int | None, ...]
    cpu_ratio: Spread | None
    seconds_ratio: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What several variants take, beside one another.

    Attributes:
        nodes: How many nodes the cluster has.
        pods: How many Pods came.
        repetitions: How many turns there were.
        variants: What was measured; the first is what the others are divided by.
        notes: What has to be known to read it.
    """

    nodes: int
    pods: int
    repetitions: int
    variants: tuple[MeasuredVariant, ...]
    notes: tuple[str, ...] = ()


async def measure(
    requested: Sequence[RequestedVariant], cluster: TrialCluster, repetitions: int, notes: tuple[str, ...] = ()
) -> Measurement:
    """Run every variant in turn, and return what each takes.

    Args:
        requested: What is to be measured; the first is what the others are divided by.
        cluster: The cluster.
        repetitions: How many turns there are.
        notes: What has to be known to read the measurement.

    Raises:
        TrialFailed: if a program ends by itself, or does not go on.
    """
    # What is found out besides would be measured too.
    plain = [one._replace(request=one.request._replace(has_reasons=False, explained=frozenset())) for one in requested]
    return measurement(await try_all(plain, cluster, repetitions), cluster, notes)


def measurement(variants: Sequence[TrialVariant], cluster: TrialCluster, notes: tuple[str, ...] = ()) -> Measurement:
    """Return what the runs of variants took, beside one another."""
    return Measurement(
        nodes=sum(data.get("kind") == "Node" for data in cluster.objects),
        pods=len(cluster.pods),
        repetitions=min((len(variant.runs) for variant in variants), default=0),
        variants=tuple(_measured(variant, variants[0].runs) for variant in variants),
        notes=notes,
    )


def _measured(variant: TrialVariant, first: Sequence[TrialRun]) -> MeasuredVariant:
    turns = list(zip(variant.runs, first, strict=False))
    cpu = [own.cpu / base.cpu for own, base in turns if own.cpu is not None and base.cpu]
    seconds = [own.seconds / base.seconds for own, base in turns if base.seconds]
    return MeasuredVariant(
        name=variant.name,
        kubernetes=variant.release,
        placed=tuple(
            sum(placement.outcome is PodOutcome.BOUND for placement in run.placements) for run in variant.runs
        ),
        cpu_seconds=tuple(run.cpu for run in variant.runs),
        seconds=tuple(run.seconds for run in variant.runs),
        memory_bytes=tuple(run.memory for run in variant.runs),
        cpu_ratio=Spread.of(cpu),
        seconds_ratio=Spread.of(seconds),
    )
