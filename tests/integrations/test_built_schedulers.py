"""Kube-schedulers of WebAssembly: found by their names, and downloaded from the project's release."""

import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from schedcfg.integrations import built_schedulers
from schedcfg.integrations.built_schedulers import NoBuiltScheduler, built_scheduler, download_scheduler
from tests.integrations.misbehaving import Behavior, Server, Visit, redirecting, serving, whole

PROGRAM = b"\0asm\1\0\0\0"
NAME = "kube-scheduler-1.37.2.wasm"


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder in which schedulers are kept, which is one of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "schedcfg" / "schedulers"


def put(folder: Path, *names: str, content: bytes = PROGRAM) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_bytes(content)
    return str(folder)


def path_of(minor: int | None, *folders: str) -> Path | None:
    found = built_scheduler(minor, folders)
    return None if found is None else Path(found.path)


def test_the_newest_patch_of_the_first_folder_that_has_one(tmp_path: Path, kept: Path) -> None:
    first = put(tmp_path / "first", "kube-scheduler-1.37.2.wasm", "kube-scheduler-1.37.10.wasm")
    second = put(tmp_path / "second", "kube-scheduler-1.37.11.wasm", "kube-scheduler-1.36.4.wasm")
    put(kept, "kube-scheduler-1.36.5.wasm", "kube-scheduler-1.22.17.wasm")
    assert path_of(37, first, second) == tmp_path / "first" / "kube-scheduler-1.37.10.wasm"
    assert path_of(36, first, second) == tmp_path / "second" / "kube-scheduler-1.36.4.wasm"
    assert path_of(22, first, second) == kept / "kube-scheduler-1.22.17.wasm"
    assert path_of(29, first, second) is None
    assert path_of(None, second, first) == tmp_path / "second" / "kube-scheduler-1.37.11.wasm"


def test_what_is_called_otherwise_or_is_no_program_is_not_found(tmp_path: Path) -> None:
    folder = put(tmp_path / "a", "kube-scheduler-1.37.2+hello-world.wasm", "kube-scheduler-1.37.wasm", "kube-scheduler")
    put(tmp_path / "a", NAME, content=b"#!/bin/sh\n")
    (tmp_path / "a" / "kube-scheduler-1.36.4.wasm").mkdir()
    assert path_of(None, folder, str(tmp_path / "missing")) is None


def described(content: bytes, name: str = NAME) -> bytes:
    return json.dumps({"file": name, "sha256": hashlib.sha256(content).hexdigest()}).encode()


def having(files: Mapping[str, bytes]) -> Behavior:
    """Serve files by their names."""

    def behave(visit: Visit) -> None:
        name = visit.question().split(b" ", 2)[1].decode().rpartition("/")[2]
        visit.send(whole(files[name]) if name in files else whole(b"", status=b"404 Not Found"))

    return behave


def address(server: Server, name: str) -> str:
    return f"{server.url}/{name}"


@pytest.fixture
def releasing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Server], None]:
    """Return what makes a server the one that has the project's release."""
    return lambda server: monkeypatch.setattr(built_schedulers, "download_address", partial(address, server))


def test_what_the_manifest_names_is_downloaded_and_kept(kept: Path, releasing: Callable[[Server], None]) -> None:
    files = {"kube-scheduler-1.37.json": described(PROGRAM), f"{NAME}.gz": gzip.compress(PROGRAM)}
    with serving(having(files)) as server:
        releasing(server)
        found = download_scheduler(37)
    assert (found.path, found.name) == (str(kept / NAME), NAME)
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == {
        NAME: PROGRAM,
        "kube-scheduler-1.37.2.json": files["kube-scheduler-1.37.json"],
    }


PACKED = gzip.compress(PROGRAM)
MANIFEST = "kube-scheduler-1.37.json"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "kube-scheduler-1.37.json is not published: this version of schedcfg has no such file at http"),
        ({MANIFEST: described(PROGRAM)}, "kube-scheduler-1.37.2.wasm.gz is not published"),
        ({MANIFEST: described(PROGRAM + b"x"), f"{NAME}.gz": PACKED}, "its SHA-256 is another one"),
        ({MANIFEST: described(PROGRAM), f"{NAME}.gz": PACKED[:-9]}, "kube-scheduler-1.37.2.wasm.gz cannot be unpacked"),
        ({MANIFEST: described(PROGRAM), f"{NAME}.gz": PROGRAM}, "kube-scheduler-1.37.2.wasm.gz cannot be unpacked"),
        (
            {MANIFEST: described(PROGRAM, "kube-scheduler-1.36.4.wasm")},
            "the manifest of kube-scheduler 1.37 is no such",
        ),
        ({MANIFEST: described(PROGRAM, "../kube-scheduler-1.37.2.wasm")}, "the manifest of kube-scheduler 1.37 is no"),
        ({MANIFEST: b"[]"}, "the manifest of kube-scheduler 1.37 is no such manifest"),
    ],
)
def test_what_is_not_as_described_is_not_kept(
    files: Mapping[str, bytes], said: str, kept: Path, releasing: Callable[[Server], None]
) -> None:
    with serving(having(files)) as server:
        releasing(server)
        with pytest.raises(NoBuiltScheduler, match=said.replace(".", r"\.")):
            download_scheduler(37)
    assert not kept.exists()


def test_a_server_redirects_to_where_files_are_kept_and_nowhere_else(
    monkeypatch: pytest.MonkeyPatch, releasing: Callable[[Server], None]
) -> None:
    files = {MANIFEST: described(PROGRAM), f"{NAME}.gz": PACKED}

    def front(store: Server) -> Behavior:
        def behave(visit: Visit) -> None:
            name = visit.question().split(b" ", 2)[1].decode()
            location = f"Location: http://localhost:{store.port}{name}\r\n".encode()
            visit.send(whole(b"", location, b"302 Found"))

        return behave

    with serving(having(files)) as store, serving(front(store)) as server:
        releasing(server)
        with pytest.raises(NoBuiltScheduler, match="which has another scheme, host or port"):
            download_scheduler(37)
        monkeypatch.setattr(built_schedulers, "_STORES", frozenset({"localhost"}))
        assert download_scheduler(37).name == NAME
    # From there, nothing leads on.
    with serving(redirecting(b"302 Found", "http://localhost:1/x")) as store, serving(front(store)) as server:
        releasing(server)
        with pytest.raises(NoBuiltScheduler, match="which has another scheme, host or port"):
            download_scheduler(37)
