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
    r"(?<![A-Za-z0-9])(?:REPLACE|CHANGE)[_-]?ME(?![A-Za-z])[\w-]*",
    r"(?<![A-Za-z0-9])(?:YOUR|REPLACE|INSERT)_[A-Z0-9_]+(?![a-z])",
)
_ANY = re.compile("|".join(_FORMS))

MARKS = ("${", "$(", "{{", "{%", "<", "@", "%", "__", "REPLACE", "CHANGE", "YOUR_", "INSERT_")
"""Each placeholder has one of these in it: where a text has none, no closer look is needed."""


def placeholder(text: str) -> str | None:
    """Give the first placeholder in a text; None where there is none."""
    found = _ANY.search(text)
    return None if found is None else found[0]
