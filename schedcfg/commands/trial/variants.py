"""Several variants of a trial: each tried in turn; those that values of a field make; what each takes.

What a variant takes is compared with what the first one does in the same turn: what else the machine does meanwhile is
then about the same for both.
"""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any, Literal, NamedTuple

from schedcfg.commands.trial.configured import TriedConfiguration
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import PodOutcome, TrialCluster, TrialRun, TrialVariant
from schedcfg.commands.trial.run import run
from schedcfg.commands.trial.same_samples import same_sample_notes
from schedcfg.document import parse
from schedcfg.document.span import Path
from schedcfg.errors import WrongRequest
from schedcfg.output.json_writer import VERSION
from schedcfg.patterns import pattern

NO_PREDICTION = (
    "These are ratios on this machine, with a stand-in for the API server that answers at once, and Pods that come one "
    "after another. They do not say how many Pods per second a cluster places. CPU counts from the program's start."
)
"""What a measurement is not."""

CONFIGURATIONS = "configurations"
"""What is written in the place of a field to measure the configurations that are named."""

_STEP = pattern(r"([A-Za-z]{1,60})((?:\[\d{1,4}\]){0,3})")
_INDEX = pattern(r"\[(\d{1,4})\]")
_MOST = 20


class RequestedVariant(NamedTuple):
    """A variant that is to be tried."""

    name: str  # What it is called beside others
    request: TrialRequest


async def try_all(
    requested: Sequence[RequestedVariant], cluster: TrialCluster, runs: int = 1
) -> tuple[TrialVariant, ...]:
    """Run every variant, in turn, and return them in their order.

    Args:
        requested: What is to be tried; the first is what the others are compared with.
        cluster: The cluster.
        runs: How often.

    Raises:
        TrialFailed: if a program ends by itself, or does not go on.
    """
    made: list[list[TrialRun]] = [[] for _ in requested]
    for number in range(runs):
        for variant, own in zip(requested, made, strict=True):
            own.append(await run(variant.request.repeated(number), cluster))
    return tuple(
        TrialVariant(name=variant.name, release=variant.request.release, runs=tuple(own))
        for variant, own in zip(requested, made, strict=True)
    )


def varied(tried: TriedConfiguration, requested: str) -> Iterator[TriedConfiguration]:
    """Yield the configuration with each value of a field, named after it.

    Args:
        tried: The configuration.
        requested: The field and its values: `percentageOfNodesToScore=5,0,100`.

    Raises:
        WrongRequest: if that names no field, or fewer than two values, or there is no such place or value.
    """
    field, _, listed = requested.partition("=")
    values = [value.strip() for value in listed.split(",") if value.strip()]
    path = _path(field)
    if path is None or not 2 <= len(values) <= _MOST:  # noqa: PLR2004 - one alone compares with nothing
        raise WrongRequest(
            f"{requested!r} names no field with two to {_MOST} values",
            "Write e.g. percentageOfNodesToScore=5,0,100, or `configurations`.",
        )
    if tried.data is None:
        raise WrongRequest("the default configuration has no fields to measure", "Name a file.")
    for value in values:
        data = copy.deepcopy(tried.data)
        _put(data, path, _data(value), field)
        yield tried._replace(name=f"{field}={value}", data=data)


def _data(value: str) -> object:
    """Return what a value is in YAML.

    Raises:
        WrongRequest: if it is nothing.
    """
    stream = parse(value)
    if stream.error is not None or len(stream.documents) != 1 or stream.documents[0].defects:
        raise WrongRequest(f"{value!r} is no value", "Values are single words or numbers, with commas between them.")
    return stream.documents[0].data


def _path(field: str) -> Path | None:
    path: list[str | int] = []
    for step in field.split("."):
        match = _STEP.fullmatch(step)
        if match is None:
            return None
        path += [match[1], *(int(index) for index in _INDEX.findall(match[2]))]
    return tuple(path)


def _put(data: Any, path: Path, value: object, field: str) -> None:
    """Write a value at a path; mappings on the way to it are made, entries of lists have to be there.

    Raises:
        WrongRequest: if there is no such place.
    """
    for step, following in pairwise(path):
        if isinstance(step, int):
            if not isinstance(data, list) or step >= len(data):
                raise WrongRequest(f"the configuration has no {field}: there is no entry {step}")
            data = data[step]
        elif isinstance(data, dict):
            data = data.setdefault(step, [] if isinstance(following, int) else {})
        else:
            raise WrongRequest(f"the configuration has no {field}")
    last = path[-1]
    if not isinstance(data, dict) or not isinstance(last, str):
        raise WrongRequest(f"{field} is no field")
    data[last] = value


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
    """What several variants take, beside one another: ratios on this machine, not the speed of a cluster.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        nodes: How many nodes the cluster has.
        pods: How many Pods came.
        repetitions: How many turns there were: all variants run in each.
        variants: What was measured; the first is what the others are divided by.
        notes: What has to be known to read it.
    """

    version: Literal[1] = VERSION
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
    plain = [
        one._replace(request=one.request._replace(is_measured=True, has_reasons=False, explained=frozenset()))
        for one in requested
    ]
    same = same_sample_notes({one.name: one.request for one in plain}, cluster.number_of_nodes)
    return measurement(await try_all(plain, cluster, repetitions), cluster, (*same, *notes))


def measurement(variants: Sequence[TrialVariant], cluster: TrialCluster, notes: tuple[str, ...] = ()) -> Measurement:
    """Return what the runs of variants took, beside one another."""
    return Measurement(
        nodes=cluster.number_of_nodes,
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
