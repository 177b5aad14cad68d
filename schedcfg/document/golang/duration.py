"""Durations as Go reads and writes them: `1h30m`, `15s`, `1.5s`, `500ms`.

Upstream: `ParseDuration` in `time/format.go`, `Duration.String` in `time/time.go`.
"""

import re
from functools import lru_cache

from schedcfg.patterns import pattern

_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # the micro sign, U+00B5
    "μs": 1_000,  # the Greek letter mu, U+03BC
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_PART = pattern(r"(?P<whole>[0-9]*)(?:\.(?P<fraction>[0-9]*))?(?P<unit>[^0-9.]*)")
_LIMIT = 2**63
_LIMIT_DIGITS = len(str(_LIMIT))

JSON_PATTERN = r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$"
"""What a duration looks like, for the JSON Schema; it does not see what goes beyond 64 bits."""


@lru_cache(maxsize=512)
def parse(text: str) -> int:
    """Read a duration as Go's `time.ParseDuration` does.

    Returns:
        Nanoseconds, negative ones too.

    Raises:
        ValueError: with Go's own reason: no number, no unit, an unknown unit, or beyond 64 bits.
    """
    rest = text[1:] if text[:1] in {"-", "+"} else text
    if rest == "0":
        return 0
    total = 0
    while True:
        part = _PART.match(rest)
        if part is None or not (part["whole"] or part["fraction"]):
            raise _invalid(text)
        total += _nanoseconds(part, text)
        rest = rest[part.end() :]
        if total > _LIMIT:
            raise _invalid(text)
        if not rest:
            break
    negative = text.startswith("-")
    if total == _LIMIT and not negative:
        raise _invalid(text)
    return -total if negative else total


def _invalid(text: str) -> ValueError:
    return ValueError(f'time: invalid duration "{text}"')


def _nanoseconds(part: re.Match[str], text: str) -> int:
    unit = _UNITS.get(part["unit"])
    if not part["unit"]:
        raise ValueError(f'time: missing unit in duration "{text}"')
    if unit is None:
        raise ValueError(f'time: unknown unit "{part["unit"]}" in duration "{text}"')
    whole = part["whole"].lstrip("0")
    if len(whole) > _LIMIT_DIGITS:
        raise _invalid(text)
    return int(whole or 0) * unit + _fraction(part["fraction"] or "", unit)


def _fraction(digits: str, unit: int) -> int:
    """Return the nanoseconds of a decimal fraction, in floating point and with as many digits as Go takes."""
    significant = digits.lstrip("0")
    zeros = len(digits) - len(significant)
    taken = significant[:_LIMIT_DIGITS]
    if taken and int(taken) > _LIMIT:
        taken = taken[:-1]
    if not taken:
        return 0
    # Go multiplies its scale by ten per digit; up to 1e22 that is exact, beyond it follows step by step.
    scale = 1.0
    for _ in range(zeros + len(taken)):
        scale *= 10
    return int(int(taken) * (unit / scale))


def render(nanoseconds: int) -> str:
    """Write nanoseconds as Go's `Duration.String` does: `15s`, `1m30s`, `1.5s`, `300ms`, `0s`."""
    sign, value = ("-", -nanoseconds) if nanoseconds < 0 else ("", nanoseconds)
    if value < _UNITS["s"]:
        for unit in ("ms", "µs"):
            if value >= _UNITS[unit]:
                return f"{sign}{_decimal(value, _UNITS[unit])}{unit}"
        return f"{sign}{value}ns" if value else "0s"
    hours, value = divmod(value, _UNITS["h"])
    minutes, value = divmod(value, _UNITS["m"])
    seconds = f"{_decimal(value, _UNITS['s'])}s"
    if hours:
        return f"{sign}{hours}h{minutes}m{seconds}"
    return f"{sign}{minutes}m{seconds}" if minutes else f"{sign}{seconds}"


def _decimal(value: int, unit: int) -> str:
    whole, fraction = divmod(value, unit)
    digits = str(fraction).zfill(len(str(unit)) - 1).rstrip("0")
    return f"{whole}.{digits}" if digits else str(whole)
