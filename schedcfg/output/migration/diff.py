"""What changes in a file, as a unified diff that `git apply` and `patch` take."""

import difflib
import re
from collections.abc import Iterator
from pathlib import PurePath

from schedcfg.output.colours import BOLD, CYAN, GREEN, RED, Paint, painter
from schedcfg.results.migration import FileMigration

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MUST_BE_QUOTED = re.compile(r'[\x00-\x1f\x7f"\\]')
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_COLOURS = {"+": GREEN, "-": RED, "@": CYAN}


def render(file: FileMigration, *, coloured: bool) -> Iterator[str]:
    """Yield the lines of a diff; nothing for a file that does not change.

    Lines end at LF only, so that a CR before it is part of the line, as `git` has it.
    """
    if file.text is None or file.migrated is None:
        return
    paint = painter(coloured=coloured)
    yield from (paint(BOLD, f"{sign} {_name(side, file.path)}") + "\n" for sign, side in (("---", "a"), ("+++", "b")))
    before, after = (_LINE.findall(text) for text in (file.text, file.migrated))
    changes = difflib.unified_diff(before, after, lineterm="\n")
    for number, line in enumerate(changes):
        if number > 1:  # behind difflib's own heading
            yield from _shown(line, paint)


def _shown(line: str, paint: Paint) -> Iterator[str]:
    """Colour a line without its end."""
    content = line.rstrip("\r\n")
    end = line[len(content) :]
    yield paint(_COLOURS.get(line[0], ""), content) if line[0] in _COLOURS else content
    yield end if end.endswith("\n") else f"{end}\n\\ No newline at end of file\n"


def _name(side: str, path: str) -> str:
    """Name one side as git does: letters that a heading cannot hold escaped, and a tab behind a name with spaces."""
    name = f"{side}/{PurePath(path).as_posix().lstrip('/')}"
    if _MUST_BE_QUOTED.search(name):
        return '"' + _MUST_BE_QUOTED.sub(lambda found: _SHORT.get(found[0], f"\\{ord(found[0]):03o}"), name) + '"'
    return f"{name}\t" if " " in name else name
