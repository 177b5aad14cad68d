"""Reports that the real kube-scheduler of their release confirms, where one of WebAssembly is here."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.reporting import write_stderr
from schedcfg.commands.confirm import scheduler
from schedcfg.commands.confirm.chosen import scheduler_of
from schedcfg.commands.confirm.confirm import confirm_file, without_content
from schedcfg.commands.confirm.results import Agreement, FileConfirmation
from schedcfg.commands.confirm.scheduler import Binary
from schedcfg.commands.confirm.text import render
from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.output.links import ISSUES
from schedcfg.output.summary import Summary, counted
from schedcfg.output.terminal import path_label
from schedcfg.sources import Source
from schedcfg.validation.each_file import Verb, one_source
from schedcfg.validation.options import Options

_LOOKED_AT = {Verdict.ACCEPTED, Verdict.REFUSED}


class _PlaceInFile(NamedTuple):
    """Where a configuration is in its file."""

    number: int
    line: int
    key: str | None


class ConfirmedReports:
    """Asks the real kube-scheduler about each configuration that is reported.

    Args:
        options: How files are validated.
        seconds: How long one run may take.
    """

    def __init__(self, options: Options, seconds: float = scheduler.SECONDS) -> None:
        self._options, self._seconds = options, seconds
        self._schedulers: dict[str, Binary | None] = {}
        self._answers: dict[str, Counter[Agreement]] = {}
        self._unasked = Counter[str]()

    def confirmed(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports as they are; write to standard error where the program decides otherwise.

        Raises:
            NoScheduler: if a program cannot be run.
            CannotCompile: if it cannot be compiled for this machine.
        """
        for report in reports:
            asked = [one for one in report.documents if one.kubernetes and not one.is_related]
            if report.verdict in _LOOKED_AT:
                for release in dict.fromkeys(one.kubernetes for one in asked if one.kubernetes):
                    self._ask(report, release, [one for one in asked if one.kubernetes == release])
            yield report

    def _ask(self, report: FileReport, release: str, documents: list[DocumentReport]) -> None:
        """Ask the program of a release about the configurations of a file that were validated against it."""
        if release not in self._schedulers:
            self._schedulers[release] = scheduler_of(release, [report.path], self._seconds)
        program = self._schedulers[release]
        if program is None:
            self._unasked[release] += len(documents)
            return
        verb = Verb(partial(confirm_file, scheduler=program), partial(without_content, scheduler=program))
        # It is read again: the text of a file without findings is not kept.
        found = one_source(verb, Source(report.path), self._options.by(release))
        places = set(map(_place, documents))
        answered = [one for one in found.documents if _place(one.report) in places]
        self._answers.setdefault(program.name, Counter()).update(one.agreement for one in answered)
        differing = tuple(one for one in answered if one.agreement is Agreement.DISAGREES)
        if differing:
            write_stderr(_difference(replace(found, documents=differing), program.name))

    @property
    def exit_status(self) -> ExitCode:
        """The exit status that the answers give."""
        differ = any(numbers[Agreement.DISAGREES] for numbers in self._answers.values())
        return ExitCode.DISAGREES if differ else ExitCode.ACCEPTED

    def lines(self) -> Iterator[str]:
        """Yield a line for each program, how often it agrees, and for each release of which none is here."""
        for name, numbers in self._answers.items():
            total, agreeing = sum(numbers.values()), numbers[Agreement.AGREES]
            unknown = numbers[Agreement.UNKNOWN]
            open_ = f"; {counted(unknown, 'configuration')} cannot be compared" if unknown else ""
            yield f"{printable(name)} agrees about {agreeing} of {counted(total, 'configuration')}{open_}\n"
        for release, number in self._unasked.items():
            yield (
                f"{counted(number, 'configuration')} not confirmed: no kube-scheduler-{release}.*.wasm is here; "
                f"`python -m tools.build_scheduler {release}`, in a clone of schedcfg, builds one\n"
            )


def _place(report: DocumentReport) -> _PlaceInFile:
    return _PlaceInFile(report.number, report.line, report.key)


def _difference(file: FileConfirmation, program: str) -> Iterator[str]:
    """Yield what a program decides otherwise, and where to report it."""
    yield from render([file], Summary(), colored=False)
    yield (
        f"{path_label(file.path)}: {printable(program)} is the real kube-scheduler, so this is a bug in schedcfg. "
        f"Please report it with the file: {ISSUES}\n"
    )
