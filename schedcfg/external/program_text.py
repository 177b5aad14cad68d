"""Programs of the user's own: where they are, and what they write as part of a message."""

import os
import re
import shutil

from schedcfg.document.golang.text import harmless
from schedcfg.document.texts import SENSITIVE, without_login
from schedcfg.patterns import pattern

_LONGEST_MESSAGE = 300
"""Characters; nothing of note needs more."""

_SECRET = pattern(rf"((?:{SENSITIVE})[\w-]*+[\"']?\s*+[:=]\s*[\"']?|(?:bearer|basic)\s+)[^\s\"']+", re.IGNORECASE)
"""What is called a secret."""

_TOKEN = pattern(r"(?!(?:[a-z0-9-]{1,30}\.)+[a-z0-9-]{1,30}(?![\w.+=~-]))[A-Za-z0-9_.+=~-]{40,}")
"""What is longer than words and identifiers are, and no name of an API group or a host; tokens are."""


def find(name: str) -> str | None:
    """Return where a program is on PATH; as Go, skip what lies in the folder where one happens to be."""
    program = shutil.which(name)
    return program if program is not None and os.path.isabs(program) else None  # noqa: PTH117 - strings in, strings out


def one_line(text: str) -> str:
    """Return one short line of a program's messages, the end of them, without what looks like a secret."""
    bounded = text[-10 * _LONGEST_MESSAGE :]
    hidden = _TOKEN.sub("***", _SECRET.sub(r"\1***", without_login(bounded)))
    line = harmless(" ".join(hidden.split()), len(hidden))
    return line if len(line) <= _LONGEST_MESSAGE else f"… {line[-_LONGEST_MESSAGE:]}"
