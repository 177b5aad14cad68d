"""Generated files on their way out: printed, written to a folder, or compared with what is committed there."""

import sys
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from schedcfg.cli import options
from schedcfg.cli.exit_status import ExitCode, exit_status

if TYPE_CHECKING:
    from schedcfg.commands.generate.generation import GeneratedFile, Generation


class Destination(NamedTuple):
    """Where generated files go."""

    output: str | None  # A folder, or the file itself where a single one is generated; None: standard output
    check: bool  # Whether they are only compared with what is there


def writing(command: Callable[..., "Generation"]) -> Callable[..., None]:
    """Add `--write-to` and `--check` to a command, and deliver its files accordingly."""

    @options.write_to("PATH", "Folder or, for a single file, file to write to. Default: standard output.")
    @click.option(
        "--check",
        is_flag=True,
        help="Only compare with the files at --write-to. The exit status is 1 if they differ.",
    )
    @wraps(command)
    def together(*, write_to: str | None, check: bool, **inputs: Any) -> None:
        if check and write_to is None:
            raise click.UsageError("--check needs --write-to PATH, the files to compare with")
        if write_to == "-":
            raise click.UsageError("`--write-to -` is not a file; omit --write-to to print the output")
        from schedcfg.cli.reporting import resume_garbage_collection

        resume_garbage_collection()
        raise click.exceptions.Exit(deliver(command(**inputs), Destination(write_to, check)))

    return together


def deliver(generation: "Generation", destination: Destination) -> ExitCode:
    """Show what was found, and print, write or compare the files."""
    from schedcfg.cli.reporting import write_stdout

    if generation.files and destination.output is not None and not destination.check:
        # What to do with the files is read after their names.
        code = _write(generation, destination.output)
        _write_notes(generation)
        return code
    _write_notes(generation)
    if not generation.files:
        return ExitCode.REFUSED
    if destination.output is not None:
        return _compare(generation, destination.output)
    if len(generation.files) > 1:
        _note_printed(len(generation.files))
    write_stdout(_yaml_stream(generation.files))
    return ExitCode.ACCEPTED


def _write_notes(generation: "Generation") -> None:
    from schedcfg.cli.reporting import colored, write_stderr
    from schedcfg.commands.generate.generation import render_notes

    write_stderr(render_notes(generation, colored=colored(sys.stderr)))


def _note_printed(files: int) -> None:
    """Write that there are several files in what is printed, whose places the notes are about."""
    from schedcfg.cli.reporting import colored, write_stderr
    from schedcfg.output.terminal import CYAN, painter

    label = painter(colored=colored(sys.stderr))(CYAN, "note")
    write_stderr([f"{label}: {files} files are printed as one text; --write-to FOLDER writes them\n"])


def _yaml_stream(files: "tuple[GeneratedFile, ...]") -> Iterator[str]:
    """Yield one file as it is, several as documents of one stream, each under its name."""
    if len(files) == 1:
        yield files[0].text
        return
    for number, file in enumerate(files):
        end = "" if file.text.endswith("\n") else "\n"
        yield f"{_document_start(file.text, number)}# {file.path}\n{file.text}{end}"


def _document_start(text: str, number: int) -> str:
    """Return the line by which a document begins, unless it has one of its own.

    Args:
        text: The document.
        number: How many are before it.
    """
    lines = (line for line in text.removeprefix("\ufeff").splitlines() if line.strip() and not line.startswith("#"))
    first = next(lines, "")
    if first.startswith("%"):
        # A directive is one only where the document before it has ended.
        return "...\n" if number else ""
    return "" if first.split()[:1] == ["---"] else "---\n"


def _compare(generation: "Generation", output: str) -> ExitCode:
    from schedcfg.cli.reporting import colored, write_stdout, write_summary
    from schedcfg.commands.generate.generation import differences, render_diff
    from schedcfg.output.summary import counted

    found = tuple(differences(generation, output))
    write_stdout(piece for difference in found for piece in render_diff(difference, colored=colored()))
    write_summary("", f"{counted(len(found), 'file')} to update" if found else "")
    return exit_status(failed=False, refused=found)


def _write(generation: "Generation", output: str) -> ExitCode:
    from schedcfg.cli.reporting import write_stdout
    from schedcfg.commands.generate.generation import write_files
    from schedcfg.output.terminal import path_label

    done: list[str] = []
    try:
        # All of them, even if nobody reads their names.
        done.extend(f"{path_label(path)}\n" for path in write_files(generation, output))
    finally:
        write_stdout(done)
    return ExitCode.ACCEPTED
