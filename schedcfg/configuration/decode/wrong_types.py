"""What to do about a value of the wrong type, as YAML and as JSON write it."""

from collections.abc import Container, Iterable

from schedcfg.configuration.decode import fields
from schedcfg.document.golang.text import quoted
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange
from schedcfg.models.base import Shape

DURATION = "Write a number with a unit, e.g. `15s`, `1m30s` or `500ms`; or omit the field for its default."
"""What to do about a duration that cannot be read."""

_TRUTH = {"yes": "true", "y": "true", "on": "true", "no": "false", "n": "false", "off": "false"}
"""Words that are no boolean in quotes."""

_ONE_PER_LINE = "Write one `field: value` per line."
_NO_LIST = "Remove the `- ` before its fields: this is not a list."

IN_BRACES = 'Write it in braces: `{"field": value}`.'
"""The same in JSON."""

_SECOND = 10**9
_NANOSECONDS = 10**6
"""From here on, a number without a unit is hardly one of seconds."""
_LONG = 20
"""No number of a configuration has so many digits."""


def advice(shape: type[Shape], where: Path, expected: str, found: object) -> tuple[str | None, str | None]:
    """Return what to do about a value of the wrong type, and what in JSON; None where that is plain, or the same.

    Args:
        shape: What was read into.
        where: The value's path in it.
        expected: What the field takes, as messages call it.
        found: The value.
    """
    help_ = _of_structure(shape, where, expected, found) or _of_type(expected, found)
    return help_, None if help_ is None else _in_json(shape, where, expected, found)


def _of_type(expected: str, found: object) -> str | None:
    """Return what to do about a value that is not what is expected; None where that is plain."""
    if isinstance(found, str) and expected in {"a whole number", "a number", "a boolean"}:
        plain = found.strip().lower()
        if plain.removesuffix("%").isdigit() and plain.endswith("%"):
            return f"Write the number alone: `{plain.removesuffix('%')}`."
        if plain in {"true", "false"} or plain.lstrip("+-").replace(".", "", 1).isdigit():
            return f"Remove the quotes: `{found.strip()}`."
        truth = _TRUTH.get(plain) if expected == "a boolean" else None
        return None if truth is None else f"Write `{truth}`."
    if expected == "a string" and not isinstance(found, (dict, list)):
        if isinstance(found, bool):
            return "YAML reads y, yes, on, n, no and off as booleans; put the word in quotes."
        return "Put it in quotes."
    if expected == "a list" and isinstance(found, (dict, str)):
        first = next(iter(found), None) if isinstance(found, dict) else None
        where = "" if first is None else f": write it before `{first}`, and indent the fields below that"
        return f"Begin each item with `- `{where}."
    return None


def _in_json(shape: type[Shape], where: Path, expected: str, found: object) -> str | None:
    """Return what to do in JSON about a value that is not what is expected; None where it is the same as in YAML."""
    known = fields.names_at(shape, where)
    if expected == "a list":
        if isinstance(found, str) and "name" in known:
            return f'Write `[{{"name": {quoted(found, len(found))}}}]`.'
        return "Put it in brackets: `[…]`." if isinstance(found, (dict, str)) else "Write a list: `[…]`."
    if expected != "a mapping":
        return "Put it in quotes." if expected == "a string" and isinstance(found, bool) else None
    if isinstance(found, list) and "enabled" in known:
        return 'Write `{"enabled": […]}`, or `{"disabled": […]}`.'
    field = _naming(known)
    return f'Write `{{"{field}": "{found}"}}`.' if field and isinstance(found, str) and _is_word(found) else IN_BRACES


def of_mapping(found: object) -> str:
    """Return what to do about something else where a mapping is expected."""
    return _NO_LIST if isinstance(found, list) else _ONE_PER_LINE


def _naming(known: Iterable[str]) -> str | None:
    """Return the field of a mapping that a single word in its place is meant for; None where it has none."""
    return next((field for field in ("name", "type") if field in known), None)


def _of_structure(shape: type[Shape], where: Path, expected: str, found: object) -> str | None:
    """Return what to do about a value in the place of a list or mapping, by the fields that belong there."""
    known = fields.names_at(shape, where)
    if expected == "a list" and "name" in known:
        if isinstance(found, str):
            return f"Write `- name: {found if _is_word(found) else quoted(found, len(found))}` below it."
        return None if isinstance(found, (dict, list)) else "Write a list: `- name: <plugin>` for each."
    if expected != "a mapping" or not known:
        return None
    if isinstance(found, str):
        field = _naming(known)
        dash = "- " if where and isinstance(where[-1], int) else ""
        return f"Write `{dash}{field}: {found}`." if where and field and _is_word(found) else _ONE_PER_LINE
    return _of_list(known) if isinstance(found, list) else None


def _of_list(known: Container[str]) -> str:
    """Return what to do about a list where a mapping with some fields is expected."""
    if "enabled" in known:
        return "Write `enabled:`, or `disabled:`, and the list below it."
    if "score" in known:
        return (
            "Write an extension point, such as `score:`, below it `enabled:` or `disabled:`, and the list below that."
        )
    return _NO_LIST


def with_unit(problem: Problem, found: object) -> Problem:
    """Offer the unit that a bare number lacks: the older versions took nanoseconds, people think of seconds."""
    if type(found) is not int or found < 0:
        return problem
    units = {"s": _SECOND, "ms": 10**6, "ns": 1}
    unit, of = next((unit, of) for unit, of in units.items() if found % of == 0) if found >= _NANOSECONDS else ("s", 1)
    meant = f"{found // of}{unit}"
    known = ": versions before v1beta1 use nanoseconds" if found >= _NANOSECONDS else " if you mean seconds"
    remedy = Remedy(
        f"Write `{meant}`",
        (RemedyChange(Act.REPLACE, problem.path, meant),),
        unsafe="the unit that was meant is a guess",
    )
    return problem._replace(help=f"Write `{meant}`{known}.", remedy=remedy)


def unquoted(expected: str, found: object, path: Path) -> Remedy | None:
    """Offer the number or truth value that is in quotes."""
    if not isinstance(found, str) or expected not in {"a whole number", "a boolean"}:
        return None
    plain = found.strip().lower()
    value: object = {"true": True, "false": False}.get(plain) if expected == "a boolean" else None
    if expected == "a whole number" and plain.isascii() and plain.isdigit() and len(plain) < _LONG:
        value = int(plain)
    if value is None:
        return None
    return Remedy(
        "Remove the quotes",
        (RemedyChange(Act.REPLACE, path, value),),
        unsafe="no release starts with the text, so there is no behavior to keep",
    )


def _is_word(value: str) -> bool:
    """Return whether a text can be written behind a key as it is: a name."""
    return value.replace("-", "").replace("_", "").replace(".", "").replace("/", "").isalnum()
