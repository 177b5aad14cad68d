"""JSON as Go's `encoding/json` decodes it into types (`decode.go`)."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, NoReturn

from schedcfg.golang.json_scanner import SPACE, decoder_error
from schedcfg.golang.json_types import (
    INT_BITS,
    GoType,
    MapType,
    PointerType,
    QuantityType,
    RawType,
    ScalarType,
    SliceType,
    StructType,
    TimeType,
)
from schedcfg.golang.quantity import canonical
from schedcfg.golang.text import fold_name, without_lone_surrogates


class JsonNumber(str):
    """A number as it is written: `5`, `5.0`, `1e1` are different things to Go."""

    __slots__ = ()


class JsonObject(list[tuple[str, object]]):
    """An object's entries, in order; keys may be repeated."""


class NotJson(Exception):  # noqa: N818
    """The answer is no JSON; the words are Go's."""


class TooDeep(Exception):  # noqa: N818
    """The answer is nested deeper than this program reads, though not than Go does."""


class FirstValue(NamedTuple):
    """What was read.

    Attributes:
        value: Objects, lists, texts, numbers, booleans and None.
        rest: What follows it, without the space around; kube-scheduler never looks at it.
    """

    value: object
    rest: str


def read(raw: bytes) -> FirstValue:
    """Read the first value of a text.

    Raises:
        NotJson: if there is none.
        TooDeep: if it is nested too deep.
    """
    text = raw.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(SPACE))
    try:
        value, end = _READER.raw_decode(text, start)
    except RecursionError:
        raise _explained(raw) from None
    except ValueError:
        raise _explained(raw) from None
    if isinstance(value, JsonNumber) and text[end : end + 1] in {".", "e", "E"}:
        # Python takes `1` out of `1e]`, which is wrong, and `1e2` out of `1e2e`, as Go does.
        words = decoder_error(raw)
        if words is not None:
            raise NotJson(words)
    return FirstValue(value, text[end:].strip(SPACE))


def _explained(raw: bytes) -> NotJson | TooDeep:
    words = decoder_error(raw)
    return TooDeep() if words is None else NotJson(words)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


_READER = json.JSONDecoder(
    object_pairs_hook=JsonObject, parse_int=JsonNumber, parse_float=JsonNumber, parse_constant=_refuse
)


_INTEGER = re.compile(r"-?\d+\Z")
_RFC_3339 = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]?\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?"
    r"(Z|[+-]([01]\d|2[0-4]):[0-5]\d)\Z",
    re.ASCII,
)
_NO_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


class DecodedValue(NamedTuple):
    """What Go makes of a text.

    Attributes:
        value: Structs and maps as dicts (of structs only the fields that were given, by their names in Go's types),
            slices as lists; None where it is null.
        objection: Go's error; empty where there is none. kube-scheduler then looks at nothing of the value.
        unknown: Keys of structs that Go passes over: the struct, and the key.
        rest: What follows the value, which Go never reads.
    """

    value: Any
    objection: str = ""
    unknown: tuple[tuple[StructType, str], ...] = ()
    rest: str = ""


def decode(raw: bytes, shape: GoType) -> DecodedValue:
    """Decode the first value of a text, as `json.NewDecoder(body).Decode(&result)` does.

    Raises:
        TooDeep: if it is nested deeper than this program reads.
    """
    try:
        found = read(raw)
    except NotJson as error:
        return DecodedValue(None, str(error))
    decoding = _Decoding()
    try:
        value = decoding.value(found.value, shape, None)
    except _Stopped as error:
        return DecodedValue(None, str(error), rest=found.rest)
    return DecodedValue(value, decoding.objection, tuple(dict.fromkeys(decoding.unknown)), found.rest)


class _Stopped(Exception):  # noqa: N818
    """A type that reads itself refuses what it got: Go goes no further."""


