"""How Prometheus is asked."""

from typing import NamedTuple


class Asking(NamedTuple):
    """About which nodes, and how long an answer may take.

    Attributes:
        nodes: Their names (`--node`); none: see `kubeconfig`.
        kubeconfig: A file (`--kubeconfig`) whose cluster's nodes are asked about; None: those that Prometheus knows.
        context: Which context of it; None: its current one.
        seconds: How long each answer may take (`--timeout`).
    """

    nodes: tuple[str, ...] = ()
    kubeconfig: str | None = None
    context: str | None = None
    seconds: float = 10.0
