"""Every way to fail, met at a real server: which kind it is, and what the user reads."""

import gzip
import threading
import time
import zlib
from typing import NamedTuple

import pytest

from schedcfg.integrations.http import SYSTEM, HttpLimits, HttpRequest, Trust, send
from schedcfg.integrations.http_failures import FailureKind, RequestFailed
from tests.integrations import misbehaving
from tests.integrations.misbehaving import (
    Behavior,
    answering,
    flooding,
    identity,
    redirecting,
    serving,
    whole,
    zipped,
)

OK = misbehaving.OK
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


class Case(NamedTuple):
    """A fault, and what the message says of it."""

    behave: Behavior
    kind: FailureKind
    said: str


CASES = {
    "silent": Case(misbehaving.silent, FailureKind.TIMEOUT, "no complete response within 0.3 s"),
    "dripping head": Case(misbehaving.dripping_head, FailureKind.TIMEOUT, "no complete response within 0.3 s"),
    "dripping body": Case(misbehaving.dripping_body, FailureKind.TIMEOUT, "no complete response within 0.3 s"),
    "trailers without end": Case(
        flooding(CHUNKED + b"0\r\n", b"X: y\r\n" * 5000), FailureKind.TIMEOUT, "no complete response within 0.3 s"
    ),
    "small chunks without end": Case(
        flooding(CHUNKED, b"1\r\na\r\n" * 5000), FailureKind.TIMEOUT, "no complete response within 0.3 s"
    ),
    "responses before the response": Case(
        flooding(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 3000),
        FailureKind.TIMEOUT,
        "no complete response within 0.3 s",
    ),
    "the length of a chunk without end": Case(flooding(CHUNKED, b"1" * 60_000), FailureKind.NOT_HTTP, "chunk size"),
    "a first line without end": Case(
        flooding(b"HTTP/1.1 200 ", b"a" * 60_000), FailureKind.NOT_HTTP, "more than 65536 bytes"
    ),
    "headers without end": Case(misbehaving.endless_head, FailureKind.NOT_HTTP, "more than 100 headers"),
    "more than there is": Case(
        answering(OK + b"Content-Length: 99999999999999999999\r\n\r\nabc"),
        FailureKind.CUT,
        "in the middle of its response",
    ),
    "HTTP/2": Case(answering(b"HTTP/2 200\r\n\r\n"), FailureKind.NOT_HTTP, '"HTTP/2"'),
    "a status that is none": Case(answering(whole(b"", status=b"99999 x")), FailureKind.NOT_HTTP, "99999"),
    "closed at once": Case(misbehaving.hanging_up, FailureKind.CUT, "without a response"),
    "cut in the body": Case(
        answering(OK + b"Content-Length: 10\r\n\r\nabc"), FailureKind.CUT, "in the middle of its response"
    ),
    "cut in the chunks": Case(answering(CHUNKED + b"3\r\nabc\r\n"), FailureKind.CUT, "in the middle of its response"),
    "wrong chunk": Case(answering(CHUNKED + b"zz\r\n"), FailureKind.CUT, "in the middle of its response"),
    "plain text": Case(answering(b"\x1b[2Jhello\r\n"), FailureKind.NOT_HTTP, r'"\x1b[2Jhello"'),
    "other protocol": Case(answering(b"RTSP/1.0 200 OK\r\n\r\n"), FailureKind.NOT_HTTP, '"RTSP/1.0 200 OK"'),
    "no status": Case(answering(b"HTTP/1.1 OK\r\n\r\n"), FailureKind.NOT_HTTP, '"HTTP/1.1 OK"'),
    "two lengths": Case(
        answering(OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), FailureKind.NOT_HTTP, "malformed"
    ),
    "TLS behind http": Case(misbehaving.alarmed_by_plain_text, FailureKind.NOT_HTTP, r'"\x15\x03'),
    "broken gzip": Case(answering(zipped(b"no gzip at all")), FailureKind.CUT, "cannot be decompressed"),
    "zlib instead of gzip": Case(answering(zipped(zlib.compress(b"hello"))), FailureKind.CUT, "cannot be decompressed"),
    "wrong checksum": Case(
        answering(zipped(gzip.compress(b"hello")[:-8] + b"12345678")), FailureKind.CUT, "decompressed"
    ),
    "redirect to nowhere": Case(
        redirecting(b"302 Found", "http://[::1/"), FailureKind.WRONG_URL, "redirects to an invalid address"
    ),
    **{
        f"redirect to {address}": Case(
            redirecting(b"302 Found", address), FailureKind.WRONG_URL, f'to an invalid address: "{address}"'
        )
        for address in (
            "file:///etc/passwd",
            "data:text/plain,hello",
            "gopher://127.0.0.1:70/",
            "unix:/run/docker.sock",
        )
    },
    "redirect to another nowhere": Case(
        redirecting(b"302 Found", "//[::1/"), FailureKind.WRONG_URL, "redirects to an invalid address"
    ),
}


def failure(url: str, trust: Trust = SYSTEM, seconds: float = 5, body: int = 1_000_000) -> RequestFailed:
    with pytest.raises(RequestFailed) as caught:
        send(HttpRequest("POST", url, body=b"{}"), trust, HttpLimits(seconds, body))
    assert caught.value.help
    return caught.value


