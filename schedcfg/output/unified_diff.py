"""Two texts of a file as a unified diff that `git apply` and `patch` take."""

import os
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import takewhile
from operator import eq
from pathlib import PurePath
from typing import TypeAlias

from schedcfg.output.terminal import BOLD, CYAN, GREEN, RED, Paint, painter
from schedcfg.patterns import pattern

Opcode: TypeAlias = tuple[str, int, int, int, int]
"""What becomes of some lines, as `difflib` has it: a tag, the range in the first text, the range in the second."""

_LINE = pattern(r"[^\n]*\n|[^\n]+")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_COLORS = {"+": GREEN, "-": RED, "@": CYAN}
_NO_FILE = "/dev/null"
CONTEXT = 3
"""Lines before and behind a change."""
_MANY = 20_000
"""Lines that `difflib` compares in some seconds, whatever they are; it would take minutes for some megabytes."""


def render(path: str, before: str | None, after: str, *, colored: bool) -> Iterator[str]:
    """Yield the lines of a diff, its heading too where nothing differs.

    Lines end at LF only, so that a CR before it is part of the line, as `git` has it.

    Args:
        path: The file.
        before: Its text; None where there is no file yet.
        after: Its new text.
        colored: Whether lines are painted.
    """
    paint = painter(colored=colored)
    old = _NO_FILE if before is None else _name("a", path)
    yield from (paint(BOLD, f"{sign} {name}") + "\n" for sign, name in (("---", old), ("+++", _name("b", path))))
    for line in _changes(_LINE.findall(before or ""), _LINE.findall(after)):
        yield from _painted(line, paint)


def _changes(before: list[str], after: list[str]) -> Iterator[str]:
    """Yield the lines of a diff behind its heading."""
    for group in grouped_opcodes(before, after):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (f" {line}" for line in before[start:end])
                continue
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[new_start:new_end])


def grouped_opcodes(before: list[str], after: list[str]) -> Iterator[list[Opcode]]:
    """Yield the changes between two lists of lines, each with those near to it and three lines around them.

    In lists of more than 20,000 lines only what is between the first and the last change is compared; if that is as
    long, all of it differs.
    """
    if max(len(before), len(after)) <= _MANY:
        yield from SequenceMatcher(None, before, after).get_grouped_opcodes(CONTEXT)
        return
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    skipped = max(head - CONTEXT, 0)
    old, new = (lines[skipped : len(lines) - max(tail - CONTEXT, 0)] for lines in (before, after))
    is_long = max(len(old), len(new)) > _MANY
    # Lines that are junk are not searched for.
    for group in SequenceMatcher(lambda _: is_long, old, new).get_grouped_opcodes(CONTEXT):
        yield [(tag, a + skipped, b + skipped, c + skipped, d + skipped) for tag, a, b, c, d in group]


def _alike(before: list[str], after: list[str]) -> int:
    """Return with how many equal lines both begin."""
    return sum(takewhile(bool, map(eq, before, after)))


def _range(start: int, end: int) -> str:
    """Return lines as a diff names them: an empty range by the line before it."""
    if end - start == 1:
        return f"{start + 1}"
    return f"{start + (end > start)},{end - start}"


def _painted(line: str, paint: Paint) -> Iterator[str]:
    """Color a line without its end."""
    content = line.rstrip("\r\n")
    end = line[len(content) :]
    yield paint(_COLORS.get(line[0], ""), content) if line[0] in _COLORS else content
    yield end if end.endswith("\n") else f"{end}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    """Return the name of one side as git writes it: odd letters escaped, and a tab behind a name with spaces."""
    name = f"{side}/{PurePath(path).as_posix().lstrip('/')}"
    if not name.isprintable() or '"' in name or "\\" in name:
        return f'"{"".join(map(_quoted, name))}"'
    return f"{name}\t" if " " in name else name


def _quoted(letter: str) -> str:
    octal = "" if letter.isprintable() else "".join(f"\\{byte:03o}" for byte in os.fsencode(letter))
    return _SHORT.get(letter) or octal or letter
