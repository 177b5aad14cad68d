"""Every invariant can be broken: where a fault is planted, the fuzzer finds it."""

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.generate.generation import GeneratedFile, Generation
from schedcfg.commands.krm.results import FunctionRun
from schedcfg.commands.trial.answer.summary import RunSummary, Summarizer
from schedcfg.commands.trial.results import TrialRun
from schedcfg.document import Stream
from schedcfg.document.span import Position
from schedcfg.errors import UnwritableOutput
from schedcfg.findings import FileReport, Verdict
from schedcfg.fixing import Unfixed, WhyLeft
from schedcfg.validation.options import Options

from . import (
    calls,
    commands,
    confirming,
    contracts,
    engine,
    in_folders,
    invariants,
    making,
    other_hashes,
    trying,
    with_programs,
)
from .answers import Answer, Command
from .engine import Input
from .seeds import PLAIN, POD

USUAL = {"kubernetes": None, "registry": "open", "role": "any", "gates": None, "path": "a.yaml"}
WISHES = {"annotate": False, "adopt_defaults": False, "drop_unsupported": False}
FIXABLE = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
  plugins: {score: {disabled: [{name: Nope}]}}
"""
PODS = """\
apiVersion: v1
kind: Pod
metadata: {name: a}
spec: {containers: [{name: c, image: c}]}
"""
TESTS = """\
apiVersion: schedcfg.io/v1alpha1
kind: SchedulerTest
nodes: ["2:cpu=4"]
tests:
- name: a
  pods: ["2:cpu=1"]
