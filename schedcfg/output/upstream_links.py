"""Where to read upstream's code that a rule names."""

import re

_PATH = re.compile(r"(?<![\w./-])[\w.-]+(?:/[\w.-]+)+\.go\b")
_REPOSITORY = "https://github.com/kubernetes/kubernetes/blob"
_OWN = ("pkg/", "cmd/", "plugin/", "staging/")
_STAGED = ("api/", "apimachinery/", "apiserver/", "client-go/", "component-base/", "kube-scheduler/")
"""Modules of their own that are kept in Kubernetes' repository, below `staging/src/k8s.io/`."""


def links(source: str, kubernetes: str | None) -> tuple[str, ...]:
    """List the addresses of the files that a rule's source names by their whole paths.

    Args:
        source: As the rule says it: `pkg/scheduler/eventhandlers.go, responsibleForPod; …`.
        kubernetes: The release whose branch is meant; None: upstream's main line.
    """
    branch = "master" if kubernetes is None else f"release-{kubernetes}"
    found = (_in_repository(path.removeprefix("k8s.io/")) for path in _PATH.findall(source))
    return tuple(f"{_REPOSITORY}/{branch}/{path}" for path in found if path)


def _in_repository(path: str) -> str | None:
    if path.startswith(_OWN):
        return path
    return f"staging/src/k8s.io/{path}" if path.startswith(_STAGED) else None
