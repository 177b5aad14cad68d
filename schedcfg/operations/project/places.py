"""Lines of keys in TOML, whose reader of the standard library tells none."""

import re
from collections import Counter
from collections.abc import Iterator

from schedcfg.document import Path

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_HEADER_OF_ARRAY = re.compile(rf"[ \t]*\[\[[ \t]*({_DOTTED})[ \t]*\]\]")
_KEY = re.compile(rf"[ \t]*({_DOTTED})[ \t]*=")


def line_of(path: Path, text: str) -> int:
    """Tell the line of a key, from 1: where the longest part of its path is written first that begins a line.

    What stands inside an array or an inline table has the line of its key. Text that looks like a key inside a
    string of several lines can mislead it.
    """
    best, found = 0, 1
    for number, here in _written(text):
        shared = next((at for at, (one, other) in enumerate(zip(here, path, strict=False)) if one != other), None)
        depth = min(len(here), len(path)) if shared is None else shared
        if depth == len(here) and depth > best:
            best, found = depth, number
    return found


def _written(text: str) -> Iterator[tuple[int, Path]]:
    """Yield each line that begins a table or has a key, with its path."""
    table: Path = ()
    arrays: Counter[Path] = Counter()
    for number, line in enumerate(text.splitlines(), 1):
        if found := _HEADER_OF_ARRAY.match(line):
            name = _parts(found[1])
            table = (*name, arrays[name])
            arrays[name] += 1
            yield number, table
        elif found := _HEADER.match(line):
            table = _parts(found[1])
            yield number, table
        elif found := _KEY.match(line):
            yield number, (*table, *_parts(found[1]))


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in re.findall(_PART, dotted))
