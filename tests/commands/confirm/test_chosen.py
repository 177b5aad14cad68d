"""Which scheduler `try`, `test`, `confirm` and `validate --confirm` run where nobody names one."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg import Options
from schedcfg.commands.trial.asking import TryOptions, with_its_program
from tests.called import EXAMPLES
from tests.integrations import wasm_programs

wasmtime = pytest.importorskip("wasmtime")

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
NAME = "kube-scheduler-1.37.2.wasm"
REFUSES = wasm_programs.program(
    f"{wasm_programs.written(19)} (if (i32.gt_u (call $arguments) (i32.const 2)) "
    f"(then {wasm_programs.exit_with('(i32.const 1)')}))",
    wasm_programs.VERSION,
)
"""Says its version and, where it has more arguments than `--version`, that something is wrong."""
REAL = os.environ.get("SCHEDCFG_WASM", "")
TRIAL = ("--nodes", "1:cpu=1", "--pods", "1:cpu=1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with a configuration; what is kept for all is in another one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = tmp_path / "work"
    made.mkdir()
    monkeypatch.chdir(made)
    (made / "a.yaml").write_text(V1, encoding="utf-8")
    return made


@pytest.fixture
def put() -> Callable[[Path, str], None]:
    """Return what puts a program into a folder, by its text."""

    def file(path: Path, text: str = wasm_programs.SAYS_ITS_VERSION) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wasmtime.wat2wasm(text))

    return file


@pytest.mark.parametrize("place", ["work", "work/beside", "cache/schedcfg/schedulers"])
def test_one_that_is_here_is_run_and_named(schedcfg: Any, tmp_path: Path, folder: Path, put: Any, place: str) -> None:
    put(tmp_path / place / NAME)
    (folder / "beside").mkdir(exist_ok=True)
    (folder / "beside" / "a.yaml").write_text(V1, encoding="utf-8")
    done = schedcfg("try", folder / "beside" / "a.yaml", *TRIAL)
    assert done.status == 3
    assert f"the scheduler is {tmp_path / place / NAME}\n" in done.err.replace("is kube", f"is {folder}/kube")
    assert "the program ended before it had placed the Pods: Kubernetes v1.37.2" in done.err


def test_a_release_names_one(schedcfg: Any, folder: Path, put: Any) -> None:
    put(folder / NAME)
    done = schedcfg("try", "default", *TRIAL, "--release", "v1.37.1")
    assert "the program ended before it had placed the Pods: Kubernetes v1.37.2" in done.err
    assert "the scheduler is" not in done.err
    done = schedcfg("try", "default", *TRIAL, "--release", "1.36")
    assert done.status == 2
    assert "kube-scheduler-1.36.*.wasm, is neither beside the configuration nor in this folder nor in" in done.err
    assert "`python -m tools.build_scheduler 1.36` builds it there" in done.err
    assert schedcfg("try", "default", *TRIAL, "--release", "9.9").status == 2


def test_the_release_of_the_configuration_counts(schedcfg: Any, folder: Path, put: Any) -> None:
    put(folder / NAME)
    (folder / "old.yaml").write_text(V1.replace("/v1\n", "/v1beta2\n"), encoding="utf-8")
    for command in (("try", "old.yaml", *TRIAL), ("confirm", "old.yaml"), ("confirm", "a.yaml", "-k", "1.27")):
        done = schedcfg(*command)
        assert done.status == 2, command
        assert "kube-scheduler-1.27.*.wasm, is neither" in done.err


def test_tests_are_run_with_it(schedcfg: Any, folder: Path, put: Any) -> None:
    (folder / "a.schedtest.yaml").write_text(
        "apiVersion: schedcfg.io/v1alpha1\nkind: SchedulerTest\nconfiguration: a.yaml\nnodes: ['1:cpu=1']\n"
        "tests: [{name: fits, pods: ['1:cpu=1'], expect: {placed: all}}]\n",
        encoding="utf-8",
    )
    assert "name the kube-scheduler to run, with --binary" in schedcfg("test").err
    put(folder / NAME)
    done = schedcfg("test", "--output", "json")
    assert f"the scheduler is {NAME}\n" in done.err
    assert [one["program"] for one in done.report["tests"][0]["results"]] == [NAME]


def test_a_trial_that_is_saved_says_once_which_one_it_is(folder: Path, put: Any, capfd: Any) -> None:
    put(folder / NAME)
    asked = TryOptions(
        names=("a.yaml",),
        options=Options(),
        project=None,
        nodes=("1:cpu=1",),
        pods=("1:cpu=1",),
        binaries=(),
        images=(),
        releases=(),
        entrypoint="kube-scheduler",
        pull=False,
        explained=(),
        runs=1,
        measure=None,
        call_extenders=False,
        seed=3,
        seconds=1.0,
        cluster=False,
        context=None,
    )
    found = with_its_program(asked)
    assert [Path(one).name for one in found.binaries] == [NAME]
    assert with_its_program(found) == found
    assert capfd.readouterr().err == f"the scheduler is {NAME}\n"


def test_confirm_names_one_program(schedcfg: Any, folder: Path) -> None:
    done = schedcfg("confirm", folder / "a.yaml", "--release", "1.37", "--binary", "x")
    assert (done.status, "name either the program" in done.err) == (2, True)


def test_a_file_that_it_refuses_is_a_bug_of_schedcfg(schedcfg: Any, folder: Path, put: Any) -> None:
    put(folder / NAME, REFUSES)
    wrong = folder / "wrong.yaml"
    wrong.write_text(f"{V1}parallelism: -1\n", encoding="utf-8")
    done = schedcfg("validate", folder / "a.yaml", wrong, "-k", "1.37", "--confirm")
    assert done.status == 4
    assert "it does not start; schedcfg disagrees" in done.err
    assert (
        f"{NAME} is the real kube-scheduler, so this is a bug in schedcfg. Please report it with the file: http"
        in done.err
    )
    assert f"{NAME} agrees about 1 of 2 configurations\n" in done.err
    assert schedcfg("validate", wrong, "-k", "1.37", "--confirm").status == 1


def test_a_release_without_a_program_is_not_confirmed(schedcfg: Any, folder: Path) -> None:
    done = schedcfg("validate", folder / "a.yaml", "-k", "1.33", "--confirm")
    assert done.status == 0
    assert "1 configuration not confirmed: no kube-scheduler-1.33.*.wasm is here" in done.err


@pytest.mark.parametrize("others", [(".", "--fix"), (".", "--diff"), (".", "--staged"), ("--cluster",), ("-",)])
def test_confirm_is_about_files_as_they_are(schedcfg: Any, others: tuple[str, ...]) -> None:
    done = schedcfg("validate", "--confirm", *others)
    assert done.status == 2
    assert "--confirm" in done.err


@pytest.mark.skipif(not REAL, reason="set SCHEDCFG_WASM to what `python -m tools.build_scheduler` built")
def test_the_real_one_agrees_about_every_example(
    schedcfg: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / Path(REAL).name).symlink_to(REAL)
    release = re.findall(r"1\.\d+", Path(REAL).name)[0]
    done = schedcfg("validate", EXAMPLES, "-k", release, "--confirm", "--output", "json")
    assert done.status == 1, done.err
    agreeing, number = map(int, re.findall(r"agrees about (\d+) of (\d+) configurations", done.err)[0])
    unknown = re.findall(r"; (\d+) configurations? cannot be compared", done.err)
    assert number == agreeing + int(unknown[0] if unknown else 0) > 5
