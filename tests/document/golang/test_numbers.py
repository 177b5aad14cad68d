"""Numbers as `strconv`, Go's conversions and `encoding/json` have them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as some

from schedcfg.document.golang.numbers import (
    MAX_INT64,
    MIN_INT64,
    fits_int64,
    float_to_int64,
    format_float32,
    json_float32,
    json_iterator_int32,
    parse_bool,
    parse_float,
    parse_int,
    wrapped_int32,
    wrapped_int64,
)

SMALLEST = MIN_INT64


def test_truth_values() -> None:
    assert [parse_bool(text) for text in ("1", "t", "T", "TRUE", "true", "True")] == [True] * 6
    assert [parse_bool(text) for text in ("0", "f", "F", "FALSE", "false", "False")] == [False] * 6
    assert [parse_bool(text) for text in ("", "yes", "tRue", " true", "on")] == [None] * 5


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5", 5),
        ("+5", 5),
        ("-0", 0),
        ("007", 7),
        ("9223372036854775807", MAX_INT64),
        ("-9223372036854775808", MIN_INT64),
        ("9223372036854775808", None),
        ("-9223372036854775809", None),
        ("1" * 5000, None),
        ("", None),
        ("+", None),
        ("--5", None),
        ("1.0", None),
        ("0x1", None),
        ("1_0", None),
        (" 1", None),
        ("\u0663", None),
    ],
)
def test_whole_numbers(text: str, number: int | None) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1.5", 1.5),
        ("-.5e-1", -0.05),
        ("1.", 1.0),
        ("1_0.5", 10.5),
        ("0x1p-2", 0.25),
        ("0X_1Fp0", 31.0),
        ("+Inf", math.inf),
        ("-infinity", -math.inf),
        ("1e-400", 0.0),
    ],
)
def test_floats(text: str, number: float) -> None:
    assert parse_float(text) == number


def test_not_a_number_is_a_float() -> None:
    assert math.isnan(parse_float("NaN"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "invalid syntax"),
        (" 1", "invalid syntax"),
        ("1__0", "invalid syntax"),
        ("0x1", "invalid syntax"),
        ("+nan", "invalid syntax"),
        ("\u0130nf", "invalid syntax"),
        ("0x1p\u0663", "invalid syntax"),
        ("1e400", "value out of range"),
        ("-0x1p99999", "value out of range"),
    ],
)
def test_what_is_no_float(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        parse_float(text)


@pytest.mark.parametrize(
    ("number", "kept"), [(2**63 - 1, 2**63 - 1), (2**63, -(2**63)), (-(2**63) - 1, 2**63 - 1), (2**64, 0), (-5, -5)]
)
def test_numbers_wrap_around_as_int64_does(number: int, kept: int) -> None:
    assert wrapped_int64(number) == kept


@given(some.integers())
def test_32_bits_are_the_lower_half_of_64(number: int) -> None:
    assert wrapped_int32(wrapped_int64(number)) == wrapped_int32(number)
    assert -(2**31) <= wrapped_int32(number) < 2**31
    assert (wrapped_int32(number) - number) % 2**32 == 0


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, 0),
        (-0.9, 0),
        (1.9, 1),
        (-1.9, -1),
        (9223372036854774784.0, 9223372036854774784),
        (9223372036854775808.0, SMALLEST),
        (-9223372036854775808.0, SMALLEST),
        (1e300, SMALLEST),
        (float("nan"), SMALLEST),
        (float("inf"), SMALLEST),
        (float("-inf"), SMALLEST),
    ],
)
def test_values_become_integers_as_on_amd64(value: float, expected: int) -> None:
    assert float_to_int64(value) == expected
    assert fits_int64(value) == (expected != SMALLEST or value == SMALLEST)


@pytest.mark.parametrize(
    ("number", "read"),
    [(5, 5), (-5, -5), (2**31 - 1, 2**31 - 1), (-(2**31), -(2**31)), (2**31, None), (10_000_000_000, 1_410_065_408)],
)
def test_json_iterator_misses_some_overflows(number: int, read: int | None) -> None:
    assert json_iterator_int32(number) == read


@pytest.mark.parametrize(("number", "written"), [(50.0, 50), (0.1, 0.1), (100.123456789, 100.12346), (1e10, 10**10)])
def test_floats_of_32_bits_in_json(number: float, written: float) -> None:
    assert json_float32(number) == written
    assert type(json_float32(number)) is type(written)


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.5, "1.5"),
        (1e-5, "1e-05"),
        (100000.0, "100000"),
        (1e6, "1e+06"),
        (0.1, "0.1"),
        (1e39, "+Inf"),
        (-1e39, "-Inf"),
        (math.nan, "NaN"),
    ],
)
def test_floats_of_32_bits_as_text(number: float, written: str) -> None:
    assert format_float32(number) == written
