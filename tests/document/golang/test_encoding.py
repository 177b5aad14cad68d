"""Base64 and PEM, as far as it shows whether Go would read them."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.golang import text as encoding


def block(label: str, der: bytes = b"\x30\x01\x00", headers: str = "") -> str:
    return f"-----BEGIN {label}-----\n{headers}{base64.b64encode(der).decode()}\n-----END {label}-----\n"


@given(st.binary(max_size=40), st.integers(0, 60))
def test_base64_may_have_line_breaks_anywhere(data: bytes, place: int) -> None:
    text = base64.b64encode(data).decode()
    assert encoding.decode_base64(f"{text[:place]}\r\n{text[place:]}") == data


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Y2E", "Incorrect padding"),
        ("Y2E= ", "Only base64 data|Excess data"),
        ("Y2E*", "Only base64 data"),
        ("Y2FuZA====", "xcess"),
        ("\u00e9", "illegal base64 data"),
    ],
)
def test_what_is_no_base64(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        encoding.decode_base64(text)
    assert str(caught.value).startswith("illegal base64 data: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it contains no certificate in PEM format"),
        (block("CERTIFICATE", headers="A: b\n\n"), "it contains no certificate in PEM format"),
        (block("CERTIFICATE", b""), "none of its certificates can be parsed"),
        (block("CERTIFICATE", b"\x30\x01\x00\x00"), "none of its certificates can be parsed"),
        (block("CERTIFICATE", b"\x30\x82\x01\x00" + bytes(256)), None),
        (block("CERTIFICATE", b"") + block("CERTIFICATE"), None),
        ("text before\n" + block("CERTIFICATE").replace("\n", "\r\n"), None),
        (block("CERTIFICATE").replace("MAEA", "MA!A"), "it contains no certificate in PEM format"),
    ],
)
def test_authorities(text: str, reason: str | None) -> None:
    assert encoding.ca_objection(text.encode()) == reason


def test_a_certificate_may_have_headers_and_the_first_one_counts() -> None:
    assert encoding.certificate_objection(block("CERTIFICATE", headers="A: b\n\n").encode()) is None
    assert encoding.certificate_objection((block("CERTIFICATE", b"") + block("CERTIFICATE")).encode()) is not None


@pytest.mark.parametrize("label", ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"])
def test_keys(label: str) -> None:
    assert encoding.key_objection(block(label).encode()) is None
    assert encoding.key_objection(block(label, b"x").encode()) == "its private key cannot be parsed"
    assert encoding.key_objection(block("PUBLIC KEY").encode()) == "it contains no private key in PEM format"
