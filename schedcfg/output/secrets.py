"""Values that a report must not repeat."""

import re

_SECRET = re.compile(
    r"""(?P<key>["']?[\w.-]*(?:token|password|passwd|secret|keyData|privateKey|credential)[\w.-]*["']?\s*:\s*)(?P<value>[^\s,}].*)""",
    re.IGNORECASE,
)


def masked(line: str, start: int) -> str:
    """Hide the value of a key that sounds like a secret, if the finding is not about the key itself.

    Args:
        line: A source line.
        start: Where the finding begins in it, from 0.
    """
    found = _SECRET.search(line)
    if found is None:
        return line
    hidden = "*" * max(3, min(len(found["value"]), 8))
    return line[: found.start("value")] + hidden + " " * max(0, start - found.start("value") - len(hidden))
