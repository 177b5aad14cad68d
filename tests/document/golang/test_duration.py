"""Durations, against what Go's `time.ParseDuration` and `Duration.String` answered."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schedcfg.document.golang import duration

INT64 = st.integers(min_value=-(2**63), max_value=2**63 - 1)
UNITS = ("ns", "us", "µs", "μs", "ms", "s", "m", "h")
DIGITS = st.text("0123456789", max_size=25)
PARTS = st.tuples(DIGITS, st.sampled_from(["", "."]), DIGITS, st.sampled_from([*UNITS, "", "d", "S"])).map("".join)
TEXTS = st.tuples(st.sampled_from(["", "-", "+", "--"]), st.lists(PARTS, max_size=3).map("".join)).map("".join)


@pytest.mark.parametrize(
    ("text", "nanoseconds", "written"),
    [
        ("0", 0, "0s"),
        ("-0", 0, "0s"),
        ("+0", 0, "0s"),
        ("0h0m", 0, "0s"),
        ("15s", 15_000_000_000, "15s"),
        ("+15s", 15_000_000_000, "15s"),
        ("-15s", -15_000_000_000, "-15s"),
        ("1m30s", 90_000_000_000, "1m30s"),
        ("90s", 90_000_000_000, "1m30s"),
        ("30s1m", 90_000_000_000, "1m30s"),
        ("1h", 3_600_000_000_000, "1h0m0s"),
        ("1.5h", 5_400_000_000_000, "1h30m0s"),
        ("1.s", 1_000_000_000, "1s"),
        (".5s", 500_000_000, "500ms"),
        ("1500us", 1_500_000, "1.5ms"),
        ("1µs", 1_000, "1µs"),
        ("1μs", 1_000, "1µs"),
        ("1.5µs", 1_500, "1.5µs"),
        ("999ns", 999, "999ns"),
        ("0.7ns", 0, "0s"),
        ("0.000000001s", 1, "1ns"),
        ("1.000000001s", 1_000_000_001, "1.000000001s"),
        ("0.3333333333333333333h", 1_200_000_000_000, "20m0s"),
        ("0.9223372036854775807h", 3_320_413_933_267, "55m20.413933267s"),
        ("9223372036854775807ns", 2**63 - 1, "2562047h47m16.854775807s"),
        ("-9223372036854775808ns", -(2**63), "-2562047h47m16.854775808s"),
        ("0000000000000000000000000000001s", 1_000_000_000, "1s"),
    ],
)
def test_known_answers(text: str, nanoseconds: int, written: str) -> None:
    assert duration.parse(text) == nanoseconds
    assert duration.render(nanoseconds) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", 'invalid duration ""'),
        ("-", "invalid duration"),
        (".", "invalid duration"),
        (".s", "invalid duration"),
        ("s", "invalid duration"),
        (" 1s", "invalid duration"),
        ("--1s", "invalid duration"),
        ("1s-1s", 'unknown unit "s-"'),
        ("30", 'missing unit in duration "30"'),
        ("1.5", "missing unit"),
        ("00", "missing unit"),
        ("1s5", "missing unit"),
        ("30 seconds", 'unknown unit " seconds"'),
        ("1d", 'unknown unit "d"'),
        ("1S", 'unknown unit "S"'),
        ("٣s", "invalid duration"),
        ("9223372036854775808ns", "invalid duration"),
        ("-9223372036854775809ns", "invalid duration"),
        ("2562048h", "invalid duration"),
        ("2562047h60m", "invalid duration"),
        ("9" * 5000 + "s", "invalid duration"),
    ],
)
def test_known_refusals(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^time: {re.escape(reason)}"):
        duration.parse(text)


@given(INT64)
def test_what_is_written_is_read_back(nanoseconds: int) -> None:
    assert duration.parse(duration.render(nanoseconds)) == nanoseconds


@given(TEXTS)
def test_the_canonical_form_is_stable(text: str) -> None:
    try:
        nanoseconds = duration.parse(text)
    except ValueError as error:
        assert str(error).startswith("time: ")  # noqa: PT017 - the message is Go's
        return
    assert -(2**63) <= nanoseconds < 2**63
    canonical = duration.render(nanoseconds)
    assert duration.parse(canonical) == nanoseconds
    assert duration.render(duration.parse(canonical)) == canonical
    assert re.search(duration.JSON_PATTERN, text)


@given(st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        duration.parse(text)
    except ValueError:
        return
    assert re.search(duration.JSON_PATTERN, text)


@given(st.integers(0, 2**40), st.integers(0, 2**20), st.integers(0, 2**10))
def test_parts_add_up(nanoseconds: int, milliseconds: int, hours: int) -> None:
    total = nanoseconds + milliseconds * 10**6 + hours * 3600 * 10**9
    assert duration.parse(f"{hours}h{nanoseconds}ns{milliseconds}ms") == total
    assert duration.parse(f"-{hours}h{nanoseconds}ns{milliseconds}ms") == -total
