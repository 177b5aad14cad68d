"""`--output` of a command that may write several reports in one run."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from schedcfg.cli.options import Command
from schedcfg.errors import UnwritableOutput
from schedcfg.output import FORMATS, Renderer, load

if TYPE_CHECKING:
    from schedcfg.findings import FileReport
    from schedcfg.output.summary import Summary
    from schedcfg.rule_card import RuleCard


class Output(NamedTuple):
    """One report.

    Attributes:
        name: Its format.
        file: Where it goes; None: standard output.
    """

    name: str
    file: str | None


DEFAULT = (Output("text", None),)
"""The outputs if none is chosen."""


def outputs(command: Command) -> Command:
    """Add formats and their destinations to a command, as one argument: `outputs`."""
    return click.option(
        "--output",
        "outputs",
        metavar="FORMAT[=FILE]",
        multiple=True,
        callback=_chosen,
        help=f"Report format and, optionally, the file to write it to (repeatable): {', '.join(FORMATS)}. "
        f" [default: {DEFAULT[0].name}]",
    )(command)


def _chosen(_ctx: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> tuple[Output, ...]:
    chosen = tuple(map(_output, value)) or DEFAULT
    if sum(one.file is None for one in chosen) > 1:
        raise click.BadParameter("only one report can go to standard output; write the others to files: FORMAT=FILE")
    files = [os.path.abspath(one.file) for one in chosen if one.file is not None]  # noqa: PTH100 - only compared
    if len(set(files)) < len(files):
        raise click.BadParameter("two reports cannot go to the same file")
    return chosen


def _output(value: str) -> Output:
    name, separator, file = value.partition("=")
    if name not in FORMATS:
        raise click.BadParameter(f"{name!r} is not a format; choose from {', '.join(FORMATS)}")
    if separator and not file:
        raise click.BadParameter(f"{value!r} names no file")
    return Output(name, None if file in {"", "-"} else file)


def refuse_inputs(outputs: Iterable[Output], paths: Iterable[str]) -> None:
    """Refuse to write a report over a file that is to be validated.

    Raises:
        click.UsageError: if one would be.
    """
    inputs = {os.path.realpath(path) for path in paths}
    for one in outputs:
        if one.file is not None and os.path.realpath(one.file) in inputs:
            raise click.UsageError(f"--output {one.name}={one.file} would overwrite an input file")


def on_stdout(outputs: Iterable[Output]) -> str:
    """Return the format that goes to standard output; empty where none does."""
    return next((one.name for one in outputs if one.file is None), "")


Deliver = Callable[[Iterable[str]], None]
"""Takes a report's pieces."""


class _ReportTarget(NamedTuple):
    """Where a report goes.

    Attributes:
        render: The renderer.
        deliver: Takes the report's pieces.
        coloured: Whether they have colors; files never do.
    """

    render: Renderer
    deliver: Deliver
    coloured: bool = False


def write(
    reports: Iterator["FileReport"],
    outputs: Iterable[Output],
    kubernetes: str | None,
    instead: "TextIO | None" = None,
) -> "Summary":
    """Write every report: one alone as the results come; several from one pass, that to standard output first.

    Files are replaced as a whole, even if the reader of standard output closes it early.

    Args:
        reports: The results, one per file.
        outputs: What to write, at least one.
        kubernetes: The requested release, if any.
        instead: Where the report for standard output goes, if something else goes there.

    Raises:
        UnwritableOutput: if a file cannot be written; the others are.
        SystemExit: if the reader of standard output closes it.
    """
    # Imported here so that --help stays quick.
    from schedcfg.cli.reporting import resume_garbage_collection, watch  # noqa: PLC0415
    from schedcfg.output.summary import Summary  # noqa: PLC0415

    resume_garbage_collection()
    reports, deliver = watch(reports) if instead is None else (reports, instead.writelines)
    summary = Summary(kubernetes, _rule_cards)
    reports = summary.counting(reports, lambda report: (report,))
    targets = list(_targets(outputs, deliver, instead))
    copies = [reports] if len(targets) == 1 else list(tee(reports, len(targets)))
    obstacles: list[BaseException] = []
    for target in targets:
        try:
            # Only what a later report still needs stays in memory.
            target.deliver(target.render(copies.pop(0), summary, coloured=target.coloured))
        except (SystemExit, UnwritableOutput) as error:
            obstacles.append(error)
    if obstacles:
        raise obstacles[0]
    return summary


def _rule_cards() -> "Mapping[str, RuleCard]":
    """Return the cards of the rules; only some formats need them, and all rules are loaded for it."""
    from schedcfg.rules.cards import cards  # noqa: PLC0415

    return cards()


def _targets(outputs: Iterable[Output], deliver: Deliver, stream: "TextIO | None") -> Iterator[_ReportTarget]:
    """Yield where the reports go: standard output, files, and the page of a GitHub Actions run where there is one."""
    from schedcfg.cli.reporting import coloured  # noqa: PLC0415 - as above

    page = os.environ.get("GITHUB_STEP_SUMMARY")
    for one in sorted(outputs, key=lambda one: one.file is not None):
        render = load(FORMATS[one.name])
        if one.file is None:
            yield _ReportTarget(render, deliver, coloured(stream))
        else:
            yield _ReportTarget(render, partial(_write_file, one.file))
        if one.name == "github" and page:
            yield _ReportTarget(load(FORMATS["github"], "render_step_summary"), partial(_append, page))


def _write_file(path: str, pieces: Iterable[str]) -> None:
    """Write a report to a file.

    Raises:
        UnwritableOutput: if that fails; the file is then as it was.
    """
    from schedcfg.sources.replace import put  # noqa: PLC0415 - as above

    try:
        put(path, map(_encoded, pieces))
    except UnwritableOutput as error:
        raise UnwritableOutput(f"{path} cannot be written: {error}", error.help) from None


def _append(path: str, pieces: Iterable[str]) -> None:
    """Add to a file in one go: other programs of the same step add to it as well.

    Raises:
        UnwritableOutput: if that fails.
    """
    try:
        with open(path, "ab", buffering=0) as page:  # noqa: PTH123 - strings in, strings out
            page.write(_encoded("".join(pieces)))
    except OSError as error:
        raise UnwritableOutput(f"{path} (GITHUB_STEP_SUMMARY) cannot be written: {error.strerror}") from None


def _encoded(piece: str) -> bytes:
    return piece.encode("utf-8", "backslashreplace")