"""
INPUTS = {
    "validate": Input("validate", {**USUAL, "output": "json", "reasons": False}, PLAIN.encode()),
    "fix": Input("fix", {**USUAL, "registry": "in-tree", "unsafe": True}, FIXABLE.encode()),
    "migrate": Input(
        "migrate",
        {**USUAL, "to": "v1", "wishes": WISHES},
        PLAIN.replace("io/v1", "io/v1beta3").encode(),
    ),
    "confirm": Input(
        "confirm",
        {**USUAL, "status": 0, "messages": "", "written": "completed", "input": "file"},
        PLAIN.encode(),
    ),
    "try": Input("try", {"kubernetes": "1.33", "input": "pods", "name": "a.yaml", "seed": 1}, PODS.encode()),
    "diff": Input("diff", {**USUAL, "other": None}, PLAIN.encode()),
    "generate": Input("generate", {**USUAL, "wanted": "static-pod", "image": None}, PLAIN.encode()),
    "generate static-pod --from": Input(
        "generate static-pod --from", {**USUAL, "kubernetes": "1.33", "carry": False}, POD.encode()
    ),
    "krm": Input("krm", {}, b"kind: ResourceList\nitems: []\n"),
    "$ upgrade": Input(
        "$ upgrade",
        {
            "arguments": ["upgrade", "--write", "--step", "1.32.5", "--output", "json", "a.yaml"],
            "output": "json",
            "stdin": False,
            "name": "a.yaml",
        },
        POD.encode(),
    ),
    "$ test": Input(
        "$ test",
        {
            "arguments": ["test", "--record", "--output", "json", "."],
            "output": "json",
            "stdin": False,
            "kubernetes": "1.33",
            "seed": 1,
        },
        TESTS.encode(),
    ),
    "$ try": Input(
        "$ try",
        {
            "arguments": [
                "try",
                "default",
                "--nodes",
                "2:cpu=4",
                "--pods",
                "./a.yaml",
                "--fill",
                "cpu=1",
                "-o",
                "json",
            ],
            "output": "json",
            "kubernetes": "1.33",
            "name": "a.yaml",
            "beside": PLAIN,
            "seed": 1,
        },
        PODS.encode(),
    ),
    "$ … a folder": Input(
        "$ … a folder",
        {"arguments": ["validate", "--output", "json", "."], "output": "json"},
        f"# file: config.yaml\n{PLAIN}# file: a/kube-scheduler.yaml\n{POD}".encode(),
    ),
    "$ validate --confirm": Input(
        "$ validate --confirm",
        {
            **USUAL,
            "arguments": ["validate", "--confirm", "--output", "json", "a.yaml"],
            "output": "json",
            "name": "a.yaml",
            "status": 0,
            "messages": "",
            "written": "input",
            "input": "file",
        },
        PLAIN.encode(),
    ),
    "$ validate": Input(
        "$ validate",
        {"arguments": ["validate", "a.yaml"], "output": "text", "stdin": False, "name": "a.yaml"},
        PLAIN.encode(),
    ),
}
"""Inputs in which nothing is wrong."""


def kinds(name: str, **changes: Any) -> set[str]:
    one = INPUTS[name]
    return {fault.kind for fault in engine.tried(one._replace(**changes), twice=True).faults}


@pytest.mark.parametrize("name", INPUTS)
def test_nothing_is_wrong_where_nothing_is_planted(name: str) -> None:
    assert kinds(name) == set()


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Any:
    def put(run: Any) -> None:
        monkeypatch.setitem(engine.COMMANDS, "validate", Command(1, (), dict, run))

    return put


def _raising(error: BaseException) -> Any:
    def run(_raw: bytes, _choices: Any) -> Answer:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ZeroDivisionError("x"), "internal error: ZeroDivisionError"),
        (RecursionError("x"), "internal error: RecursionError"),
        (AssertionError(), "internal error: AssertionError"),
        (UnwritableOutput("x"), "undocumented UnwritableOutput"),
    ],
)
def test_an_exception_is_found(plant: Any, error: Exception, kind: str) -> None:
    plant(_raising(error))
    assert kind in kinds("validate")


def test_an_error_inside_of_the_package_is_named_by_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedcfg.validation.text.find_configurations", lambda *_: 1 / 0)
    one = INPUTS["validate"]
    (fault,) = engine.tried(one).faults
    assert (
        engine.signature(one, fault)
        == "validate: internal error: ZeroDivisionError in validation/text.py:validate_stream"
    )


def test_an_error_that_the_command_only_reports_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCHEDCFG_TRACEBACK", raising=False)
    monkeypatch.setattr("schedcfg.validation.text.find_configurations", lambda *_: 1 / 0)
    assert "internal error: reported" in kinds("$ validate")


def test_an_answer_that_changes_is_found(plant: Any) -> None:
    numbers = iter(range(9))
    plant(lambda _raw, _choices: Answer({"text": str(next(numbers))}, []))
    assert kinds("validate") == {"another answer the second time"}


def test_a_completion_that_a_program_would_not_write_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = confirming._completed
    monkeypatch.setattr(
        confirming, "_completed", lambda *given: real(*given).replace(b'"parallelism": 16', b'"parallelism": 7')
    )
    assert kinds("confirm") == {"what schedcfg completes differs from itself"}


def test_an_error_of_a_program_outside_of_the_file_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedcfg.commands.confirm.confirm._start_of_finding", lambda *_: Position(99, 1, 9999))
    refusing = {**INPUTS["confirm"].choices, "status": 1, "messages": "panic: TEXT\n"}
    assert kinds("confirm", choices=refusing) == {"an error of the program is outside of the file"}


def test_what_is_slow_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SLOWEST", -1.0)
    assert "slow" in kinds("validate")


def test_what_hangs_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(_raw: bytes, _choices: Any) -> Answer:
        while True:
            try:
                for _ in range(10_000):
                    pass
            except Exception:  # noqa: BLE001 - as the package does
                pass

    monkeypatch.setattr(engine, "_HANGS", 0.05)
    plant(run)
    assert kinds("validate") == {"hangs"}


def test_memory_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter((100, 900, 900, 900))
    monkeypatch.setattr(engine, "_peak", lambda: next(sizes))
    plant(lambda _raw, _choices: Answer({}, []))
    assert kinds("validate") == {"memory"}


def test_a_fix_that_is_not_idle_the_second_time_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.fix_file

    def growing(stream: Stream, options: Options, **more: Any) -> FileReport:
        report = real(stream, options, **more)
        return dataclasses.replace(report, text=f"{report.text}x: 1\n")

    monkeypatch.setattr(commands, "fix_file", growing)
    assert "a second fix changes more" in kinds("fix")


def test_a_fixed_file_that_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.fix_file

    def refusing(stream: Stream, options: Options, **more: Any) -> FileReport:
        return dataclasses.replace(real(stream, options, **more), verdict=Verdict.REFUSED)

    monkeypatch.setattr(commands, "fix_file", refusing)
    assert "a fixed file is refused" in kinds("fix")


def test_a_migration_that_is_not_idle_or_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.migrate_file

    def breaking(stream: Stream, options: Options, **more: Any) -> Any:
        file = real(stream, options, **more)
        return dataclasses.replace(file, migrated=f"{file.migrated or file.text}nope: 1\n")

    monkeypatch.setattr(commands, "migrate_file", breaking)
    assert {"a second migration is not idle", "a migrated file is refused", "edits do not give the text"} <= kinds(
        "migrate"
    )


def test_other_promises_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.diff
    monkeypatch.setattr(
        commands, "diff", lambda one, other, **more: real(one, other.replace("weight: 3", "weight: 4"), **more)
    )
    assert kinds("diff") == {"a file differs from itself"}
    function = making.run_function
    monkeypatch.setattr(making, "run_function", lambda text: function(text.replace("items: [", "items: [1,")))
    assert "a second run changes more" in kinds("krm")


def _calling(monkeypatch: pytest.MonkeyPatch, status: object, out: bytes = b"", err: str = "") -> None:
    monkeypatch.setattr(calls, "called", lambda *_: calls.Called(status, out, err))


@pytest.mark.parametrize(
    ("called", "kind"),
    [
        ((4, b"", ""), "exit status"),
        (("no exit", b"", ""), "exit status"),
        ((0, b"\x1b[2J", ""), "unescaped character"),
        ((2, b"", "schedcfg: \x1b[2J"), "unescaped character"),
        ((3, b"", f"a.yaml: {invariants.INTERNAL} on this file"), "internal error: reported"),
        ((1, b"", "Traceback (most recent call last):"), "internal error: traceback"),
    ],
)
def test_what_a_call_comes_to(monkeypatch: pytest.MonkeyPatch, called: tuple[Any, ...], kind: str) -> None:
    _calling(monkeypatch, *called)
    assert kinds("$ validate") == {kind}


def _writing(name: str) -> Any:
    def write(*_: object) -> calls.Called:
        Path(name).write_text("x", encoding="utf-8")
        return calls.Called(0, b"", "")

    return write


@pytest.mark.parametrize(("name", "kind"), [("a.yaml", "the file changed"), (".a.yaml.tmp", "litter")])
def test_what_a_call_leaves(monkeypatch: pytest.MonkeyPatch, name: str, kind: str) -> None:
    monkeypatch.setattr(calls, "called", _writing(name))
    assert kinds("$ validate") == {kind}


def test_edits_that_touch_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.migrate_file

    def doubling(stream: Stream, options: Options, **more: Any) -> Any:
        file = real(stream, options, **more)
        return dataclasses.replace(file, edits=file.edits * 2)

    monkeypatch.setattr(commands, "migrate_file", doubling)
    assert "edits touch" in kinds("migrate")


def test_what_a_fix_says_of_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = commands.fix_file

    def faulty(stream: Stream, options: Options, **more: Any) -> FileReport:
        report = real(stream, options, **more)
        assert report.fixing is not None
        left = (Unfixed("r", "t", 1, WhyLeft.FAULT, "because"),)
        return dataclasses.replace(report, fixing=dataclasses.replace(report.fixing, made=(), left=left))

    monkeypatch.setattr(commands, "fix_file", faulty)
    assert {"a fix does not do what it promises", "changed without a fix, or the other way"} <= kinds("fix")


def test_what_is_generated_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Generation((GeneratedFile("a.yaml", "a: ["),))
    monkeypatch.setattr(making, "generate_around", lambda *_, **__: broken)
    assert kinds("generate") == {"a generated file is not read"}


def test_a_manifest_that_is_edited_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def growing(text: str, *_: object) -> Generation:
        return Generation((GeneratedFile("kube-scheduler.yaml", f"{text}x: 1\n"),))

    monkeypatch.setattr(making, "fix_existing", growing)
    assert kinds("generate static-pod --from") == {"a manifest is edited twice"}


def test_a_list_that_is_no_longer_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "run_function", lambda _: FunctionRun("a: [", ()))
    assert kinds("krm") == {"the list is no longer read"}


def test_an_upgrade_that_edits_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def growing(path: str, _before: bytes, after: bytes, _named: object) -> None:
        Path(path).write_bytes(Path(path).read_bytes() + b"---\n" + after)

    monkeypatch.setattr("schedcfg.commands.upgrade.run.put_back", growing)
    assert "a second upgrade changes more" in kinds("$ upgrade")


def test_a_pod_that_is_lost_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Summarizer.summary

    def forgetful(summarizer: Summarizer, run: TrialRun, release: str) -> RunSummary:
        summary = real(summarizer, run, release)
        groups = (dataclasses.replace(group, nodes={}, without={}) for group in summary.groups)
        return dataclasses.replace(summary, groups=tuple(groups))

    monkeypatch.setattr(Summarizer, "summary", forgetful)
    assert "a Pod is lost" in kinds("try")


def test_a_file_of_tests_that_cannot_be_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def written(*_: object) -> calls.Called:
        Path("a.schedtest.yaml").write_text("a: [\n", encoding="utf-8")
        return calls.Called(0, b"", "")

    monkeypatch.setattr(with_programs, "called", written)
    assert kinds("$ test") == {"a file of tests is not read"}


@pytest.mark.parametrize("name", ["$ test", "$ try", "$ … a folder", "$ validate --confirm"])
def test_what_is_left_beside_files_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (with_programs, in_folders):
        monkeypatch.setattr(module, "called", _writing("left"))
    assert kinds(name) == {"litter"}


@pytest.mark.parametrize("name", ["//k", "/k", "../k", "k", "a/../k"])
def test_the_files_of_a_folder_are_within_it(name: str) -> None:
    (path,) = map(Path, in_folders.files_of(f"# file: {name}\na: 1\n".encode()))
    assert not path.is_absolute()
    assert ".." not in path.parts


def test_a_file_of_a_folder_that_changes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_folders, "called", _writing("config.yaml"))
    assert "the file changed" in kinds("$ … a folder")


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ("json", '{"version": 1}'),
        ("junit", "<testsuites><a/></testsuites>"),
        ("gitlab", '[{"description": 5}]'),
        ("rdjson", '{"diagnostics": [5]}'),
        ("github", "::set-output name=a\n"),
    ],
)
def test_a_report_that_does_not_fit_its_schema_is_found(output: str, text: str) -> None:
    (fault,) = contracts.broken("validate", {}, {output: text})
    assert fault.kind == "a report does not fit its schema"
    assert list(contracts.broken("$ validate", {"arguments": ["validate"]}, {output: text, "status": "2"})) == []


def test_every_kind_of_fault_is_planted() -> None:
    modules = (calls, commands, confirming, engine, invariants, making, other_hashes, trying)
    modules += (contracts, in_folders, with_programs)
    sources = [module.__file__ for module in modules if module.__file__]
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    known = {kind for path in sources for kind in _named(Path(path).read_text(encoding="utf-8"))}
    assert len(known) > 20
    assert [kind for kind in sorted(known) if f'"{kind}"' not in here] == []


def _named(text: str) -> Iterator[str]:
    return (found[1] for found in re.finditer(r'Fault\("([^"{]+)"', text))
