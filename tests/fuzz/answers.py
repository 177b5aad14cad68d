"""What all commands have in common: how an input is handled, what it is answered, and that in every format."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from schedcfg import IN_TREE_ONLY, OPEN, catalog, releases
from schedcfg.document import Stream, parse_bytes
from schedcfg.errors import SchedcfgError, UnknownTarget, WrongFeatureGates
from schedcfg.findings import FileReport
from schedcfg.output import FORMATS, load
from schedcfg.output.cluster import ClusterSummary
from schedcfg.output.summary import Summary
from schedcfg.rules.cards import cards
from schedcfg.sources.configurations import Role
from schedcfg.sources.named_text import as_named
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import EVERYTHING, Selection

from . import invariants
from .invariants import Fault
from .seeds import Kind

Choices = dict[str, Any]
"""How an input is handled: plain data, kept with an input that fails."""

Shown = dict[str, str]
"""Format, or what else it is → what a user would see."""


class Answer(NamedTuple):
    """What became of an input.

    Attributes:
        shown: All that a user would see of it: the same every time.
        faults: What is wrong with it.
    """

    shown: Shown
    faults: list[Fault]

    @property
    def text(self) -> str:
        """All that is shown, as one text."""
        return "".join(f"{name}:\n{text}\n" for name, text in self.shown.items())


class Command(NamedTuple):
    """One thing that can be done with an input.

    Attributes:
        weight: How often it is, among the others.
        kinds: What it is done with.
        choose: Chooses how.
        run: Does it.
    """

    weight: int
    kinds: tuple[Kind, ...]
    choose: Callable[[Random], Choices]
    run: Callable[[bytes, Choices], Answer]


CONFIGURATIONS = (Kind.CONFIGURATION,) * 6 + (Kind.POLICY, Kind.MANIFEST, Kind.MANIFEST)

PATHS = ("scheduler.yaml",) * 6 + (
    "-",
    "a b.yaml",
    "é.yaml",
    "a\n::error::INJECT.yaml",
    "\x1b[2J\u202e.yaml",
    "a\udcff.yaml",
)

REGISTRIES = {"open": OPEN, "in-tree": IN_TREE_ONLY, "catalog": catalog("scheduler-plugins")}

WRONG = (UnknownTarget, WrongFeatureGates)
"""What is answered where releases or feature gates do not fit."""


def usual(random: Random) -> Choices:
    """Choose how files are validated."""
    gates = random.choices((None, "GangScheduling=true", "AllAlpha=true", "Nope=1", "a=b,"), (90, 4, 4, 1, 1))[0]
    return {
        "kubernetes": random.choice([None, None, None, *releases.names()]),
        "registry": random.choices(tuple(REGISTRIES), (6, 3, 1))[0],
        "role": random.choices(tuple(Role), (8, *(2 for _ in tuple(Role)[1:])))[0].value,
        "gates": gates,
        "path": random.choice(PATHS),
    }


def options_of(choices: Choices) -> Options:
    """Return how files are validated."""
    gates = choices["gates"]
    return Options(
        choices["kubernetes"],
        REGISTRIES[choices["registry"]],
        Role(choices["role"]),
        None if gates is None else (gates,),
        Selection(None, frozenset(), choices["reasons"]) if "reasons" in choices else EVERYTHING,
    )


def refusing(
    run: Callable[[bytes, Choices], Answer], *allowed: type[SchedcfgError]
) -> Callable[[bytes, Choices], Answer]:
    """Return a function for which the documented errors are an answer."""

    def answer(raw: bytes, choices: Choices) -> Answer:
        try:
            return run(raw, choices)
        except allowed as error:
            return Answer({"messages": f"{type(error).__name__}: {error} {error.help}"}, [])

    return answer


def stream_of(raw: bytes, choices: Choices) -> Stream:
    """Return an input as its file's name has it read: of Markdown and scripts, the blocks that matter."""
    stream = parse_bytes(raw)
    return as_named(stream, choices["path"]) if choices["role"] == Role.ANY else stream


def of_report(report: FileReport, raw: bytes) -> Iterator[Fault]:
    """Yield what is wrong with the report on an input."""
    text = invariants.read(raw)
    yield from invariants.verdicts(report)
    if text is not None:
        yield from invariants.positions(report, text)


def alone(result: FileReport) -> tuple[FileReport]:
    """Return the report that is counted of a file of which there is nothing else."""
    return (result,)


def in_every_format(
    results: Sequence[Any],
    formats: Mapping[str, str] = FORMATS,
    reports: Callable[[Any], Iterable[FileReport]] = alone,
    cluster: ClusterSummary | None = None,
) -> Answer:
    """Return what results of the package are in every format, and what is wrong with that.

    Args:
        results: What a command makes of files.
        formats: Format → the module that renders it.
        reports: Returns what is counted of a result.
        cluster: What was seen of a cluster; None where files were read.
    """
    return of_texts({name: rendered(results, load(module), reports, cluster) for name, module in formats.items()})


def of_texts(shown: Shown) -> Answer:
    """Return texts, each in its format, and what is wrong with them."""
    return Answer(shown, [fault for name, text in shown.items() for fault in invariants.parsed(text, name)])


def rendered(
    results: Sequence[Any],
    render: Callable[..., Iterator[str]],
    reports: Callable[[Any], Iterable[FileReport]] = alone,
    cluster: ClusterSummary | None = None,
) -> str:
    """Return what a renderer makes of results."""
    summary = Summary(None, cards, cluster=cluster)
    return "".join(render(summary.counting(iter(results), reports), summary, colored=False))
