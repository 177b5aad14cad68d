"""The names of a cluster's nodes cannot be had."""

from schedcfg.errors import CannotAsk

INSTEAD = "`kubectl get nodes -o name` lists the nodes: give them with `--node`, without the `node/` in front."
"""What always helps where kubectl works."""


class ClusterFailed(CannotAsk):
    """A kubeconfig cannot be followed, its credential plugin fails, or its API server does not give its nodes."""


class ListExpired(ClusterFailed):
    """The API server forgot the list while its pages were asked for: it has to be asked from the start."""
