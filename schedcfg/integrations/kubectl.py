"""The user's own kubectl, which can log in wherever the user can: it reads, and never writes.

It reads the kubeconfig, runs credential plugins, follows proxies and trusts certificates as the user is used to.
"""

import json
from enum import Enum, auto
from typing import NamedTuple

from schedcfg.document.golang.text import harmless
from schedcfg.errors import ServerUnavailable, UnreadableInput
from schedcfg.integrations import programs
from schedcfg.integrations.programs import find, one_line
from schedcfg.plugins.label_syntax import is_dns_name
from schedcfg.sources.manifests.pod import Fields, at, fields, text

LARGEST = 256 * 1024 * 1024
"""Bytes of each stream: all ConfigMaps of a large cluster are some tens of megabytes; 5,000 nodes about a hundred."""

_BOUNDS = programs.Bounds(120.0, LARGEST)

_LOOK = (
    "Does `kubectl version` work, and is it the right `--context`? Is the VPN or tunnel to the cluster's network up?"
)


class KubectlFailure(Enum):
    """What a call failed at."""

    NOT_RUN = auto()
    TOO_LARGE = auto()
    TOO_LATE = auto()
    FORBIDDEN = auto()
    STATUS = auto()
    NOT_JSON = auto()


class KubectlFailed(UnreadableInput):
    """A call of kubectl gave nothing that can be used; `failure` says what it failed at."""

    def __init__(self, failure: KubectlFailure, message: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(message, help)
        self.failure = failure


class Kubectl(NamedTuple):
    """How kubectl is called."""

    program: str
    context: str | None = None  # The context of its kubeconfig; None: the current one
    kubeconfig: str | None = None  # The file that names the cluster; None: the one that kubectl finds
    bounds: programs.Bounds = _BOUNDS

    def server_version(self) -> str:
        """Return the version of the API server: `v1.33.3`.

        Raises:
            ServerUnavailable: if it does not answer.
        """
        try:
            found = text(at(_object(self.run("version", "--output=json")), "serverVersion", "gitVersion"))
        except KubectlFailed as error:
            raise ServerUnavailable(str(error), _LOOK) from None
        if not found:
            raise ServerUnavailable("`kubectl version` shows no version of a server", _LOOK)
        return harmless(found)

    def objects(self, resource: str, *options: str) -> list[Fields]:
        """Return the objects of a resource.

        Raises:
            KubectlFailed: if they cannot be had, as without the right to list them.
        """
        items = self.listing(resource, *options).get("items")
        return [one for one in items if isinstance(one, dict)] if isinstance(items, list) else []

    def rows(self, resource: str, paths: tuple[str, ...], *options: str) -> list[list[str]]:
        """Return some fields of each object of a resource, where there are too many of them to read all.

        Args:
            resource: The resource.
            paths: The fields, as `.metadata.name`.
            options: Which objects.

        Raises:
            KubectlFailed: if they cannot be had.
        """
        columns = '{"\\t"}'.join(f"{{{path}}}" for path in paths)
        template = f'--output=jsonpath={{range .items[*]}}{columns}{{"\\n"}}{{end}}'
        lines = self.run("get", resource, template, *options).decode("utf-8", "replace").splitlines()
        rows = [line.split("\t") for line in lines]
        return [row for row in rows if len(row) == len(paths)]

    def listing(self, resource: str, *options: str) -> Fields:
        """Return the list of the objects of a resource, as kubectl writes it.

        Raises:
            KubectlFailed: if it cannot be had.
        """
        return _object(self.run("get", resource, "--output=json", *options))

    def run(self, verb: str, *arguments: str) -> bytes:
        """Run kubectl, and return what it wrote.

        Raises:
            KubectlFailed: if it cannot be run, fails, or ends too late or never.
        """
        where = [] if self.kubeconfig is None else [f"--kubeconfig={self.kubeconfig}"]
        context = [] if self.context is None else [f"--context={self.context}"]
        called = f"`kubectl {verb} {arguments[0]}`" if verb == "get" else f"`kubectl {verb}`"
        try:
            ended = programs.run([self.program, verb, *arguments, *where, *context], self.bounds)
        except (OSError, ValueError) as error:
            reason = harmless(getattr(error, "strerror", None) or str(error))
            raise KubectlFailed(KubectlFailure.NOT_RUN, f"kubectl cannot be run: {reason}") from None
        if ended.is_cut:
            advice = "Choose namespaces with `--namespace`."
            raise KubectlFailed(KubectlFailure.TOO_LARGE, f"the output of {called} is too large", advice)
        errors = ended.messages.decode("utf-8", "replace")
        behind = f": {one_line(errors)}" if errors.strip() else ""
        if ended.status is None:
            late = f"{called} did not exit within {self.bounds.seconds:g} s{behind}"
            raise KubectlFailed(KubectlFailure.TOO_LATE, late)
        if ended.status:
            message = f"{called} {ended.how}{behind}"
            if "(Forbidden)" in errors:
                raise KubectlFailed(KubectlFailure.FORBIDDEN, message, _how_to_grant(arguments[0]))
            raise KubectlFailed(KubectlFailure.STATUS, message)
        return ended.output


def _how_to_grant(resource: str) -> str:
    return (
        f"`kubectl create clusterrole schedcfg-{resource.partition('.')[0]} --verb=list --resource={resource}` and a "
        "clusterrolebinding to it grant this; or choose namespaces with `--namespace`."
    )


def _object(output: bytes) -> Fields:
    """Read JSON.

    Raises:
        KubectlFailed: if it is none.
    """
    try:
        return fields(json.loads(output))
    except (ValueError, RecursionError):
        raise KubectlFailed(KubectlFailure.NOT_JSON, "the output of kubectl is not JSON") from None


_INSTEAD = "Or name the nodes with `--node`, or in a file with `--nodes FILE` (`kubectl get nodes -o yaml`)."
_GRANT = (
    "`kubectl create clusterrole node-lister --verb=list --resource=nodes` and a clusterrolebinding to it grant this "
    "(the role `view` does not)."
)
_ADVICE = {
    KubectlFailure.TOO_LATE: "Raise `--timeout`. Is the VPN or tunnel to the cluster's network up?",
    KubectlFailure.FORBIDDEN: _GRANT,
    KubectlFailure.STATUS: "Run it manually to see more.",
}


class ClusterFailed(ServerUnavailable):
    """kubectl is not there, fails, takes too long, or writes no list of nodes."""


def node_names(kubeconfig: str, context: str | None, seconds: float) -> tuple[str, ...]:
    """Return the names of a cluster's nodes, sorted.

    Args:
        kubeconfig: The file that names the cluster.
        context: The context to follow; None: the file's `current-context`.
        seconds: How long kubectl may take.

    Raises:
        ClusterFailed: if the names cannot be had, or there are none.
    """
    program = find("kubectl")
    if program is None:
        raise ClusterFailed(
            "`--kubeconfig` needs kubectl, which is not installed here",
            f"Install it, or add its folder to PATH. {_INSTEAD}",
        )
    kubectl = Kubectl(program, context, kubeconfig, programs.Bounds(seconds, LARGEST))
    try:
        return _names(kubectl.listing("nodes"))
    except KubectlFailed as error:
        message, advice = str(error), _ADVICE.get(error.failure, "")
        if error.failure is KubectlFailure.NOT_JSON:
            message = "the output of `kubectl get nodes` is not JSON"
        raise ClusterFailed(message, f"{advice} {_INSTEAD}".lstrip()) from None


def _names(found: Fields) -> tuple[str, ...]:
    """Read the list; `items: null` is an empty one, as Go writes it.

    Raises:
        ClusterFailed: if it is none, or it is empty.
    """
    items = found.get("items")
    if "items" not in found or not isinstance(items, list | None):
        raise ClusterFailed("the output of `kubectl get nodes` is not a list of nodes", _INSTEAD)
    names = [at(item, "metadata", "name") for item in items or ()]
    good = {name for name in names if isinstance(name, str) and is_dns_name(name)}
    if len(good) != len(names):
        raise ClusterFailed("the output of `kubectl get nodes` contains a node without a valid name", _INSTEAD)
    if not good:
        raise ClusterFailed("the cluster has no nodes", "Is it the right context? Check with `kubectl get nodes`.")
    return tuple(sorted(good))
