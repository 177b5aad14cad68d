"""Bind addresses, completed and refused as each release does it."""

import pytest

from schedcfg import IN_TREE_ONLY, validate
from schedcfg.validation.options import Options


@pytest.mark.parametrize(
    ("release", "version", "address", "accepted"),
    [
        ("1.18", "v1alpha2", "foo", True),
        ("1.21", "v1beta1", "", True),
        ("1.21", "v1beta1", "127.0.0.1:0", False),
        ("1.22", "v1beta2", "foo", False),
        ("1.22", "v1beta2", "", False),
        ("1.22", "v1beta2", "127.0.0.1", True),
        ("1.23", "v1beta2", "", True),
        ("1.23", "v1beta2", "127.0.0.1", False),
        ("1.23", "v1beta2", "127.0.0.1:0", True),
        ("1.23", "v1beta2", "localhost:0", False),
        ("1.23", "v1beta2", "127.0.0.1:10251", False),
    ],
)
def test_releases(release: str, version: str, address: str, *, accepted: bool) -> None:
    text = (
        f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"
        f'metricsBindAddress: "{address}"\n'
    )
    assert (validate(text, release, options=Options(registry=IN_TREE_ONLY)).verdict == "accepted") is accepted
