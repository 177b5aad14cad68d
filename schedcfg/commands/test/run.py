"""Tests are run: each with each scheduler and configuration, several at a time."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any, NamedTuple

from schedcfg.cli.reporting import write_stderr
from schedcfg.cli.streams import waiting
from schedcfg.commands.confirm.chosen import ProgramOptions, chosen_programs
from schedcfg.commands.test.expectations import CannotFail, CheckedCondition, check_expectation, selected_pods
from schedcfg.commands.test.files import TestFile, test_files, tests_in
from schedcfg.commands.test.outcome import RunOutcome, TestedPods
from schedcfg.commands.test.recording import recorded, rerecorded
from schedcfg.commands.test.results import (
    ConditionResult,
    PodGroupPlaces,
    RecordedFile,
    TestOutcome,
    TestReport,
    TestResult,
    TestRunResult,
)
from schedcfg.commands.trial.answer.summary import Summarizer
from schedcfg.commands.trial.api.store import Name, name_of
from schedcfg.commands.trial.asking import import_server
from schedcfg.commands.trial.configured import TriedConfiguration
from schedcfg.commands.trial.inputs.given_cluster import GivenCluster, read_cluster
from schedcfg.commands.trial.ongoing_run import TrialFailed
from schedcfg.commands.trial.programs import (
    TriedProgram,
    configuration_for,
    request_for,
    tried_programs,
)
from schedcfg.commands.trial.prometheus import recorded_prometheus
from schedcfg.commands.trial.results import Placement, PodOutcome, TrialRun
from schedcfg.commands.trial.run import run
from schedcfg.configuration.decode.scheduler_test import conditions as conditions_of
from schedcfg.configuration.decode.scheduler_test import written_path
from schedcfg.document.edit import Draft
from schedcfg.document.secrets import hide_in_sentence
from schedcfg.document.span import Path
from schedcfg.document.texts import encoding_of, printable
from schedcfg.errors import BugGuard, SchedcfgError, UnreadableInput, UnwritableOutput, WrongRequest
from schedcfg.findings import Problem
from schedcfg.integrations.working_folders import working_folder
from schedcfg.models.scheduler_test import SUFFIXES, TestCase
from schedcfg.output.summary import counted
from schedcfg.sources import Source
from schedcfg.sources.replace import create
from schedcfg.sources.replace import replace as replace_file
from schedcfg.validation.options import Options
from schedcfg.validation.settings.reading import Project

_MOST_EXPLAINED = 40
"""Pods whose scores are kept, and nodes up to which that is done: what decided is shown of a few."""
_SHOWN = 3
_RECORDED_RUNS = 8


class Recording(StrEnum):
    """What is written into files of tests.

    Attributes:
        NOTHING: They stay as they are.
        MISSING: Expectations of tests that have none.
        CHANGED: What does not hold any more.
    """

    NOTHING = "nothing"
    MISSING = "missing"
    CHANGED = "changed"


class TestOptions(NamedTuple):
    """What is tested, and with what."""

    paths: tuple[str, ...]
    programs: ProgramOptions
    options: Options
    project: Project | None
    others: tuple[str, ...]  # Configurations with which the tests are run as well
    runs: int | None  # How often each is run at least; None: as the files say
    jobs: int  # How many schedulers run at a time
    names: tuple[str, ...]  # Parts of the names of tests that are run; none: all
    recording: Recording = Recording.NOTHING
    new: Source | None = None  # A file that is written once its expectations are recorded; instead of those of paths


class _Variant(NamedTuple):
    """A scheduler and a configuration with which the tests of a file are run."""

    program: TriedProgram
    configuration: str
    tried: TriedConfiguration | None  # None where it cannot be read
    problem: str = ""  # Why it cannot be tried
    help: str | None = None
    is_broken: bool = False

    def result(self, outcome: TestOutcome) -> TestRunResult:
        """Return a result with it."""
        return TestRunResult(
            program=self.program.program.name,
            kubernetes=self.program.release,
            configuration=self.configuration,
            outcome=outcome,
        )


class _PlannedTest(NamedTuple):
    """A test that is to be run."""

    file: TestFile
    number: int
    case: TestCase

    @property
    def path(self) -> Path:
        """Where it is in its file."""
        return "tests", self.number

    def line(self, path: Path) -> int:
        """Return the line of a part of it, which is named in the long form."""
        return self.file.line(written_path(path, self.file.document.data))


def run_tests(asked: TestOptions) -> TestReport:
    """Run tests, and return what they bring.

    Raises:
        UsageError: if no program is named, and none is found.
        NoScheduler: if a program cannot be run.
        UnreadableInput: if a file cannot be read.
        WrongRequest: if there are no tests, or a library is missing.
    """
    files = list(test_files(asked.paths) if asked.new is None else tests_in(asked.new))
    problems = [_problems(file, asked.recording) for file in files]
    wrong = tuple(file.report(found) for file, found in zip(files, problems, strict=True) if found)
    planned = [
        _PlannedTest(file, number, case)
        for file, found in zip(files, problems, strict=True)
        if not found and file.tests is not None
        for number, case in file.cases
        if _is_chosen(case, asked)
    ]
    if not planned and not wrong:
        raise WrongRequest(*_nothing(asked))
    if not planned:
        return TestReport(tests=(), wrong_files=wrong)
    import_server("test")
    configurations = list(dict.fromkeys(test.file.configuration for test in planned))
    chosen = chosen_programs(asked.programs, configurations, asked.options)
    write_stderr([chosen.remark])
    with working_folder("schedcfg-test-") as folder:
        programs = list(tried_programs(chosen, asked.options, asked.project, folder))
        with waiting(f"running {counted(len(planned), 'test')}"):
            tests = asyncio.run(_all(planned, programs, asked))
    return TestReport(tests=tuple(tests), wrong_files=wrong, recorded=tuple(_recorded(planned, tests, asked)))


def _recorded(
    planned: Sequence["_PlannedTest"], tests: Sequence[TestResult], asked: TestOptions
) -> Iterator[RecordedFile]:
    """Write what was recorded into the files, and yield these.

    Raises:
        UnwritableOutput: if a file cannot be written, or a new one is there by now; it is then as it was.
    """
    by_file: dict[str, list[tuple[TestFile, Mapping[Path, Any]]]] = {}
    for test, result in zip(planned, tests, strict=True):
        changes = result.results[0].recorded
        if changes:
            by_file.setdefault(test.file.path, []).append((test.file, changes))
    for path, changed in by_file.items():
        before = changed[0][0].document.text
        after = before
        for file, changes in changed:
            after = _changed(after, file.document.index, changes)
        raw = changed[0][0].raw
        content = after.encode(encoding_of(raw))
        try:
            replace_file(path, raw, content) if asked.new is None else create(path, content)
        except UnwritableOutput as error:
            raise error.of(path) from None
        yield RecordedFile(path=path, before=before, after=after, tests=len(changed))


def _changed(text: str, index: int, changes: Mapping[Path, Any]) -> str:
    """Return a text with values written at places of one of its documents."""
    draft = Draft(text, index)
    for path, value in changes.items():
        draft.set(path, value)
    return draft.text


def _problems(file: TestFile, recording: Recording) -> tuple[Problem, ...]:
    """Return why no test of a file is run; one that expects nothing is run where its expectations are recorded."""
    return file.problems if recording is Recording.MISSING else (*file.problems, *file.unfinished)


def _is_chosen(case: TestCase, asked: TestOptions) -> bool:
    is_named = not asked.names or any(name in (case.name or "") for name in asked.names)
    return is_named and not (asked.recording is Recording.MISSING and case.expect)


def _nothing(asked: TestOptions) -> tuple[str, str]:
    """Return that there is nothing to run, and what to do."""
    if asked.recording is Recording.MISSING:
        return "all tests have expectations", "`--update` writes what does not hold any more."
    if asked.names:
        return f"no test has {' or '.join(asked.names)} in its name", "Omit -t to run all of them."
    where = ", ".join(map(printable, asked.paths))
    return (
        f"there are no tests in {where}",
        f"Files of tests end in {SUFFIXES[0]}; `schedcfg test --init` writes a first one.",
    )


async def _all(
    planned: Sequence[_PlannedTest], programs: Sequence[TriedProgram], asked: TestOptions
) -> list[TestResult]:
    """Run all tests, several at a time, and return them in their order."""
    free = asyncio.Semaphore(asked.jobs)
    # Files share configurations: each is read and validated once for a program.
    names = dict.fromkeys((*(test.file.configuration for test in planned), *asked.others))
    variants = {name: [_variant(name, program) for program in programs] for name in names}

    async def one(test: _PlannedTest, variant: _Variant) -> TestRunResult:
        guard = BugGuard()
        async with free:
            with guard:
                return _reported(await _result(test, variant, asked))
        return replace(variant.result(TestOutcome.ERROR), problem=guard.reason, is_broken=True)

    async def every(test: _PlannedTest) -> TestResult:
        own = [variants[name] for name in dict.fromkeys((test.file.configuration, *asked.others))]
        results = await asyncio.gather(*(one(test, variant) for each in zip(*own, strict=True) for variant in each))
        name = test.case.name or ""
        return TestResult(file=test.file.path, name=name, line=test.line(test.path), results=tuple(results))

    return list(await asyncio.gather(*map(every, planned)))


def _variant(name: str, program: TriedProgram) -> _Variant:
    try:
        tried = configuration_for(name, program)
    except UnreadableInput as error:
        return _Variant(program, name, None, error.sentence, error.help, is_broken=True)
    if not tried.is_refused or tried.report is None:
        return _Variant(program, name, tried)
    messages = [finding.message for document in tried.report.documents for finding in document.findings]
    reason = f": {messages[0]}" if messages else ""
    help_ = f"`schedcfg validate --kubernetes {program.release} {name}` shows all that is wrong with it."
    return _Variant(program, name, None, f"kube-scheduler {program.release} does not start with {name}{reason}", help_)


async def _result(test: _PlannedTest, variant: _Variant, asked: TestOptions) -> TestRunResult:
    """Return what becomes of a test with a scheduler and a configuration."""
    refused = variant.result(TestOutcome.ERROR)
    refused = replace(refused, line=test.line(test.path), is_broken=variant.is_broken)
    if variant.tried is None:
        return replace(refused, problem=variant.problem, help=variant.help)
    try:
        given = read_cluster(test.file.there(test.case), test.file.coming(test.case), variant.program.release)
        return await _tested(test, variant, given, variant.tried, asked)
    except CannotFail as error:
        return replace(refused, problem=error.message, help=error.help)
    except SchedcfgError as error:
        is_broken = isinstance(error, TrialFailed | UnreadableInput | UnwritableOutput)
        return replace(refused, problem=" ".join(error.lines), help=error.help, is_broken=is_broken)


def _reported(result: TestRunResult) -> TestRunResult:
    """Return a result whose problem is a sentence without a full stop, and without secrets of what the tests name."""
    problem, help_ = (one and hide_in_sentence(one) for one in (result.problem, result.help))
    return replace(result, problem=problem and problem.removesuffix("."), help=help_)


async def _tested(
    test: _PlannedTest, variant: _Variant, given: GivenCluster, tried: TriedConfiguration, asked: TestOptions
) -> TestRunResult:
    """Run a test as often as it has to be, and return whether what it expects holds.

    Raises:
        CannotFail: if something that it expects could not be otherwise.
        TrialFailed: if the program does not do what a scheduler does.
        UnreadableInput: if the answers of Prometheus cannot be read.
    """
    begin = time.monotonic()
    pods = TestedPods(given.cluster)
    explained = _explained(test, pods, given)
    request = request_for(variant.program, tried, asked.programs)._replace(
        explained=explained, prometheus=recorded_prometheus(test.file.prometheus(test.case))
    )
    summarizer = Summarizer(given.cluster)
    made = []
    for number in range(_runs(test, asked)):
        its_run = await run(request.repeated(number), given.cluster)
        outcome = RunOutcome(given.cluster, its_run, summarizer, variant.program.release)
        made.append(_CheckedRun(its_run, outcome, list(_checked(test, pods, outcome))))
    conditions = tuple(_conditions(test, made))
    shown = next((one for one in made if not all(each.check.holds for each in one.checked)), made[0])
    summary = shown.outcome.summary
    failing = {pod for one in conditions if not one.holds for pod in one.pods}
    return replace(
        variant.result(_outcome(conditions)),
        conditions=conditions,
        line=next((one.line for one in conditions if not one.holds), test.line(test.path)),
        places=tuple(
            PodGroupPlaces(
                name=group.pods.name,
                nodes=group.nodes,
                without={str(outcome): number for outcome, number in group.without.items()},
            )
            for group in summary.groups
        ),
        messages={one.message: len(one.pods) for one in summary.unplaced if one.message},
        seconds=time.monotonic() - begin,
        summary=summary,
        explained=tuple(_decided(failing, shown.run)),
        notes=(*(f"{tried.name}: {note}" for note in tried.notes), *given.notes, *shown.run.notes),
        recorded=_recording(test, pods, [one.outcome for one in made], conditions, asked.recording),
    )


def _recording(
    test: _PlannedTest,
    pods: TestedPods,
    outcomes: Sequence[RunOutcome],
    conditions: Sequence[ConditionResult],
    recording: Recording,
) -> dict[Path, Any]:
    """Return what is to be written into the file of a test: a place in its text → the value."""
    if recording is Recording.MISSING:
        found = recorded(pods, outcomes)
        return {(*test.path, "expect"): found[0] if len(found) == 1 else found}
    if recording is Recording.NOTHING or all(one.holds for one in conditions):
        return {}
    changes: dict[Path, Any] = {}
    places = [
        (number, one, key)
        for number, one in enumerate(test.case.expect or ())
        if one is not None
        for key in conditions_of(one)
    ]
    for (number, one, key), condition in zip(places, conditions, strict=True):
        value = None if condition.holds else rerecorded(one, key, pods, outcomes)
        if value is not None:
            path: Path = (*test.path, "expect", number, key)
            changes[written_path(path, test.file.document.data)] = value
    return changes


def _runs(test: _PlannedTest, asked: TestOptions) -> int:
    """Return how often a test is run; to be recorded, often enough to see what hangs on luck."""
    least = 1 if asked.recording is Recording.NOTHING else _RECORDED_RUNS
    return max(asked.runs or least, test.file.runs(test.case))


class _CheckedRun(NamedTuple):
    """A run, and whether what is expected holds in it."""

    run: TrialRun
    outcome: RunOutcome
    checked: list[CheckedCondition]


def _explained(test: _PlannedTest, pods: TestedPods, given: GivenCluster) -> frozenset[Name]:
    """Return the Pods whose scores are kept: those that something is, or will be expected of, if they are not many."""
    expected = [one for one in test.case.expect or () if one is not None]
    wanted = {name for one in expected for name in selected_pods(one, pods)}
    if not expected:
        wanted = {pod.name for pod in pods.coming}
    is_small = len(wanted) <= _MOST_EXPLAINED and given.cluster.number_of_nodes <= _MOST_EXPLAINED
    needs_scores = any(one.score is not None for one in expected)
    if not (is_small or needs_scores):
        return frozenset()
    return frozenset(name_of(pod) for pod in given.cluster.pods if "/".join(name_of(pod)) in wanted)


def _checked(test: _PlannedTest, pods: TestedPods, outcome: RunOutcome) -> Iterator[CheckedCondition]:
    for number, one in enumerate(test.case.expect or ()):
        if one is not None:
            yield from check_expectation(one, (*test.path, "expect", number), pods, outcome)


def _conditions(test: _PlannedTest, made: Sequence["_CheckedRun"]) -> Iterator[ConditionResult]:
    """Yield each condition with the number of runs in which it holds."""
    for index, first in enumerate(made[0].checked):
        checks = [one.checked[index].check for one in made]
        shown = next((check for check in checks if not check.holds), checks[0])
        yield ConditionResult(
            condition=str(first.path[-1]),
            line=test.line(first.path),
            expected=shown.expected,
            found=shown.found,
            held=sum(check.holds for check in checks),
            runs=len(checks),
            pods=() if shown.holds else shown.pods,
        )


def _outcome(conditions: Iterable[ConditionResult]) -> TestOutcome:
    failing = [one for one in conditions if not one.holds]
    if any(one.held == 0 for one in failing):
        return TestOutcome.FAILED
    return TestOutcome.FLAKY if failing else TestOutcome.PASSED


def _decided(failing: set[str], shown: TrialRun) -> Iterator[Placement]:
    """Yield some Pods for which something does not hold and whose scores are known, one for each place."""
    seen: set[str | None] = set()
    for placement in shown.placements:
        is_scored = placement.outcome is PodOutcome.BOUND and bool(placement.totals)
        if placement.pod in failing and is_scored and placement.node not in seen and len(seen) < _SHOWN:
            seen.add(placement.node)
            yield placement
