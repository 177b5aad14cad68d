"""Amounts as Kubernetes reads and writes them: `250m`, `1.5`, `512Mi`.

Upstream: `ParseQuantity` and `CanonicalizeBytes` in apimachinery's `pkg/api/resource/quantity.go`.
"""

import re
from fractions import Fraction
from math import ceil

from schedcfg.patterns import pattern

_BINARY = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL = {-9: "n", -6: "u", -3: "m", 0: "", 3: "k", 6: "M", 9: "G", 12: "T", 15: "P", 18: "E"}
_EXPONENT_OF = {suffix: exponent for exponent, suffix in _DECIMAL.items()}
_PATTERN = pattern(
    r"(?P<sign>[+-]?)0*+(?P<whole>\d*+)(?:\.(?P<part>\d*+))?(?P<suffix>[eEinumkKMGTP]*+[+-]?\d*+)\Z", re.ASCII
)
_WRITTEN_EXPONENT = pattern(r"[eE](?P<exponent>[+-]?\d{1,9})\Z", re.ASCII)
_LARGEST = 2**63 - 1
_NANO = 10**9
_DIGITS = 18
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
    found = _PATTERN.match(text)
    if found is None or not text:
        raise ValueError(NOT_A_QUANTITY)
    whole, part, suffix = found["whole"] or "0", found["part"] or "", found["suffix"]
    sign = -1 if found["sign"] == "-" else 1
    number = sign * Fraction(int(whole + part), 10 ** len(part))
    if suffix in _BINARY[1:]:
        power = _BINARY.index(suffix)
        if not part and len(whole) + 3 * power <= _DIGITS_WITH_BINARY_SUFFIX and int(whole) % 8:
            return text
        return _binary(_capped(_rounded(number * 1024**power)))
    exponent, writes_exponent = _exponent(suffix)
    if _is_kept(whole + part, exponent - len(part)):
        return text
    scaled = number * Fraction(10) ** max(min(exponent, _HIGHEST_EXPONENT), -_HIGHEST_EXPONENT)
    return _decimal(_rounded(scaled), writes_exponent=writes_exponent)


def _is_kept(digits: str, scale: int) -> bool:
    """Check whether upstream takes an amount for canonical, and writes it as it was read."""
    is_short = len(digits) <= _DIGITS and scale >= min(_DECIMAL)
    return is_short and scale % 3 == 0 and not digits.endswith("000") and not digits.startswith("0")


def _exponent(suffix: str) -> tuple[int, bool]:
    if suffix in _EXPONENT_OF:
        return _EXPONENT_OF[suffix], False
    found = _WRITTEN_EXPONENT.match(suffix)
    if found is None:
        raise ValueError("unable to parse quantity's suffix")
    return int(found["exponent"]), True


def _rounded(number: Fraction) -> Fraction:
    """Round away from zero, to billionths."""
    billionths = ceil(abs(number) * _NANO)
    return Fraction(-billionths if number < 0 else billionths, _NANO)


def _capped(number: Fraction) -> Fraction:
    return max(min(number, Fraction(_LARGEST)), Fraction(-_LARGEST))


def _binary(number: Fraction) -> str:
    if abs(number) < 1024 or number.denominator != 1:  # noqa: PLR2004 - less than one Ki
        return _decimal(number, writes_exponent=False)
    size, times = int(abs(number)), 0
    while size % 1024 == 0 and times < len(_BINARY) - 1:
        size, times = size // 1024, times + 1
    return f"{'-' if number < 0 else ''}{size}{_BINARY[times]}"


def _decimal(number: Fraction, *, writes_exponent: bool) -> str:
    if number == 0:
        return "0"
    size, exponent = int(number * _NANO), -9
    while size % 1000 == 0 and exponent < max(_DECIMAL):
        size, exponent = size // 1000, exponent + 3
    if writes_exponent:
        return f"{size}e{exponent}" if exponent else str(size)
    return f"{size}{_DECIMAL[exponent]}"
