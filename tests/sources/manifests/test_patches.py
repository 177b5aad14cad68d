"""kubeadm's patches, in all the forms that it takes."""

import pytest

from schedcfg.sources.manifests.files import Patches

CONTAINERS = {"spec": {"containers": [{"name": "kube-scheduler", "image": "a:1"}]}}
JSON = [{"op": "replace", "path": "/spec/containers/0/image", "value": "b:2"}]


@pytest.mark.parametrize(
    ("patches", "image"),
    [
        ((), ""),
        ((CONTAINERS,), "a:1"),
        ((JSON,), "b:2"),
        (({"spec": {"containers": [{"name": "kube-scheduler"}]}},), ""),
        ((None, "odd", [1, {"path": 5}], {"spec": {"containers": 5}}), ""),
    ],
)
def test_images(patches: tuple[object, ...], image: str) -> None:
    assert Patches(patches).image == image


@pytest.mark.parametrize(
    ("patch", "policy"),
    [
        ({"spec": {"dnsPolicy": "Default"}}, "Default"),
        ([{"op": "add", "path": "/spec/dnsPolicy", "value": "None"}], "None"),
        ({"spec": {"dnsPolicy": 5}}, ""),
        ([], ""),
    ],
)
def test_dns_policies(patch: object, policy: str) -> None:
    assert Patches((patch,)).dns_policy == policy


def test_the_last_one_counts() -> None:
    first, last = ({"spec": {"dnsPolicy": policy}} for policy in ("Default", "ClusterFirstWithHostNet"))
    assert Patches((first, last, CONTAINERS)).dns_policy == "ClusterFirstWithHostNet"
