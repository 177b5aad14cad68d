"""Go durations: `1h30m`, `15s`, `1.5s`, `500ms`."""

import re

_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "μs": 1_000,
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_PART = re.compile(r"(?P<whole>\d*)(?:\.(?P<fraction>\d*))?(?P<unit>[^\d.]*)")
_LARGEST = 2**63 - 1


def parse(text: str) -> int:
    """Read a duration as Go's `time.ParseDuration` does.

    Returns:
        Nanoseconds, negative ones too.

    Raises:
        ValueError: with Go's own reason: no number, no unit, an unknown unit, or beyond 64 bits.
    """
    rest = text.removeprefix("-") if text.startswith("-") else text.removeprefix("+")
    if rest == "0":
        return 0
    if not rest:
        raise ValueError(f'time: invalid duration "{text}"')
    total = 0
    while rest:
        part = _PART.match(rest)
        if part is None or not (part["whole"] or part["fraction"]):
            raise ValueError(f'time: invalid duration "{text}"')
        total += _nanoseconds(part, text)
        rest = rest[part.end() :]
    negative = text.startswith("-")
    if total > _LARGEST + negative:
        raise ValueError(f'time: invalid duration "{text}"')
    return -total if negative else total


def _nanoseconds(part: re.Match[str], text: str) -> int:
    unit = part["unit"]
    if not unit:
        raise ValueError(f'time: missing unit in duration "{text}"')
    if unit not in _UNITS:
        raise ValueError(f'time: unknown unit "{unit}" in duration "{text}"')
    fraction = part["fraction"] or ""
    return int(part["whole"] or 0) * _UNITS[unit] + int(fraction or 0) * _UNITS[unit] // 10 ** len(fraction)


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
