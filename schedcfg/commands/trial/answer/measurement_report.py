"""What several variants take beside one another, for people and for programs."""

from collections.abc import Iterator, Sequence

from schedcfg.commands.trial.answer.repeated_runs import CountRange
from schedcfg.commands.trial.answer.text import note_lines
from schedcfg.commands.trial.variants import NO_PREDICTION, MeasuredVariant, Measurement, Spread
from schedcfg.output.figures import name, size
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import counted
from schedcfg.output.tables import TableColumn, TextLayout, fitted_table
from schedcfg.output.terminal import YELLOW, columns, painter

_NAME = 40
_FEW = 3
"""Turns below which a spread says little."""


def render_json(measurement: Measurement, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object."""
    yield to_json(measurement, indent=1) + "\n"


def render_text(measurement: Measurement, *, colored: bool) -> Iterator[str]:
    """Yield a table, as wide as the terminal."""
    layout = TextLayout.of(painter(colored=colored), columns())
    return (f"{line}\n" for line in lines(measurement, layout))


def lines(measurement: Measurement, layout: TextLayout) -> Iterator[str]:
    """Yield the lines about a measurement."""
    turns = counted(measurement.repetitions, "turn")
    cluster = f"{counted(measurement.nodes, 'node')}, {counted(measurement.pods, 'Pod')}"
    yield layout.heading(f"{counted(len(measurement.variants), 'variant')} in {turns}, each with {cluster}")
    yield ""
    yield from fitted_table(_columns(measurement), measurement.variants, "variants", layout)
    yield ""
    yield from _warnings(measurement, layout)
    yield from note_lines((NO_PREDICTION, *measurement.notes), layout)


def _columns(measurement: Measurement) -> list[TableColumn[MeasuredVariant]]:
    has_releases = len({variant.kubernetes for variant in measurement.variants}) > 1
    releases: TableColumn[MeasuredVariant] = TableColumn("RELEASE", lambda one: name(one.kubernetes), is_number=False)
    return [
        TableColumn("VARIANT", lambda one: name(one.name, _NAME), is_number=False),
        *([releases] if has_releases else []),
        TableColumn("PLACED", lambda one: str(CountRange.of(one.placed)), is_dispensable=True),
        TableColumn("CPU", lambda one: _spread(_known(one.cpu_seconds), " s")),
        TableColumn("CPU RATIO", lambda one: _ratio(one.cpu_ratio, one, measurement)),
        TableColumn("TIME", lambda one: _spread(Spread.of(one.seconds), " s"), is_dispensable=True),
        TableColumn("TIME RATIO", lambda one: _ratio(one.seconds_ratio, one, measurement), is_dispensable=True),
        TableColumn("MEMORY", lambda one: _memory(one.memory_bytes), is_dispensable=True),
    ]


def _known(values: Sequence[float | None]) -> Spread | None:
    return Spread.of([value for value in values if value is not None])


def _spread(found: Spread | None, unit: str) -> str:
    """Write a median, with the least and the most where they are others."""
    if found is None:
        return "-"
    shown, least, most = f"{found.median:.2f}", f"{found.least:.2f}", f"{found.most:.2f}"
    return f"{shown}{unit}" if least == most else f"{shown}{unit} ({least} to {most})"


def _ratio(found: Spread | None, one: MeasuredVariant, measurement: Measurement) -> str:
    return "1" if one is measurement.variants[0] else _spread(found, "")


def _memory(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    return size(max(known)) if known else "-"


def _warnings(measurement: Measurement, layout: TextLayout) -> Iterator[str]:
    """Yield why little may follow from the figures."""
    words = []
    if measurement.repetitions < _FEW and measurement.variants:
        words.append(f"{counted(measurement.repetitions, 'turn')} says little: repeat it more often")
    unclear = [
        name(one.name, _NAME)
        for one in measurement.variants[1:]
        if one.cpu_ratio is not None and one.cpu_ratio.least < 1 < one.cpu_ratio.most
    ]
    if unclear:
        words.append(f"in some turns more CPU than the first, in others less: {', '.join(unclear)}")
    if len({variant.placed for variant in measurement.variants}) > 1:
        words.append("not all place as many Pods: they did not have the same to do")
    for sentence in words:
        yield from layout.wrapped(sentence.split(), f"  {layout.paint(YELLOW, 'careful')}: ", 4)
