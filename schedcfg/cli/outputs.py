"""The reports that `--output` chooses: one to standard output, others to files."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, tee
from typing import TYPE_CHECKING, NamedTuple, TextIO, TypeVar

import click

from schedcfg.cli.called import NAME, program, report_as_called
from schedcfg.cli.options import Output
from schedcfg.errors import UnwritableOutput
from schedcfg.output import FORMATS, Renderer, load
from schedcfg.output.guard import Failing

if TYPE_CHECKING:
    from schedcfg.cards import RuleCard
    from schedcfg.findings import FileReport
    from schedcfg.output.cluster import ClusterSummary
    from schedcfg.output.summary import Summary


def refuse_inputs(outputs: Iterable[Output], paths: Iterable[str]) -> None:
    """Refuse to write a report over a file that is to be validated.

    Raises:
        click.UsageError: if one would be.
    """
    inputs = {os.path.realpath(path) for path in paths}
    for output in outputs:
        if output.file is not None and os.path.realpath(output.file) in inputs:
            raise click.UsageError(f"--output {output.name}={output.file} would overwrite an input file")


def on_stdout(outputs: Iterable[Output]) -> str:
    """Return the format that goes to standard output; empty where none does."""
    return next((output.name for output in outputs if output.file is None), "")


_GITHUB, _STEP_SUMMARY = "github", "render_step_summary"
"""The format that the log of GitHub Actions obeys, and what renders the page of a step for it."""

_FOR_PEOPLE = ("text", "concise")
"""Formats in which a command is typed as it is shown, on standard output."""

Deliver = Callable[[Iterable[str]], None]
"""Takes a report's pieces."""


class _ReportTarget(NamedTuple):
    """Where a report goes."""

    render: Renderer
    deliver: Deliver
    colored: bool = False  # Whether they have colors; files never do
    has_summary: bool = False  # Whether the last line, which standard error gets, belongs to it: to text in a file
    is_obeyed: bool = False  # Whether the log of a CI is to obey it: it escapes by itself what comes from outside


Result = TypeVar("Result", bound=Failing)


def write(  # noqa: PLR0913 - what is written, where, and how it is counted
    results: Iterator[Result],
    outputs: Iterable[Output],
    kubernetes: str | None,
    reports: "Callable[[Result], Iterable[FileReport]]",
    formats: Mapping[str, str] = FORMATS,
    instead: "TextIO | None" = None,
    *,
    fail_on: str = "error",
    cluster: "ClusterSummary | None" = None,
) -> "Summary":
    """Write every report: one alone as the results come; several from one pass, that to standard output first.

    Args:
        results: One per file.
        outputs: What to write, at least one.
        kubernetes: The requested release, if any.
        reports: Returns what `validate` reports about the files of a result: they are counted.
        formats: Format → the module that renders it.
        instead: Where the report for standard output goes, if something else goes there.
        fail_on: The lowest severity that fails the run.
        cluster: What was seen of a cluster; None where files were read.

    Raises:
        UnwritableOutput: if a file cannot be written; the others are.
        SystemExit: if the reader of standard output closes it.
    """
    from schedcfg.cli.reporting import noted, resume_garbage_collection, write_stdout
    from schedcfg.output.summary import Summary

    resume_garbage_collection()
    deliver = write_stdout if instead is None else partial(_write_instead, instead)
    summary = Summary(kubernetes, _rule_cards, fail_on, cluster)
    results = summary.counting(noted(results, reports), reports)
    targets = list(_targets(outputs, renderers(outputs, formats), deliver, instead))
    copies = [results] if len(targets) == 1 else list(tee(results, len(targets)))
    obstacles: list[BaseException] = []
    for target in targets:
        try:  # Only what a later report still needs stays in memory.
            pieces = target.render(copies.pop(0), summary, colored=target.colored)
            target.deliver(chain(pieces, _last_line(summary)) if target.has_summary else pieces)
        except (SystemExit, UnwritableOutput) as error:
            obstacles.append(error)
    _end(summary, obstacles)
    return summary


def renderers(outputs: Iterable[Output], formats: Mapping[str, str]) -> dict[str, Renderer]:
    """Return what makes each report, by its format; that of GitHub with what makes the page of a step.

    Args:
        outputs: What is written.
        formats: Format → the module that renders it.
    """
    loaded = {output.name: load(formats[output.name]) for output in outputs}
    return loaded | ({_STEP_SUMMARY: load(formats[_GITHUB], _STEP_SUMMARY)} if _GITHUB in loaded else {})


