"""What a ClusterConfiguration says of the scheduler."""

import pytest

from schedcfg.sources.manifests import kubeadm
from schedcfg.sources.manifests.pod import Fields


def read(version: str = "v1beta3", **scheduler: object) -> kubeadm.KubeadmScheduler:
    manifest: Fields = {"apiVersion": f"kubeadm.k8s.io/{version}", "scheduler": scheduler}
    found = kubeadm.scheduler(manifest, ("items", 1))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ({"config": "/etc/c.yaml", "v": 2}, [("config", "config"), ("v", "v")]),
        ([{"name": "config", "value": "/etc/c.yaml"}, {"name": "v", "value": 2}], [(0, 0), (1, 1)]),
    ],
)
def test_both_shapes_of_arguments(written: object, places: list[tuple[str | int, str | int]]) -> None:
    flags = read(extraArgs=written).flags
    assert [(flag.name, flag.value) for flag in flags] == [("config", "/etc/c.yaml"), ("v", "")]
    at = ("items", 1, "scheduler", "extraArgs")
    assert [flag.path[: len(at) + 1] for flag in flags] == [(*at, first) for first, _ in places]
    assert all(flag.on_key == isinstance(written, dict) for flag in flags)


def test_a_listed_argument_has_two_places() -> None:
    (flag,) = read("v1beta4", extraArgs=[{"name": "config", "value": "a"}]).flags
    at = ("items", 1, "scheduler", "extraArgs", 0)
    assert (flag.path, flag.value_path) == ((*at, "name"), (*at, "value"))


def test_volumes_are_host_paths_that_are_mounted() -> None:
    found = read(extraVolumes=[{"name": "c", "hostPath": "/srv/c.yaml", "mountPath": "/etc/c.yaml", "readOnly": True}])
    (volume,), (mount,) = found.volumes, found.mounts
    assert (volume.name, volume.kind, volume.source["path"]) == ("c", "hostPath", "/srv/c.yaml")
    assert mount.volume == volume
    assert mount.read_only
    assert mount.host_file("/etc/c.yaml") == "/srv/c.yaml"


@pytest.mark.parametrize(
    ("version", "release"),
    [("v1.29.4", "1.29"), ("1.30.0", "1.30"), ("v1.31", "1.31"), ("stable", None), ("stable-1.29", None), (1.29, None)],
)
def test_release(version: object, release: str | None) -> None:
    manifest: Fields = {"apiVersion": "kubeadm.k8s.io/v1beta3", "kubernetesVersion": version, "scheduler": {}}
    found = kubeadm.scheduler(manifest, ())
    assert found is not None
    assert found.kubernetes == release


@pytest.mark.parametrize(
    "manifest",
    [
        {},
        {"apiVersion": "kubeadm.k8s.io/v1beta3"},
        {"apiVersion": "kubeadm.k8s.io/v1beta3", "scheduler": None},
        {"apiVersion": "example.com/v1", "scheduler": {}},
        {"scheduler": {}},
    ],
)
def test_what_says_nothing(manifest: Fields) -> None:
    assert kubeadm.scheduler(manifest, ()) is None


@pytest.mark.parametrize("odd", [None, 1, "a", [None, 1, {}], {"a": None}, {"name": [1]}])
def test_odd_shapes(odd: object) -> None:
    found = read(extraArgs=odd, extraVolumes=odd)
    assert all(isinstance(flag.name, str) for flag in found.flags)
    assert len(found.mounts) == len(found.volumes)
