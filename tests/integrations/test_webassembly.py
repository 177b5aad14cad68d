"""Programs of WebAssembly: known by their first bytes, compiled once, run with a folder and one server at most."""

import importlib.metadata
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def start(path: Path, *arguments: str, bounds: Bounds = BOUNDS, seed: int = 1, server: str = "") -> ProgramEnd:
    """Return how a program ends that is compiled and started in a folder of its own."""
    compiled = compiled_file(str(path))
    if not compiled.exists():
        compile_program(str(path), compiled)
    folder = path.parent / "inside"
    folder.mkdir(exist_ok=True)
    environment = {"PATH": os.defpath, **({webassembly.SERVER: server} if server else {})}
    command = [*webassembly.command(compiled, seed), *arguments]
    return run(command, bounds, folder=str(folder), environment=environment)


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


def test_few_compiled_programs_are_kept(made: Any, cache: Path) -> None:
    first = made(wasm_programs.SAYS_ITS_VERSION, "first.wasm")
    for number in range(6):
        start(made(wasm_programs.SAYS_ITS_VERSION, f"{number}.wasm"))
        start(first)
    assert len(list(cache.iterdir())) == 4
    assert compiled_file(str(first)).exists(), "it was used last"


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
    first = [start(path, seed=seed).status for seed in range(6)]
    assert first == [start(path, seed=seed).status for seed in range(6)]
    assert len(set(first)) > 1


def test_it_connects_to_the_server_and_need_not_wait_for_it(made: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        asked: list[bytes] = []

        def answer() -> None:
            connection, _ = listener.accept()
            with connection:
                asked.append(connection.recv(2))
                connection.sendall(b"*")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        ended = start(made(wasm_programs.ASKS), server=f"127.0.0.1:{listener.getsockname()[1]}")
        thread.join(10)
    assert (ended.status, ended.messages) == (ord("*"), b"")
    assert asked == [b"hi"]


def test_without_a_server_it_cannot_connect(made: Any) -> None:
    assert start(made(wasm_programs.DIALS)).status == 1
