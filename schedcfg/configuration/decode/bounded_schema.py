"""JSON Schemas of somebody else, checked in bounded time: a pattern such as `^(a+)+$` takes years on forty letters.

Python's own regular expressions cannot be interrupted. Those of `regex` can, so that the keywords which look for
patterns are written anew with it; all others are jsonschema's, and the time is looked at before each. What cannot be
interrupted is compiling a pattern, which writes out its repeats: those are counted before.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, TypeAlias

from schedcfg.patterns import pattern

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

SECONDS = 1.0
"""How long one schema may be busy with the Args of one plugin."""

_PATIENCE = 10.0
"""How long schemas may be busy in vain, all together: after that none is begun in this process."""

_MOST_COMPARED = 1000
"""Items of a list that are compared with each other."""

_LONGEST = 10_000
"""Characters of a pattern when its counted repeats are written out, as they are in memory."""

_END: ContextVar[float] = ContextVar("end")
"""When the check that is running has to be done, by `time.monotonic`."""


_IN_VAIN: list[str] = []
"""What ran out of time in this process."""


class TooMuchWork(Exception):  # noqa: N818
    """A schema cannot be checked within its time, or has a pattern that is none; the text says what it is about."""


_Keyword: TypeAlias = Callable[[Any, Any, Any, Mapping[str, Any]], "Iterable[ValidationError]"]
"""Yields what a keyword of a schema, with its value, does not allow about data; the schema is given too."""


def errors(validator: "Validator", data: Any) -> "Iterator[ValidationError]":
    """Yield what a bounded validator finds wrong.

    Raises:
        TooMuchWork: if that takes longer than `SECONDS`.
    """
    token = _END.set(time.monotonic() + min(SECONDS, _PATIENCE - SECONDS * len(_IN_VAIN)))
    try:
        yield from validator.iter_errors(data)
    finally:
        _END.reset(token)


@lru_cache(maxsize=8)
def bounded(validator: Any) -> Any:
    """Return a class of validators like another, for `errors`."""
    from jsonschema.validators import extend  # noqa: PLC0415 - only those who give a schema pay for it

    known = {**validator.VALIDATORS, **_OF_PATTERNS}
    made: Any = extend  # it has no types
    return made(validator, {name: partial(_timed, name, keyword) for name, keyword in known.items()})


def _timed(
    name: str, keyword: _Keyword, validator: "Validator", value: Any, data: Any, schema: Mapping[str, Any]
) -> "Iterable[ValidationError]":
    # References can multiply keywords: ten that each refer twice to the next are a thousand.
    _left(f"its keyword `{name}`")
    if name == "uniqueItems" and isinstance(data, list) and len(data) > _MOST_COMPARED:
        raise TooMuchWork(f"`uniqueItems` compares at most {_MOST_COMPARED} items")
    if name == "unevaluatedProperties" and _has_patterns(schema):
        raise TooMuchWork("`unevaluatedProperties` beside `patternProperties` is not checked")
    return keyword(validator, value, data, schema) or ()


def _left(what: str) -> float:
    """Return the seconds that are left."""
    left = _END.get() - time.monotonic()
    if left <= 0:
        raise _too_long(what)
    return left


def _too_long(what: str) -> TooMuchWork:
    _IN_VAIN.append(what)
    return TooMuchWork(f"{what} takes more than {SECONDS:g} s")


def _has_patterns(schema: object) -> bool:
    """Return whether keys are compared with patterns anywhere in a schema."""
    if isinstance(schema, dict):
        return "patternProperties" in schema or any(map(_has_patterns, schema.values()))
    return isinstance(schema, list) and any(map(_has_patterns, schema))


_TOKEN = pattern(
    r"\\.|\[\^?\]?(?>(?:\\.|[^\]\\])*)\]|(?P<open>\()|(?P<close>\))|(?P<loop>[*+?])"
    r"|\{(?P<least>\d{0,9})\d*+(?:,(?P<most>\d{0,9})\d*+)?\}|.",
    re.DOTALL,
)
"""What a pattern consists of: an escape, a class, a bracket, a repeat, one that is counted, or a character."""


def _written_out(pattern: str) -> int:
    """Return about how many characters a pattern has when its counted repeats are written out; at least, if many."""
    sizes, last = [0], 0  # The size of each group that is open, and of what a repeat would repeat
    for token in _TOKEN.finditer(pattern):
        if token["open"]:
            sizes.append(0)
        elif token["least"] is not None:
            times = max(int(token["least"] or 0), int(token["most"] or 0), 1)
            sizes[-1] += last * (times - 1)
            last *= times
        elif not token["loop"]:
            last = sizes.pop() if token["close"] and len(sizes) > 1 else 1
            sizes[-1] += last
        if sizes[-1] > _LONGEST:
            break
    return sum(sizes)


def occurs(pattern: str, text: str) -> bool:
    """Return whether a pattern occurs in a text, within a check by `errors`.

    Raises:
        TooMuchWork: if that takes too long, or the pattern is not one, or too long when its repeats are written out.
    """
    import regex  # noqa: PLC0415 - only those whose schema has a pattern pay for it

    what = f"the pattern `{pattern}`"
    if _written_out(pattern) > _LONGEST:
        raise TooMuchWork(f"{what} has more than {_LONGEST:,} characters when its repeats are written out")
    try:
        return regex.search(pattern, text, timeout=_left(what)) is not None
    except TimeoutError:
        raise _too_long(what) from None
    except regex.error as error:
        raise TooMuchWork(f"{what} is not valid: {error}") from None


def _pattern(_validator: Any, value: Any, data: Any, _schema: Mapping[str, Any]) -> "Iterator[ValidationError]":
    from jsonschema import ValidationError  # noqa: PLC0415 - imported only where it is needed

    if isinstance(data, str) and not occurs(value, data):
        yield ValidationError(f"{data!r} does not match {value!r}")


def _pattern_properties(
    validator: Any, value: Any, data: Any, _schema: Mapping[str, Any]
) -> "Iterator[ValidationError]":
    for wanted, inner in value.items() if isinstance(data, dict) else ():
        for key, item in data.items():
            if occurs(wanted, key):
                yield from validator.descend(item, inner, path=key, schema_path=wanted)


def _additional_properties(
    validator: Any, value: Any, data: Any, schema: Mapping[str, Any]
) -> "Iterator[ValidationError]":
    from jsonschema import ValidationError  # noqa: PLC0415 - imported only where it is needed

    more = list(more_keys(data, schema)) if isinstance(data, dict) else []
    if isinstance(value, dict):
        for key in more:
            yield from validator.descend(data[key], value, path=key)
    elif not value and more:
        yield ValidationError("Additional properties are not allowed")


def more_keys(data: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys that a schema neither names nor has a pattern for, within a check by `errors`."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for key in data:
        if key not in known and not any(occurs(pattern, key) for pattern in patterns):
            yield key


_OF_PATTERNS: Mapping[str, _Keyword] = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
}
"""The keywords that look for patterns."""
