"""Placeholders that were never filled in."""

from collections.abc import Iterator

from schedcfg import plugins
from schedcfg.cards import Citation, v1_configuration
from schedcfg.document.placeholders import marked_placeholder, may_hold_placeholder, placeholder
from schedcfg.document.secret_names import is_secret
from schedcfg.document.span import Path
from schedcfg.document.texts import texts
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "placeholder"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each text that represents a value which was to be put in later."""
    document = subject.document
    if document is None or not may_hold_placeholder(document.text):
        return
    open_args = _args_of_unknown_plugins(subject)
    for text, path in texts(document.data):
        # A plugin's Args have names of variables and metrics, and resources have any names.
        is_free = "args" in path or path[-1:] == ("name",)
        found = marked_placeholder(text) if is_free else placeholder(text)
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
