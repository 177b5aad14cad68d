"""Numbers as Go reads, converts and writes them.

Upstream: `atob.go`, `atoi.go`, `atof.go` and `ftoa.go` in `strconv`; the conversions of Go's specification.

Amounts as Kubernetes reads and writes them: `250m`, `1.5`, `512Mi`.

Upstream: `ParseQuantity` and `CanonicalizeBytes` in apimachinery's `pkg/api/resource/quantity.go`.
"""

import math
import re
import struct
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from schedcfg.patterns import pattern

MIN_INT32, MAX_INT32 = -(2**31), 2**31 - 1
MIN_INT64, MAX_INT64 = -(2**63), 2**63 - 1
MAX_UINT64 = 2**64 - 1

MAX_FLOAT32 = math.nextafter(2.0**128 - 2.0**103, 0.0)
"""The largest number that still rounds to a finite float32; the next one is rounded to 2**128."""

_BOOLEANS = {
    **dict.fromkeys(("1", "t", "T", "TRUE", "true", "True"), True),
    **dict.fromkeys(("0", "f", "F", "FALSE", "false", "False"), False),
}

_DECIMAL_INTEGER = pattern(r"[+-]?[0-9]+")
_MOST_DIGITS = len(str(MAX_INT64))
_INTEGER = pattern(
    r"(?P<sign>[-+]?)(?:0[xX](?P<x>[0-9a-fA-F]+)|0[bB](?P<b>[01]+)|0[oO]?(?P<o>[0-7]+)|(?P<d>0|[1-9][0-9]*))\Z",
)
_MISPLACED_UNDERSCORE = pattern(r"^[-+]?_|__|_$|_(?![0-9a-fA-F])|(?<![0-9a-fA-FxXoObB])_")
_BASES = {"x": 16, "b": 2, "o": 8, "d": 10}
_LONGEST_INTEGER = 80  # characters; 64 binary digits, sign and prefix fit, and int() never gets slow

_DIGITS = r"\d(?>(?:_?\d)*)"
_HEX = r"_?[0-9a-fA-F](?>(?:_?[0-9a-fA-F])*)"
_DECIMAL_FLOAT = pattern(rf"[+-]?(?:{_DIGITS}\.?(?:{_DIGITS})?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?\Z", re.ASCII)
_HEX_FLOAT = pattern(rf"[+-]?0[xX](?:{_HEX}\.?(?:{_HEX})?|\.{_HEX})[pP][+-]?{_DIGITS}\Z", re.ASCII)
_SPECIAL_FLOAT = pattern(r"(?:[+-]?inf(?:inity)?|nan)\Z", re.ASCII | re.IGNORECASE)

_FLOAT32_DIGITS = 9
"""So many decimal digits distinguish any two 32-bit floats."""
_LEAST_PLAIN_EXPONENT, _LEAST_GREAT_EXPONENT = -4, 6
"""Between them the shortest form of `FormatFloat` has no exponent."""
_LEAST_FLOAT_IN_E_NOTATION = 1e21
"""From here on `encoding/json` writes an exponent."""


def parse_bool(text: str) -> bool | None:
    """Read a truth value as `strconv.ParseBool` does; None where it gives an error."""
    return _BOOLEANS.get(text)


def parse_int(text: str) -> int | None:
    """Read a decimal number as `strconv.ParseInt(text, 10, 64)` does; None where it gives an error."""
    if _DECIMAL_INTEGER.fullmatch(text) is None:
        return None
    digits = text.lstrip("+-0")
    if len(digits) > _MOST_DIGITS:
        return None
    value = -int(digits or "0") if text.startswith("-") else int(digits or "0")
    return value if MIN_INT64 <= value <= MAX_INT64 else None


def parse_int_of_any_base(text: str) -> int | None:
    """Read a number as `strconv.ParseInt(text, 0, 64)` does, else as `strconv.ParseUint(text, 0, 64)` does.

    Underscores between the digits are the caller's business; None where both give an error.
    """
    match = _INTEGER.match(text) if len(text) <= _LONGEST_INTEGER else None
    if match is None or match.lastgroup is None:
        return None
    value = int(match[match.lastgroup], _BASES[match.lastgroup])
    if match["sign"] == "-":
        return -value if value <= -MIN_INT64 else None
    # Without a sign the number may be larger than an int64; ParseUint takes no plus.
    return value if value <= (MAX_INT64 if match["sign"] else MAX_UINT64) else None


