"""A slice of the fuzzer's inputs, those that failed once, and what makes a long run trustworthy."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.searching import IS_SEARCHING

from . import cases, engine, runs
from .engine import COMMANDS, Input
from .shrinking import shrunk

pytestmark = pytest.mark.long

SEED = 2031
SLICE = 1_000 if IS_SEARCHING else 500
"""The inputs of these numbers; each follows from its number alone, so that none is like the one before it."""

KEPT = sorted(cases.FOLDER.glob("*.json"))


def test_a_slice_of_all_inputs() -> None:
    seen, ask = runs.Seen(), runs.Ask(SEED, SLICE)
    for chunk in range(SLICE // runs.CHUNK):
        seen.add(runs.chunk_seen(ask, chunk).compared(ask))
    assert seen.faults == {}, [
        f"python -m tests.fuzz --seed {SEED} --only {example}" for example in seen.examples.values()
    ]
    assert set(seen.counts) == set(COMMANDS)
    assert sum(seen.counts.values()) == SLICE
    assert seen.compared == SLICE // 10


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_inputs_that_failed_once(path: Path) -> None:
    assert runs.wrong(cases.read(path)) == []


def test_an_input_follows_from_its_seed_and_number_alone() -> None:
    """Another process makes the same, which has other hashes and has done nothing before."""
    script = "from tests.fuzz import engine; print([engine.made(5, one) for one in range(300)])"
    root = ROOT
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(root)},
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    assert os.environ.get("PYTHONHASHSEED") != "1"
    assert done.stdout == f"{[engine.made(5, one) for one in range(300)]}\n"


def test_a_run_goes_on_where_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "CHUNK", 20)
    whole = runs.Ask(3, 50, kept=tmp_path / "kept")
    *_, at_once = runs.run(whole)
    state = whole._replace(state=tmp_path / "state.json", seconds=0)
    parts = [sum(seen.counts.values()) for _ in range(3) for seen in runs.run(state)]
    assert parts == [20, 40, 50]
    resumed = runs.resumed(state)
    assert resumed.counts == at_once.counts
    assert list(runs.run(state)) == []
    with pytest.raises(SystemExit, match="another seed"):
        runs.resumed(state._replace(seed=4))
    with pytest.raises(SystemExit, match="other commands"):
        runs.resumed(state._replace(commands=("validate",)))
    text = "\n".join(runs.summary(state, resumed))
    assert "50 of 50 inputs" in text
    assert all(name in text for name in resumed.counts)


def test_a_run_of_some_commands_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "CHUNK", 20)
    *_, seen = runs.run(runs.Ask(3, 40, kept=tmp_path / "kept", commands=("why", "explain")))
    assert set(seen.counts) == {"why", "explain"}
    assert sum(seen.counts.values()) == 40


def test_no_input_reads_the_standard_input_of_the_fuzzer() -> None:
    choices = {"kubernetes": "1.33", "input": "pods", "name": "objects.yaml", "seed": 1}
    assert runs.wrong(Input("try, sketches", choices, b"-")) == []


def test_what_was_fixed_meanwhile_is_no_fault_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # All of them fail, and are shrunk: what is done with each says nothing here.
    few = ("validate", "why")
    ask = runs.Ask(3, 40, state=tmp_path / "state.json", kept=tmp_path / "kept", commands=few)
    monkeypatch.setattr(runs, "CHUNK", 20)
    with monkeypatch.context() as patch:
        patch.setattr(engine, "SLOWEST", -1.0)
        *_, seen = runs.run(ask)
        assert sum(seen.faults.values()) == 40
        assert runs.resumed(ask).faults == seen.faults
    # Two of a kind may shrink to the same.
    assert {json.loads(path.read_text(encoding="utf-8"))["why"] for path in ask.kept.iterdir()} == set(seen.faults)
    resumed = runs.resumed(ask)
    assert (resumed.faults, resumed.examples, resumed.counts) == ({}, {}, seen.counts)


def test_what_fails_is_shrunk_kept_and_read_again(tmp_path: Path) -> None:
    raw = b"".join(b"line %d\r\n" % number for number in range(200)) + b"\xff"
    small = shrunk(raw, lambda some: b"7" in some and b"\xff" in some)
    assert small == b"7\xff"
    one = Input("validate", {"kubernetes": None}, small)
    path = cases.kept(one, "validate: a kind of fault", tmp_path)
    assert cases.read(path) == one
    assert path.name.startswith("validate-a-kind-of-fault-")
    assert cases.read(cases.kept(one._replace(raw="é\r\n\ufeff".encode()), "x", tmp_path)).raw == "é\r\n\ufeff".encode()


def test_nothing_is_kept_for_ever_without_a_test() -> None:
    assert KEPT
    assert {cases.read(path).command for path in KEPT} <= set(COMMANDS)
