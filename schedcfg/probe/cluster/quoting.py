"""Words of servers, programs and files, fit to stand in a message: one line, no escape codes, no secrets."""

import re

from schedcfg.document.texts import WORDS, without_login
from schedcfg.probe.exchange.quoting import harmless

_LONGEST = 300
"""Characters of a message; nothing of note needs more."""

_NAMED = re.compile(rf"((?:{WORDS})[\w-]*[\"']?\s*[:=]\s*[\"']?|(?:bearer|basic)\s+)[^\s\"']+", re.IGNORECASE)
"""What is called a secret."""

_LONG = re.compile(r"[A-Za-z0-9_.+=~-]{40,}")
"""What is longer than words and identifiers are; tokens are."""


def shown(text: str, secret: str = "") -> str:
    """Make one short line of foreign text, without what looks like a secret.

    Args:
        text: What a server or a program said; its end is kept, where programs say what went wrong.
        secret: What must not be repeated in any case; empty: nothing in particular.
    """
    bounded = text[-10 * _LONGEST :]
    known = bounded.replace(secret, "***") if secret else bounded
    hidden = _LONG.sub("***", _NAMED.sub(r"\1***", without_login(known)))
    words = harmless(" ".join(hidden.split()), len(hidden))
    return words if len(words) <= _LONGEST else f"… {words[-_LONGEST:]}"
