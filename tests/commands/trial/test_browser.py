"""A trial whose program of WebAssembly runs inside of the process, as in a browser, without threads and loops."""

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from schedcfg import cli
from schedcfg.commands.trial.lockstep import TrialTurn
from schedcfg.integrations import webassembly
from schedcfg.integrations.programs import Bounds, ProgramEnd
from tests.commands.trial.test_lockstep import Program
from tests.commands.trial.try_command import CONFIGURATION


class Engine:
    """Runs a program of a few lines."""

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.files: list[set[str]] = []  # Names of what was written for the program

    def run(
        self, arguments: Sequence[str], _bounds: Bounds, _folder: str, _enough: re.Pattern[bytes] | None
    ) -> ProgramEnd:
        assert arguments == ["--version"]
        return ProgramEnd(0, b"Kubernetes v1.37.2\n", b"", is_cut=False)

    def take_turns(self, _arguments: Sequence[str], folder: str, seed: int, step: webassembly.Step) -> None:
        self.seeds.append(seed)
        self.files.append({path.name for path in Path(folder).glob("*.yaml")})
        program = Program()
        turn = TrialTurn(*step(*program.begin()))
        while not turn.is_over:
            turn = TrialTurn(*step(*program.answer(turn)))


def missing(*_: object, **__: object) -> None:
    """Take the place of what a browser does not have."""
    raise RuntimeError("there is no such thing here")


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Engine:
    """Return what runs programs, in a folder with what stands for one."""
    for owner, name in ((threading.Thread, "start"), (asyncio, "run"), (subprocess, "Popen")):
        monkeypatch.setattr(owner, name, missing)
    running = Engine()
    monkeypatch.setattr(webassembly, "engine", running)
    monkeypatch.chdir(tmp_path)
    Path("kube-scheduler.wasm").write_bytes(webassembly.MAGIC)
    Path("scheduler.yaml").write_text(CONFIGURATION, encoding="utf-8")
    return running


def test_a_trial_runs_inside_of_the_process(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["try", "scheduler.yaml", "--against", "default", "--nodes", "2:cpu=4", "--pods", "3:cpu=1"]
    given += ["--binary", "kube-scheduler.wasm", "--seed", "5", "--runs", "2", "--output", "json", "--no-settings"]
    monkeypatch.setattr(sys, "argv", ["schedcfg", *given])
    with pytest.raises(SystemExit) as end:
        cli.main()
    written = capsys.readouterr()
    assert end.value.code == 0, written.err
    variants = json.loads(written.out)["variants"]
    assert [one["name"] for one in variants] == ["scheduler.yaml", "default"]
    nodes = [[pod["node"] for pod in run["pods"]] for one in variants for run in one["runs"]]
    assert nodes == [["node-0"] * 3] * 4
    assert engine.seeds == [5, 5, 6, 6]
    assert engine.files == [{"kubeconfig.yaml", "config.yaml"}, {"kubeconfig.yaml"}] * 2
