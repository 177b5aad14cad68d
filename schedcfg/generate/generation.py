"""Files made around a configuration: it is validated first, and nothing is made around one that its release refuses."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import parse
from schedcfg.findings import FileReport, Problem, Verdict
from schedcfg.releases.release import Release
from schedcfg.sources.configurations import Role
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import DEFAULT, Options


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


CHECKSUM_ANNOTATION = "schedcfg.io/config-sha256"
"""Annotation of a Pod: when the configuration changes, so does the Pod, and what runs it starts it again."""


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
        return hashlib.sha256(self.text.encode()).hexdigest()


def _nothing(_config: AcceptedConfig) -> tuple[()]:
    return ()


class Maker(NamedTuple):
    """Makes files around a configuration.

    Attributes:
        files: Makes them.
        problems: Lists what prevents the configuration from being run that way (as errors), and what to know about it.
        remarks: Lists what to know about the files, a sentence or two each.
    """

    files: Callable[[AcceptedConfig], Iterable[GeneratedFile]]
    problems: Callable[[AcceptedConfig], Iterable[Problem]] = _nothing
    remarks: Callable[[AcceptedConfig], Iterable[str]] = _nothing


DEFAULT_NAME = "scheduler-config.yaml"
"""The name of a configuration's file where it has none."""


def generate_around(
    text: str,
    maker: Maker,
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
        kubernetes: The release that is to run it; None: the newest that serves its API version.
        name: The name that the configuration's file has beside the generated ones.
        path: Its name in the report; None: the same.
        options: How it is validated, as in `validate`.

    Returns:
        The files, sorted by path; none where the configuration is refused, or the maker finds an error.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates.
    """
    validated = DocumentValidator.of(options.by(kubernetes)).first(parse(text), Role.CONFIG)
    path = path or name
    if validated.configuration is None or validated.report.verdict is Verdict.REFUSED:
        return Generation((), validated.file_report(path, text))
    config = AcceptedConfig(name, text, validated.configuration)
    validated = validated.with_problems(maker.problems(config))
    report = validated.file_report(path, text)
    if any(finding.is_error for finding in validated.report.findings):
        return Generation((), report)
    return Generation(
        tuple(sorted(maker.files(config), key=lambda file: file.path)),
        report,
        tuple(maker.remarks(config)),
        source=path,
    )
