"""The names of a cluster's nodes, asked through the user's own kubectl, which can log in wherever the user can.

It reads the kubeconfig, runs credential plugins, follows proxies and trusts certificates as the user is used to.
"""

import json
from collections.abc import Sequence

from schedcfg.document.golang.text import harmless
from schedcfg.errors import ServerUnavailable
from schedcfg.external import programs
from schedcfg.external.programs import find, one_line
from schedcfg.plugins.label_syntax import is_dns_name
from schedcfg.sources.manifests.pod import at, fields

_LARGEST = 256 * 1024 * 1024
"""Bytes of each stream: Kubernetes has 5,000 nodes at most, each with 10 to 20 KB, and JSON is indented."""

_INSTEAD = "Or name the nodes with `--node`, or in a file with `--nodes FILE` (`kubectl get nodes -o yaml`)."
_GRANT = (
    "`kubectl create clusterrole node-lister --verb=list --resource=nodes` and a clusterrolebinding to it grant this "
    "(the role `view` does not)."
)


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
    arguments = ["get", "nodes", "--output=json", f"--kubeconfig={kubeconfig}"]
    if context is not None:
        arguments.append(f"--context={context}")
    return _names(_run(program, arguments, seconds))


def _run(program: str, arguments: Sequence[str], seconds: float) -> bytes:
    """Run kubectl, and return what it wrote.

    Raises:
        ClusterFailed: if it cannot be run, fails, or ends too late or never.
    """
    try:
        ended = programs.run([program, *arguments], programs.Bounds(seconds, _LARGEST))
    except (OSError, ValueError) as error:
        reason = harmless(getattr(error, "strerror", None) or str(error))
        raise ClusterFailed(f"kubectl cannot be run: {reason}", _INSTEAD) from None
    errors = ended.messages.decode("utf-8", "replace")
    text = one_line(errors)
    behind = f": {text}" if text else ""
    if ended.is_cut:
        raise ClusterFailed("the output of `kubectl get nodes` is too large", _INSTEAD)
    if ended.status is None:
        message = f"`kubectl get nodes` did not exit within {seconds:g} s{behind}"
        advice = "Raise `--timeout`. Is the VPN or tunnel to the cluster's network up?"
        raise ClusterFailed(message, f"{advice} {_INSTEAD}")
    if ended.status:
        advice = _GRANT if "(Forbidden)" in errors else "Run it manually to see more."
        raise ClusterFailed(f"`kubectl get nodes` exited with status {ended.status}{behind}", f"{advice} {_INSTEAD}")
    return ended.output


def _names(output: bytes) -> tuple[str, ...]:
    """Read the list; `items: null` is an empty one, as Go writes it.

    Raises:
        ClusterFailed: if it is none, or it is empty.
    """
    try:
        found = fields(json.loads(output))
    except (ValueError, RecursionError):
        raise ClusterFailed("the output of `kubectl get nodes` is not JSON", _INSTEAD) from None
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
