"""Two texts of a file as a unified diff that `git apply` and `patch` take."""

import difflib
import os
from collections.abc import Iterator
from pathlib import PurePath

from schedcfg.output.terminal import BOLD, CYAN, GREEN, RED, Paint, painter
from schedcfg.patterns import pattern

_LINE = pattern(r"[^\n]*\n|[^\n]+")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_COLOURS = {"+": GREEN, "-": RED, "@": CYAN}
_NO_FILE = "/dev/null"


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
    changes = difflib.unified_diff(_LINE.findall(before or ""), _LINE.findall(after), lineterm="\n")
    for number, line in enumerate(changes):
        if number > 1:  # behind difflib's own heading
            yield from _shown(line, paint)


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
