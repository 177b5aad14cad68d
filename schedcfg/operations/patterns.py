"""Paths with wildcards, as settings have them."""

import os
import re
from functools import lru_cache
from typing import NamedTuple

from schedcfg.sources import STDIN

_WILD = re.compile(r"\*\*/|\*\*|\*|\?")
_MEANING = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class Patterns(NamedTuple):
    """Some files and folders.

    Attributes:
        root: The folder that the patterns start from.
        globs: `*` and `?` stay within a name, `**` goes through folders; one without a `/` fits at any depth. What
            fits a folder fits all below it.
    """

    root: str
    globs: tuple[str, ...]

    def fit(self, path: str) -> bool:
        """Tell whether a path, relative to the working directory, is meant; nothing outside of the root is."""
        if path == STDIN:
            return False
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return not relative.startswith("../") and any(_compiled(glob).match(relative) for glob in self.globs)


@lru_cache(maxsize=256)
def _compiled(glob: str) -> re.Pattern[str]:
    trimmed = glob.removeprefix("./").rstrip("/")
    rooted = trimmed if "/" in glob.rstrip("/") else f"**/{trimmed}"
    parts, kept = [], 0
    for wild in _WILD.finditer(rooted):
        parts += [re.escape(rooted[kept : wild.start()]), _MEANING[wild[0]]]
        kept = wild.end()
    return re.compile("".join([*parts, re.escape(rooted[kept:])]) + r"(?:/.*)?\Z", re.DOTALL)