class _Decoding:
    """One run, with what Go remembers on the way: where it is, and what it objected to first."""

    def __init__(self) -> None:
        self.objection = ""
        self.unknown: list[tuple[StructType, str]] = []
        self._struct = ""
        self._keys: list[str] = []

    def value(self, tree: object, shape: GoType, old: Any) -> Any:
        """Decode a value; where the key was given before, `old` is what it has, which Go adds to."""
        if isinstance(shape, PointerType):
            return None if tree is None else self.value(tree, shape.of, old)
        if isinstance(shape, (QuantityType, TimeType, RawType)):
            return self._itself(tree, shape)
        if tree is None:
            # Of the rest, only maps and slices can be nil; others stay as they are.
            return None if isinstance(shape, (SliceType, MapType)) else old if old is not None else zero(shape)
        return _DECODERS[type(shape)](self, tree, shape, old)

    def slice(self, tree: object, shape: SliceType, old: Any) -> Any:
        """Decode a list."""
        if not isinstance(tree, list) or isinstance(tree, JsonObject):
            return self._object_to(tree, shape, old)
        return [self.value(item, shape.of, None) for item in tree]

    def table(self, tree: object, shape: MapType, old: Any) -> Any:
        """Decode a map; a second one under the same key adds to it."""
        if not isinstance(tree, JsonObject):
            return self._object_to(tree, shape, old)
        found = dict(old or {})
        for key, item in tree:
            found[without_lone_surrogates(key)] = self.value(item, shape.of, None)
        return found

    def struct(self, tree: object, shape: StructType, old: Any) -> Any:
        """Decode a struct; a second one under the same key adds to it."""
        if not isinstance(tree, JsonObject):
            return self._object_to(tree, shape, old)
        found = dict(old or {})
        struct, self._struct = self._struct, shape.name
        for key, item in tree:
            name = field_of(shape, key)
            if name is None:
                self.unknown.append((shape, without_lone_surrogates(key)))
                continue
            self._keys.append(name)
            found[name] = self.value(item, shape.fields[name], found.get(name))
            self._keys.pop()
        self._struct = struct
        return found

    def scalar(self, tree: object, shape: ScalarType, old: Any) -> Any:
        """Decode a text, a truth value or a number."""
        if shape.base == "string" and isinstance(tree, str) and not isinstance(tree, JsonNumber):
            return without_lone_surrogates(tree)
        if shape.base == "bool" and isinstance(tree, bool):
            return tree
        if shape.base in INT_BITS and isinstance(tree, JsonNumber):
            bound = 2 ** (INT_BITS[shape.base] - 1)
            if _INTEGER.match(tree) and len(tree) <= len(str(-bound)) and -bound <= int(tree) < bound:
                return int(tree)
            return self._object_to(tree, shape, old, f"number {tree}")
        return self._object_to(tree, shape, old)

    def _itself(self, tree: object, shape: QuantityType | TimeType | RawType) -> object:
        if isinstance(shape, QuantityType):
            return _quantity(tree)
        if isinstance(shape, RawType) or tree is None:
            return None
        if not isinstance(tree, str) or isinstance(tree, JsonNumber):
            raise _Stopped(self._words(_kind(tree), ScalarType("string")))
        if not _RFC_3339.match(tree):
            raise _Stopped(f'parsing time "{tree}" as "2006-01-02T15:04:05Z07:00"')
        return tree

    def _object_to(self, tree: object, shape: GoType, old: Any, what: str = "") -> Any:
        self.objection = self.objection or self._words(what or _kind(tree), shape)
        return zero(shape) if old is None else old

    def _words(self, what: str, shape: GoType) -> str:
        if not self._keys:
            return f"json: cannot unmarshal {what} into Go value of type {shape.go}"
        path = ".".join(self._keys)
        return f"json: cannot unmarshal {what} into Go struct field {self._struct}.{path} of type {shape.go}"


_DECODERS: dict[type, Callable[..., Any]] = {
    SliceType: _Decoding.slice,
    MapType: _Decoding.table,
    StructType: _Decoding.struct,
    ScalarType: _Decoding.scalar,
}


def field_of(shape: StructType, key: str) -> str | None:
    """Find the field that a key means: by its name, else by its name in any case (`foldName`)."""
    if key in shape.fields:
        return key
    folded = fold_name(key)
    return next((name for name in shape.fields if name.lower() == folded), None)


def zero(shape: GoType) -> Any:
    """Give what Go has where nothing was given."""
    if isinstance(shape, StructType):
        return {}
    if isinstance(shape, ScalarType):
        return {"string": "", "bool": False}.get(shape.base, 0)
    return None


def _quantity(tree: object) -> str:
    if tree is None:
        return "0"
    if isinstance(tree, (bool, list)):
        raise _Stopped(_NO_QUANTITY)
    try:
        return canonical(str(tree).strip())
    except ValueError:
        raise _Stopped(_NO_QUANTITY) from None


def _kind(tree: object) -> str:
    """Name what stands there as Go's messages do."""
    for kind, name in _kinds():
        if isinstance(tree, kind):
            return name
    raise AssertionError(type(tree))


def _kinds() -> Iterator[tuple[type, str]]:
    yield from ((JsonObject, "object"), (list, "array"), (bool, "bool"), (JsonNumber, "number"), (str, "string"))
