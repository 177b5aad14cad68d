"""Values that a report must not repeat."""

import re

from schedcfg.document.texts import LOGIN, SENSITIVE, without_login

_SECRET = re.compile(
    rf"""(?P<key>["']?[\w.-]*(?:{SENSITIVE})[\w.-]*["']?\s*:\s*)(?P<value>[^\s,}}].*)""",
    re.IGNORECASE,
)

_SECRET_NAME = re.compile(SENSITIVE, re.IGNORECASE)


def masked(line: str, start: int) -> str:
    """Hide the value of a key that sounds like a secret, and the login in an address.

    Args:
        line: A source line.
        start: Where the finding begins in it, from 0.
    """
    line = LOGIN.sub(lambda login: "*" * len(login[0]), line)
    found = _SECRET.search(line)
    if found is None:
        return line
    hidden = "*" * max(3, min(len(found["value"]), 8))
    return line[: found.start("value")] + hidden + " " * max(0, start - found.start("value") - len(hidden))


def safe(name: str, value: object) -> object:
    """Return a value as it may be shown: hidden where its name sounds like a secret, addresses without their login.

    Args:
        name: Its path or key.
        value: A single value, or a list or mapping of them.
    """
    if isinstance(value, dict):
        return {key: safe(f"{name}.{key}", one) for key, one in value.items()}
    if isinstance(value, list):
        return [safe(name, one) for one in value]
    if not isinstance(value, str):
        return value
    return "(hidden)" if value and _SECRET_NAME.search(name) else without_login(value)
