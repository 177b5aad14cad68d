"""The names of a cluster's nodes."""

from schedcfg.errors import ServerUnavailable
from schedcfg.external import programs
from schedcfg.external.kubectl import LARGEST, Kubectl, KubectlFailed, KubectlFailure
from schedcfg.external.programs import find
from schedcfg.plugins.label_syntax import is_dns_name
from schedcfg.sources.manifests.pod import Fields, at

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
