"""A path that cannot be read is reported, and everything else is looked at."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schedcfg.errors import UnreadableInput
from schedcfg.sources import SearchTally, Source, find, source
from schedcfg.sources.source import explained

from .cases import FIXED

Command = Callable[..., "Result"]  # noqa: F821

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and sockets are POSIX's")

SEARCHES = (
    ("validate",),
    ("validate", "--fix"),
    ("validate", "--diff"),
    ("validate", "--write-baseline", "known.json"),
    ("effective",),
    ("migrate", "--to", "v1", "--diff"),
    ("migrate", "--to", "v1", "--write"),
)
ONE_FILE = (
    *SEARCHES,
    ("diff", "a.yaml"),
    ("diff", "--from", "1.30", "--to", "1.31"),
    ("probe", "extender"),
    ("probe", "network-traffic"),
    ("generate", "static-pod", "--kubernetes", "1.34", "--config"),
    ("generate", "profile", "bin-packing", "--into"),
)


def links(folder: Path) -> None:
    (folder / "tree" / "itself.yaml").symlink_to("itself.yaml")
    (folder / "tree" / "nowhere.yaml").symlink_to("gone.yaml")


@pytest.mark.parametrize("arguments", SEARCHES, ids=" ".join)
def test_a_bad_link_is_reported_and_the_rest_is_read(
    schedcfg: Command, folder: Path, arguments: tuple[str, ...]
) -> None:
    links(folder)
    result = schedcfg(*arguments, "tree", "old.yaml")
    shown = result.out + result.err
    assert result.status == 3
    assert "itself.yaml" in shown
    assert "leads back to itself" in shown
    assert "gone.yaml, which does not exist" in shown
    if "--fix" in arguments:
        assert (folder / "tree" / "z.yaml").read_text(encoding="utf-8") != FIXED


def test_links_in_several_processes(schedcfg: Command, folder: Path) -> None:
    links(folder)
    report = schedcfg("validate", "tree", "--jobs", "2", "--output", "json").report
    assert [(Path(one["path"]).name, one["verdict"]) for one in report["files"]] == [
        ("itself.yaml", "unreadable"),
        ("nowhere.yaml", "unreadable"),
        ("z.yaml", "accepted"),
    ]


@pytest.mark.parametrize("arguments", ONE_FILE, ids=" ".join)
def test_a_pipe_that_nobody_writes_to(
    schedcfg: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(source, "_PATIENCE", 0.01)
    os.mkfifo(folder / "pipe.yaml")
    result = schedcfg(*arguments, "pipe.yaml")
    assert result.status == 3
    assert "it is a pipe, and nothing writes to it" in result.out + result.err


def test_a_pipe_with_a_writer(folder: Path) -> None:
    os.mkfifo(folder / "pipe.yaml")
    writer = threading.Thread(target=(folder / "pipe.yaml").write_text, args=(FIXED,))
    writer.start()
    assert Source("pipe.yaml").read().decode() == FIXED
    writer.join()


def test_a_pipe_whose_writer_takes_its_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_PATIENCE", 0.0)
    os.mkfifo(folder / "pipe.yaml")
    keeps_open = os.open("pipe.yaml", os.O_RDWR)
    late = threading.Timer(0.05, lambda: (os.write(keeps_open, b"late"), os.close(keeps_open)))
    late.start()
    assert Source("pipe.yaml").read() == b"late"


def test_sockets_and_devices(folder: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.yaml")
        with pytest.raises(UnreadableInput, match="a socket or a device"):
            Source("socket.yaml").read()
    assert Source(os.devnull).read() == b""
    with pytest.raises(UnreadableInput, match="larger than 8 MiB"):
        Source("/dev/zero").read()
    (folder / "tree" / "device.yaml").symlink_to("/dev/zero")
    assert [Path(one.path).name for one in find(["tree"], (".yaml",), SearchTally())] == ["z.yaml"]


def test_what_shrinks_grows_or_goes_while_it_is_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, real, lengths = folder / "a.yaml", os.read, [5, 7]

    def read(descriptor: int, number: int) -> bytes:
        if lengths:
            path.write_text("x" * lengths.pop(), encoding="utf-8")
        return real(descriptor, number)

    monkeypatch.setattr(os, "read", read)
    assert Source("a.yaml").read() == b"xxxxx"
    lengths.extend(range(1000))
    with pytest.raises(UnreadableInput, match="keeps changing"):
        Source("a.yaml").read()
    found = find(["tree"], (".yaml",), SearchTally())
    first = next(found)
    (folder / "tree" / "z.yaml").unlink()
    with pytest.raises(UnreadableInput, match="no such file"):
        first.read()


@pytest.mark.parametrize("name", [b"a\nb.yaml", b"\xff.yaml", b"a\x1b[2J.yaml"], ids=repr)
@pytest.mark.parametrize(
    "arguments", [("validate",), ("validate", "--fix"), ("effective",), ("diff", "a.yaml")], ids=" ".join
)
def test_odd_names(schedcfg: Command, folder: Path, name: bytes, arguments: tuple[str, ...]) -> None:
    (folder / os.fsdecode(name)).write_text(FIXED, encoding="utf-8")
    assert schedcfg(*arguments, os.fsdecode(name)).status == 0
    assert schedcfg(*arguments, f"{os.fsdecode(name)}.gone").status == 3


@pytest.fixture
def depth(folder: Path) -> Iterator[int]:
    """Make folders in folders, too many for one path, and remove them: nothing else that removes folders could."""
    depth = 1100
    for _ in range(depth):
        os.mkdir("d")  # noqa: PTH102 - relative to where this is
        os.chdir("d")
    Path("x.yaml").write_text(FIXED, encoding="utf-8")
    os.chdir(folder)
    yield depth
    os.chdir("/".join(["d"] * depth))
    Path("x.yaml").unlink()
    for _ in range(depth):
        os.chdir("..")
        os.rmdir("d")  # noqa: PTH106 - as above


def test_a_tree_deeper_than_the_stack(depth: int) -> None:
    found = [one.path for one in find(["d"], (".yaml",), SearchTally())]
    assert found == ["/".join([*["d"] * depth, "x.yaml"])]


def unprivileged() -> None:
    """Become a user to whom modes mean something, if this one is root."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)


def in_a_fork(check: Callable[[], bool]) -> int:
    """Return the status of a check in a fork of this process, as another user."""
    child = os.fork()
    if not child:
        try:
            unprivileged()
            os._exit(0 if check() else 1)
        except BaseException:  # noqa: BLE001 - the parent reports it
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded")
def test_folders_that_may_not_be_read(folder: Path) -> None:
    for path in (folder, *folder.parents):
        if path == folder or path.name.startswith(("pytest-", "popen-")):
            path.chmod(0o755)
    locked, seen = folder / "tree" / "locked", folder / "tree" / "seen"
    locked.mkdir()
    seen.mkdir()
    (locked / "a.yaml").write_text(FIXED, encoding="utf-8")
    (seen / "link.yaml").symlink_to("../locked/a.yaml")
    locked.chmod(0)

    def check() -> bool:
        found = {os.path.relpath(one.path, "tree"): one.obstacle for one in find(["tree"], (".yaml",), SearchTally())}
        return found == {
            "locked": "the folder cannot be listed: Permission denied",
            "seen/link.yaml": f"no permission to read it. {explained('', PermissionError())[1]}",
            "z.yaml": None,
        }

    try:
        assert in_a_fork(check) == 0
    finally:
        locked.chmod(0o755)
