"""Where a container's files come from."""

import pytest

from schedcfg.sources.manifests.files import Volume, VolumeMount, claimed, mounts, volumes
from schedcfg.sources.manifests.pod import Fields


def mounted(volume: Fields, mount: Fields) -> VolumeMount:
    found = {one.name: one for one in volumes({"volumes": [{"name": "v", **volume}]}, ("spec",))}
    (only,) = mounts({"volumeMounts": [{"name": "v", **mount}]}, ("spec", "containers", 0), found)
    return only


HOST: Fields = {"hostPath": {"path": "/srv/scheduler"}}
MAP: Fields = {"configMap": {"name": "m"}}


@pytest.mark.parametrize(
    ("mount", "file", "inside"),
    [
        ({"mountPath": "/etc/s"}, "/etc/s/config.yaml", "config.yaml"),
        ({"mountPath": "/etc/s/"}, "/etc/s/a/config.yaml", "a/config.yaml"),
        ({"mountPath": "/etc/s"}, "/etc/s", "."),
        ({"mountPath": "/etc/s"}, "/etc/sc/config.yaml", None),
        ({"mountPath": "/etc/s", "subPath": "sub"}, "/etc/s/config.yaml", "sub/config.yaml"),
        ({"mountPath": "/etc/s/c.yaml", "subPath": "config.yaml"}, "/etc/s/c.yaml", "config.yaml"),
    ],
)
def test_inside(mount: Fields, file: str, inside: str | None) -> None:
    found = mounted(HOST, mount)
    assert found.inside(file) == inside
    on_host = None if inside is None else "/srv/scheduler" if inside == "." else f"/srv/scheduler/{inside}"
    assert found.host_file(file) == on_host


def test_only_host_paths_are_on_the_host() -> None:
    assert mounted(MAP, {"mountPath": "/etc/s"}).host_file("/etc/s/config.yaml") is None


@pytest.mark.parametrize(
    ("volume", "file", "keys"),
    [
        (MAP, "config.yaml", [("m", "config.yaml")]),
        ({"configMap": {"name": "m", "items": [{"key": "k", "path": "config.yaml"}]}}, "config.yaml", [("m", "k")]),
        ({"configMap": {"name": "m", "items": [{"key": "k", "path": "other.yaml"}]}}, "config.yaml", []),
        ({"projected": {"sources": [MAP, {"configMap": {"name": "n"}}]}}, "c", [("m", "c"), ("n", "c")]),
        ({"projected": {"sources": [{"secret": {"name": "s"}}]}}, "c", []),
        ({"secret": {"secretName": "m"}}, "config.yaml", []),
        (HOST, "config.yaml", []),
    ],
)
def test_keys(volume: Fields, file: str, keys: list[tuple[str, str]]) -> None:
    assert mounted(volume, {"mountPath": "/etc/s"}).config_map_keys(f"/etc/s/{file}") == keys
    assert mounted(volume, {"mountPath": "/etc/s"}).config_map_keys("/elsewhere") == []


@pytest.mark.parametrize(
    ("volume", "only"),
    [
        (MAP, True),
        ({"projected": {"sources": [MAP, MAP]}}, True),
        ({"projected": {"sources": [MAP, {"secret": {}}]}}, False),
        ({"projected": {"sources": []}}, False),
        ({"projected": None}, False),
        (HOST, False),
    ],
)
def test_whether_all_files_are_of_config_maps(volume: Fields, only: bool) -> None:
    found = mounted(volume, {"mountPath": "/etc/s"}).volume
    assert found is not None
    assert found.is_of_config_maps is only


def test_read_only() -> None:
    assert mounted(HOST, {"mountPath": "/a", "readOnly": True}).read_only
    assert not mounted(HOST, {"mountPath": "/a", "readOnly": "true"}).read_only


def test_a_volume_that_is_not_there() -> None:
    (found,) = mounts({"volumeMounts": [{"name": "gone", "mountPath": "/a"}]}, (), {})
    assert (found.volume, found.volume_name) == (None, "gone")
    assert found.host_file("/a/b") is None
    assert found.config_map_keys("/a/b") == []


def test_claims_of_a_stateful_set() -> None:
    manifest: Fields = {"spec": {"volumeClaimTemplates": [{"metadata": {"name": "state"}}, None, {}]}}
    assert [(one.name, one.kind) for one in claimed(manifest, ())] == [
        ("state", "persistentVolumeClaim"),
        ("", "persistentVolumeClaim"),
    ]


@pytest.mark.parametrize("odd", [None, 1, "v", [None, 1], {"name": "v"}, [{"name": 1, "hostPath": 2}]])
def test_odd_shapes(odd: object) -> None:
    assert all(isinstance(volume, Volume) for volume in volumes({"volumes": odd}, ()))
    for mount in mounts({"volumeMounts": odd}, (), {}):
        assert mount.config_map_keys("/a") == []
