"""Values of a wrong type: what to write in their place."""

from schedcfg.diagnostics import Act, Change, Problem, Remedy
from schedcfg.document.path import Path

DURATION = "Write a number with a unit, e.g. `15s`, `1m30s` or `500ms`; or leave the field out for its default."
"""What to do about a duration that cannot be read."""

_SECOND = 10**9
_NANOSECONDS = 10**6
"""From here on, a number without a unit is hardly one of seconds."""
_LONG = 20
"""No number of a configuration has so many digits."""


def of_type(expected: str, found: object) -> str | None:
    """Say what to do about a value that is not what is expected; None where that is plain."""
    if isinstance(found, str) and expected in {"a whole number", "a number", "true or false"}:
        plain = found.strip().lower()
        if plain in {"true", "false"} or plain.lstrip("+-").replace(".", "", 1).isdigit():
            return f"Remove the quotes: `{found.strip()}`."
        return None
    if expected == "text" and not isinstance(found, (dict, list)):
        if isinstance(found, bool):
            return "YAML reads y, yes, on, n, no and off as true or false; put the word in quotes."
        return "Put it in quotes."
    if expected == "a list" and isinstance(found, (dict, str)):
        return "Begin each item with `- `."
    if expected == "a mapping" and isinstance(found, str):
        return "Write it as `key: value`, for a plugin `- name: <plugin>`."
    return None


def with_unit(problem: Problem, found: object) -> Problem:
    """Offer the unit that a bare number lacks: the older versions took nanoseconds, people think of seconds."""
    if type(found) is not int or found < 0:
        return problem
    units = {"s": _SECOND, "ms": 10**6, "ns": 1}
    unit, of = next((unit, of) for unit, of in units.items() if found % of == 0) if found >= _NANOSECONDS else ("s", 1)
    meant = f"{found // of}{unit}"
    known = ": versions before v1beta1 count nanoseconds" if found >= _NANOSECONDS else " if seconds are meant"
    remedy = Remedy(f"Write `{meant}`", (Change(Act.REPLACE, problem.path, meant),), is_safe=False)
    return problem._replace(help=f"Write `{meant}`{known}.", remedy=remedy)


def unquoted(expected: str, found: object, path: Path) -> Remedy | None:
    """Offer the number or truth value that stands in quotes."""
    if not isinstance(found, str) or expected not in {"a whole number", "true or false"}:
        return None
    plain = found.strip().lower()
    value: object = {"true": True, "false": False}.get(plain) if expected == "true or false" else None
    if expected == "a whole number" and plain.isascii() and plain.isdigit() and len(plain) < _LONG:
        value = int(plain)
    if value is None:
        return None
    return Remedy("Remove the quotes", (Change(Act.REPLACE, path, value),), is_safe=False)
