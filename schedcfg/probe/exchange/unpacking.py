"""Compressed bodies, unpacked in steps: a small one can become a huge one (Go's compress/gzip)."""

import zlib
from collections.abc import Iterable, Iterator

from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.stream import STEP

_GZIP_ONLY = 16 + zlib.MAX_WBITS

_WORDS = {"header": "gzip: invalid header", "data check": "gzip: invalid checksum", "length": "gzip: invalid checksum"}
"""What zlib complains of, and how Go words it."""


def unpacked(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack gzip, also several members behind each other; pieces of about `STEP` bytes come out.

    Nothing at all stays nothing, as in Go.

    Raises:
        ExchangeFailed: WRONG_ENCODING.
    """
    member = zlib.decompressobj(_GZIP_ONLY)
    whole = True
    for piece in pieces:
        rest = piece
        while rest:
            yield from _all_of(member, rest)
            rest, whole = member.unused_data, member.eof
            if whole:
                member = zlib.decompressobj(_GZIP_ONLY)
    if not whole:
        raise _broken("unexpected EOF")


def _all_of(member: "zlib._Decompress", packed: bytes) -> Iterator[bytes]:
    """Unpack what belongs to this member; zlib may hold some back although it took all that there was."""
    made = _step(member, packed)
    yield made
    while not member.eof and (member.unconsumed_tail or len(made) == STEP):
        made = _step(member, member.unconsumed_tail)
        yield made


def _step(member: "zlib._Decompress", packed: bytes) -> bytes:
    try:
        return member.decompress(packed, STEP)
    except zlib.error as error:
        words = next((words for part, words in _WORDS.items() if part in str(error)), "flate: corrupt input")
        raise _broken(words) from None


def _broken(words: str) -> ExchangeFailed:
    return ExchangeFailed(
        FailureKind.WRONG_ENCODING,
        f"the answer says that it is gzip, but cannot be unpacked: {words}",
        "Let the server, or the proxy before it, send whole gzip or none (Content-Encoding).",
        upstream=words,
    )
