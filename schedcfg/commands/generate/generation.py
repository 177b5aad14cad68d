"""Files made around a configuration: it is validated first, and nothing is made around one that its release refuses.

Generated files against those on disk: compared or written, and what is shown about them.
"""

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import Stream, decode_text, parse
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput, UnwritableOutput, unreadable
from schedcfg.findings import FileReport, Problem, Verdict
from schedcfg.output import text, unified_diff
from schedcfg.output.summary import Summary
from schedcfg.output.terminal import CYAN, painter
from schedcfg.releases.release import Release
from schedcfg.rules.settling import ConfigurationContext
from schedcfg.sources import Source, expect_text
from schedcfg.sources.configurations import Role, first_configuration
from schedcfg.sources.manifests.checksum import checksum
from schedcfg.sources.replace import create, replace_output, sweep
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.settling import settle


@dataclass(frozen=True, slots=True)
class GeneratedFile:
    """One file as it should be.

    Attributes:
        path: Its name below the output folder, with `/`.
        text: All of it.
    """

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Generation:
    """What was generated.

    Attributes:
        files: Sorted by path; none where something is in the way.
        report: What was found in the configuration; None where none was read, as `generate profile` makes one.
        remarks: What to know about the files, a sentence each.
        source: The file that they were made around, which none of them may replace; None where there is none.
        existing: What was found in the file that was to be edited; None where nothing is.
    """

    files: tuple[GeneratedFile, ...]
    report: FileReport | None = None
    remarks: tuple[str, ...] = ()
    source: str | None = None
    existing: FileReport | None = None


@dataclass(frozen=True, slots=True)
class FileDifference:
    """How a file on disk differs from what it should be.

    Attributes:
        path: The file.
        committed: Its text; None where it does not exist.
        generated: What it should be.
    """

    path: str
    committed: str | None
    generated: str


class AcceptedConfig(NamedTuple):
    """A configuration that its release accepts.

    Attributes:
        name: The name that its file has beside the generated ones: `scheduler-config.yaml`.
        text: Its text, as the user wrote it.
        configuration: Completed.
    """

    name: str
    text: str
    configuration: Configuration

    @property
    def release(self) -> Release:
        """The release that runs it."""
        return self.configuration.release

    @property
    def checksum(self) -> str:
        """The SHA-256 of its bytes in UTF-8, in hexadecimal."""
        return checksum(self.text)


def written_fields(config: AcceptedConfig) -> dict[str, Any]:
    """Return the fields of a configuration and of its sections, without those that are null.

    Kubernetes reads a null as "not written", but templates and merges of products stumble over it.
    """
    data = parse(config.text).documents[0].data
    assert isinstance(data, dict), "a configuration that its release accepts is a mapping"
    return {field: _without_nulls(value) for field, value in data.items() if value is not None}


def _without_nulls(value: object) -> object:
    if isinstance(value, dict):
        return {field: inner for field, inner in value.items() if inner is not None}
    return value


Chosen = TypeVar("Chosen")


def _nothing(_config: AcceptedConfig, _chosen: object) -> tuple[()]:
    return ()


class Maker(NamedTuple, Generic[Chosen]):
    """Makes files around a configuration, by what a user chose.

    Attributes:
        chosen: What each of the functions takes beside the configuration.
        files: Makes them.
        problems: Lists what prevents the configuration from being run that way (as errors), and what to know about it.
        remarks: Lists what to know about the files, a sentence or two each.
    """

    chosen: Chosen
    files: Callable[[AcceptedConfig, Chosen], Iterable[GeneratedFile]]
    problems: Callable[[AcceptedConfig, Chosen], Iterable[Problem]] = _nothing
    remarks: Callable[[AcceptedConfig, Chosen], Iterable[str]] = _nothing


DEFAULT_NAME = "scheduler-config.yaml"
"""The name of a configuration's file where it has none."""


def generate_around(
    text: str,
    maker: Maker[Chosen],
    kubernetes: str | None = None,
    *,
    name: str = DEFAULT_NAME,
    path: str | None = None,
    options: Options = DEFAULT,
) -> Generation:
    """Make files around a configuration.

    Args:
        text: The configuration.
        maker: Makes the files.
        kubernetes: The release that is to run it; None: the one that a comment of it names or, without one, the newest
            that serves its API version.
        name: The name that the configuration's file has beside the generated ones.
        path: Its name in the report; None: the same.
        options: How it is validated, as in `validate`.

    Returns:
        The files, sorted by path; none where the configuration is refused, or the maker finds an error.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates.
        UnreadableInput: if the text is the name of a file.
    """
    return generate_around_file(parse(expect_text(text)), maker, options.by(kubernetes), name=name, path=path)


