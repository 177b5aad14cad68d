"""Programs of the user's own: where they are looked for, and what it costs to read what they write."""

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from schedcfg.integrations import programs
from schedcfg.integrations.programs import Bounds, InnerEnd

ALONE = "it cannot be started in a network of its own"
SIZE, PART = 4 << 20, 4096


class Looking:
    """A pattern that never matches, and counts the bytes that are looked at for it."""

    def __init__(self) -> None:
        self.bytes = 0

    def search(self, text: bytearray, start: int = 0) -> None:
        self.bytes += len(text) - start


def writing(code: str) -> list[str]:
    return [sys.executable, "-c", f"import sys, time\n{code}"]


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_reading_is_linear_in_what_is_written(stream: str) -> None:
    looking: Any = Looking()
    code = f"for _ in range({SIZE // PART}): sys.{stream}.write('x' * {PART}); sys.{stream}.flush()"
    ended = programs.run(writing(code), Bounds(60, 2 * SIZE), enough=looking)
    assert (ended.status, ended.is_cut) == (0, False)
    assert len(ended.output) + len(ended.messages) == SIZE
    # Once when it comes, with what is before it, and once at the end.
    most = (len(ended.messages) // PART) * (65_536 + PART) + len(ended.messages)
    assert looking.bytes <= most


def test_what_is_looked_for_may_come_in_two_parts() -> None:
    code = "for part in ('x' * 70_000 + 'attempting', ' to acquire'): sys.stderr.write(part); sys.stderr.flush()\n"
    ended = programs.run(
        writing(f"{code}time.sleep(60)"), Bounds(50, SIZE), enough=re.compile(rb"attempting to acquire")
    )
    assert ended.messages.endswith(b"attempting to acquire")
    assert ended.status is None


@pytest.mark.parametrize(
    ("status", "messages", "expected"),
    [
        (0, b"fine\n", InnerEnd(0, b"fine\n", "")),
        # As util-linux 2.38 writes it, where SIGKILL has ended what it started.
        (1, b"a\nunshare: sigprocmask unblock failed: Invalid argument\n", InnerEnd(-9, b"a\n", "")),
        (1, b"aunshare: sigprocmask unblock failed: Invalid argument\n", InnerEnd(-9, b"a", "")),
        (-11, b"a\n", InnerEnd(-11, b"a\n", "")),
        (2, b"says unshare: a\n", InnerEnd(2, b"says unshare: a\n", "")),
        (1, b"unshare: unshare failed: No space left\n", InnerEnd(1, b"", f"{ALONE}: unshare failed: No space left")),
        (1, b"unshare: is what it says\nand more\n", InnerEnd(1, b"unshare: is what it says\nand more\n", "")),
    ],
)
def test_what_unshare_says_is_not_what_the_program_says(status: int, messages: bytes, expected: InnerEnd) -> None:
    assert programs.inner_end(status, messages) == expected


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_signal_has_its_name() -> None:
    ended = programs.run(writing("import ctypes; ctypes.string_at(0)"), Bounds(60, SIZE))
    assert (ended.status, ended.how) == (-11, "was killed by SIGSEGV")
    killed = programs.run(writing("import os; os.kill(os.getpid(), 9)"), Bounds(60, SIZE))
    assert killed.how == "was killed by SIGKILL (as happens where memory runs out)"
    assert programs.run(writing("sys.exit(3)"), Bounds(60, SIZE)).how == "exited with status 3"


@pytest.mark.skipif(os.name == "nt", reason="needs executable files without a suffix")
@pytest.mark.parametrize("entry", [".", "", "bin"])
def test_a_program_of_the_current_folder_is_never_run(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository, right = tmp_path / "repository", tmp_path / "right"
    for folder in (repository, repository / "bin", right):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "git").write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / "git").chmod(0o755)
    monkeypatch.chdir(repository)
    monkeypatch.setenv("PATH", f"{entry}{os.pathsep}{right}")
    assert programs.find("git") == str(right / "git")
    monkeypatch.setenv("PATH", entry)
    assert programs.find("git") is None
