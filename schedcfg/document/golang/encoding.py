"""Base64 and PEM as Go reads them, and which certificates and keys in PEM it would take, as far as that shows.

Upstream: `encoding/base64`, `encoding/pem`, and of `crypto/tls` and `crypto/x509` what needs no cryptography.
"""

import base64
import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.patterns import pattern

_BORDER = pattern(rb"^-----(?P<kind>BEGIN|END) (?P<label>[^\n]*?)-----[ \t\r]*+$", re.MULTILINE)
_HEADERS = pattern(rb"\A(?:[^\n:]*:[^\n]*\n)+\s*")

_SEQUENCE = 0x30
_LONG_LENGTH = 0x80


_BASE64_GROUP = 4
_DIGIT = r"[A-Za-z0-9+/][\r\n]*"
_PADDING = r"=[\r\n]*"
BASE64_PATTERN = rf"^[\r\n]*(({_DIGIT}){{4}})*(({_DIGIT}){{2}}({_PADDING}){{2}}|({_DIGIT}){{3}}{_PADDING})?$"
"""What base64 looks like, for the JSON Schema."""


def decode_base64(text: str) -> bytes:
    """Read bytes as `StdEncoding.DecodeString` does; line breaks between the letters do not matter.

    Raises:
        ValueError: with the reason; Go has only the offset.
    """
    packed = text.replace("\r", "").replace("\n", "")
    try:
        data = base64.b64decode(packed, validate=True)
    except ValueError as error:
        raise ValueError(f"illegal base64 data: {error}") from None
    if len(packed) % _BASE64_GROUP or packed.endswith("==="):
        # Python accepts surplus padding, Go does not.
        raise ValueError("illegal base64 data: excess padding")
    return data


class _Block(NamedTuple):
    label: str
    has_headers: bool
    der: bytes


def ca_objection(data: bytes) -> str | None:
    """Return why data holds no authority's certificate; None where it seems to hold one.

    Upstream: `CertPool.AppendCertsFromPEM` in Go's `crypto/x509`: one certificate that can be read is enough.
    """
    certificates = [block for block in _blocks(data) if block.label == "CERTIFICATE" and not block.has_headers]
    if not certificates:
        return "it contains no certificate in PEM format"
    if not any(_is_one_sequence(block.der) for block in certificates):
        return "none of its certificates can be parsed"
    return None


def certificate_objection(data: bytes) -> str | None:
    """Return why data holds no client's certificate; None where it seems to hold one.

    Upstream: `X509KeyPair` in Go's `crypto/tls`: the first certificate is the client's own.
    """
    first = next((block for block in _blocks(data) if block.label == "CERTIFICATE"), None)
    if first is None:
        return "it contains no certificate in PEM format"
    return None if _is_one_sequence(first.der) else "its certificate cannot be parsed"


def key_objection(data: bytes) -> str | None:
    """Return why data holds no private key; None where it seems to hold one. See `certificate_objection`."""
    first = next((block for block in _blocks(data) if f" {block.label}".endswith(" PRIVATE KEY")), None)
    if first is None:
        return "it contains no private key in PEM format"
    return None if _is_one_sequence(first.der) else "its private key cannot be parsed"


def _blocks(data: bytes) -> Iterator[_Block]:
    """Yield the blocks that Go's `pem.Decode` finds; it skips those whose base64 is broken."""
    for label, written in _bodies(data):
        headers = _HEADERS.match(written)
        body = written if headers is None else written[headers.end() :]
        try:
            der = base64.b64decode(b"".join(body.split()), validate=True)
        except ValueError:
            continue
        yield _Block(label.decode("utf-8", "replace"), headers is not None, der)


def _bodies(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield label and text of what is between a `BEGIN` and the next `END` of the same label."""
    borders = list(_BORDER.finditer(data))
    following: dict[bytes, list[re.Match[bytes]]] = {}
    for border in reversed(borders):
        if border["kind"] == b"END":
            following.setdefault(border["label"], []).append(border)
    last = 0
    for border in borders:
        ends = following.get(border["label"], [])
        while ends and ends[-1].start() <= border.start():
            ends.pop()
        if border["kind"] == b"BEGIN" and border.start() >= last and ends:
            yield border["label"], data[border.end() + 1 : ends[-1].start()]
            last = ends[-1].end()


def _is_one_sequence(der: bytes) -> bool:
    """Check whether bytes are one ASN.1 sequence and nothing behind it, as certificates and private keys are."""
    if len(der) < 2 or der[0] != _SEQUENCE:  # noqa: PLR2004 - its tag and its length
        return False
    length, start = der[1], 2
    if length >= _LONG_LENGTH:
        start += length - _LONG_LENGTH
        length = int.from_bytes(der[2:start], "big")
    return len(der) == start + length
