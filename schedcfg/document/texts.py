"""Texts in plain data, and those that look like secrets."""

import re
from collections.abc import Iterator

from schedcfg.document.path import Path


def texts(data: object, path: Path = ()) -> Iterator[tuple[str, Path]]:
    """Yield every text in plain data, keys left out, with its path.

    Args:
        data: Plain data.
        path: Where that is.
    """
    if isinstance(data, str):
        yield data, path
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from texts(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from texts(value, (*path, index))


SENSITIVE = "token|password|passwd|secret|keyData|privateKey|credential"
"""Parts of a key's name, in any case, that make its value a secret."""

LOGIN = re.compile(r"(?<=://)[^/\s]+(?=@)")
"""User and password in an address."""

_SECRET = re.compile(SENSITIVE, re.IGNORECASE)


def is_secret(path: Path) -> bool:
    """Return whether any key on the way to a value sounds like a secret."""
    return any(isinstance(step, str) and _SECRET.search(step) is not None for step in path)


def has_login(text: str) -> bool:
    """Return whether an address has a user or a password in it."""
    return LOGIN.search(text) is not None


def without_login(text: str) -> str:
    """Return an address with its user and password hidden."""
    return LOGIN.sub("***", text)
