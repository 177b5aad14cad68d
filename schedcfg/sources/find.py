"""Files named and folders searched, in a steady order."""

import os
from collections.abc import Iterable, Iterator

from schedcfg.sources.source import STDIN, Source

ENDINGS = (".yaml", ".yml", ".json")
"""What a search looks at."""


def find(paths: Iterable[str]) -> Iterator[Source]:
    """Yield every file that is named or found in a folder that is named; each folder's in order of name."""
    for path in paths:
        if path != STDIN and os.path.isdir(path):  # noqa: PTH112 - strings in, strings out
            yield from _search(path)
        else:
            yield Source(path)


def _search(folder: str) -> Iterator[Source]:
    """Search a folder and those below it; what is hidden, links to folders and what is no file are passed over."""
    try:
        with os.scandir(folder) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        yield Source(folder, searched=True, obstacle=f"the folder cannot be listed: {error.strerror}")
        return
    for entry in found:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _search(entry.path)
        elif entry.name.endswith(ENDINGS) and _is_file(entry):
            yield Source(entry.path, searched=True)


def _is_file(entry: "os.DirEntry[str]") -> bool:
    """Tell whether something is a file, or a link that should lead to one: a pipe would keep the search waiting."""
    return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))  # noqa: PTH110 - as above
