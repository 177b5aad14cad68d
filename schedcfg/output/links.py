"""Where the documentation and upstream's code can be read."""

import re

SITE = "https://schedcfg.readthedocs.io/en/stable/"


def rule_page(rule: str) -> str:
    """Return the address of a rule's page.

    Args:
        rule: The rule's id.
    """
    return f"{SITE}rules/{rule}/"


_PATH = re.compile(r"(?<![\w./-])(?P<path>[\w.-]+(?:/[\w.-]+)+\.go)\b(?: (?:up to|of) (?P<last>1\.\d+))?")
_REPOSITORY = "https://github.com/kubernetes/kubernetes/blob"
_OWN = ("pkg/", "cmd/", "plugin/", "staging/")
_STAGED = ("api/", "apimachinery/", "apiserver/", "client-go/", "component-base/", "kube-scheduler/")
"""Modules of their own that are kept in Kubernetes' repository, below `staging/src/k8s.io/`."""


def links(source: str, kubernetes: str | None) -> tuple[str, ...]:
    """List the addresses of the files that a rule's source names by their whole paths.

    Args:
        source: As in the rule: `pkg/scheduler/extender.go, makeTransport; pkg/scheduler/factory.go up to 1.22`.
        kubernetes: The release whose branch is meant where none is named; None: upstream's main line.
    """
    found = ((_in_repository(one["path"].removeprefix("k8s.io/")), one["last"]) for one in _PATH.finditer(source))
    return tuple(f"{_REPOSITORY}/{_branch(last or kubernetes)}/{path}" for path, last in found if path)


def _branch(release: str | None) -> str:
    return "master" if release is None else f"release-{release}"


def _in_repository(path: str) -> str | None:
    if path.startswith(_OWN):
        return path
    return f"staging/src/k8s.io/{path}" if path.startswith(_STAGED) else None
