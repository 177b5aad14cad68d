"""Which keys hold what a report must not repeat."""

import re

from schedcfg.document.path import Path

WORDS = "token|password|passwd|secret|keyData|privateKey|credential"
"""Parts of a key's name, in any case, that make its value a secret."""

_SECRET = re.compile(WORDS, re.IGNORECASE)


def is_secret(path: Path) -> bool:
    """Tell whether any key on the way to a value sounds like a secret."""
    return any(isinstance(step, str) and _SECRET.search(step) is not None for step in path)
