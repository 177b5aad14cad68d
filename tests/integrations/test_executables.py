"""Files that are no program for this machine: what they are is said, and no shell ever reads them."""

import platform
import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.commands.confirm import scheduler
from schedcfg.commands.confirm.scheduler import Binary, NoScheduler
from schedcfg.integrations import programs
from schedcfg.integrations.executables import obstacle
from schedcfg.integrations.programs import Bounds
from tests.called import Result
from tests.commands.trial.try_command import CONFIGURATION

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what Linux runs")

BOUNDS = Bounds(60, 4096)
HERE = {"x86_64": 62, "aarch64": 183}.get(platform.machine(), 0)
OTHER = 183 if HERE == 62 else 62
PAGE = "it is a web page, or what a server sent instead of a program"
PART = "it is only a part of a program, 200 of 46,925,280 bytes, as where a download was interrupted"
PACKED = "which has to be unpacked first"
FIRST = "it is a text whose first line names no interpreter, as `#!/bin/sh` would"


def elf(machine: int, *, size: int = 200, interpreter: bytes = b"") -> bytes:
    """Return a program of 64 bits with one segment, or two: the second names what links it."""
    number, table = 2 if interpreter else 1, 64
    header = (
        b"\x7fELF\x02\x01\x01"
        + bytes(9)
        + struct.pack("<HHIQQQIHHHHHH", 2, machine, 1, 0, table, 0, 0, 64, 56, number, 0, 0, 0)
    )
    end = table + 56 * number
    segments = struct.pack("<IIQQQQQQ", 1, 5, 0, 0, 0, size, size, 4096)
    if interpreter:
        segments += struct.pack("<IIQQQQQQ", 3, 4, end, 0, 0, len(interpreter), len(interpreter), 1)
    return (header + segments + interpreter).ljust(200, b"\0")


CASES = {
    "empty": (b"", "it is empty"),
    "a page": (b"<!DOCTYPE html>\n<html><body>Not Found</body></html>\n", PAGE),
    "an error of a bucket": (b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>", PAGE),
    "a page with a mark": (b"\xef\xbb\xbf\r\n<html>", PAGE),
    "JSON": (b'{"message": "Not Found"}', FIRST),
    "commands": (b"echo Kubernetes v1.33.3\n", FIRST),
    "an archive": (b"\x1f\x8b\x08\x00\x00\x00\x00\x00", f"it is an archive (gzip), {PACKED}"),
    "a tar": (b"kube-scheduler".ljust(257, b"\0") + b"ustar\x0000", f"it is an archive (tar), {PACKED}"),
    "of Windows": (b"MZ\x90\x00", "it is a program for Windows, and this is Linux"),
    "of macOS": (b"\xcf\xfa\xed\xfe\x0c\x00\x00\x01", "it is a program for macOS, and this is Linux"),
    "for an interpreter": (b"#!/nowhere/python3 -I\n", "it is a script for /nowhere/python3, which is not here"),
    "for none": (b"#!\n", "it is a script whose first line names no interpreter, as `#!/bin/sh` would"),
    "with lines of Windows": (b"#!/bin/sh\r\nexit 0\r\n", "it is a script whose lines end as on Windows (CRLF)"),
    "the beginning": (b"\x7fELF\x02\x01\x01", "it is only the beginning of a program"),
    "a part": (elf(HERE, size=46_925_280), PART),
    "linked": (elf(HERE, interpreter=b"/lib/ld-no.so\0"), "it needs /lib/ld-no.so to start, which is not here"),
}  # fmt: skip


def put(folder: Path, content: bytes) -> Path:
    """Return an executable file."""
    path = folder / "kube-scheduler"
    path.write_bytes(content)
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("case", CASES)
def test_what_a_file_is_instead_of_a_program(tmp_path: Path, case: str) -> None:
    content, reason = CASES[case]
    if not HERE and content.startswith(b"\x7fELF"):
        pytest.skip("a processor that these tests do not know")
    path = put(tmp_path, content)
    assert obstacle(str(path)) == reason
    with pytest.raises(NoScheduler) as error:
        scheduler.binary(str(path), 10)
    assert error.value.lines[0] == f"{path} cannot be run: {reason}"
    # The system itself cannot run them, but for a part of a program, which may begin.
    if case not in {"a part", "empty"}:
        with pytest.raises(OSError, match=r"it is|it needs"):
            programs.run([str(path)], BOUNDS)


def test_another_processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {62: "amd64", 183: "arm64"}
    monkeypatch.setattr("schedcfg.integrations.executables._is_emulated", lambda: False)
    path = put(tmp_path, elf(OTHER))
    expected = f"it is a program for {names[OTHER]}, and this machine is {names.get(HERE, 'amd64')}"
    assert obstacle(str(path)) == (expected if HERE else "")
    monkeypatch.setattr("schedcfg.integrations.executables._is_emulated", lambda: True)
    assert obstacle(str(path)) == ""


def test_programs_are_programs(tmp_path: Path) -> None:
    for path in (sys.executable, "/bin/sh", str(put(tmp_path, b"#!/bin/sh\nexit 0\n")), str(tmp_path), "/nowhere"):
        assert obstacle(path) == ""


MARK = "echo read > {folder}/read; echo Kubernetes v1.33.3\n"


@pytest.mark.skipif(not programs.isolation(), reason="this system has no namespaces for everybody")
def test_what_starts_programs_without_a_network_hands_none_to_a_shell(tmp_path: Path) -> None:
    """`unshare` would: the C library reads what is no program with `/bin/sh`."""
    path = put(tmp_path, MARK.format(folder=tmp_path).encode())
    with pytest.raises(OSError, match="it is a text"):
        Binary(str(path), str(path), 10).start(str(tmp_path), ["--version"], None)
    assert not (tmp_path / "read").exists()


@pytest.mark.parametrize("command", ["confirm a.yaml", "try a.yaml --nodes 1:cpu=1 --pods 1:cpu=1"])
@pytest.mark.parametrize("release", [(), ("--kubernetes", "1.33")])
def test_commands_name_it_and_run_nothing(
    schedcfg: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    release: tuple[str, ...],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(CONFIGURATION, encoding="utf-8")
    put(tmp_path, MARK.format(folder=tmp_path).encode())
    done = schedcfg(*command.split(), "--binary", "kube-scheduler", *release)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"schedcfg: kube-scheduler cannot be run: {FIRST}\n")
    assert "curl --fail --location" in done.err
    assert not (tmp_path / "read").exists()


def test_signals_reach_what_is_executed(tmp_path: Path) -> None:
    """Python ignores two signals, and what it becomes would inherit that."""
    path = put(tmp_path, b"#!/bin/sh\ngrep SigIgn /proc/$$/status\n")
    seen = programs.run(
        [*programs.by_python(str(Path(programs.__file__).with_name("execute.py"))), str(path)], BOUNDS
    ).output
    ignored = int(seen.split()[1], 16)
    assert [number for number in (signal.SIGPIPE, signal.SIGXFSZ) if ignored >> (number - 1) & 1] == []
