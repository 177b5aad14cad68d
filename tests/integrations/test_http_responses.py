"""Requests and responses: what is sent, what is read, within bounds of memory."""

import gzip
import ssl
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from schedcfg.integrations.http import HttpLimits, HttpRequest, Trust, send
from schedcfg.integrations.http_failures import FailureKind, RequestFailed
from tests.integrations import misbehaving
from tests.integrations.misbehaving import answering, identity, serving, wanting_a_certificate, whole, zipped

MEBIBYTE = 1024 * 1024


def test_what_is_asked() -> None:
    with serving(answering(whole(b"{}"))) as server:
        send(HttpRequest("POST", server.url + "/filter?a=b#c", {"Content-Type": "application/json"}, b'{"a":1}'))
    head, _, body = server.asked[0].partition(b"\r\n\r\n")
    first, *headers = head.split(b"\r\n")
    assert first == b"POST /filter?a=b HTTP/1.1"
    assert body == b'{"a":1}'
    assert {
        f"Host: 127.0.0.1:{server.port}".encode(), b"Content-Length: 7", b"Accept-Encoding: gzip",
        b"Content-Type: application/json",
    } <= set(headers)  # fmt: skip


def test_login_of_the_address_is_basic_authentication() -> None:
    with serving(answering(whole(b"{}"))) as server:
        send(HttpRequest("GET", server.url.replace("//", "//us%40er:pass@") + "/x"))
    assert b"\r\nAuthorization: Basic dXNAZXI6cGFzcw==\r\n" in server.asked[0]


def test_proxies_and_logins_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login a password b\n", encoding="utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    with serving(misbehaving.hanging_up) as proxy, serving(answering(whole(b"{}"))) as server:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        assert send(HttpRequest("GET", server.url)).body == b"{}"
    assert proxy.asked == []
    assert b"uthorization" not in server.asked[0]


@pytest.mark.parametrize(
    ("raw", "body"),
    [
        (misbehaving.OK + b"\r\nuntil the end", b"until the end"),
        (misbehaving.OK + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: x\r\n\r\n", b"abcde"),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + whole(b"late"), b"late"),
        (b"HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", b""),
        (b"HTTP/1.0 200\n\nbare", b"bare"),
        (zipped(gzip.compress(b"one, ") + gzip.compress(b"two")), b"one, two"),
        (zipped(b""), b""),
        (whole(b"kept", b"Content-Encoding: br\r\n"), b"kept"),
    ],
    ids=["until the end", "chunks", "continue", "no content", "old", "gzip", "empty gzip", "other encoding"],
)
def test_bodies(raw: bytes, body: bytes) -> None:
    with serving(answering(raw)) as server:
        assert send(HttpRequest("GET", server.url)).body == body


@pytest.mark.parametrize(
    ("status", "method", "has_body"),
    [(b"301 Moved", "GET", False), (b"302 Found", "GET", False), (b"303 See Other", "GET", False),
     (b"307 Temporary Redirect", "POST", True), (b"308 Permanent Redirect", "POST", True)],
)  # fmt: skip
def test_redirects_on_the_same_server(status: bytes, method: str, has_body: bool) -> None:
    with serving(answering(whole(b"", b"Location: other?x=1\r\n", status), whole(b"there"))) as server:
        answer = send(HttpRequest("POST", server.url + "/a/b", {"Content-Type": "text/plain"}, b"body"))
    assert (answer.body, answer.method) == (b"there", method)
    assert answer.redirects == (f"{server.url}/a/other",)
    assert server.asked[1].startswith(f"{method} /a/other?x=1 HTTP/1.1\r\n".encode())
    assert server.asked[1].endswith(b"\r\n\r\nbody") is has_body
    assert (b"Content-Type: text/plain" in server.asked[1]) is has_body


@pytest.mark.parametrize(
    ("status", "headers"),
    [(b"200 OK", b"Location: /there\r\n"), (b"304 Not Modified", b"Location: /there\r\n"), (b"302 Found", b"")],
)
def test_what_sends_nobody_on_is_the_answer(status: bytes, headers: bytes) -> None:
    with serving(answering(whole(b"", headers, status))) as server:
        answer = send(HttpRequest("POST", server.url))
    assert (answer.status, answer.redirects) == (int(status[:3]), ())
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "behave",
    [misbehaving.endless_body, misbehaving.endless_head, answering(zipped(misbehaving.bomb(200)))],
    ids=["body", "head", "gzip bomb"],
)
def test_huge_answers_take_little_memory(behave: misbehaving.Behavior) -> None:
    with serving(behave) as server:
        tracemalloc.start()
        try:
            with pytest.raises(RequestFailed) as caught:
                send(HttpRequest("GET", server.url), limits=HttpLimits(20, MEBIBYTE))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert caught.value.kind in {FailureKind.TOO_LONG, FailureKind.NOT_HTTP}
    assert peak < 30 * MEBIBYTE


def test_long_answers_within_the_limit_are_read() -> None:
    body = bytes(3 * MEBIBYTE)
    with serving(answering(zipped(gzip.compress(body)))) as server:
        assert send(HttpRequest("GET", server.url), limits=HttpLimits(20, 3 * MEBIBYTE)).body == body


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_client_certificates(version: ssl.TLSVersion) -> None:
    certificate, key = misbehaving.client_certificate()
    known = Trust(ca=misbehaving.authority_pem())
    with serving(answering(whole(b"in")), wanting_a_certificate(version)) as server:
        assert send(HttpRequest("GET", server.url), replace(known, certificate=certificate, key=key)).body == b"in"
        with pytest.raises(RequestFailed) as caught:
            send(HttpRequest("GET", server.url), known)
    assert caught.value.kind is FailureKind.TLS
    assert "the TLS handshake failed" in str(caught.value)


def test_server_name_and_insecure() -> None:
    with serving(answering(whole(b"in")), identity("other.example")) as server:
        trust = Trust(ca=misbehaving.authority_pem(), server_name="other.example")
        assert send(HttpRequest("GET", server.url), trust).body == b"in"
        assert send(HttpRequest("GET", server.url), Trust(insecure=True)).body == b"in"


def test_wrong_settings_of_tls() -> None:
    certificate, key = misbehaving.client_certificate()
    _, other_key = misbehaving.client_certificate()
    ca = misbehaving.authority_pem()
    for trust, words in [
        (Trust(insecure=True, ca=ca), "insecure and a CA exclude each other"),
        (Trust(ca=b"hello"), "the CA contains no certificate"),
        (Trust(ca=key), "the CA contains no certificate"),
        (Trust(certificate=certificate, key=b"x"), "the client certificate and its key cannot be used"),
        (Trust(certificate=certificate, key=other_key), "key values mismatch"),
        (Trust(certificate=certificate), "the client certificate and its key cannot be used"),
    ]:
        with pytest.raises(RequestFailed) as caught:
            send(HttpRequest("GET", "https://127.0.0.1:1"), trust)
        assert caught.value.kind is FailureKind.WRONG_TLS_SETTINGS
        assert words in str(caught.value)
