"""Every way to fail, met at a real server: which kind it is, what the user reads, and what Go would say."""

import gzip
import time
import zlib
from typing import NamedTuple

import pytest

from schedcfg.external.probe.http import send
from schedcfg.external.probe.request import FailureKind, HttpLimits, HttpRequest, RequestFailed
from schedcfg.external.probe.tls import SYSTEM, Trust
from tests.external.probe import misbehaving
from tests.external.probe.misbehaving import Behaviour, answering, identity, redirecting, serving, whole, zipped

BROKEN = "net/http: HTTP/1.x transport connection broken: "
AWAITING = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
OK = misbehaving.OK
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


class Case(NamedTuple):
    """A fault, what the message says of it, and Go's words: with `Post "…": ` before them, unless the body failed."""

    behave: Behaviour
    kind: FailureKind
    said: str
    upstream: str
    within_body: bool = False


CASES = {
    "silent": Case(misbehaving.silent, FailureKind.TIMEOUT, "no response within 0.3 s", AWAITING),
    "dripping head": Case(misbehaving.dripping_head, FailureKind.TIMEOUT, "no complete response headers", AWAITING),
    "dripping body": Case(
        misbehaving.dripping_body, FailureKind.TIMEOUT, "the response started, but did not end",
        "context deadline exceeded (Client.Timeout or context cancellation while reading body)", within_body=True,
    ),
    "closed at once": Case(misbehaving.hanging_up, FailureKind.CUT, "without a response", "EOF"),
    "cut in the body": Case(
        answering(OK + b"Content-Length: 10\r\n\r\nabc"), FailureKind.CUT, "in the middle of its response",
        "unexpected EOF", within_body=True,
    ),
    "cut in the chunks": Case(
        answering(CHUNKED + b"3\r\nabc\r\n"), FailureKind.CUT, "in the middle of its response",
        "", within_body=True,
    ),
    "wrong chunk": Case(
        answering(CHUNKED + b"zz\r\n"), FailureKind.CUT, "did not end it as HTTP requires",
        "", within_body=True,
    ),
    "plain text": Case(
        answering(b"\x1b[2Jhello\r\n"), FailureKind.NOT_HTTP, r'"\x1b[2Jhello"',
        rf'{BROKEN}malformed HTTP response "\x1b[2Jhello"',
    ),
    "other protocol": Case(
        answering(b"RTSP/1.0 200 OK\r\n\r\n"), FailureKind.NOT_HTTP, '"RTSP/1.0 200 OK"', f"{BROKEN}…",
    ),
    "no status": Case(
        answering(b"HTTP/1.1 OK\r\n\r\n"), FailureKind.NOT_HTTP, '"HTTP/1.1 OK"', f"{BROKEN}…",
    ),
    "two lengths": Case(
        answering(OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), FailureKind.NOT_HTTP, "multiple",
        f"{BROKEN}…", within_body=False,
    ),
    "TLS behind http": Case(
        misbehaving.alarmed_by_plain_text, FailureKind.NOT_HTTP, "serves TLS on this port",
        f"{BROKEN}malformed HTTP response …",
    ),
    "broken gzip": Case(
        answering(zipped(b"no gzip at all")), FailureKind.WRONG_ENCODING, "cannot be decompressed",
        "", within_body=True,
    ),
    "zlib instead of gzip": Case(
        answering(zipped(zlib.compress(b"hello"))), FailureKind.WRONG_ENCODING, "cannot be decompressed",
        "", within_body=True,
    ),
    "wrong checksum": Case(
        answering(zipped(gzip.compress(b"hello")[:-8] + b"12345678")), FailureKind.WRONG_ENCODING, "decompressed",
        "", within_body=True,
    ),
    "redirect to nowhere": Case(
        redirecting(b"302 Found", "http://[::1/"), FailureKind.WRONG_URL, "redirects to an invalid address",
        'failed to parse Location header "http://[::1/": …',
    ),
    "redirect to another nowhere": Case(
        redirecting(b"302 Found", "//[::1/"), FailureKind.WRONG_URL, "redirects to an invalid address",
        'failed to parse Location header "//[::1/": …',
    ),
}  # fmt: skip


def failure(url: str, trust: Trust = SYSTEM, seconds: float = 5, body: int = 1_000_000) -> RequestFailed:
    start = time.monotonic()
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("POST", url, body=b"{}"), trust, HttpLimits(seconds, body))
    assert time.monotonic() - start < seconds + 5
    assert caught.value.help
    return caught.value


@pytest.mark.parametrize("name", CASES)
def test_every_fault_is_reported_apart(name: str) -> None:
    case = CASES[name]
    with serving(case.behave) as server:
        error = failure(f"{server.url}/filter", seconds=0.3 if case.kind is FailureKind.TIMEOUT else 5)
    asked = "" if case.within_body or not case.upstream else f'Post "{server.url}/filter": '
    assert (error.kind, error.upstream) == (case.kind, asked + case.upstream)
    assert case.said in str(error)
    assert error.seconds >= 0


