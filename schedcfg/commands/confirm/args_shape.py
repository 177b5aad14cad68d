"""The shape of a plugin's Args, as the program itself shows it: which fields it decodes, and what they have to be.

Go keeps the tags of all fields in a program: `json:"name"`. All these names are given at once, each with a value that
fits few types. The decoder names the first field for which it does not, and its type; without that field it names the
next. What it never names is no field, or takes anything.

Upstream: `decode.go` of `encoding/json`, `UnmarshalTypeError`; `kubernetes_patch.go` of `sigs.k8s.io/json`.
"""

import mmap
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from schedcfg.patterns import pattern
from schedcfg.plugins.plugin import TYPE_META

Json = Mapping[str, Any]
Ask = Callable[[Json], tuple[str, ...]]
"""Starts the program with Args, and returns its errors; none where it accepts them."""

_TAG = pattern(rb'json:"([A-Za-z][\w-]{0,99})[,"]')
_NOBODYS = "-"
"""A name that no field has: Go takes it for `no name`."""

_NO_FIELD: Json = {_NOBODYS: 0}
"""What a strict decoder refuses once all else is decoded: nothing checks the values then."""

_UNKNOWN = pattern(r'unknown field "([^"]+)"')
_MISFIT = pattern(
    r"cannot unmarshal \w+ into Go (?:struct field [^ ]*?(?P<field>[\w-]+) of type|value of type) (?P<type>[^ ;,]+)"
)
_LIST = "[]"
_MAPPING = pattern(r"map\[[^]]*\](.+)")
_SCALARS = {
    "string": "string",
    "bool": "boolean",
    **dict.fromkeys(("float32", "float64"), "number"),
    **{f"{sign}int{bits}": "integer" for sign in ("", "u") for bits in ("", "8", "16", "32", "64")},
}
_SAMPLES = (("string", "1s"), ("string", "1"), ("integer", 1), ("boolean", True))
_AT_ONCE = 90
"""Names of which a strict decoder names each that it does not know: it names a hundred."""

_DEEPEST = 4
_MOST_FIELDS = 200
_MOST_RUNS = 600
_SLOW = 5.0
"""Seconds of a run from which on the program waits for something, as each of hundreds of runs would.

Not where it is strict: then each run ends with what it does not know.
"""


class _TooManyRunsError(Exception):
    """The shape is not found with as many runs as a plugin is worth."""


class _Misfit(NamedTuple):
    """What a decoder says of a value that does not fit."""

    field: str  # Its name; empty where a type decodes itself and does not say
    type: str  # As Go names it: `[]string`


