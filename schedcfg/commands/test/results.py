"""What tests bring: whether each holds, with which scheduler and configuration, and if not, why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from schedcfg.commands.trial.answer.summary import RunSummary
from schedcfg.commands.trial.results import Placement
from schedcfg.document.span import Path
from schedcfg.findings import FileReport
from schedcfg.output.json_report import FileJson
from schedcfg.output.json_writer import VERSION


class TestOutcome(StrEnum):
    """What became of a test.

    Attributes:
        PASSED: All that it expects holds, in all runs.
        FAILED: Something holds in no run.
        FLAKY: Something holds in some runs only: it hangs on luck.
        ERROR: It cannot be run, or something that it expects could not fail.
    """

    PASSED = "passed"
    FAILED = "failed"
    FLAKY = "flaky"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionResult:
    """One condition of an expectation.

    Attributes:
        condition: Its key in the file: `placed`, `perNode` …
        line: Where it is written, from 1.
        expected: What has to hold.
        found: What was found, where it does not hold in a run where it does not.
        held: In how many runs it holds.
        runs: How many runs there were.
        pods: The Pods for which it does not hold, with their namespaces.
    """

    condition: str
    line: int
    expected: str
    found: str
    held: int
    runs: int
    pods: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it holds in all runs."""
        return self.held == self.runs


@dataclass(frozen=True, slots=True, kw_only=True)
class PodGroupPlaces:
    """Where identical Pods went.

    Attributes:
        name: The namespace, and what their names begin with: `default/web`.
        nodes: Node → how many of them it has, the most first.
        without: What became of the others → how many these are.
    """

    name: str
    nodes: Mapping[str, int]
    without: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRunResult:
    """A test with one scheduler and configuration.

    Attributes:
        program: The scheduler, as the user named it.
        kubernetes: Its release.
        configuration: Its configuration, or `default`.
        outcome: What became of the test.
        conditions: All conditions of its expectations, in the order of the file; none where it could not be run.
        problem: Why it cannot be run, or cannot fail; None where it can.
        help: What to do about that; None where that is plain.
        line: Where that is, from 1.
        places: Where the Pods went in the run that is shown: the first that did not hold, or the first.
        messages: Why Pods have no node, in the scheduler's words → how many of them.
        seconds: How long its runs took.
        summary: What the run means that is shown; None where there was none.
        explained: The Pods about which something does not hold, with the scores that decided.
        is_broken: Whether the program did not do what a scheduler does, or a file could not be read.
        notes: What has to be known to read the answer.
        recorded: What is to be written into the file: a place in it → the expectations, or a part of one.
    """

    program: str
    kubernetes: str
    configuration: str
    outcome: TestOutcome
    conditions: tuple[ConditionResult, ...] = ()
    problem: str | None = None
    help: str | None = None
    line: int = field(default=1, metadata={"minimum": 1})
    places: tuple[PodGroupPlaces, ...] = ()
    messages: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    summary: RunSummary | None = field(default=None, metadata={"json": None})
    explained: tuple[Placement, ...] = field(default=(), metadata={"json": None})
    is_broken: bool = field(default=False, metadata={"json": None})
    notes: tuple[str, ...] = ()
    recorded: Mapping[Path, Any] = field(default_factory=dict, metadata={"json": None})

    @property
    def failing(self) -> tuple[ConditionResult, ...]:
        """The conditions that do not hold in all runs."""
        return tuple(one for one in self.conditions if not one.holds)


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """A test, with each scheduler and configuration.

    Attributes:
        file: Its file.
        name: What it is called.
        line: Where it is in the file, from 1.
        results: What became of it with each, in the order in which they were named.
    """

    file: str
    name: str
    line: int = field(metadata={"minimum": 1})
    results: tuple[TestRunResult, ...]

    @property
    def outcome(self) -> TestOutcome:
        """The worst of all."""
        outcomes = {one.outcome for one in self.results}
        order = (TestOutcome.ERROR, TestOutcome.FAILED, TestOutcome.FLAKY)
        return next((one for one in order if one in outcomes), TestOutcome.PASSED)

    @property
    def differs(self) -> bool:
        """Whether it comes out otherwise with another scheduler or configuration."""
        return len({one.outcome for one in self.results}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TestCounts:
    """How many tests came out how.

    Attributes:
        passed: All that they expect holds.
        failed: Something does not.
        flaky: Something holds in some runs only.
        errors: They cannot be run, or cannot fail.
    """

    passed: int
    failed: int
    flaky: int
    errors: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFile:
    """A file into which expectations were written.

    Attributes:
        path: The file.
        before: Its text.
        after: Its text now.
        tests: How many tests are otherwise.
    """

    path: str
    before: str
    after: str
    tests: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TestReport:
    """All tests of a run.

    Attributes:
        version: Of this contract: fields may be added to it, none is renamed.
        tests: The tests, in the order of the files.
        counts: How many came out how.
        wrong_files: The files of which no test was run, as something is wrong with them.
        recorded: The files into which expectations were written.
    """

    __json__ = ("version", "tests", "counts", "described_wrong_files as wrongFiles")

    version: Literal[1] = VERSION
    tests: tuple[TestResult, ...]
    wrong_files: tuple[FileReport, ...] = ()
    recorded: tuple[RecordedFile, ...] = ()

    @property
    def described_wrong_files(self) -> tuple[FileJson, ...]:
        """The files of which no test was run, with what is wrong with them, as `validate` has it."""
        return tuple(map(FileJson.of, self.wrong_files))

    @property
    def counts(self) -> TestCounts:
        """How many came out how."""
        outcomes = [one.outcome for one in self.tests]
        return TestCounts(
            passed=outcomes.count(TestOutcome.PASSED),
            failed=outcomes.count(TestOutcome.FAILED),
            flaky=outcomes.count(TestOutcome.FLAKY),
            errors=outcomes.count(TestOutcome.ERROR) + sum(len(one.documents[0].findings) for one in self.wrong_files),
        )

    @property
    def is_passed(self) -> bool:
        """Whether all tests passed."""
        return not self.wrong_files and all(one.outcome is TestOutcome.PASSED for one in self.tests)

    @property
    def is_broken(self) -> bool:
        """Whether a program did not do what a scheduler does, or a file could not be read."""
        return any(one.is_broken for test in self.tests for one in test.results)