def _end(summary: "Summary", obstacles: list[BaseException]) -> None:
    """Write to standard error what reports lack; raise the first of the obstacles that they met."""
    from schedcfg.cli.reporting import write_unreadable

    for path, reason in summary.faults.items():
        write_unreadable(path, reason)
    if obstacles:
        raise obstacles[0]


def write_reference(outputs: Iterable[Output], text: Renderer, json: Callable[[], str]) -> None:
    """Write what a command shows that reads no files; to standard output last, which may be closed.

    Args:
        outputs: What to write, at least one.
        text: Makes text, with colors or without.
        json: Makes JSON.

    Raises:
        UnwritableOutput: if a file cannot be written.
        SystemExit: if the reader of standard output closes it.
    """
    write_rendered(outputs, {"text": text, "json": lambda colored: iter([json()])})  # noqa: ARG005


def write_rendered(outputs: Iterable[Output], made_by: Mapping[str, Renderer]) -> None:
    """Write what is known as a whole; to standard output last, which may be closed.

    Args:
        outputs: What to write, at least one.
        made_by: Format → what makes it, with colors or without; see `renderers`.

    Raises:
        UnwritableOutput: if a file cannot be written.
        SystemExit: if the reader of standard output closes it.
    """
    from schedcfg.cli.reporting import write_stdout
    from schedcfg.output.terminal import escaped

    for target in reversed(list(_targets(outputs, made_by, write_stdout, None))):
        pieces = target.render(colored=target.colored)
        target.deliver(pieces if target.is_obeyed else escaped(pieces))


def _rule_cards() -> "Mapping[str, RuleCard]":
    """Return the cards of the rules; only some formats need them, and all rules are loaded for it."""
    from schedcfg.rules.cards import cards

    return cards()


def _targets(
    outputs: Iterable[Output], made_by: Mapping[str, Renderer], deliver: Deliver, stream: "TextIO | None"
) -> Iterator[_ReportTarget]:
    """Yield where the reports go: standard output, files, and the page of a GitHub Actions run where there is one."""
    from schedcfg.cli.reporting import colored
    from schedcfg.output.terminal import columns

    page = os.environ.get("GITHUB_STEP_SUMMARY")
    for output in sorted(outputs, key=lambda output: output.file is not None):
        render = made_by[output.name]
        if output.file is None:
            is_renamed = output.name in _FOR_PEOPLE and program() != NAME
            room = columns(0, stream) if output.name == "text" else 0
            shown = partial(_deliver_fitted, deliver, room) if room else deliver
            shown = partial(_deliver_as_called, shown) if is_renamed else shown
            yield _ReportTarget(render, shown, colored(stream), is_obeyed=output.name == _GITHUB)
        else:
            put = partial(write_file, output.file)
            yield _ReportTarget(render, put, has_summary=output.name == "text", is_obeyed=output.name == _GITHUB)
        if output.name == _GITHUB and page:
            yield _ReportTarget(made_by[_STEP_SUMMARY], partial(_append, page), is_obeyed=True)


def _write_instead(stream: "TextIO", pieces: Iterable[str]) -> None:
    from schedcfg.cli.streams import clear_progress

    for piece in pieces:
        clear_progress()
        stream.write(piece)


def _deliver_as_called(deliver: Deliver, pieces: Iterable[str]) -> None:
    deliver(report_as_called(pieces))


def _deliver_fitted(deliver: Deliver, room: int, pieces: Iterable[str]) -> None:
    from schedcfg.output.tables import fitted

    deliver(fitted(pieces, room))


def _last_line(summary: "Summary") -> Iterator[str]:
    """Yield the summary once all results are counted; nothing where there was no configuration."""
    from schedcfg.document.texts import printable

    line = summary.closing()
    yield f"{printable(line)}\n" if line else ""


def write_file(path: str, pieces: Iterable[str]) -> None:
    """Write a report to a file, as a whole.

    Raises:
        UnwritableOutput: if that fails; the file is then as it was.
    """
    from schedcfg.sources.replace import put

    try:
        put(path, map(_encode, pieces))
    except UnwritableOutput as error:
        raise error.of(path) from None


def _append(path: str, pieces: Iterable[str]) -> None:
    """Add to a file in one go: other programs of the same step add to it as well.

    Raises:
        UnwritableOutput: if that fails.
    """
    try:
        with open(path, "ab") as page:
            # More than fits into the buffer is handed to the system at once, and the rest that it does not take again.
            page.write(_encode("".join(pieces)))
    except OSError as error:
        raise UnwritableOutput(f"{path} (GITHUB_STEP_SUMMARY) cannot be written: {error.strerror}") from None


def _encode(piece: str) -> bytes:
    return piece.encode("utf-8", "backslashreplace")
