"""What stands for a value that was to be put in later."""

import re

_FORMS = (
    r"\$\{[A-Za-z_][\w.]*(?::?[-=?+][^}]*)?\}",  # the shell's, envsubst's, OpenShift's
    r"\$\([A-Z][A-Z0-9_]*\)",  # Kubernetes' own, which it expands in commands only
    r"\{\{.*?\}\}",  # Helm's, Jinja's
    r"\{%.*?%\}",
    r"<[A-Za-z][\w .-]*>",
    r"@[A-Z][A-Z0-9_]{2,}@",
    r"%[A-Z][A-Z0-9_]{2,}%",
    r"__[A-Z][A-Z0-9_]{2,}__",
    r"(?<![A-Za-z0-9])(?:(?:REPLACE|CHANGE)[_-]?ME|(?:replace|change)[_-]?me)(?![A-Za-z])[\w-]*",
    r"(?<![A-Za-z0-9])(?:YOUR|REPLACE|INSERT)_[A-Z0-9_]+(?![a-z])",
)
_ANY = re.compile("|".join(_FORMS))

_LETTERS = ("$", "{", "<", "@", "%", "_", "CHANGE", "REPLACE", "change", "replace")
"""Each placeholder has one of these in it, and most texts have none; single letters are found in no time."""
_SMALL = tuple(f"{word}{dash}me" for word in ("replace", "change") for dash in ("", "_", "-"))
_MARKS = ("${", "$(", "{{", "{%", "<", "@", "%", "__", "REPLACE", "CHANGE", "YOUR_", "INSERT_", *_SMALL)
"""Likewise, but fewer other texts have one of them."""


def may_hold_placeholder(text: str) -> bool:
    """Tell whether a closer look at the values in a text is needed."""
    return any(letter in text for letter in _LETTERS) and any(mark in text for mark in _MARKS)


def placeholder(text: str) -> str | None:
    """Give the first placeholder in a text; None where there is none."""
    found = _ANY.search(text) if may_hold_placeholder(text) else None
    return None if found is None else found[0]
