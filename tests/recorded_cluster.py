"""A cluster as the API server of 1.33.3 showed it to kubectl, in the place of a running one."""

from pathlib import Path

from schedcfg.integrations.cluster_reading import NAMESPACED
from tests.stand_in import StandIn

RECORDED = Path(__file__).parent / "integrations" / "cluster" / "recorded"


def answering(kubectl: StandIn) -> StandIn:
    """Have everything answered that is not forbidden by an earlier answer."""
    kubectl.answers("version", file=RECORDED / "version.json")
    kubectl.answers("get", "pods", "--namespace=kube-system", "--output=json", file=RECORDED / "static-pods.json")
    for resource in (*NAMESPACED, "clusterroles", "clusterrolebindings"):
        file = RECORDED / f"{resource.partition('.')[0]}.json"
        kubectl.answers("get", resource, "--output=json", file=file)
    kubectl.answers("get", "pods", file=RECORDED / "pods.txt")
    return kubectl.answers("get", "leases.coordination.k8s.io", file=RECORDED / "leases.txt")
