"""The answer for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from schedcfg.commands.confirm.answer import Outcome, Unseen
from schedcfg.commands.confirm.results import (
    Agreement,
    DocumentConfirmation,
    FileConfirmation,
    PluginDifference,
    ProgramError,
    ValueDifference,
)
from schedcfg.commands.effective.json_report import each_configuration
from schedcfg.findings import Finding
from schedcfg.output.json_report import ConfigurationJson, place_of
from schedcfg.output.json_writer import OMITTED, VERSION, filled, in_lines
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedFileJson(ConfigurationJson):
    """One configuration, or a file without any.

    Attributes:
        verdict: What schedcfg says of it.
        kubernetes: The release of the program.
        outcome: What became of the program's run; null where there was none.
        agreement: Whether the program and schedcfg agree; null likewise.
        errors: Why the program does not start, or came to no answer.
        differences: What it completes differently.
        plugins: What it runs differently.
        own_args: Plugin → the Args that the program completes, where schedcfg does not know its defaults.
        assumed: Plugins that schedcfg assumed to be compiled in, and that are not.
        unseen: What the program could not show.
        findings: What schedcfg found, sorted by place.
    """

    outcome: Outcome | None = field(default=None, metadata={"open": True})
    agreement: Agreement | None = field(default=None, metadata={"open": True})
    errors: tuple[ProgramError, ...] = ()
    differences: tuple[ValueDifference, ...] = ()
    plugins: tuple[PluginDifference, ...] = ()
    own_args: Mapping[str, Any] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    findings: tuple[Finding, ...] = ()

    @classmethod
    def of(cls, path: str, document: DocumentConfirmation) -> "ConfirmedFileJson":
        """Return a configuration as it is written."""
        report = document.report
        return filled(
            cls,
            document,
            path=path,
            **place_of(report),
            reason=OMITTED,
            findings=report.findings,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmJson:
    """What the user's own kube-scheduler answers, beside what schedcfg says.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        kubernetes: The release of the program.
        files: One for each configuration.
    """

    version: Literal[1] = VERSION
    kubernetes: str | None
    files: tuple[ConfirmedFileJson, ...]


def render(files: Iterable[FileConfirmation], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration."""
    confirmed_files = each_configuration(files, ConfirmedFileJson.of, ConfirmedFileJson, summary)
    return in_lines(ConfirmJson, kubernetes=summary.kubernetes, files=confirmed_files)
