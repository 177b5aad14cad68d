"""What Cluster API tells kubeadm of the scheduler."""

import pytest

from schedcfg.sources.manifests.pod import Fields
from schedcfg.sources.manifests.product_documents import scheduler_of_kubeadm
from schedcfg.sources.manifests.running import running_in

CONFIGURATION: Fields = {"scheduler": {"extraArgs": {"config": "/etc/c.yaml"}}}


def manifest(
    kind: str = "KubeadmControlPlane",
    version: str = "v1beta1",
    group: str = "controlplane.cluster.x-k8s.io",
    **spec: object,
) -> Fields:
    written = {"kubeadmConfigSpec": {"clusterConfiguration": CONFIGURATION}, **spec}
    return {"apiVersion": f"{group}/{version}", "kind": kind, "spec": {**written, "template": {"spec": written}}}


@pytest.mark.parametrize(
    ("kind", "keys"),
    [("KubeadmControlPlane", ("spec",)), ("KubeadmControlPlaneTemplate", ("spec", "template", "spec"))],
)
def test_where_it_stands(kind: str, keys: tuple[str, ...]) -> None:
    found = scheduler_of_kubeadm(manifest(kind, "v1beta2"), ("items", 3))
    assert found is not None
    at = ("items", 3, *keys)
    assert found.path == (*at, "kubeadmConfigSpec", "clusterConfiguration", "scheduler")
    assert (found.kubernetes, found.kubernetes_path) == (None, (*at, "version"))
    assert (found.version, found.reader.listing, found.reader.partial) == ("v1beta2", "v1beta2", False)
    (running,) = running_in(kind, manifest(kind), ())
    assert running.is_kubeadm
    assert running.described == f"the kube-scheduler of a {kind}"


def test_release() -> None:
    whole = manifest()
    whole["spec"] = {**whole["spec"], "version": "v1.31.4"}  # type: ignore[dict-item]
    found = scheduler_of_kubeadm(whole, ())
    assert found is not None
    assert found.kubernetes == "1.31"


@pytest.mark.parametrize("odd", [None, 1, [], {}, {"clusterConfiguration": [1]}])
def test_what_says_nothing(odd: object) -> None:
    for kind in ("KubeadmControlPlane", "KubeadmControlPlaneTemplate"):
        assert scheduler_of_kubeadm(manifest(kind, kubeadmConfigSpec=odd), ()) is None
    for kind in ("KubeadmConfig", "KubeadmConfigTemplate"):
        configuration = {"clusterConfiguration": odd}
        of_group = manifest(kind, group="bootstrap.cluster.x-k8s.io", **configuration)
        assert scheduler_of_kubeadm(of_group, ()) is None


def test_those_of_others() -> None:
    assert scheduler_of_kubeadm(manifest(group="example.com"), ()) is None
