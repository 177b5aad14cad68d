"""Devices are converted to the version that a scheduler reads."""

import pytest

from schedcfg.commands.trial.inputs.object_versions import converted, version_read
from tests.commands.trial.worlds import Object, made

GROUP = "resource.k8s.io"
FLAT = {"name": "r", "deviceClassName": "gpu", "count": 2, "allocationMode": "ExactCount"}
EXACT = {"name": "r", "exactly": {"deviceClassName": "gpu", "count": 2, "allocationMode": "ExactCount"}}


def claim(version: str, request: Object) -> Object:
    return made("ResourceClaim", "c", f"{GROUP}/{version}", spec={"devices": {"requests": [request]}})


def request_of(data: Object) -> Object:
    return data["spec"]["devices"]["requests"][0]  # type: ignore[no-any-return]


def devices(version: str, device: Object) -> Object:
    return made("ResourceSlice", "s", f"{GROUP}/{version}", spec={"driver": "d", "devices": [device]})


@pytest.mark.parametrize(
    ("release", "version"), [("1.31", "v1alpha3"), ("1.33", "v1beta1"), ("1.34", "v1"), ("1.37", "v1")]
)
def test_each_release_reads_one_version(release: str, version: str) -> None:
    assert version_read(release) == version


@pytest.mark.parametrize("version", ["v1alpha3", "v1beta1"])
def test_requests(version: str) -> None:
    newer = converted(claim(version, FLAT), "1.37")
    assert (newer["apiVersion"], request_of(newer)) == (f"{GROUP}/v1", EXACT)
    older = converted(claim("v1beta2", EXACT), "1.33")
    assert (older["apiVersion"], request_of(older)) == (f"{GROUP}/v1beta1", FLAT)


def test_counts_are_filled_in() -> None:
    exact = request_of(converted(claim("v1", {"name": "r", "exactly": {"deviceClassName": "gpu"}}), "1.37"))
    assert exact["exactly"] == {"deviceClassName": "gpu", "allocationMode": "ExactCount", "count": 1}
    every = {"name": "r", "exactly": {"deviceClassName": "gpu", "allocationMode": "All"}}
    assert request_of(converted(claim("v1", every), "1.37")) == every
    first = {"name": "r", "firstAvailable": [{"name": "a", "deviceClassName": "gpu"}]}
    assert request_of(converted(claim("v1beta1", first), "1.33"))["firstAvailable"][0]["count"] == 1


def test_templates_are_converted_inside() -> None:
    spec = {"metadata": {"labels": {"a": "b"}}, "spec": {"devices": {"requests": [FLAT]}}}
    data = converted(made("ResourceClaimTemplate", "t", f"{GROUP}/v1beta1", spec=spec), "1.34")
    assert data["spec"] == {"metadata": {"labels": {"a": "b"}}, "spec": {"devices": {"requests": [EXACT]}}}


def test_devices() -> None:
    old = {"name": "d", "basic": {"attributes": {"a": {"int": 1}}, "capacity": {"m": {"value": "1Gi"}}}}
    alpha = {"name": "d", "basic": {"attributes": {"a": {"int": 1}}, "capacity": {"m": "1Gi"}}}
    new = {"name": "d", **old["basic"]}  # type: ignore[dict-item]
    for version, device in (("v1alpha3", alpha), ("v1beta1", old), ("v1", new)):
        for release, expected in (("1.31", alpha), ("1.32", old), ("1.36", new)):
            assert converted(devices(version, device), release)["spec"]["devices"] == [expected]


def test_other_groups_are_left_alone() -> None:
    data = made("PodDisruptionBudget", "b", "policy/v1beta1", spec={})
    assert converted(data, "1.37") is data
