"""kind's patches: where they stand, of which release, and what they say of the scheduler."""

import pytest

from schedcfg.sources.manifests.kubeadm import KubeadmPatch, KubeadmReader
from schedcfg.sources.manifests.pod import Fields
from schedcfg.sources.manifests.product_documents import kubeadm_patches

PATCH = "kind: ClusterConfiguration"


def cluster(*images: str, **more: object) -> Fields:
    nodes = [{"role": "control-plane", "image": image, "kubeadmConfigPatches": [PATCH]} for image in images]
    return {
        "apiVersion": "kind.x-k8s.io/v1alpha4",
        "kind": "Cluster",
        "kubeadmConfigPatches": [PATCH],
        "nodes": nodes,
        **more,
    }


@pytest.mark.parametrize(
    ("images", "of_the_cluster", "of_nodes"),
    [
        ([], None, []),
        (["kindest/node:v1.29.2"], "1.29", ["1.29"]),
        (["docker.io/kindest/node:v1.29.2@sha256:00"], "1.29", ["1.29"]),
        (["kindest/node:v1.29.2", "kindest/node:v1.30.0"], None, ["1.29", "1.30"]),
        (["kindest/node:v1.29.2", "kindest/node:v1.29.0"], "1.29", ["1.29", "1.29"]),
        (["example.com/node:v1.29.2"], None, [None]),
        (["kindest/node:latest"], None, [None]),
    ],
)
def test_releases(images: list[str], of_the_cluster: str | None, of_nodes: list[str | None]) -> None:
    found = list(kubeadm_patches(cluster(*images), ("items", 0)))
    assert [patch.kubernetes for patch in found] == [of_the_cluster, *of_nodes]
    assert found[0].path == ("items", 0, "kubeadmConfigPatches", 0)
    for index, patch in enumerate(found[1:]):
        assert patch.path == ("items", 0, "nodes", index, "kubeadmConfigPatches", 0)


def test_workers_have_no_scheduler() -> None:
    nodes = [{"role": "worker", "kubeadmConfigPatches": [PATCH]}, {"kubeadmConfigPatches": [PATCH]}]
    found = list(kubeadm_patches(cluster(nodes=nodes, kubeadmConfigPatches=None), ()))
    assert [patch.path for patch in found] == [("nodes", 1, "kubeadmConfigPatches", 0)]


@pytest.mark.parametrize("odd", [None, 1, PATCH, {"a": PATCH}, [None, 1, {}, [PATCH]]])
def test_what_is_no_list_of_texts_is_no_patch(odd: object) -> None:
    assert list(kubeadm_patches(cluster(kubeadmConfigPatches=odd), ())) == []
    list(kubeadm_patches(cluster(nodes=odd), ()))


def test_clusters_of_others() -> None:
    assert list(kubeadm_patches(cluster(apiVersion="cluster.x-k8s.io/v1beta1"), ())) == []


def test_what_the_patch_says_of_the_release_counts_first() -> None:
    patch: Fields = {"kubernetesVersion": "v1.28.0", "scheduler": {}}
    of = KubeadmPatch("", (), KubeadmReader("v1beta4", "", partial=True), "1.29")
    found = of.scheduler(patch, ())
    assert found is not None
    assert (found.kubernetes, found.kubernetes_path) == ("1.28", ("kubernetesVersion",))
    found = of.scheduler({"scheduler": {}}, ())
    assert found is not None
    assert (found.kubernetes, found.kubernetes_path) == ("1.29", ("scheduler",))
    assert found.reader.partial
