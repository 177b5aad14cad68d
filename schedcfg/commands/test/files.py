"""Files of tests: found, read, and with what is wrong in them as findings."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schedcfg.commands.trial.inputs.sketch import is_sketch
from schedcfg.configuration.decode.scheduler_test import is_scheduler_test, read_tests
from schedcfg.document import Document, parse_bytes
from schedcfg.document.span import Path
from schedcfg.document.texts import printable
from schedcfg.errors import UnreadableInput, WrongRequest, unreadable
from schedcfg.findings import FileReport, Problem, Verdict
from schedcfg.models import OWN_VERSION, TEST_KIND
from schedcfg.models.scheduler_test import DEFAULT_CONFIGURATION, SUFFIXES, SchedulerTest, TestCase
from schedcfg.rules import placing
from schedcfg.sources import SearchTally, Source, find
from schedcfg.sources.source import STDIN
from schedcfg.validation.scheduler_tests import report_on_tests


@dataclass(frozen=True)
class TestFile:
    """A document with tests.

    Attributes:
        path: Its file, as the user named it.
        document: Where places are looked up.
        tests: What it says; None where that cannot be read.
        problems: What is wrong with it.
        unfinished: The tests that expect nothing yet.
        raw: Its bytes.
    """

    path: str
    document: Document
    tests: SchedulerTest | None
    problems: tuple[Problem, ...] = ()
    unfinished: tuple[Problem, ...] = ()
    raw: bytes = b""

    @property
    def cases(self) -> Iterator[tuple[int, TestCase]]:
        """Its tests, with their places in the list."""
        written = self.tests.tests if self.tests is not None else None
        return ((number, case) for number, case in enumerate(written or ()) if case is not None)

    @property
    def configuration(self) -> str:
        """The configuration, as seen from the working folder."""
        written = self.tests.configuration if self.tests is not None else None
        return DEFAULT_CONFIGURATION if written in (None, "", DEFAULT_CONFIGURATION) else self._beside(written or "")

    def there(self, case: TestCase) -> tuple[str, ...]:
        """Return what is there before a test, as values of `--nodes`."""
        assert self.tests is not None
        nodes = case.nodes or self.tests.nodes
        values = (*(nodes or ()), *(self.tests.objects or ()), *(case.objects or ()))
        return tuple(self._beside(value) for value in values if value)

    def coming(self, case: TestCase) -> tuple[str, ...]:
        """Return the Pods that come in a test, as values of `--pods`."""
        return tuple(self._beside(value) for value in case.pods or () if value)

    def prometheus(self, case: TestCase) -> str | None:
        """Return the file with what Prometheus answers in a test; None where nothing is answered."""
        assert self.tests is not None
        written = case.prometheus or self.tests.prometheus
        return None if written is None else self._beside(written)

    def runs(self, case: TestCase) -> int:
        """Return how often a test is run."""
        assert self.tests is not None
        return case.runs or self.tests.runs or 1

    def _beside(self, value: str) -> str:
        """Return a path as seen from the working folder; a sketch as it is."""
        if is_sketch(value) or self.path == STDIN or os.path.isabs(value):
            return value
        return os.path.normpath(os.path.join(os.path.dirname(self.path), value))

    def report(self, problems: Iterable[Problem]) -> FileReport:
        """Return what is wrong with it as a report."""
        findings = placing.placed_findings(problems, self.document)
        report = report_on_tests(self.document, self.document.index, findings)
        return FileReport(self.path, Verdict.ACCEPTED, (report,), text=self.document.text)

    def line(self, path: Path) -> int:
        """Return the line of a part of it, from 1."""
        place = self.document.locate(path)
        return (place.key or place.value).start.line


def test_files(paths: Iterable[str]) -> Iterator[TestFile]:
    """Yield the documents with tests in files, and in folders that are searched for files of tests.

    Raises:
        UnreadableInput: if a file cannot be read.
        WrongRequest: if a file holds no tests, or one that is called so holds something else as well.
    """
    for source in find(paths, SUFFIXES, SearchTally()):
        found = list(tests_in(source))
        if not found:
            raise WrongRequest(f"{printable(source.path)} holds no tests", _BEGINNING)
        yield from found


_BEGINNING = f"Each document of it begins with `apiVersion: {OWN_VERSION}` and `kind: {TEST_KIND}`."


def tests_in(source: Source) -> Iterator[TestFile]:
    """Yield the documents with tests in a file.

    Raises:
        UnreadableInput: if it cannot be read.
        WrongRequest: if it is called as files of tests are, and holds something else as well.
    """
    try:
        raw = source.read()
    except UnreadableInput as error:
        raise UnreadableInput(unreadable(source.path, error.sentence), error.help) from None
    stream = parse_bytes(raw)
    if stream.undecodable is not None:
        raise UnreadableInput(unreadable(source.path, stream.undecodable.sentence))
    if stream.error is not None:
        line = stream.error.span.start.line
        raise UnreadableInput(unreadable(f"{source.path}:{line}", stream.error.message))
    for document in stream.documents:
        if is_scheduler_test(document.data):
            read = read_tests(document)
            yield TestFile(source.path, document, read.tests, read.problems, read.unfinished, raw)
        elif document.data is not None and source.path.endswith(SUFFIXES):
            raise WrongRequest(f"{printable(source.path)}:{document.line} is no {TEST_KIND}", _BEGINNING)