@pytest.mark.parametrize("name", CASES)
def test_every_fault_is_reported_apart(name: str) -> None:
    case = CASES[name]
    with serving(case.behave) as server:
        error = failure(f"{server.url}/filter", seconds=0.3 if case.kind is FailureKind.TIMEOUT else 5)
    assert error.kind is case.kind
    assert case.said in str(error)
    assert error.seconds >= 0


@pytest.mark.parametrize(
    "behave", [misbehaving.dripping_head, misbehaving.dripping_body, CASES["trailers without end"].behave]
)
@pytest.mark.parametrize("is_secure", [False, True])
def test_nothing_goes_on_behind_the_limit(behave: Behavior, is_secure: bool) -> None:
    """A scheduler may ask an extender thousands of times: no thread waits for a server that goes on."""
    before = threading.active_count()
    trust = Trust(ca=misbehaving.authority_pem())
    with serving(behave, identity() if is_secure else None) as server:
        serving_threads = threading.active_count() - before
        for _ in range(3):
            assert failure(server.url, trust if is_secure else SYSTEM, seconds=0.3).kind is FailureKind.TIMEOUT
        end = time.monotonic() + 20
        # One of the server's own for each connection.
        while threading.active_count() > before + serving_threads + 3 and time.monotonic() < end:
            time.sleep(0.02)
        assert threading.active_count() <= before + serving_threads + 3


@pytest.mark.parametrize(
    "written",
    [
        *("HTTP://LOCALHOST:PORT/", "http://127.0.0.1:PORT", "//127.0.0.1:PORT/x", "https://127.0.0.1:PORT/"),
        *("http://0x7f.1:PORT/", "http://[::1]:PORT/", "http://127.0.0.1:PORT@127.0.0.1:PORT/", " http://127.1:PORT/"),
    ],
)
def test_no_way_to_write_it_leads_to_another_server(written: str) -> None:
    with serving(answering(whole(b"{}"))) as other:
        location = written.replace("PORT", str(other.port))
        with serving(redirecting(b"307 Temporary Redirect", location)) as server:
            assert failure(server.url).kind in {FailureKind.ELSEWHERE, FailureKind.WRONG_URL}
        assert other.asked == []


def test_reset_connection() -> None:
    with serving(misbehaving.resetting) as server:
        error = failure(server.url)
    assert error.kind is FailureKind.CUT
    assert "connection reset by peer" in str(error)


def test_nobody_listens() -> None:
    with serving(misbehaving.deaf) as server:
        pass
    error = failure(server.url)
    assert error.kind is FailureKind.REFUSED


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
    assert "secret" not in f"{error} {error.help}"
    assert other.asked == []


def test_redirects_in_circles() -> None:
    with serving(redirecting(b"302 Found", "/again")) as server:
        error = failure(server.url)
    assert error.kind is FailureKind.REDIRECT_LOOP
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
    assert "geheim" not in f"{error} {error.help}"
    with serving(answering(whole(b"", f"Location: {location}\r\n".encode(), b"307 x"), b"")) as server:
        error = failure(server.url)
    assert "geheim" not in f"{error} {error.help}"


@pytest.mark.parametrize(
    ("names", "days", "is_trusted", "said"),
    [
        pytest.param((), (-1, 1), False, "unable to get local issuer certificate", id="unknown authority"),
        pytest.param(("other.example",), (-1, 1), True, "not valid for '127.0.0.1'", id="wrong name"),
        pytest.param((), (-9, -2), True, "certificate has expired", id="expired"),
        pytest.param((), (2, 9), True, "certificate is not yet valid", id="not yet"),
    ],
)
def test_certificates_that_are_not_accepted(
    names: tuple[str, ...], days: tuple[int, int], is_trusted: bool, said: str
) -> None:
    trust = Trust(ca=misbehaving.authority_pem()) if is_trusted else SYSTEM
    with serving(answering(whole(b"{}")), identity(*names, days=days)) as server:
        error = failure(server.url, trust)
    assert error.kind is FailureKind.TLS
    assert said in str(error)


@pytest.mark.parametrize(
    ("behave", "kind", "said"),
    [
        (misbehaving.alarmed_by_tls, FailureKind.TLS, "the TLS handshake failed"),
        (misbehaving.old_tls, FailureKind.TLS, "protocol version"),
        (misbehaving.deaf, FailureKind.TIMEOUT, "no complete response within"),
    ],
    ids=["HTTP", "old", "silent"],
)
def test_handshakes_that_fail(behave: Behavior, kind: FailureKind, said: str) -> None:
    with serving(behave, scheme="https") as server:
        error = failure(server.url, seconds=0.3 if kind is FailureKind.TIMEOUT else 5)
    assert error.kind is kind
    assert said in str(error)


@pytest.mark.parametrize(
    "url",
    [
        *("", "/x", "prometheus:9090/x", "10.0.0.4:9090", "ftp://h/", "http:///x", "http://h:99999/", "http://[zz]:1/"),
        *("http://h:abc/", "http://[::1/", "http://a b/", "http://a/%zz", "://x", "http://u:pa%zz@h/", "u:pa@h:9090"),
    ],
)
def test_addresses_that_lead_nowhere_are_not_repeated(url: str) -> None:
    error = failure(url)
    assert error.kind is FailureKind.WRONG_URL
    assert "pa@" not in str(error)
    assert "u:" not in str(error)


def test_an_unknown_host() -> None:
    error = failure("http://no-such-host.invalid/")
    assert error.kind is FailureKind.UNKNOWN_HOST
    assert '"no-such-host.invalid"' in str(error)
