"""Amounts are written as apimachinery's `Quantity` writes what it has read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.golang.numbers import canonical


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1", "1"),
        ("1000m", "1"),
        ("1.5", "1500m"),
        ("0.5", "500m"),
        ("0.5Gi", "512Mi"),
        ("1024Mi", "1Gi"),
        ("1536Mi", "1536Mi"),
        ("0.1Ki", "102400m"),
        ("1000", "1k"),
        ("1e3", "1e3"),
        ("1E3", "1E3"),
        ("1e4", "10e3"),
        ("12E", "12E"),
        ("1.500", "1.500"),
        ("0.0000000001", "1n"),
        ("-0.5", "-500m"),
        ("9E", "9E"),
        ("9000000000000000000000Ki", "9223372036854775807"),
        ("-", "0"),
        ("m", "0"),
    ],
)
def test_canonical_forms(text: str, written: str) -> None:
    assert canonical(text) == written


@pytest.mark.parametrize("text", ["", " 1", "1x", "1 Gi", "true", "0x1", "1.2.3", "1K", "1e", "1e+"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="quantit"):
        canonical(text)


@given(st.from_regex(r"[+-]?[0-9]{1,25}(\.[0-9]{0,12})?([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]{1,3})?", fullmatch=True))
def test_what_is_written_means_the_same_again(text: str) -> None:
    assert canonical(canonical(text)) == canonical(text)
