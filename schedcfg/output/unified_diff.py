"""Two texts of a file as a unified diff that `git apply` and `patch` take."""

import difflib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath

from schedcfg.output.long_diff import LongMatcher
from schedcfg.output.terminal import BOLD, CYAN, GREEN, RED, Paint, painter
from schedcfg.patterns import pattern

_LINE = pattern(r"[^\n]*\n|[^\n]+")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_COLOURS = {"+": GREEN, "-": RED, "@": CYAN}
_NO_FILE = "/dev/null"
_CONTEXT = 3
_MANY = 2000
"""Lines; what differs between more is found by another way, which takes less time."""


def render(path: str, before: str | None, after: str, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a diff, its heading too where nothing differs.

    Lines end at LF only, so that a CR before it is part of the line, as `git` has it.

    Args:
        path: The file.
        before: Its text; None where there is no file yet.
        after: Its new text.
        coloured: Whether lines are painted.
    """
    paint = painter(coloured=coloured)
    old = _NO_FILE if before is None else _name("a", path)
    yield from (paint(BOLD, f"{sign} {name}") + "\n" for sign, name in (("---", old), ("+++", _name("b", path))))
    for line in _changes(_LINE.findall(before or ""), _LINE.findall(after)):
        yield from _shown(line, paint)


def _changes(before: list[str], after: list[str]) -> Iterator[str]:
    """Yield the lines of a diff behind its heading."""
    if max(len(before), len(after)) <= _MANY:
        # difflib's own heading is left out.
        yield from islice(difflib.unified_diff(before, after), 2, None)
        return
    for group in LongMatcher(before, after).get_grouped_opcodes(_CONTEXT):
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@\n"
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                yield from (f" {line}" for line in before[start:end])
                continue
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[new_start:new_end])


def _range(start: int, end: int) -> str:
    """Return lines as a diff names them: an empty range by the line before it."""
    if end - start == 1:
        return f"{start + 1}"
    return f"{start + (end > start)},{end - start}"


def _shown(line: str, paint: Paint) -> Iterator[str]:
    """Color a line without its end."""
    content = line.rstrip("\r\n")
    end = line[len(content) :]
    yield paint(_COLOURS.get(line[0], ""), content) if line[0] in _COLOURS else content
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
