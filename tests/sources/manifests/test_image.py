"""Images: whose scheduler, of which release."""

import pytest

from schedcfg.sources.manifests.pod import image


@pytest.mark.parametrize(
    ("name", "repository", "tag"),
    [
        ("kube-scheduler", "kube-scheduler", ""),
        ("registry.k8s.io/kube-scheduler:v1.29.4", "registry.k8s.io/kube-scheduler", "v1.29.4"),
        ("localhost:5000/kube-scheduler", "localhost:5000/kube-scheduler", ""),
        ("localhost:5000/a/kube-scheduler:v1@sha256:00", "localhost:5000/a/kube-scheduler", "v1"),
        ("registry.k8s.io/kube-scheduler@sha256:00", "registry.k8s.io/kube-scheduler", ""),
        ("", "", ""),
    ],
)
def test_parts(name: str, repository: str, tag: str) -> None:
    found = image(name)
    assert (found.name, found.repository, found.tag) == (name, repository, tag)


@pytest.mark.parametrize(
    "name",
    [
        "registry.k8s.io/kube-scheduler:v1.29.4",
        "k8s.gcr.io/kube-scheduler-amd64:v1.18.0",
        "gcr.io/google_containers/kube-scheduler-arm64",
        "registry.aliyuncs.com/google_containers/kube-scheduler:v1.25.0@sha256:00",
    ],
)
def test_kubernetes_own(name: str) -> None:
    assert image(name).is_stock
    assert image(name).is_named_like_stock


@pytest.mark.parametrize(
    ("name", "like_stock"),
    [
        ("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.29.7", True),
        ("registry.example.com/k8s/kube-scheduler:v1.29.4", True),
        ("kube-scheduler:v1.29.4", True),
        ("registry.example.com/my-kube-scheduler:v1.29.4", True),
        ("registry.example.com/mykube-scheduler:v1", False),
        ("registry.k8s.io/kube-scheduler-simulator:v1.29.4", False),
        ("registry.k8s.io/kube-proxy:v1.29.4", False),
    ],
)
def test_others(name: str, like_stock: bool) -> None:
    assert not image(name).is_stock
    assert image(name).is_named_like_stock is like_stock


@pytest.mark.parametrize(
    ("name", "release"),
    [
        ("registry.k8s.io/kube-scheduler:v1.29.4", "1.29"),
        ("gcr.io/google_containers/hyperkube-amd64:v1.18.2", "1.18"),
        ("rancher/kube-scheduler:1.31.0-rke2r1", "1.31"),
        ("example.com/kube-scheduler:v1.30.2_vendor.1", "1.30"),
        ("registry.k8s.io/scheduler-plugins/kube-scheduler:v0.29.7", "1.29"),
        ("registry.k8s.io/scheduler-plugins/kube-scheduler:v1.29.7", None),
        ("registry.k8s.io/kube-scheduler:v0.29.7", None),
        ("registry.k8s.io/kube-scheduler:v1.29", None),
        ("registry.k8s.io/kube-scheduler:latest", None),
        ("registry.k8s.io/kube-scheduler", None),
        ("example.com/packing-scheduler:v1.29.4", None),
    ],
)
def test_release(name: str, release: str | None) -> None:
    assert image(name).release == release
