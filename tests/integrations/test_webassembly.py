"""Programs of WebAssembly: known by their first bytes, compiled once, run with a folder, alone or by turns."""

import importlib.metadata
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.confirm import scheduler
from schedcfg.integrations import webassembly
from schedcfg.integrations.programs import Bounds, ProgramEnd, run
from schedcfg.integrations.webassembly import CannotCompile, compile_program, compiled_file
from tests.integrations import wasm_programs

wasmtime = pytest.importorskip("wasmtime")

BOUNDS = Bounds(60, 1 << 20, 1 << 20)
NOT_PERMITTED, NO_ENTRY = 63, 44
"""Of `errno` in WASI."""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the cache folder, which is one of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "schedcfg" / "webassembly"


@pytest.fixture
def made(tmp_path: Path) -> Callable[[str], Path]:
    """Return what makes the file of a program, from its text."""

    def file(text: str, name: str = "program.wasm") -> Path:
        path = tmp_path / name
        path.write_bytes(wasmtime.wat2wasm(text))
        return path

    return file


def compiled_of(path: Path) -> Path:
    """Return a program, compiled for this machine."""
    compiled = compiled_file(str(path))
    if not compiled.exists():
        compile_program(str(path), compiled)
    return compiled


def start(path: Path, *arguments: str, bounds: Bounds = BOUNDS) -> ProgramEnd:
    """Return how a program ends that is compiled and started in a folder of its own."""
    folder = path.parent / "inside"
    folder.mkdir(exist_ok=True)
    command = [*webassembly.command(compiled_of(path)), *arguments]
    return run(command, bounds, folder=str(folder), environment={"PATH": os.defpath})


