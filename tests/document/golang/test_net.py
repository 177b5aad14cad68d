"""Addresses as `net` and `net/url` read them."""

import pytest

from schedcfg.document.golang.net import is_ip, join_host_port, split_host_port, url_objection


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
    assert split_host_port(address) == parts


def test_join_and_is_ip() -> None:
    assert join_host_port("::1", "80") == "[::1]:80"
    assert join_host_port("1.2.3.4", "80") == "1.2.3.4:80"
    assert [is_ip(text) for text in ("1.2.3.4", "::1", "1.2.3", "localhost", "fe80::1%eth0")] == [
        True,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", None),
        ("http://prometheus:9090/a?b#c", None),
        ("prometheus", None),
        ("prometheus:9090", None),
        ("//host/path", None),
        ("http://[fe80::1%25eth0]:9090", None),
        ("http://user:p%40ss@host", None),
        ("http://h\u00f6st", None),
        ("/a:b", None),
        ("http://a b", "the host contains a character that is not allowed"),
        ("http://a%20b", "the host contains a character that is not allowed"),
        ("http://host:port", "the port is not a number"),
        ("http://[::1", "the `]` after the IPv6 address is missing"),
        ("http://us er@host", "its user name is invalid"),
        ("http://host/%zz", "a `%` must be followed by two hexadecimal digits"),
        ("http://host#%z", "a `%` must be followed by two hexadecimal digits"),
        ("10.0.0.1:9090", "it contains a colon but no protocol: write `http://` before it"),
        (":9090", "the protocol before the colon is missing"),
        ("http://a\x7f", "it contains a control character"),
    ],
)
def test_what_is_no_url(url: str, reason: str | None) -> None:
    assert url_objection(url) == reason