def test_reset_connection() -> None:
    with serving(misbehaving.resetting) as server:
        error = failure(server.url)
    assert error.kind is FailureKind.CUT
    assert "connection reset by peer" in str(error)
    assert error.upstream == f'Post "{server.url}": connection reset by peer'


def test_nobody_listens() -> None:
    with serving(misbehaving.deaf) as server:
        pass
    error = failure(server.url)
    assert error.kind is FailureKind.REFUSED
    assert error.upstream == f'Post "{server.url}": dial tcp 127.0.0.1:{server.port}: connect: connection refused'


def test_server_of_https_that_answers_in_http() -> None:
    body = b"Client sent an HTTP request to an HTTPS server.\n"
    with serving(answering(whole(body, status=b"400 Bad Request"))) as server:
        error = failure(server.url)
    assert error.kind is FailureKind.NOT_HTTP
    assert error.help is not None
    assert "https://" in error.help


def test_answer_of_any_other_status_is_an_answer() -> None:
    with serving(answering(whole(b"no", status=b"400 Bad Request"))) as server:
        assert send(HttpRequest("GET", server.url)).status == 400


def test_redirect_elsewhere_is_named_and_not_followed() -> None:
    with (
        serving(answering(whole(b"{}"))) as other,
        serving(redirecting(b"307 Temporary Redirect", f"http://u:secret@127.0.0.1:{other.port}/x")) as server,
    ):
        error = failure(server.url.replace("//", "//admin:hidden@"))
    assert error.kind is FailureKind.ELSEWHERE
    assert f"http://***@127.0.0.1:{other.port}/x" in str(error)
    assert "the scheduler would follow" in str(error)
    assert "secret" not in f"{error} {error.help} {error.upstream}"
    assert other.asked == []


def test_redirects_in_circles() -> None:
    with serving(redirecting(b"302 Found", "/again")) as server:
        error = failure(server.url)
    assert error.kind is FailureKind.REDIRECT_LOOP
    assert error.upstream == 'Post "/again": stopped after 10 redirects'
    assert len(server.asked) == 10


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1:1/x?a=1&token=geheim",
        "/x?geheim",
        "/x?token=geheim",
        "/x#access_token=geheim",
        "/%zz?t=geheim",
    ],
)
def test_what_redirects_hand_on_is_not_shown(location: str) -> None:
    with serving(redirecting(b"307 Temporary Redirect", location)) as server:
        error = failure(server.url)
    assert error.kind in {FailureKind.ELSEWHERE, FailureKind.REDIRECT_LOOP, FailureKind.WRONG_URL}
    assert "geheim" not in f"{error} {error.help} {error.upstream}"
    with serving(answering(whole(b"", f"Location: {location}\r\n".encode(), b"307 x"), b"")) as server:
        error = failure(server.url)
    assert "geheim" not in f"{error} {error.help} {error.upstream}"


@pytest.mark.parametrize(
    ("tls", "trust", "kind", "said"),
    [
        pytest.param((), SYSTEM, FailureKind.UNTRUSTED, "its CA is unknown", id="unknown authority"),
        pytest.param(("other.example",), None, FailureKind.WRONG_NAME, "is not for 127.0.0.1", id="wrong name"),
    ],
)
def test_certificates_that_are_not_accepted(
    tls: tuple[str, ...], trust: Trust | None, kind: FailureKind, said: str
) -> None:
    with serving(answering(whole(b"{}")), identity(*tls)) as server:
        error = failure(server.url, trust or Trust(ca=misbehaving.authority_pem()))
    assert error.kind is kind
    assert str(error).endswith(said)
    assert error.upstream == ""


@pytest.mark.parametrize(("days", "said"), [((-9, -2), "has expired"), ((2, 9), "is not valid yet")])
def test_certificates_of_another_time(days: tuple[int, int], said: str) -> None:
    with serving(answering(whole(b"{}")), identity(days=days)) as server:
        error = failure(server.url, Trust(ca=misbehaving.authority_pem()))
    assert error.kind is FailureKind.OUTDATED
    assert said in str(error)


@pytest.mark.parametrize(
    ("behave", "kind", "said"),
    [
        (misbehaving.alarmed_by_tls, FailureKind.NO_TLS, "does not serve TLS on this port"),
        (misbehaving.old_tls, FailureKind.TLS, "refused the TLS handshake: protocol version"),
        (misbehaving.deaf, FailureKind.TIMEOUT, "the TLS handshake was not finished"),
    ],
    ids=["HTTP", "old", "silent"],
)
def test_handshakes_that_fail(behave: Behaviour, kind: FailureKind, said: str) -> None:
    with serving(behave, scheme="https") as server:
        error = failure(server.url, seconds=0.3 if kind is FailureKind.TIMEOUT else 5)
    assert error.kind is kind
    assert str(error).endswith(said)
