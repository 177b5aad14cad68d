"""`schedcfg try` with a program of WebAssembly; the real one, which `SCHEDCFG_WASM` names, only where it is there."""

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.confirm import scheduler
from schedcfg.commands.confirm.go_program import Module
from schedcfg.commands.trial import lockstep_run, ongoing_run
from schedcfg.commands.trial.lockstep import LockstepTrial, ProgramTurn, TrialTurn
from tests.commands.trial.try_command import Trial, nodes_of
from tests.imported_anew import forget
from tests.integrations import wasm_programs

wasmtime = pytest.importorskip("wasmtime")
pytestmark = pytest.mark.long

REAL = os.environ.get("SCHEDCFG_WASM", "")
STAND_IN = "schedcfg.commands.trial.api.api_server"
with_real = pytest.mark.skipif(not REAL, reason="set SCHEDCFG_WASM to what `python -m tools.build_scheduler` built")


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Return what makes the file of a program, from its text; it is compiled in a cache of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def file(text: str) -> Path:
        path = tmp_path / "kube-scheduler.wasm"
        path.write_bytes(wasmtime.wat2wasm(text))
        return path

    return file


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (wasm_programs.LOOPS, "kube-scheduler.wasm does not respond to `--version` as kube-scheduler does"),
        (wasm_programs.FLOODS, "kube-scheduler.wasm does not respond to `--version` as kube-scheduler does"),
        (wasm_programs.FAILS, "the program of WebAssembly failed: wasm trap: wasm `unreachable` instruction executed"),
        (
            wasm_programs.FOREIGN,
            "the program of WebAssembly failed: unknown import: `env::system` has not been defined",
        ),
    ],
)
def test_what_is_no_scheduler_is_refused(trial: Trial, made: Any, text: str, said: str) -> None:
    done = trial("--timeout", "1", program=("--binary", made(text)))
    assert done.status == 2
    assert said in " ".join(done.err.split())


def test_one_that_ends_is_reported(trial: Trial, made: Any) -> None:
    done = trial(program=("--binary", made(wasm_programs.SAYS_ITS_VERSION)))
    assert done.status == 3
    assert "the program ended before it had placed the Pods: Kubernetes v1.37.2" in done.err


@pytest.mark.parametrize(
    "does",
    [wasm_programs.LOOPS, wasm_programs.READS_CLOCK, wasm_programs.WAITS, wasm_programs.SENDS],
    ids=["loops", "reads its clock", "waits", "sends nonsense"],
)
def test_one_that_does_not_come_to_anything_hangs(trial: Trial, made: Any, does: str) -> None:
    done = trial("--timeout", "1", program=("--binary", made(wasm_programs.after_its_version(does))))
    assert (done.status, done.out) == (3, "")
    assert done.err == "schedcfg: the program hangs: it did not ask for nodes and Pods within 1 s\n"


@pytest.mark.parametrize("does", ["", wasm_programs.ASKS_AGAIN], ids=["loops", "asks again and again"])
def test_one_that_decides_nothing_hangs_though_it_watches(trial: Trial, made: Any, does: str) -> None:
    begin = time.monotonic()
    done = trial("--timeout", "5", program=("--binary", made(wasm_programs.after_it_watches(does))))
    assert (done.status, done.out) == (3, "")
    assert "the program hangs: it did not decide about Pod default/pod-0 within 5 s" in done.err
    assert time.monotonic() - begin < 300, "it gets five seconds, however many turns it takes in them"


def test_a_pod_waits_where_the_program_only_talks(trial: Trial, made: Any) -> None:
    program = ("--binary", made(wasm_programs.after_it_watches(wasm_programs.CHATTERS)))
    assert nodes_of(trial.placed("--timeout", "60", program=program)) == [None] * 3


@pytest.mark.parametrize(
    ("does", "said"),
    [
        (wasm_programs.FLOODS, "the program wrote more than 1 MiB to its log"),
        (wasm_programs.CONNECTS, "the program has more than 1000 connections at a time"),
        (wasm_programs.FAILS, "the program of WebAssembly failed: wasm trap: wasm `unreachable` instruction executed"),
        (wasm_programs.POINTS_OUTSIDE, "the program ended before it had placed the Pods"),
        (wasm_programs.opening("../outside"), "the program ended before it had placed the Pods"),
        (wasm_programs.GROWS, "the program ended before it had placed the Pods"),
    ],
    ids=["floods", "connects", "fails", "points outside", "opens a file", "grows"],
)
def test_one_that_does_harm_is_ended_with_a_sentence(
    trial: Trial, made: Any, monkeypatch: pytest.MonkeyPatch, does: str, said: str
) -> None:
    monkeypatch.setattr(ongoing_run, "_LOG", 1 << 20)
    done = trial("--timeout", "300", program=("--binary", made(wasm_programs.after_its_version(does))))
    assert (done.status, done.out) == (3, "")
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err


