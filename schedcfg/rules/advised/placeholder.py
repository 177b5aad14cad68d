"""Placeholders that were never filled in."""

from collections.abc import Iterator
from functools import lru_cache

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.secret_names import is_secret
from schedcfg.document.span import Path
from schedcfg.document.texts import texts
from schedcfg.findings import Problem, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.rule import Rule, Subject, advice

_FORMS = (
    r"\$\{[A-Za-z_][\w.]*(?::?[-=?+](?>(?:[^}$]|\$(?!\{))*))?\}",  # the shell's, envsubst's, OpenShift's
    r"\$\([A-Z][A-Z0-9_]*\)",  # Kubernetes' own, which it expands in commands only
    r"\{\{(?:(?!\{\{).)*?\}\}",  # Helm's, Jinja's
    r"\{%(?:(?!\{%).)*?%\}",
    r"<[A-Za-z][\w .-]*>",
    r"@[A-Z][A-Z0-9_]{2,}@",
    r"%[A-Z][A-Z0-9_]{2,}%",
    r"__[A-Z][A-Z0-9_]{2,}__",
    r"(?<![A-Za-z0-9])(?:(?:REPLACE|CHANGE)[_-]?ME|(?:replace|change)[_-]?me)(?![A-Za-z])[\w-]*",
    r"(?<![A-Za-z0-9])(?:YOUR|REPLACE|INSERT)_[A-Z0-9_]+(?![a-z])",
    r"\A(?:placeholder|PLACEHOLDER)\Z",
)
_ANY = pattern("|".join(_FORMS))

_WORDS = ("placeholder", "PLACEHOLDER")
_LETTERS = ("$", "{", "<", "@", "%", "_", "CHANGE", "REPLACE", "change", "replace", *_WORDS)
"""Each placeholder has one of these in it, and most texts have none; single letters are found in no time."""
_SMALL = tuple(f"{word}{dash}me" for word in ("replace", "change") for dash in ("", "_", "-"))
_MARKS = ("${", "$(", "{{", "{%", "<", "@", "%", "__", "REPLACE", "CHANGE", "YOUR_", "INSERT_", *_SMALL, *_WORDS)
"""Likewise, but fewer other texts have one of them."""


@lru_cache(maxsize=16)
def may_hold_placeholder(text: str) -> bool:
    """Return whether a closer look at the values in a text is needed."""
    return any(letter in text for letter in _LETTERS) and any(mark in text for mark in _MARKS)


def placeholder(text: str) -> str | None:
    """Return the first placeholder in a text; None where there is none."""
    match = _ANY.search(text) if may_hold_placeholder(text) else None
    return None if match is None else match[0]


ID = "placeholder"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each text that ares for a value which was to be put in later."""
    document = subject.document
    if document is None or not may_hold_placeholder(document.text):
        return
    open_args = _args_of_unknown_plugins(subject)
    for text, path in texts(document.data):
        found = placeholder(text)
        if found is not None:
            # What `${TOKEN:-…}` falls back to is not checked.
            shown = "a placeholder" if is_secret(path) else f"the placeholder `{found}`"
            name = next(str(step) for step in reversed(path) if isinstance(step, str))
            by_plugin = any(path[:length] in open_args for length in range(len(path) + 1))
            yield advice(
                ID,
                path,
                f"`{name}` contains {shown}: kube-scheduler does not replace it"
                + (", but the plugin may" if by_plugin else ""),
                "Write the value, or validate the file after the placeholder is replaced.",
                Severity.INFO if by_plugin else Severity.WARNING,
            )


def _args_of_unknown_plugins(subject: Subject) -> frozenset[Path]:
    """Return the places of Args that may hold templates or variables of the plugin's own."""
    published = subject.configuration.release.plugins | plugins.CATALOGUED
    return frozenset((*entry.path, "args") for _, entry in subject.written_args if entry.name not in published)


RULE = Rule(
    id=ID,
    title="A placeholder was left in",
    why="The scheduler expands neither variables nor templates: it looks for a file or a host of exactly that name.",
    source="cmd/kube-scheduler/app/options/configfile.go, loadConfigFromFile",
    evidence=(
        Citation(
            "https://github.com/digitalmisfits/kube-scheduler-plugin/blob/a171bbe0dc3edd74bbc847d752c06bf6923f4f2a/manifests/scheduler-config.yaml",
            "`REPLACE_ME_WITH_KUBE_CONFIG_PATH`",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
clientConnection:
  kubeconfig: REPLACE_ME_WITH_KUBE_CONFIG_PATH
"""),
    good=v1_configuration("""\
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
"""),
)