def generate_around_file(
    stream: Stream, maker: Maker[Chosen], options: Options, *, name: str = DEFAULT_NAME, path: str | None = None
) -> Generation:
    """Make files around a configuration that was read; see `generate_around`."""
    found = first_configuration(stream, Role.CONFIG)
    validated = DocumentValidator.of_text(options, stream).validate(found)
    path = path or name
    if validated.configuration is None or validated.report.verdict is Verdict.REFUSED:
        return Generation((), validated.file_report(path, stream.text))
    config = AcceptedConfig(name, stream.text, validated.configuration)
    # What depends on how the scheduler runs, as its lease and its DNS, the files settle.
    validated = validated.with_report(settle(validated.report, ConfigurationContext(found, is_generated_for=True)))
    validated = validated.with_problems(maker.problems(config, maker.chosen))
    report = validated.file_report(path, stream.text)
    if any(finding.is_error for finding in validated.report.findings):
        return Generation((), report)
    return Generation(
        tuple(sorted(maker.files(config, maker.chosen), key=lambda file: file.path)),
        report,
        tuple(maker.remarks(config, maker.chosen)),
        source=path,
    )


_FILE_ENDINGS = (".yaml", ".yml", ".json")


class _ChangedFile(NamedTuple):
    """A file that differs: where it is, its bytes as they are (None where it does not exist), and as it should be."""

    path: str
    committed: bytes | None
    file: GeneratedFile


def differences(generation: Generation, output: str) -> Iterator[FileDifference]:
    """Yield how files on disk differ from what they should be.

    Args:
        generation: What they should be.
        output: Their folder or, for a single one, the file itself; see `places`.

    Raises:
        UnreadableInput: if one cannot be read.
        UnwritableOutput: if one that differs is the file that all were made around.
    """
    for path, committed, file in _changes(generation, output):
        yield FileDifference(path, None if committed is None else _text(committed), file.text)


def write_files(generation: Generation, output: str) -> Iterator[str]:
    """Write those files that differ, making folders as needed, and yield their paths.

    What an earlier run left of them, when it was killed, is removed.

    Args:
        generation: What was generated.
        output: As for `differences`.

    Raises:
        UnreadableInput: if one that is there cannot be read.
        UnwritableOutput: if one cannot be written (those before it are), or is the file that all were made around.
    """
    for path, _ in places(generation.files, output):
        sweep(path)
    for path, committed, file in _changes(generation, output):
        _put(path, committed, file.text.encode())
        yield path


def _changes(generation: Generation, output: str) -> list[_ChangedFile]:
    """List the files that differ, if all of them may be replaced."""
    placed = ((path, _existing_content(path), file) for path, file in places(generation.files, output))
    changed_files = [_ChangedFile(*one) for one in placed if one[1] != one[2].text.encode()]
    for path, _, _ in changed_files:
        if generation.source is not None and _is_same(path, generation.source):
            message = f"{path} is the configuration itself, and would be overwritten"
            raise UnwritableOutput(message, "Choose another folder or file.")
    return changed_files


def places(files: tuple[GeneratedFile, ...], output: str) -> list[tuple[str, GeneratedFile]]:
    """Return where files go: below a folder or, where a single one is generated, to the file that is named.

    Args:
        files: What is generated.
        output: A folder; a name that ends like a YAML or JSON file (in any case) is the file itself.

    Raises:
        UnwritableOutput: if one file is named for several, or something is there that is neither file nor folder.
    """
    _check_kind(output)
    if not output.lower().endswith(_FILE_ENDINGS) or os.path.isdir(output):
        placed = [(str(Path(output, file.path)), file) for file in files]
        for path, _ in placed:
            _check_kind(path)
        return placed
    if len(files) > 1:
        names = ", ".join(file.path for file in files)
        raise UnwritableOutput(f"{output} is one file, but several are generated ({names})", "Choose a folder.")
    return [(output, file) for file in files]


def _check_kind(path: str) -> None:
    """Refuse pipes and devices: reading one may wait forever, and none can be replaced."""
    try:
        mode = Path(path).stat().st_mode
    except OSError:
        return  # Nothing there, or nothing to be seen: reading and writing will show.
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise UnwritableOutput(
            f"{path} is neither a file nor a folder", "Choose a file or folder, or omit --write-to for standard output."
        )


def _is_same(path: str, other: str) -> bool:
    try:
        return Path(path).samefile(other)
    except OSError:
        return False


def _put(path: str, committed: bytes | None, content: bytes) -> None:
    try:
        create(path, content) if committed is None else replace_output(path, committed, content)
    except UnwritableOutput as error:
        raise error.of(path) from None


def _existing_content(path: str) -> bytes | None:
    try:
        return Source(path).read() if os.path.lexists(path) else None
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(path, error.sentence)) from None


def _text(content: bytes) -> str:
    try:
        return decode_text(content)
    except UnreadableInput:
        return content.decode(errors="replace")


def render_diff(difference: FileDifference, *, colored: bool) -> Iterator[str]:
    """Yield the lines of a unified diff from what is committed to what would be generated."""
    return unified_diff.render(difference.path, difference.committed, difference.generated, colored=colored)


def render_notes(generation: Generation, *, colored: bool) -> Iterator[str]:
    """Yield a block per finding, and a line per remark.

    Raises:
        UnreadableInput: if a bug keeps findings from being shown.
    """
    reports = [report for report in (generation.report, generation.existing) if report is not None]
    summary = Summary()
    yield from text.render(reports, summary, colored=colored)
    for path, reason in summary.faults.items():
        raise UnreadableInput(unreadable(path, reason))
    paint = painter(colored=colored)
    for remark in generation.remarks:
        yield f"{paint(CYAN, 'note')}: {printable(str(remark))}\n"
    if not generation.files:
        yield "nothing is generated\n"
