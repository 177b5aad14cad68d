"""Which keys hold what a report must not repeat."""

import re

from schedcfg.document.path import Path

WORDS = "token|password|passwd|secret|keyData|privateKey|credential"
"""Parts of a key's name, in any case, that make its value a secret."""

LOGIN = re.compile(r"(?<=://)[^/\s]+(?=@)")
"""User and password in an address."""

_SECRET = re.compile(WORDS, re.IGNORECASE)


def is_secret(path: Path) -> bool:
    """Tell whether any key on the way to a value sounds like a secret."""
    return any(isinstance(step, str) and _SECRET.search(step) is not None for step in path)


def has_login(text: str) -> bool:
    """Tell whether an address has a user or a password in it."""
    return LOGIN.search(text) is not None


def without_login(text: str) -> str:
    """Hide the user and the password in an address."""
    return LOGIN.sub("***", text)
