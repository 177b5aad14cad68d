"""Where the documentation and upstream's code can be read."""

from collections.abc import Iterator

from schedcfg.patterns import pattern

SITE = "https://schedcfg.readthedocs.io/en/stable/"

REPOSITORY = "https://github.com/schedcfg/schedcfg"
"""Where the project is to be published; pyproject.toml, README and docs name no other place."""


def rule_page(rule: str) -> str:
    """Return the address of a rule's page, as the site names its pages (`use_directory_urls: false` in mkdocs.yml).

    Args:
        rule: The rule's id.
    """
    return f"{SITE}rules/{rule}.html"


_PATH = pattern(r"(?<![\w./-])(?P<path>[\w.-]+(?:/[\w.-]+)+\.go)\b(?: (?:up to|of) (?P<last>1\.\d+))?")
_GITHUB = "https://github.com"
_KUBERNETES = "kubernetes/kubernetes"
_OTHER = pattern(r"^(?P<before>[\w-]+/[\w-]+), | of (?P<behind>[\w-]+/[\w-]+|scheduler-plugins)\b")
"""How a source names another repository: before its paths, or behind them."""
_SHORT = {"scheduler-plugins": "kubernetes-sigs/scheduler-plugins"}
_OWN = ("pkg/", "cmd/", "plugin/", "staging/")
_STAGED = ("api/", "apimachinery/", "apiserver/", "client-go/", "component-base/", "kube-scheduler/")
"""Modules of their own that are kept in Kubernetes' repository, below `staging/src/k8s.io/`."""


def links(source: str, kubernetes: str | None) -> tuple[str, ...]:
    """List the addresses of the files that a rule's source names by their whole paths, each in its own repository.

    Args:
        source: As the rule says it: `pkg/scheduler/extender.go, makeTransport; pkg/scheduler/factory.go up to 1.22`,
            `pkg/trimaran/collector.go of scheduler-plugins`.
        kubernetes: The release whose branch of Kubernetes is meant where none is named; None: the main line.
    """
    return tuple(link for part in source.split("; ") for link in _in_part(part, kubernetes))


def _in_part(part: str, kubernetes: str | None) -> Iterator[str]:
    other = _OTHER.search(part)
    name = "" if other is None else other["before"] or other["behind"]
    repository = _SHORT.get(name, name)
    for found in _PATH.finditer(part):
        path = found["path"] if repository else _in_kubernetes(found["path"].removeprefix("k8s.io/"))
        if path and repository:
            yield in_repository(repository, path)
        elif path:
            yield f"{_GITHUB}/{_KUBERNETES}/blob/{_branch(found['last'] or kubernetes)}/{path}"


def in_repository(repository: str, path: str) -> str:
    """Return where a file of another repository than Kubernetes' own can be read, in its main line.

    Args:
        repository: Its owner and name: `kubernetes-sigs/scheduler-plugins`.
        path: The file, from the repository's top.
    """
    return f"{_GITHUB}/{repository}/blob/HEAD/{path}"


def _branch(release: str | None) -> str:
    return "master" if release is None else f"release-{release}"


def _in_kubernetes(path: str) -> str | None:
    if path.startswith(_OWN):
        return path
    return f"staging/src/k8s.io/{path}" if path.startswith(_STAGED) else None
