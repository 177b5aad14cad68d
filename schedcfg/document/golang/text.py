"""Texts as Go shows, folds and repairs them.

Upstream: `Quote` in `strconv/quote.go`, which `%q` of `fmt` calls; `IsSpace` in `unicode/graphic.go`; `foldName` in
`encoding/json/fold.go`; `QuoteMeta` in `regexp/regexp.go`.

Base64 and PEM as Go reads them, and which certificates and keys in PEM it would take, as far as that shows.

Upstream: `encoding/base64`, `encoding/pem`, and of `crypto/tls` and `crypto/x509` what needs no cryptography.
"""

import base64
import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.patterns import pattern

SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""The characters for which `unicode.IsSpace` is true, as a class of a regular expression has them."""

_NAMED = {character: f"\\{name}" for character, name in zip("\a\b\f\n\r\t\v", "abfnrtv", strict=True)}
_DELETE, _LAST_OF_THE_FIRST_PLANE = 0x7F, 0xFFFF
_NO_UTF8 = range(0xDC80, 0xDD00)
"""What `surrogateescape` makes of bytes that are no UTF-8."""

_LONE_SURROGATE = pattern("[\ud800-\udfff]")
_FOLDED = str.maketrans({"\u017f": "s", "\u212a": "k"})


def quoted(text: str | bytes, longest: int = 80) -> str:
    """Quote a text as `%q` does; more than `longest` characters are cut, which an ellipsis shows."""
    whole = _beginning(text, longest)
    shown = "".join(f"\\{one}" if one in {'"', "\\"} else _escaped(one) for one in whole[:longest])
    return f'"{shown}…"' if len(whole) > longest else f'"{shown}"'


def harmless(text: str | bytes, longest: int = 80) -> str:
    r"""Write what others say: without what looks like a secret, no quotes around.

    Control characters, terminal escapes and unreadable bytes are written as `%q` does (`\x1b`).
    """
    from schedcfg.document.secrets import hide_in_message  # noqa: PLC0415 - few runs repeat what others say

    whole = hide_in_message(_beginning(text, longest))
    shown = "".join(map(_escaped, whole[:longest]))
    return shown + "…" if len(whole) > longest else shown


def one_line(text: str, longest: int = 300) -> str:
    """Return in one harmless line what may have several, as messages of servers and programs have."""
    from schedcfg.document.secrets import hide_in_message  # noqa: PLC0415 - few runs repeat what others say

    return harmless(" ".join(hide_in_message(text[: 2 * longest]).split()), longest)


def fold_name(key: str) -> str:
    """Return what two keys have in common if `encoding/json` treats them as the same, in whatever case.

    Only two characters beyond ASCII fold into it; Python's `lower` would take others along.
    """
    if key.isascii():
        return key.lower()
    return "".join(one.lower() if one.isascii() else one.translate(_FOLDED) for one in key)


def without_lone_surrogates(text: str) -> str:
    """Return a text in which halves of surrogate pairs, which Python keeps, are replaced as `encoding/json` does."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _beginning(text: str | bytes, longest: int) -> str:
    # A cut must not split a character: one takes four bytes at most.
    return text if isinstance(text, str) else text[: 4 * longest + 4].decode("utf-8", "surrogateescape")


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code in _NO_UTF8:
        return f"\\x{code - 0xDC00:02x}"
    if code < ord(" ") or code == _DELETE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _LAST_OF_THE_FIRST_PLANE else f"\\U{code:08x}"


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
