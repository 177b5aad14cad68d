"""Addresses as Go's net/url and net/http take them."""

import queue
import socket

import pytest

from schedcfg.commands.probe.http import send
from schedcfg.commands.probe.request import FailureKind, HttpLimits, HttpRequest, RequestFailed, read_address

WRONG = [
    "10.0.0.4:9090",
    " http://a",
    "://x",
    "http://h:abc/",
    "http://[::1]x/",
    "http://[::1/",
    "http://[fe80::1%eth0]/",
    "http://a b/",
    "http://a\tb/",
    "http://a/%zz",
    "http://a%20b/",
]
"""What Go's `url.Parse` refuses."""


@pytest.mark.parametrize("url", WRONG)
def test_addresses_that_cannot_be_read(url: str) -> None:
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("GET", url))
    assert caught.value.kind is FailureKind.WRONG_URL
    assert caught.value.is_unparsable
    assert caught.value.help


@pytest.mark.parametrize(
    "url",
    [
        *("", "/x", "prometheus:9090/x", "ftp://h/", "http:///x", "http:/x"),
        *("http://h:99999/", "http://::1:1/", "http://[zz]:1/", "http://a]b/"),
    ],
)
def test_addresses_that_lead_nowhere(url: str) -> None:
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("GET", url))
    assert (caught.value.kind, caught.value.is_unparsable) == (FailureKind.WRONG_URL, False)
    assert caught.value.help


@pytest.mark.parametrize(
    "url", ["http://u:pa%zz@h/", "http://u:pa/zz@h/", "u:pa@h:9090", "http://u:pa<@h/", "http://u:p@pa@h:x/"]
)
def test_passwords_are_not_repeated(url: str) -> None:
    with pytest.raises(RequestFailed) as caught:
        read_address(url)
    assert "pa" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "host", "port", "authority", "target"),
    [
        ("HTTP://Prom.example", "prom.example", 80, "prom.example", "/"),
        ("https://h/a b?x y#z", "h", 443, "h", "/a%20b?x%20y"),
        ("http://h:/", "h", 80, "h", "/"),
        ("http://[::1]:9090/ä", "::1", 9090, "[::1]:9090", "/%C3%A4"),
        ("http://münchen.example", "xn--mnchen-3ya.example", 80, "xn--mnchen-3ya.example", "/"),
        ("http://u:p@h:80/x@y", "h", 80, "h:80", "/x@y"),
    ],
)
def test_addresses(url: str, host: str, port: int, authority: str, target: str) -> None:
    address = read_address(url)
    assert (address.host, address.port, address.authority, address.target) == (host, port, authority, target)


def test_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("GET", "http://nohost/"))
    assert caught.value.kind is FailureKind.UNKNOWN_HOST


def test_name_servers_that_do_not_answer_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    forever: queue.SimpleQueue[list[object]] = queue.SimpleQueue()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: forever.get())
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("GET", "http://slow/"), limits=HttpLimits(0.2))
    forever.put([])
    assert caught.value.kind is FailureKind.TIMEOUT
    assert "no connection was made" in str(caught.value)