def parse_literal(text: str) -> int | None:
    """Read a whole number as Go's source has them, with underscores between digits, as `strconv.ParseInt(text, 0, 64)`.

    Those that only fit without a sign into 64 bits are read, too; None where it gives an error.
    """
    return None if _MISPLACED_UNDERSCORE.search(text) else parse_int_of_any_base(text.replace("_", ""))


def parse_float(text: str) -> float:
    """Read a number as `strconv.ParseFloat(text, 64)` does, not-a-number and infinities too.

    Raises:
        ValueError: with Go's reason: `invalid syntax`, or `value out of range`.
    """
    plain = text.replace("_", "")
    if _SPECIAL_FLOAT.match(text):
        return float(text)
    if _DECIMAL_FLOAT.match(text):
        value = float(plain)
    elif _HEX_FLOAT.match(text):
        value = _from_hex(plain)
    else:
        raise ValueError("invalid syntax")
    if math.isinf(value):
        raise ValueError("value out of range")
    return value


def _from_hex(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.inf


def wrapped_int32(number: int) -> int:
    """Return a number cut to 32 bits, as Go's conversion `int32(number)` does."""
    return (number - MIN_INT32) % 2**32 + MIN_INT32


def wrapped_int64(number: int) -> int:
    """Return a number cut to 64 bits, as Go does when a sum or product is too large for them."""
    return (number - MIN_INT64) % 2**64 + MIN_INT64


def fits_int64(value: float) -> bool:
    """Return whether a float can be converted to a 64-bit integer; Go leaves open what becomes of others."""
    return math.isfinite(value) and MIN_INT64 <= value < MAX_INT64 + 1


def float_to_int64(value: float) -> int:
    """Convert a float as `int64(value)` does on amd64: the fraction goes, and what does not fit is -2^63."""
    return int(value) if fits_int64(value) else MIN_INT64


def json_iterator_int32(number: int) -> int | None:
    """Read a number as json-iterator reads an int32: some that do not fit wrap around unnoticed.

    It multiplies in 32 bits and takes a smaller result for an overflow; but `10000000000` wraps to the larger
    1410065408. None where it notices. Upstream: `readUint32` in `github.com/json-iterator/go/iter_int.go`.
    """
    value = 0
    for digit in str(abs(number)):
        following = (value * 10 + int(digit)) % 2**32
        if following < value:
            return None
        value = following
    if value > MAX_INT32 + (number < 0):
        return None
    return -value if number < 0 else value


def json_float64(value: float) -> int | float:
    """Return what is left of a finite float that `encoding/json` writes: whole ones lose their fraction.

    Upstream: `floatEncoder` in `encode.go`.
    """
    if value.is_integer() and abs(value) < _LEAST_FLOAT_IN_E_NOTATION:
        return int(Decimal(repr(value)))  # the digits that Go prints, not the bits behind them
    return value


def float32(value: float) -> float:
    """Return the 32-bit float next to a number: 0 for one that is too small, an infinite one for one too large."""
    try:
        (narrow,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        return math.copysign(math.inf, value)
    return float(narrow)


def json_float32(value: float) -> int | float:
    """Return the shortest decimal number that a 32-bit float reads as this value; whole ones without a fraction.

    Upstream: `floatEncoder` in `encode.go` of `encoding/json`.
    """
    narrow = float32(value)
    for digits in range(1, _FLOAT32_DIGITS + 1):
        shortest = float(f"{narrow:.{digits}g}")
        if float32(shortest) == narrow:
            return int(shortest) if shortest.is_integer() else shortest
    return narrow


def format_float32(value: float) -> str:
    """Write a float as `strconv.FormatFloat(value, 'g', -1, 32)` does; what is beyond 32 bits is infinite."""
    single = float32(value)
    if not math.isfinite(single):
        return "NaN" if math.isnan(single) else "+Inf" if single > 0 else "-Inf"
    for precision in range(_FLOAT32_DIGITS):
        written = f"{single:.{precision}e}"
        if float32(float(written)) == single:
            break
    exponent = int(written.partition("e")[2])
    if _LEAST_PLAIN_EXPONENT <= exponent < _LEAST_GREAT_EXPONENT:
        return f"{Decimal(written):f}"
    return written


_BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL = {-9: "n", -6: "u", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}
_EXPONENT_OF = {suffix: exponent for exponent, suffix in _DECIMAL.items()}
_PATTERN = pattern(
    r"(?P<sign>[+-]?)0*+(?P<whole>\d*+)(?:\.(?P<part>\d*+))?(?P<suffix>[eEinumkKMGTP]*+[+-]?\d*+)\Z", re.ASCII
)
_WRITTEN_EXPONENT = pattern(r"[eE](?P<exponent>[+-]?\d{1,9})\Z", re.ASCII)
_LARGEST = 2**63 - 1
_NANO = 10**9
_SIGNED_DIGITS = 18
"""Up to so many digits upstream reads an amount the fast way, and may keep it as it was written."""

_DIGITS_WITH_BINARY_SUFFIX = 14
_HIGHEST_EXPONENT = 1000
"""Beyond it the number itself would only take memory."""

NOT_A_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
"""Upstream's message for most of what is none (`ErrFormatWrong`)."""

JSON_PATTERN = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$"


def canonical(text: str) -> str:
    """Write an amount as Kubernetes does: with the largest suffix that leaves no fraction, or as it was written.

    Raises:
        ValueError: if it is none.
    """
    whole, part, suffix, _ = _parts(text)
    if suffix in _BINARY[1:]:
        power = _BINARY.index(suffix)
        if not part and len(whole) + 3 * power <= _DIGITS_WITH_BINARY_SUFFIX and int(whole) % 8:
            return text
        return binary_amount(amount(text))
    exponent, writes_exponent = _exponent(suffix)
    if _is_kept(whole + part, exponent - len(part)):
        return text
    return _decimal(amount(text), writes_exponent=writes_exponent)


def amount(text: str) -> Fraction:
    """Read an amount as Kubernetes does: exactly, but that it is rounded away from zero to billionths.

    Raises:
        ValueError: if it is none.
    """
    whole, part, suffix, sign = _parts(text)
    number = sign * Fraction(int(whole + part), 10 ** len(part))
    if suffix in _BINARY[1:]:
        rounded = _round(number * 1024 ** _BINARY.index(suffix))
        return max(min(rounded, Fraction(_LARGEST)), Fraction(-_LARGEST))
    exponent, _ = _exponent(suffix)
    return _round(number * Fraction(10) ** max(min(exponent, _HIGHEST_EXPONENT), -_HIGHEST_EXPONENT))


class _AmountParts(NamedTuple):
    """An amount as it is written."""

    whole: str  # The digits before the point, at least one
    part: str  # Those behind it
    suffix: str
    sign: int


def _parts(text: str) -> _AmountParts:
    match = _PATTERN.match(text)
    if match is None or not text:
        raise ValueError(NOT_A_QUANTITY)
    return _AmountParts(match["whole"] or "0", match["part"] or "", match["suffix"], -1 if match["sign"] == "-" else 1)


def _is_kept(digits: str, scale: int) -> bool:
    """Check whether upstream takes an amount for canonical, and writes it as it was read."""
    is_short = len(digits) <= _SIGNED_DIGITS and scale >= min(_DECIMAL)
    return is_short and scale % 3 == 0 and not digits.endswith("000") and not digits.startswith("0")


def _exponent(suffix: str) -> tuple[int, bool]:
    if suffix in _EXPONENT_OF:
        return _EXPONENT_OF[suffix], False
    match = _WRITTEN_EXPONENT.match(suffix)
    if match is None:
        raise ValueError("unable to parse quantity's suffix")
    return int(match["exponent"]), True


def _round(number: Fraction) -> Fraction:
    """Round away from zero, to billionths."""
    billionths = ceil(abs(number) * _NANO)
    return Fraction(-billionths if number < 0 else billionths, _NANO)


def binary_amount(number: Fraction) -> str:
    """Write an amount of bytes: `16Gi`; one that is no multiple of 1024 as `decimal_amount` does."""
    if abs(number) < 1024 or number.denominator != 1:  # noqa: PLR2004 - less than one Ki
        return decimal_amount(number)
    size, times = int(abs(number)), 0
    while size % 1024 == 0 and times < len(_BINARY) - 1:
        size, times = size // 1024, times + 1
    return f"{'-' if number < 0 else ''}{size}{_BINARY[times]}"


def decimal_amount(number: Fraction) -> str:
    """Write an amount that is not counted in bytes: `250m`, `8`."""
    return _decimal(number, writes_exponent=False)


def _decimal(number: Fraction, *, writes_exponent: bool) -> str:
    if number == 0:
        return "0"
    size, exponent = int(number * _NANO), -9
    while size % 1000 == 0 and exponent < max(_DECIMAL):
        size, exponent = size // 1000, exponent + 3
    if writes_exponent:
        return f"{size}e{exponent}" if exponent else str(size)
    return f"{size}{_DECIMAL[exponent]}"
