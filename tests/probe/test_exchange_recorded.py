"""Raw answers, well-formed and not: Go's net/http and this reader agree on which are answers, and what they hold."""

from collections.abc import Iterator

import pytest
from extender_server import recorded
from hypothesis import given, settings
from hypothesis import strategies as st
from misbehaving import OK, Visit, serving

from schedcfg.probe.exchange import ExchangeFailed, FailureKind, Limits, Request, exchange
from schedcfg.probe.exchange.body import bounded, pieces_of
from schedcfg.probe.exchange.head import read_head
from schedcfg.probe.exchange.stream import Reader

CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def test_every_recorded_answer() -> None:
    cases = list(recorded("http-answers.ndjson"))
    left = [case["raw"].encode("latin-1") for case in cases]

    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(left.pop(0))

    differing = []
    with serving(behave) as server:
        for case in cases:
            try:
                answer = exchange(Request("POST", server.url, {}, b"{}"), limits=Limits(5))
                said = {"status": answer.status, "body": answer.body.decode("latin-1")}
            except ExchangeFailed:
                said = {"error": case.get("error", "")}
            if said != {name: value for name, value in case.items() if name != "raw"}:
                differing.append((case, said))
    assert len(cases) > 200
    assert differing == []


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"1;" + b"e" * 1000 + b"\r\na\r\n", "chunked encoding contains too much non-data"),
        (b"0\r\n" + b"X: y\r\n", "http: suspiciously long trailer after chunked body"),
    ],
)
def test_what_is_no_data_in_chunks_is_bounded(raw: bytes, words: str) -> None:
    def behave(visit: Visit) -> None:
        visit.question()
        visit.send(CHUNKED + raw)
        while not visit.over.is_set():
            visit.send(raw.removeprefix(b"0\r\n"))

    with serving(behave) as server, pytest.raises(ExchangeFailed) as caught:
        exchange(Request("GET", server.url), limits=Limits(20))
    assert (caught.value.kind, caught.value.upstream) == (FailureKind.NOT_HTTP, words)


class Recorded:
    """A stream of bytes that are known before, in pieces as they came."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def receive(self) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""

    def send(self, data: bytes) -> None:
        raise AssertionError(data)


FRAGMENTS = st.sampled_from([
    b"HTTP/1.1 200 OK\r\n", b"HTTP/1.0 ", b"103 x\r\n", b"\r\n", b"\n", b"\r", b" ", b":", b";", b"0\r\n", b"7\r\n",
    b"\x00", b"Content-Length: 7\r\n", b"Content-Length: ", b"Transfer-Encoding: chunked\r\n", b"X: y\r\n z\r\n",
    b"9" * 5000, b"f" * 20,
])  # fmt: skip
PIECES = st.lists(st.one_of(FRAGMENTS, st.binary(min_size=1, max_size=20)), max_size=20)


@settings(max_examples=300, deadline=None)
@given(PIECES, st.booleans())
def test_any_bytes_are_an_answer_or_a_clear_failure(pieces: list[bytes], is_begun: bool) -> None:
    pieces = [b"HTTP/1.1 200 OK\r\n", *pieces] if is_begun else pieces
    sent = sum(map(len, pieces))
    failed: ExchangeFailed | None = None
    try:
        assert sum(map(len, _body(Reader(Recorded(list(pieces)))))) <= sent
    except ExchangeFailed as error:
        failed = error
    if failed is not None:
        assert failed.kind in {FailureKind.NOT_HTTP, FailureKind.CUT}
        assert f"{failed}{failed.upstream}".isprintable()


def _body(reader: Reader) -> Iterator[bytes]:
    head = read_head(reader)
    return bounded(pieces_of(reader, head), 1024 * 1024, "answer")
