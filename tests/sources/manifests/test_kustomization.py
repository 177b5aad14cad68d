"""What kustomize makes of manifests: images, and patches."""

import pytest

from schedcfg.sources.manifests.files import Kustomization
from schedcfg.sources.manifests.pod import image


@pytest.mark.parametrize(
    ("entry", "after"),
    [
        ({"newTag": "v1.29.3"}, "registry.k8s.io/kube-scheduler:v1.29.3"),
        ({"newName": "a/b"}, "a/b:v1.28.0"),
        ({"newName": "a/b", "newTag": "2"}, "a/b:2"),
        ({"digest": "sha256:0"}, "registry.k8s.io/kube-scheduler@sha256:0"),
        ({"name": "other", "newTag": "2"}, "registry.k8s.io/kube-scheduler:v1.28.0"),
        ({"newTag": 5, "newName": None}, "registry.k8s.io/kube-scheduler:v1.28.0"),
    ],
)
def test_images(entry: dict[str, object], after: str) -> None:
    name = "registry.k8s.io/kube-scheduler"
    kustomization = Kustomization(({"images": [{"name": name, **entry}]},))
    assert kustomization.image_of(image(f"{name}:v1.28.0")).name == after


@pytest.mark.parametrize(
    "data",
    [
        {"patches": [{"path": "./a.yaml"}]},
        {"patchesStrategicMerge": ["a.yaml"]},
        {"patchesJson6902": [{"path": "a.yaml", "target": {}}]},
    ],
)
def test_patches(data: dict[str, object]) -> None:
    kustomization = Kustomization((data,))
    assert kustomization.is_patch("a.yaml")
    assert not kustomization.is_patch("b.yaml")
    assert kustomization.is_patch("kube-scheduler0+strategic.yaml")
    assert not kustomization.is_patch("kube-scheduler.yaml")


@pytest.mark.parametrize(
    ("behavior", "is_made"), [(None, True), ("create", True), ("merge", False), (["create"], False), ({}, False)]
)
def test_config_maps_that_are_made(behavior: object, is_made: bool) -> None:
    generator = {"name": "a", "files": ["scheduler.yaml"], "behavior": behavior}
    made = list(Kustomization(({"configMapGenerator": [generator]},)).generated())
    assert [one.name for one in made] == ["a"] * is_made


@pytest.mark.parametrize("data", [{}, {"patches": "a.yaml"}, {"patchesStrategicMerge": [5, None]}, {"images": 5}])
def test_odd_ones(data: dict[str, object]) -> None:
    assert not Kustomization((data,)).is_patch("a.yaml")
    assert Kustomization((data,)).image_of(image("a:1")).name == "a:1"
