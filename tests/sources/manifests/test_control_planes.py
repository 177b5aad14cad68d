"""What Cluster API tells kubeadm of the scheduler."""

import pytest

from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.pod import Fields
from schedcfg.sources.manifests.running import running_in

CONFIGURATION: Fields = {"scheduler": {"extraArgs": {"config": "/etc/c.yaml"}}}


def manifest(version: str = "v1beta1", group: str = "controlplane.cluster.x-k8s.io", **spec: object) -> Fields:
    written = {"kubeadmConfigSpec": {"clusterConfiguration": CONFIGURATION}, **spec}
    return {"apiVersion": f"{group}/{version}", "spec": {**written, "template": {"spec": written}}}


@pytest.mark.parametrize(
    ("kind", "keys"),
    [("KubeadmControlPlane", ("spec",)), ("KubeadmControlPlaneTemplate", ("spec", "template", "spec"))],
)
def test_where_it_stands(kind: str, keys: tuple[str, ...]) -> None:
    found = kubeadm.scheduler_of_cluster_api(kind, manifest(version="v1beta2"), ("items", 3))
    assert found is not None
    at = ("items", 3, *keys)
    assert found.path == (*at, "kubeadmConfigSpec", "clusterConfiguration", "scheduler")
    assert (found.kubernetes, found.kubernetes_path) == (None, (*at, "version"))
    assert (found.version, found.reader.listing, found.reader.partial) == ("v1beta2", "v1beta2", False)
    (running,) = running_in(kind, manifest(), ())
    assert running.is_kubeadm
    assert running.described == f"the kube-scheduler of a {kind}"


def test_release() -> None:
    whole = manifest()
    whole["spec"] = {**whole["spec"], "version": "v1.31.4"}  # type: ignore[dict-item]
    found = kubeadm.scheduler_of_cluster_api("KubeadmControlPlane", whole, ())
    assert found is not None
    assert found.kubernetes == "1.31"


@pytest.mark.parametrize("odd", [None, 1, [], {}, {"clusterConfiguration": [1]}])
def test_what_says_nothing(odd: object) -> None:
    for kind in kubeadm.CLUSTER_API_KINDS:
        assert kubeadm.scheduler_of_cluster_api(kind, manifest(kubeadmConfigSpec=odd), ()) is None


def test_those_of_others() -> None:
    assert kubeadm.scheduler_of_cluster_api("KubeadmControlPlane", manifest(group="example.com"), ()) is None
