"""Blocks of the documentation that show commands: found, run, and brought up to date where they show what is printed.

A block that cannot be run has a comment before it that says why: `<!-- not run: it needs a cluster -->`.
"""

import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

ROOT = Path(__file__).parents[1]

LEFT_OUT = "…"
"""A line that represents lines of the output that are not shown."""

_FENCE = re.compile(
    r"^(?:<!-- not run: (?P<reason>[^\n]+) -->\n)?(?P<indent> *)(?P<fence>`{3,})(?P<language>[\w-]*)[^\n]*\n"
    r"(?P<body>.*?)^(?P=indent)(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)

_TERMINAL = ("console", "shell-session")
_SHELL = ("sh", "bash", "shell")
_PROMPT, _OWN = "$ ", "$ schedcfg "

_RELEASE = re.compile(r"\b1\.\d\d\b")

Stream: TypeAlias = Literal["stdout", "stderr"]


class AmbiguousBlockError(Exception):
    """A block whose shown parts cannot be found again in the new output."""


class ShellBlock(NamedTuple):
    """Commands without what they print.

    Attributes:
        script: The commands, as a shell takes them.
        line: The line of the page where they begin, from 1.
    """

    script: str
    line: int


class ConsoleBlock(NamedTuple):
    """A command and what is shown of its output.

    Attributes:
        command: What follows `schedcfg`.
        lines: What is shown.
        start: Where the lines begin in the page.
        end: Where they end.
    """

    command: str
    lines: tuple[str, ...]
    start: int
    end: int


def pages(root: Path = ROOT) -> list[Path]:
    """Return the pages that may show commands."""
    return [root / "README.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "examples").rglob("*.md"))]


def blocks(page: str) -> Iterator[ConsoleBlock]:
    """Yield the blocks of a page that show one command and what it prints."""
    for fence in _FENCE.finditer(page):
        if _is_compared(fence):
            command, _, shown = fence["body"].removeprefix(_OWN).partition("\n")
            yield ConsoleBlock(command, tuple(shown.splitlines()), fence.end("body") - len(shown), fence.end("body"))


def shell_blocks(page: str) -> Iterator[ShellBlock]:
    """Yield the blocks of a page that a shell is to run."""
    for fence in _FENCE.finditer(page):
        if fence["language"] in _SHELL and not fence["reason"]:
            yield ShellBlock(textwrap.dedent(fence["body"]), page.count("\n", 0, fence.start("body")) + 1)


def unchecked(page: str) -> Iterator[int]:
    """Yield the lines of blocks that show a command and what it prints, are not compared, and do not say why."""
    for fence in _FENCE.finditer(page):
        is_shown = fence["language"] in _TERMINAL or fence["body"].lstrip().startswith(_PROMPT)
        if is_shown and not fence["reason"] and not _is_compared(fence):
            yield page.count("\n", 0, fence.start("body")) + 1


def _is_compared(fence: re.Match[str]) -> bool:
    """Return whether a block shows one command of ours, and nothing says that it cannot be run."""
    is_ours = fence["language"] in _TERMINAL and fence["body"].startswith(_OWN)
    return is_ours and not fence["reason"] and fence["body"].count(f"\n{_PROMPT}") == 0


def call(command: str) -> tuple[list[str], Stream]:
    """Return the arguments of a command, and what a terminal shows of it: with `… > FILE`, its errors and notes."""
    arguments, redirection, _file = command.partition(" > ")
    return shlex.split(arguments), "stderr" if redirection else "stdout"


def printed(command: str, root: Path = ROOT) -> str:
    """Return what a terminal shows of a command, run where the documentation says: in the project's folder.

    Raises:
        RuntimeError: it did not do its work.
    """
    arguments, stream = call(command)
    done = subprocess.run(  # noqa: S603 - the documentation is ours
        [sys.executable, "-m", "schedcfg", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    if done.returncode not in {0, 1} or "Traceback" in done.stderr:
        raise RuntimeError(f"schedcfg {command}: {done.stderr}")
    return str(getattr(done, stream))


def shows(lines: tuple[str, ...], output: str) -> bool:
    """Return whether lines are the whole output, but for what is left out."""
    pattern = "".join(r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(f"{line}\n") for line in lines)
    return re.fullmatch(pattern, output) is not None


def refreshed(lines: tuple[str, ...], output: str) -> tuple[str, ...]:
    """Return what is to be shown of a new output: the parts that were shown of the old one.

    A part that follows or precedes left-out lines is found again by its lines that are still the same.

    Raises:
        AmbiguousBlockError: a part has no such line, or the parts would overlap.
    """
    if shows(lines, output):
        return lines
    new = output.splitlines()
    if not lines:
        return tuple(new)
    places = _places(lines, new)
    made: list[str] = []
    reached = 0
    for start, end in _parts(lines):
        first = 0 if start == 0 else _place(places, start, range(start, end))
        last = len(new) if end == len(lines) else _place(places, end - 1, reversed(range(start, end))) + 1
        if not reached <= first <= last <= len(new):
            raise AmbiguousBlockError("its parts would overlap")
        made += [*([LEFT_OUT] if start else []), *new[first:last]]
        reached = last
    return (*made, *([LEFT_OUT] if lines[-1:] == (LEFT_OUT,) else []))


def _parts(lines: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield where the parts between left-out lines begin and end."""
    start = 0
    for index, line in enumerate((*lines, LEFT_OUT)):
        if line == LEFT_OUT:
            if index > start:
                yield start, index
            start = index + 1


def _places(lines: tuple[str, ...], new: list[str]) -> dict[int, int]:
    """Map lines that are still the same to their places in the new output."""
    matches = SequenceMatcher(None, _undated(lines), _undated(new), autojunk=False).get_matching_blocks()
    return {match.a + offset: match.b + offset for match in matches for offset in range(match.size)}


def _undated(lines: Sequence[str]) -> list[str]:
    """Leave out releases: a finding is the same one when a newer release judges it."""
    return [_RELEASE.sub("1.N", line) for line in lines]


def _place(places: dict[int, int], wanted: int, nearest: "range | Iterator[int]") -> int:
    """Return the place of a line: its own, or reckoned from the nearest line of its part that is still the same."""
    for index in nearest:
        # Empty lines are everywhere.
        if index in places:
            return places[index] + wanted - index
    raise AmbiguousBlockError("none of the lines beside a left-out part is printed any more")
