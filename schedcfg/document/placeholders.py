"""Placeholders: what a script or a template's tool puts in later, as people write it down."""

from functools import lru_cache

from schedcfg.patterns import pattern

_FORMS = (
    r"\$\{[A-Za-z_][\w.]*(?::?[-=?+](?>(?:[^}$]|\$(?!\{))*))?\}",  # the shell's, envsubst's, OpenShift's
    r"(?:\A|(?<=[/:=-]))\$(?!(?:HOME|PATH|PWD|USER)\b)[A-Za-z_]\w*(?=[/:.-]|\Z)",  # what a shell knows is none
    r"\$\([A-Z][A-Z0-9_]*\)",  # Kubernetes' own, which it expands in commands only
    r"\{\{(?:(?!\{\{).)*?\}\}",  # Helm's, Jinja's
    r"\{%(?:(?!\{%).)*?%\}",
    r"<[A-Za-z][\w .-]*>",
    r"\[[Yy](?:our?|OUR?)[ _-][\w ./-]*\]",  # `[your path]`
    r"@[A-Z][A-Z0-9_]+@",
    r"%[A-Z][A-Z0-9_]{2,}%",
    r"__[A-Z][A-Z0-9_]+__",
    r"(?<![A-Za-z0-9])(?:(?:REPLACE|CHANGE)[_-]?ME|(?:replace|change)[_-]?me)(?![A-Za-z])[\w-]*",
    r"(?<![A-Za-z0-9])(?:YOUR|REPLACE|INSERT)_[A-Z0-9_]+(?![a-z])",
    r"\A(?:placeholder|PLACEHOLDER)\Z",
)
_MARKED = pattern("|".join(_FORMS))
_BARE = pattern(
    r"(?:\A|(?<=[/:=-]))(?<!suites=)(?!TLS_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?=[/:.]|\Z)"  # `K8S_LOG_DIR`, no cipher suite
    r"|\A[A-Z][A-Z0-9]{2,}(?=/[a-z])"  # the registry of an image, a folder: `REGISTRY/kube-scheduler`
)
_MAY_BE_BARE = pattern(r"[A-Z0-9]_[A-Z0-9]|[A-Z][A-Z0-9]{2}/")

_WORDS = ("placeholder", "PLACEHOLDER")
_LETTERS = ("$", "{", "<", "[", "@", "%", "_", "CHANGE", "REPLACE", "change", "replace", *_WORDS)
"""Each placeholder has one of these in it, and most texts have none; single letters are found in no time."""
_SMALL = tuple(f"{word}{dash}me" for word in ("replace", "change") for dash in ("", "_", "-"))
_MARKS = ("$", "{{", "{%", "<", "[y", "[Y", "@", "%", "__", "REPLACE", "CHANGE", "YOUR_", "INSERT_", *_SMALL, *_WORDS)
"""Likewise, but fewer other texts have one of them."""


@lru_cache(maxsize=16)
def may_hold_placeholder(text: str) -> bool:
    """Return whether a closer look at the values in a text is needed."""
    return _may_be_marked(text) or _MAY_BE_BARE.search(text) is not None


def _may_be_marked(text: str) -> bool:
    return any(letter in text for letter in _LETTERS) and any(mark in text for mark in _MARKS)


def placeholder(text: str) -> str | None:
    """Return the first placeholder in a text, marked or in capitals like `K8S_LOG_DIR`; None where there is none."""
    marked = marked_placeholder(text)
    bare = None if marked else _BARE.search(text)
    return marked if bare is None else bare[0]


def marked_placeholder(text: str) -> str | None:
    """Return the first placeholder in a text that its marks or its words show; None where there is none."""
    match = _MARKED.search(text) if _may_be_marked(text) else None
    return None if match is None else match[0]
