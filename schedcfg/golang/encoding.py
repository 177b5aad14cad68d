"""Base64 and PEM as Go reads them, and which certificates and keys in PEM it would take, as far as that shows.

Upstream: `encoding/base64`, `encoding/pem`, and of `crypto/tls` and `crypto/x509` what needs no cryptography.
"""

import base64
import re
from collections.abc import Iterator
from typing import NamedTuple

_BLOCK = re.compile(
    rb"^-----BEGIN (?P<label>[^\n]*?)-----[ \t\r]*\n(?P<body>.*?)^-----END (?P=label)-----[ \t\r]*$",
    re.MULTILINE | re.DOTALL,
)
_HEADERS = re.compile(rb"\A(?:[^\n:]*:[^\n]*\n)+\s*")

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
    for match in _BLOCK.finditer(data):
        body = match["body"]
        headers = _HEADERS.match(body)
        if headers is not None:
            body = body[headers.end() :]
        try:
            der = base64.b64decode(b"".join(body.split()), validate=True)
        except ValueError:
            continue
        yield _Block(match["label"].decode("utf-8", "replace"), headers is not None, der)


def _is_one_sequence(der: bytes) -> bool:
    """Check whether bytes are one ASN.1 sequence and nothing behind it, as certificates and private keys are."""
    if len(der) < 2 or der[0] != _SEQUENCE:  # noqa: PLR2004 - its tag and its length
        return False
    length, start = der[1], 2
    if length >= _LONG_LENGTH:
        start += length - _LONG_LENGTH
        length = int.from_bytes(der[2:start], "big")
    return len(der) == start + length