class Turns:
    """The other side of a program that takes turns."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def next(self) -> dict[str, Any]:
        """Return what the program did; what it sent, and its log, as bytes."""
        assert self.process.stdout is not None
        turn: dict[str, Any] = json.loads(self.process.stdout.readline())
        sent = [(number, self.process.stdout.read(length)) for number, length in turn["sent"]]
        return {**turn, "sent": sent, "log": self.process.stdout.read(turn["log"])}

    def answer(self, until: int, sent: tuple[tuple[int, bytes], ...] = (), closed: tuple[int, ...] = ()) -> None:
        """Say what there is for the program."""
        assert self.process.stdin is not None
        turn = {"until": until, "sent": [(number, len(piece)) for number, piece in sent], "closed": closed}
        self.process.stdin.write(b"".join([json.dumps(turn).encode(), b"\n", *(piece for _, piece in sent)]))
        self.process.stdin.flush()

    def end(self) -> tuple[int, bytes]:
        """Return the status of the program, and what its host says of it."""
        assert self.process.stderr is not None
        said = self.process.stderr.read()
        return self.process.wait(60), said


@contextmanager
def turns_of(path: Path, seed: int = 1) -> Iterator[Turns]:
    """Start a program that takes turns, and end it at the end."""
    folder = path.parent / "inside"
    folder.mkdir()
    command, pipe = webassembly.trial_command(compiled_of(path), seed), subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield Turns(process)
        finally:
            process.kill()


def test_a_program_is_known_by_its_first_bytes(made: Any, tmp_path: Path) -> None:
    other = tmp_path / "script.wasm"
    other.write_text("#!/bin/sh\n", encoding="utf-8")
    assert webassembly.is_webassembly(str(made(wasm_programs.LOOPS, "kube-scheduler")))
    assert not webassembly.is_webassembly(str(other))
    assert not webassembly.is_webassembly(str(tmp_path / "missing.wasm"))


def test_it_is_compiled_once(made: Any, cache: Path) -> None:
    path = made(wasm_programs.SAYS_ITS_VERSION)
    assert start(path).output == b"Kubernetes v1.37.2\n"
    [compiled] = cache.iterdir()
    before = compiled.stat().st_ino
    assert start(path).status == 0
    assert [one.stat().st_ino for one in cache.iterdir()] == [before]
    made(wasm_programs.FAILS)
    assert start(path).status != 0, "another program at the same place is compiled anew"


@pytest.mark.parametrize("module", ["v1.36.1", None])
def test_all_of_it_is_read_once_for_its_release(module: str | None, made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(scheduler.Binary, "module", lambda self: (read.append(self.path), module)[1])
    path = str(made(wasm_programs.SAYS_ITS_VERSION))
    found = [scheduler.release(scheduler.binary(path, 60.0)) for _ in range(3)]
    assert found == ["1.36" if module else "1.37"] * 3
    assert read == [path]


def test_few_compiled_programs_are_kept(made: Any, cache: Path) -> None:
    first = made(wasm_programs.SAYS_ITS_VERSION, "first.wasm")
    for number in range(6):
        start(made(wasm_programs.SAYS_ITS_VERSION, f"{number}.wasm"))
        for age, one in enumerate(sorted(cache.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True), 2):
            os.utime(one, (time.time() - age * 3600,) * 2)
        start(first)
    assert len(list(cache.iterdir())) == 4
    assert compiled_file(str(first)).exists(), "it was used last"


def test_a_run_finds_all_its_programs_compiled_however_many(made: Any) -> None:
    known = made(wasm_programs.SAYS_ITS_VERSION, "known.wasm")
    os.utime(compiled_of(known), (0, 0))
    paths = [known, *(made(wasm_programs.SAYS_ITS_VERSION, f"{number}.wasm") for number in range(5))]
    prepared = [scheduler.binary(str(path), 60.0) for path in paths]
    assert all(one.compiled is not None and one.compiled.exists() for one in prepared)


def test_first_runs_at_once_compile_it_and_leave_one_file(made: Any, cache: Path) -> None:
    path = made(wasm_programs.SAYS_ITS_VERSION)
    compiled = compiled_file(str(path))
    script = (
        "import pathlib, sys; from schedcfg.integrations import webassembly\n"
        "webassembly.compile_program(sys.argv[1], pathlib.Path(sys.argv[2]))"
    )
    runs = [subprocess.Popen([sys.executable, "-c", script, path, compiled]) for _ in range(3)]
    assert [one.wait() for one in runs] == [0, 0, 0]
    assert list(cache.iterdir()) == [compiled]
    assert start(path).status == 0


def test_without_wasmtime_it_is_refused(made: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", missing)
    with pytest.raises(CannotCompile, match=r"program\.wasm is a program of WebAssembly, and the library wasmtime"):
        compiled_file(str(made(wasm_programs.LOOPS)))


def test_what_is_no_program_is_not_compiled(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "broken.wasm"
    path.write_bytes(b"\0asm\1\0\0\0broken")
    with pytest.raises(CannotCompile, match=r"broken\.wasm cannot be compiled for this machine: "):
        compile_program(str(path), compiled_file(str(path)))
    assert list(cache.iterdir()) == []


def test_one_that_loops_is_ended(made: Any) -> None:
    assert start(made(wasm_programs.LOOPS), bounds=Bounds(2, 1024)).status is None


def test_one_that_floods_is_ended(made: Any) -> None:
    ended = start(made(wasm_programs.FLOODS), bounds=Bounds(60, 10_000))
    assert ended.is_cut
    assert len(ended.output) < 200_000


def test_one_that_grows_gets_no_more_than_two_gibibytes(made: Any) -> None:
    assert start(made(wasm_programs.GROWS)).status == 31


def test_one_that_makes_a_table_larger_gets_no_more_than_a_million_elements(made: Any) -> None:
    assert start(made(wasm_programs.GROWS_TABLE)).status == 10


@pytest.mark.parametrize("text", [wasm_programs.SEVERAL_MEMORIES, wasm_programs.SEVERAL_TABLES])
def test_one_with_several_memories_or_tables_does_not_start(made: Any, text: str) -> None:
    ended = start(made(text))
    assert ended.status == 1
    assert b"the program of WebAssembly failed: resource limit exceeded: " in ended.messages


def test_one_that_fails_says_so(made: Any) -> None:
    ended = start(made(wasm_programs.FAILS))
    assert ended.status == 1
    assert (
        ended.messages
        == b"error: the program of WebAssembly failed: wasm trap: wasm `unreachable` instruction executed\n"
    )


def test_one_that_imports_anything_else_does_not_start(made: Any) -> None:
    ended = start(made(wasm_programs.FOREIGN))
    assert ended.status == 1
    assert ended.messages.startswith(b"error: the program of WebAssembly failed: ")
    assert b"env::system" in ended.messages


def test_it_opens_only_what_is_in_its_folder(made: Any, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("secret", encoding="utf-8")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "own").write_text("", encoding="utf-8")
    (tmp_path / "inside" / "link").symlink_to(tmp_path / "outside")
    for path in ("../outside", "/etc/passwd", "link"):
        assert start(made(wasm_programs.opening(path))).status == NOT_PERMITTED
    assert start(made(wasm_programs.opening("nothing"))).status == NO_ENTRY
    assert start(made(wasm_programs.opening("own"))).status == 0


def test_randomness_follows_from_the_seed(made: Any) -> None:
    path = made(wasm_programs.RANDOM)

    def status(seed: int) -> int:
        with turns_of(path, seed) as turns:
            turns.next()
            ended = turns.end()[0]
        (path.parent / "inside" / "bell").unlink()
        (path.parent / "inside").rmdir()
        return ended

    first = [status(seed) for seed in range(6)]
    assert first == [status(seed) for seed in range(6)]
    assert len(set(first)) > 1


def test_it_asks_in_a_turn_and_no_time_passes_while_it_waits(made: Any) -> None:
    with turns_of(made(wasm_programs.ASKS)) as turns:
        first = turns.next()
        assert (first["sent"], first["shut"], first["log"], first["is_last"]) == ([(1, b"hi")], [], b"", False)
        turns.answer(10**9)
        second = turns.next()
        assert (second["now"], second["sent"]) == (10**9, [])
        turns.answer(2 * 10**9, sent=((1, b"*"),))
        last = turns.next()
        assert (last["now"], last["is_last"]) == (10**9, True)
        assert turns.end() == (ord("*"), b"")


def test_the_end_of_a_connection_is_read_too(made: Any) -> None:
    with turns_of(made(wasm_programs.ASKS)) as turns:
        turns.next()
        turns.answer(10**9, closed=(1,))
        assert turns.next()["is_last"]
        assert turns.end() == (0, b"")


def test_its_clock_jumps_to_what_it_waits_for_but_not_beyond_what_the_other_side_does(made: Any) -> None:
    hour, begin = 3600 * 10**9, time.monotonic()
    with turns_of(made(wasm_programs.SLEEPS)) as turns:
        first = turns.next()
        assert first["log"] == b"log\n"
        turns.answer(hour // 2)
        assert turns.next()["now"] == hour // 2
        turns.answer(3 * hour)
        last = turns.next()
        assert (last["log"], last["is_last"]) == (b"log\n", True)
        assert hour <= last["now"] < hour + 10**9
        assert turns.end() == (0, b"")
    assert time.monotonic() - begin < 600, "nobody waits for an hour"


def test_a_flood_is_handed_over_in_parts(made: Any) -> None:
    with turns_of(made(wasm_programs.FLOODS)) as turns:
        for _ in range(3):
            assert 1 << 18 < len(turns.next()["log"]) < 2 << 20
            turns.answer(10**9)


def test_bytes_are_handed_over_in_parts(made: Any) -> None:
    with turns_of(made(wasm_programs.SENDS)) as turns:
        for _ in range(3):
            assert 1 << 19 < sum(len(piece) for _, piece in turns.next()["sent"]) < 2 << 20
            turns.answer(10**9)


@pytest.mark.parametrize("text", [wasm_programs.SHUTS, wasm_programs.CLOSES])
def test_connections_that_are_none_take_no_memory(made: Any, text: str) -> None:
    with turns_of(made(text)) as turns:
        time.sleep(1)
        before = _memory(turns.process.pid)
        time.sleep(2)
        assert _memory(turns.process.pid) - before < 4 << 20


def _memory(process: int) -> int:
    """Return the bytes that a process takes."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("text", [wasm_programs.POINTS_OUTSIDE, wasm_programs.WRITES_OUTSIDE])
def test_what_is_not_in_its_memory_is_not_touched(made: Any, text: str) -> None:
    with turns_of(made(text)) as turns:
        assert turns.next()["log"] == b""
        status, said = turns.end()
        assert (status, said.startswith(b"error: the program of WebAssembly failed: ")) in {(1, True), (0, False)}
        assert b"Traceback" not in said


def test_with_a_trial_it_makes_no_file(made: Any, tmp_path: Path) -> None:
    with turns_of(made(wasm_programs.making("flood"))) as turns:
        assert turns.next()["is_last"]
        assert turns.end() == (NOT_PERMITTED, b"")
    assert [path.name for path in (tmp_path / "inside").iterdir()] == ["bell"]


def test_nobody_at_the_other_end_ends_it(made: Any) -> None:
    with turns_of(made(wasm_programs.WAITS)) as turns:
        turns.next()
        assert turns.process.stdin is not None
        turns.process.stdin.close()
        assert turns.end()[0] != 0


def test_alone_it_cannot_connect(made: Any) -> None:
    assert start(made(wasm_programs.DIALS)).status == 1