def field_names(path: str) -> tuple[str, ...]:
    """Return the names that fields may have in a program, sorted; none where it cannot be read."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            found = {match[1].decode() for match in _TAG.finditer(content)}
    except (OSError, ValueError):
        return ()
    return tuple(sorted(found - TYPE_META))


def args_schema(ask: Ask, names: Sequence[str]) -> dict[str, Any] | None:
    """Return a JSON Schema of a plugin's Args; None where the program names no field of them, or that takes too long.

    Args:
        ask: Starts the program.
        names: The names that fields may have.
    """
    if not names:
        return None
    begin = time.monotonic()
    usual = ask(_NO_FIELD)
    is_strict = any(map(_unknown, usual))
    if not is_strict and time.monotonic() - begin > _SLOW:
        return None
    try:
        return _Probe(ask, names, frozenset(usual), is_strict=is_strict).mapping((), 1)
    except _TooManyRunsError:
        return None


class _Probe:
    """Asks a program about the fields of mappings."""

    def __init__(self, ask: Ask, names: Sequence[str], usual: frozenset[str], *, is_strict: bool) -> None:
        self._program = ask
        self._names = names
        self._usual = usual  # What the program says of Args without any field
        self._runs = 0
        self._by_type: dict[str, dict[str, Any]] = {}
        self._knows_all = True  # Whether each value that did not fit led to a field
        self._is_strict = is_strict  # Whether it refuses fields that it does not know, before it looks at any other

    def _ask(self, args: Json) -> tuple[str, ...]:
        self._runs += 1
        if self._runs > _MOST_RUNS:
            raise _TooManyRunsError
        return self._program(args)

    def mapping(self, within: tuple[str | int, ...], depth: int) -> dict[str, Any] | None:
        """Return the schema of the mapping at a path of the Args; None where it has no known field."""
        found: dict[str, Any] = {}
        misfits: tuple[Any, ...] = ({}, [])
        for misfit in misfits:
            while len(found) < _MOST_FIELDS:
                named = self._misfit(within, {name: misfit for name in self._names if name not in found})
                if named is None:
                    break
                found[named.field] = self._schema(named.type, (*within, named.field), depth)
        found |= {name: {} for name in self._free(within, found)}
        if not found:
            return None
        schema = {"type": "object", "properties": dict(sorted(found.items()))}
        return schema | ({"additionalProperties": False} if self._knows_all and len(found) < _MOST_FIELDS else {})

    def _schema(self, type_: str, path: tuple[str | int, ...], depth: int) -> dict[str, Any]:
        """Return the schema of a field whose type is known by its name in Go."""
        if type_ in _SCALARS:
            return {"type": _SCALARS[type_]}
        if type_.startswith(_LIST):
            items = self._schema(type_.removeprefix(_LIST).lstrip("*"), (*path, 0), depth)
            return {"type": "array", "items": items}
        if (match := _MAPPING.match(type_)) is not None:
            return _any_key(match[1])
        if type_ and type_ in self._by_type:
            return self._by_type[type_]
        self._by_type[type_] = found = self._named_type(path, depth)
        return found

    def _named_type(self, path: tuple[str | int, ...], depth: int) -> dict[str, Any]:
        """Return the schema of a field of a type that has its own name: a struct, a mapping, or a kind of scalar."""
        values = self._misfit(path, {_NOBODYS: {}}) or self._misfit(path, {_NOBODYS: []})
        if values is not None and not self._problems(path, {}):
            return _any_key(values.type)
        inner = self.mapping(path, depth + 1) if depth < _DEEPEST and not self._problems(path, {}) else None
        if inner is not None:
            return inner
        accepted = tuple(dict.fromkeys(kind for kind, value in _SAMPLES if not self._problems(path, value)))
        return {"type": accepted[0] if len(accepted) == 1 else list(accepted)} if accepted else {}

    def _misfit(self, within: tuple[str | int, ...], values: Json) -> _Misfit | None:
        """Return the first of some fields whose value does not fit; None where all fit that are fields."""
        given = len(values)
        while values:
            problems = self._problems(within, values)
            if not problems:
                self._knows_all = self._knows_all and len(values) == given
                return None
            match = next((match for one in problems if (match := _MISFIT.search(one))), None)
            if match is not None and match["field"] in values:
                return _Misfit(match["field"], match["type"])
            if len(values) == 1:
                return _Misfit(next(iter(values)), "")
            # A type that decodes itself does not name the field: it is in one half of them.
            half = dict(list(values.items())[: len(values) // 2])
            values = half if self._problems(within, half) else {k: v for k, v in values.items() if k not in half}
        return None

    def _free(self, within: tuple[str | int, ...], found: Json) -> Iterator[str]:
        """Yield fields that take anything: a strict decoder does not say that they are unknown."""
        rest = [name for name in self._names if name not in found] if self._is_strict else []
        for begin in range(0, len(rest), _AT_ONCE):
            part = rest[begin : begin + _AT_ONCE]
            unknown = {name for error in self._ask(_wrapped(within, dict.fromkeys(part))) for name in _unknown(error)}
            yield from (name for name in part if unknown and name not in unknown)

    def _problems(self, path: tuple[str | int, ...], value: object) -> tuple[str, ...]:
        """Return why a value does not fit at a path, but for what the program says anyway, or of unknown fields."""
        args = _wrapped(path, value)
        errors = self._ask({**args, **_NO_FIELD} if self._is_strict else args)
        return tuple(error for error in errors if error not in self._usual and not _unknown(error))


def _any_key(type_: str) -> dict[str, Any]:
    """Return the schema of a mapping whose values are of a type."""
    values = _SCALARS.get(type_)
    return {"type": "object", "additionalProperties": {"type": values} if values else True}


def _unknown(error: str) -> list[str]:
    return [name.rpartition(".")[2] for name in _UNKNOWN.findall(error)]


def _wrapped(path: tuple[str | int, ...], value: Any) -> Json:
    """Return Args in which a value is at a path."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return value if isinstance(value, Mapping) else {}