def test_its_release_is_found_out_once(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def modules_of(path: str) -> list[Module]:
        read.append(path)
        return [Module("k8s.io/kubernetes", "v1.33.4")]

    monkeypatch.setattr(scheduler, "modules_of", modules_of)
    program = made(wasm_programs.SAYS_ITS_VERSION)
    found = [scheduler.release(scheduler.binary(str(program), 30)) for _ in range(3)]
    assert (found, read) == (["1.33"] * 3, [str(program)]), "all of a program is read for that"


def test_without_the_library_for_servers_the_message_says_how_to_install_it(
    trial: Trial, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, [STAND_IN])
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    done = trial(program=("--binary", made(wasm_programs.after_its_version(wasm_programs.WAITS))))
    assert (done.status, done.out) == (2, "")
    assert "needs the library aiohttp, which is not installed" in done.err


def test_the_stand_in_is_imported_while_the_program_starts(
    trial: Trial, made: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, is_imported = lockstep_run.piped, []

    def noted(*arguments: Any) -> Any:
        is_imported.append(STAND_IN in sys.modules)
        return started(*arguments)

    forget(monkeypatch, [STAND_IN])
    monkeypatch.setattr(lockstep_run, "piped", noted)
    trial(program=("--binary", made(wasm_programs.SAYS_ITS_VERSION)))
    assert (is_imported, STAND_IN in sys.modules) == ([False], True)


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        '{"now": 0}',
        '{"now": "soon", "sent": [], "shut": [], "log": 0, "is_last": false}',
        '{"now": 0, "sent": [1], "shut": [], "log": 0, "is_last": false}',
        '{"now": 0, "sent": [], "shut": ["one"], "log": 0, "is_last": false}',
        '{"now": 0, "sent": [["one", 0]], "shut": [], "log": 0, "is_last": false}',
        '{"now": 0, "sent": [], "shut": null, "log": "long", "is_last": false}',
        "9" * 5000,
    ],
)
def test_what_is_no_turn_ends_the_trial_with_a_sentence(
    trial: Trial, made: Any, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    says = (sys.executable, "-I", "-c", f"import sys; print({line!r}, flush=True); sys.stdin.read()")
    monkeypatch.setattr(lockstep_run, "trial_command", lambda *_: says)
    done = trial("--timeout", "60", program=("--binary", made(wasm_programs.SAYS_ITS_VERSION)))
    assert (done.status, done.err) == (3, "schedcfg: what comes of the program's host is no turn\n")


@pytest.mark.parametrize("seed", ["-1", "x", "99999999999"])
def test_a_seed_is_a_number(trial: Trial, seed: str) -> None:
    assert trial("--seed", seed).status == 2


def test_a_program_of_this_system_follows_no_seed(trial: Trial) -> None:
    done = trial("--seed", "2")
    assert done.status == 2
    assert "--seed needs a kube-scheduler of WebAssembly" in done.err


@with_real
def test_the_real_one_places_pods(trial: Trial) -> None:
    report = trial.placed(nodes="5:cpu=8,memory=16Gi", pods="5:cpu=1,memory=1Gi", program=("--binary", REAL))
    assert sorted(nodes_of(report), key=str) == [f"node-{number}" for number in range(5)]


@with_real
def test_the_real_one_does_the_same_in_each_run(trial: Trial) -> None:
    def output(*arguments: str) -> str:
        done = trial("--output", "json", *arguments, nodes="7:cpu=8", pods="9:cpu=1", program=("--binary", REAL))
        assert done.status == 0, done.err
        return str(done.out)

    first = output()
    assert output() == output("--seed", "1") == first
    several = [output("--seed", str(seed)) for seed in range(2, 6)]
    assert {*several} - {first}, "another seed brings other luck"


@with_real
def test_the_real_one_logs_and_sends_the_same_in_each_run(trial: Trial, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, turns = LockstepTrial.step, []

    def step(of_trial: LockstepTrial, turn: ProgramTurn) -> TrialTurn:
        answer = taken(of_trial, turn)
        turns.append((turn, answer))
        return answer

    monkeypatch.setattr(LockstepTrial, "step", step)
    trial.placed(nodes="7:cpu=2", pods="20:cpu=1", program=("--binary", REAL))
    first = turns.copy()
    turns.clear()
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        trial.placed(nodes="7:cpu=2", pods="20:cpu=1", program=("--binary", REAL))
    finally:
        monkeypatch.undo()
        time.tzset()
    assert len(first) > 20
    assert any(turn.log for turn, _ in first)
    assert turns == first


@with_real
def test_runs_take_one_seed_after_the_other(trial: Trial) -> None:
    def nodes(*arguments: str) -> list[list[str]]:
        report = trial.placed(*arguments, nodes="7:cpu=8", pods="9:cpu=1", program=("--binary", REAL))
        return [[pod["node"] for pod in run["pods"]] for run in report["variants"][0]["runs"]]

    assert nodes("--runs", "3") == [*nodes(), *nodes("--seed", "2"), *nodes("--seed", "3")]


@with_real
def test_the_real_one_says_why_a_pod_waits(trial: Trial) -> None:
    report = trial.placed(nodes="2:cpu=1,memory=1Gi", pods="1:cpu=4", program=("--binary", REAL))
    [pod] = report["variants"][0]["runs"][0]["pods"]
    assert pod["node"] is None
    assert "2 Insufficient cpu" in pod["message"]


@with_real
def test_confirm_asks_the_real_one(schedcfg: Any, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: -1\n",
        encoding="utf-8",
    )
    done = schedcfg("confirm", wrong, "--binary", REAL, "--output", "json")
    assert (done.status, json.loads(done.out)["files"][0]["verdict"]) == (1, "refused")
