"""What stands beside the profiles: the connection to the API server, leader election, how many nodes are rated."""

from typing import Any, NamedTuple

from schedcfg.document.path import Path
from schedcfg.generate.profile.commented import Commented


class Settings(NamedTuple):
    """Settings of the whole file; None leaves one out, so that kube-scheduler's default holds.

    Attributes:
        kubeconfig: Path of the kubeconfig, as the scheduler sees it.
        leader_elect: Whether several replicas elect one of them.
        lease: Name of the lease.
        lease_namespace: Its namespace.
        lease_duration: How long others wait before they take over, e.g. `15s`.
        renew_deadline: How long the leader tries to stay it.
        retry_period: How long to wait between tries.
        percentage_of_nodes_to_score: After how many fitting nodes, in percent, the search ends; 0: it depends on the
            cluster's size.
    """

    kubeconfig: str | None = None
    leader_elect: bool | None = None
    lease: str | None = None
    lease_namespace: str | None = None
    lease_duration: str | None = None
    renew_deadline: str | None = None
    retry_period: str | None = None
    percentage_of_nodes_to_score: int | None = None

    def written(self) -> Commented:
        """Write those that say something."""
        data: dict[str, Any] = {}
        comments: dict[Path, str] = {}
        if self.kubeconfig is not None:
            data["clientConnection"] = {"kubeconfig": self.kubeconfig}
            comments["clientConnection",] = "With --config, the flag --kubeconfig counts for nothing."
        if election := self._election():
            data["leaderElection"] = election
            if self.lease is not None:
                comments["leaderElection", "resourceName"] = "A lease of its own: no other scheduler may hold it."
        if self.percentage_of_nodes_to_score is not None:
            data["percentageOfNodesToScore"] = self.percentage_of_nodes_to_score
            comments["percentageOfNodesToScore",] = (
                "Once this share of the nodes is found to fit, no more are looked at."
                if self.percentage_of_nodes_to_score
                else "The larger the cluster, the smaller the share of nodes that is looked at."
            )
        return Commented(data, comments)

    def _election(self) -> dict[str, Any]:
        said = {
            "leaderElect": self.leader_elect,
            "resourceName": self.lease,
            "resourceNamespace": self.lease_namespace,
            "leaseDuration": self.lease_duration,
            "renewDeadline": self.renew_deadline,
            "retryPeriod": self.retry_period,
        }
        return {name: value for name, value in said.items() if value is not None}
