"""Known findings: recorded in a file, so that only new ones are reported.

The file is JSON, an entry per line, sorted; paths are relative to its folder.
"""

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.errors import BugGuard, UnreadableInput, UnwritableOutput, WrongSettings, unreadable
from schedcfg.findings import DocumentReport, FileReport, Finding, SettledBy, Verdict
from schedcfg.output.guard import each_after
from schedcfg.output.links import Identity, digest, identity
from schedcfg.rules.former_ids import former_ids
from schedcfg.sources import STDIN, Source
from schedcfg.sources.replace import create, replace_output

VERSION = 1


class KnownFinding(NamedTuple):
    """A finding as a baseline has it."""

    path: str  # The file, relative to the baseline's folder, with `/`
    rule: str
    where: str  # The field, without numbers of entries; for readers
    fingerprint: str  # What distinguishes it from others


class Baseline:
    """Findings that are known, and which of them a run has met.

    Args:
        path: The baseline's file.
        known: Its findings, and how many there are of each.
    """

    def __init__(self, path: str, known: Counter[KnownFinding]) -> None:
        self.path = path
        self._left = known.copy()
        self._validated: set[str] = set()

    def new(self, reports: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield reports without the known findings; verdicts stay."""
        return each_after(self._new, reports)

    def _new(self, report: FileReport) -> FileReport:
        if report.verdict is not Verdict.UNREADABLE:
            self._validated.add(_relative(report.path, self.path))
        documents = tuple(self._only_new(document, report) for document in report.documents)
        return dataclasses.replace(report, documents=documents)

    def _only_new(self, document: DocumentReport, report: FileReport) -> DocumentReport:
        known = {
            id(finding): f"the baseline {self.path} has it"
            for finding in document.findings
            if not finding.is_required and any(map(self._take, _known_as(finding, document, report, self.path)))
        }
        return document.without(known, SettledBy.BASELINE)

    def _take(self, known: KnownFinding) -> bool:
        found = self._left[known] > 0
        self._left[known] -= found
        return found

    def outdated(self) -> list[KnownFinding]:
        """List what the files that were validated, or are gone, no longer have: the baseline can shrink."""
        return sorted(known for known, left in self._left.items() if left > 0 and self._is_settled(known.path))

    def _is_settled(self, path: str) -> bool:
        there = os.path.join(os.path.dirname(self.path), path)
        return path in self._validated or not (path == STDIN or os.path.exists(there))


def read(path: str) -> Baseline:
    """Read a baseline.

    Raises:
        UnreadableInput: if there is no such file, or it cannot be read.
        WrongSettings: if it is no baseline.
    """
    try:
        raw = Source(path).read()
    except UnreadableInput as error:
        raise UnreadableInput(f"baseline {unreadable(path, error.sentence)}") from None
    try:
        return Baseline(path, _entries(raw))
    except _MALFORMED:
        raise WrongSettings(f"{path} is not a baseline of schedcfg", "Write one with --write-baseline FILE.") from None


_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, RecursionError)


def _is_baseline(raw: bytes) -> bool:
    try:
        _entries(raw)
    except _MALFORMED:
        return False
    return True


def _entries(raw: bytes) -> Counter[KnownFinding]:
    """Read the entries.

    Raises:
        ValueError, KeyError, TypeError, AttributeError, RecursionError: if they are none.
    """
    data = json.loads(raw)
    findings = data["findings"]
    if data["version"] != VERSION or not isinstance(findings, list):
        raise ValueError
    known: Counter[KnownFinding] = Counter()
    for entry in findings:
        known[KnownFinding(*(str(entry[name]) for name in KnownFinding._fields))] += int(entry["count"])
    return known


class WrittenBaseline(NamedTuple):
    """What went into a baseline; the file is as it was where one of the others could not be read, or none was found."""

    findings: int
    files: int
    documents: int  # Those that were validated
    unread: tuple[tuple[str, str], ...]  # The files that could not be read, with the reasons

    @property
    def is_written(self) -> bool:
        """Whether all is known that the file is to have: it would lose the findings of what was not looked at."""
        return self.documents > 0 and not self.unread


def write(path: str, reports: Iterable[FileReport]) -> WrittenBaseline:
    """Write all findings of some reports, if all files could be read; the baseline that the file held is replaced.

    Raises:
        UnwritableOutput: if the file cannot be written, or is no baseline: its name may have been forgotten, so that
            the name is that of a configuration.
        UnreadableInput: if it cannot be read.
    """
    before = Source(path).read() if os.path.lexists(path) else None
    if before and not _is_baseline(before):
        raise UnwritableOutput(
            f"{path} is not a baseline, and is not overwritten", "Choose a new file: --write-baseline FILE."
        )
    unread: list[tuple[str, str]] = []
    findings: Counter[KnownFinding] = Counter()
    documents = 0
    for report in reports:
        documents += len(report.documents)
        if report.verdict is Verdict.UNREADABLE:
            unread.append((report.path, report.reason or ""))
        with BugGuard() as guard:
            for document in report.documents:
                findings.update([_known(finding, document, report, path) for finding in document.findings])
        unread += [(report.path, guard.reason)] if guard.reason else []
    written = WrittenBaseline(findings.total(), len({known.path for known in findings}), documents, tuple(unread))
    if written.is_written:
        _put(path, before, _render(findings).encode("utf-8", "backslashreplace"))
    return written


def _render(found: Counter[KnownFinding]) -> str:
    entries = [json.dumps({**known._asdict(), "count": found[known]}, ensure_ascii=False) for known in sorted(found)]
    listed = ",\n".join(f"    {entry}" for entry in entries)
    return f'{{"version": {VERSION}, "findings": [\n{listed}\n]}}\n'


def _put(path: str, before: bytes | None, content: bytes) -> None:
    try:
        create(path, content) if before is None else replace_output(path, before, content)
    except UnwritableOutput as error:
        raise error.of(path) from None


def _known(finding: Finding, document: DocumentReport, report: FileReport, baseline: str) -> KnownFinding:
    return _entry(identity(finding, document, report.text or ""), report, baseline)


def _known_as(finding: Finding, document: DocumentReport, report: FileReport, baseline: str) -> Iterator[KnownFinding]:
    """Yield what a baseline may have for a finding: by the id of its rule, and by those that it had before."""
    found = identity(finding, document, report.text or "")
    for rule in (finding.rule, *former_ids(finding.rule)):
        yield _entry(found._replace(rule=rule), report, baseline)


def _entry(found: Identity, report: FileReport, baseline: str) -> KnownFinding:
    return KnownFinding(_relative(report.path, baseline), found.rule, found.where, digest(*found))


def _relative(path: str, baseline: str) -> str:
    if path == STDIN:
        return STDIN
    return os.path.relpath(path, os.path.dirname(baseline) or os.curdir).replace(os.sep, "/")
