"""The names of a cluster's nodes, asked of the API server that a kubeconfig names.

`kubeconfig` follows a context to its cluster and user, `server` and `credentials` read those two, `plugin` runs what
gives credentials, and `nodes` asks.
"""

from schedcfg.probe.cluster.credentials import Credentials, read_credentials
from schedcfg.probe.cluster.failure import ClusterFailed
from schedcfg.probe.cluster.kubeconfig import choose
from schedcfg.probe.cluster.nodes import Access, list_nodes
from schedcfg.probe.cluster.plugin import ask_plugin, read_plugin
from schedcfg.probe.cluster.server import read_server
from schedcfg.probe.exchange import Limits

__all__ = ["ClusterFailed", "node_names"]


def node_names(kubeconfig: str, context: str | None, limits: Limits) -> tuple[str, ...]:
    """Ask a cluster for the names of its nodes, in order.

    Only the server that the kubeconfig names is asked, and only for its list of nodes.

    Args:
        kubeconfig: The file.
        context: The context to follow; None: the file's `current-context`.
        limits: Seconds for the list, and again for the credential plugin, if there is one; bytes of each answer.

    Raises:
        UnreadableInput: if the file cannot be read, or is neither YAML nor JSON.
        ClusterFailed: if it cannot be followed, or the names cannot be had.
    """
    chosen = choose(kubeconfig, context)
    server, credentials, plugin = read_server(chosen.cluster), read_credentials(chosen.user), read_plugin(chosen.user)
    chosen.confirm_usable()
    if not server.is_secure:
        # client-go shows no credentials where anyone may listen.
        credentials = Credentials()
    elif plugin is not None and credentials == Credentials():
        credentials = ask_plugin(plugin, server.for_plugins, limits.seconds)
    return list_nodes(Access(server, credentials, limits))
