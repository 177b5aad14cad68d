"""Bind addresses, split and completed as Go does it."""

import pytest

from schedcfg import IN_TREE_ONLY, validate
from schedcfg.effective.bind_address import is_ip, join, split
from schedcfg.options import Options


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("0.0.0.0:10251", ("0.0.0.0", "10251")),
        (":10251", ("", "10251")),
        ("[::1]:80", ("::1", "80")),
        ("localhost:", ("localhost", "")),
        ("127.0.0.1", None),
        ("::1", None),
        ("[::1]", None),
        ("a:b:c", None),
        ("", None),
    ],
)
def test_split(address: str, parts: tuple[str, str] | None) -> None:
    assert split(address) == parts


def test_join_and_is_ip() -> None:
    assert join("::1", "80") == "[::1]:80"
    assert join("1.2.3.4", "80") == "1.2.3.4:80"
    assert [is_ip(text) for text in ("1.2.3.4", "::1", "1.2.3", "localhost", "fe80::1%eth0")] == [
        True,
        True,
        False,
        False,
        False,
    ]


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
