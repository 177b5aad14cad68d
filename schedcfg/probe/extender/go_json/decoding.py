"""A tree decoded into Go's types (`encoding/json/decode.go`)."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from schedcfg.plugins.go_quantity import canonical
from schedcfg.probe.extender.go_json.reading import NotJson, Number, Object, read, whole
from schedcfg.probe.extender.go_json.shapes import (
    INT_BITS,
    Pointer,
    Quantity,
    Raw,
    Scalar,
    Shape,
    Slice,
    Struct,
    Table,
    Time,
)

_FOLDED = str.maketrans({"\u017f": "s", "\u212a": "k"})
_INTEGER = re.compile(r"-?\d+\Z")
_RFC_3339 = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]?\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?"
    r"(Z|[+-]([01]\d|2[0-4]):[0-5]\d)\Z",
    re.ASCII,
)
_NO_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


class Decoded(NamedTuple):
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
    unknown: tuple[tuple[Struct, str], ...] = ()
    rest: str = ""


def decode(raw: bytes, shape: Shape) -> Decoded:
    """Decode the first value of a text, as `json.NewDecoder(body).Decode(&result)` does.

    Raises:
        TooDeep: if it is nested deeper than this program reads.
    """
    try:
        found = read(raw)
    except NotJson as error:
        return Decoded(None, str(error))
    decoding = _Decoding()
    try:
        value = decoding.value(found.value, shape, None)
    except _Stopped as error:
        return Decoded(None, str(error), rest=found.rest)
    return Decoded(value, decoding.objection, tuple(dict.fromkeys(decoding.unknown)), found.rest)


class _Stopped(Exception):  # noqa: N818
    """A type that reads itself refuses what it got: Go goes no further."""


class _Decoding:
    """One run, with what Go remembers on the way: where it is, and what it objected to first."""

    def __init__(self) -> None:
        self.objection = ""
        self.unknown: list[tuple[Struct, str]] = []
        self._struct = ""
        self._keys: list[str] = []

    def value(self, tree: object, shape: Shape, old: Any) -> Any:
        """Decode a value; where the key was given before, `old` is what it has, which Go adds to."""
        if isinstance(shape, Pointer):
            return None if tree is None else self.value(tree, shape.of, old)
        if isinstance(shape, (Quantity, Time, Raw)):
            return self._itself(tree, shape)
        if tree is None:
            # Of the rest, only maps and slices can be nil; others stay as they are.
            return None if isinstance(shape, (Slice, Table)) else old if old is not None else zero(shape)
        return _DECODERS[type(shape)](self, tree, shape, old)

    def slice(self, tree: object, shape: Slice, old: Any) -> Any:
        """Decode a list."""
        if not isinstance(tree, list) or isinstance(tree, Object):
            return self._object_to(tree, shape, old)
        return [self.value(item, shape.of, None) for item in tree]

    def table(self, tree: object, shape: Table, old: Any) -> Any:
        """Decode a map; a second one under the same key adds to it."""
        if not isinstance(tree, Object):
            return self._object_to(tree, shape, old)
        found = dict(old or {})
        for key, item in tree:
            found[whole(key)] = self.value(item, shape.of, None)
        return found

    def struct(self, tree: object, shape: Struct, old: Any) -> Any:
        """Decode a struct; a second one under the same key adds to it."""
        if not isinstance(tree, Object):
            return self._object_to(tree, shape, old)
        found = dict(old or {})
        struct, self._struct = self._struct, shape.name
        for key, item in tree:
            name = field_of(shape, key)
            if name is None:
                self.unknown.append((shape, whole(key)))
                continue
            self._keys.append(name)
            found[name] = self.value(item, shape.fields[name], found.get(name))
            self._keys.pop()
        self._struct = struct
        return found

    def scalar(self, tree: object, shape: Scalar, old: Any) -> Any:
        """Decode a text, a truth value or a number."""
        if shape.base == "string" and isinstance(tree, str) and not isinstance(tree, Number):
            return whole(tree)
        if shape.base == "bool" and isinstance(tree, bool):
            return tree
        if shape.base in INT_BITS and isinstance(tree, Number):
            bound = 2 ** (INT_BITS[shape.base] - 1)
            if _INTEGER.match(tree) and len(tree) <= len(str(-bound)) and -bound <= int(tree) < bound:
                return int(tree)
            return self._object_to(tree, shape, old, f"number {tree}")
        return self._object_to(tree, shape, old)

    def _itself(self, tree: object, shape: Quantity | Time | Raw) -> object:
        if isinstance(shape, Quantity):
            return _quantity(tree)
        if isinstance(shape, Raw) or tree is None:
            return None
        if not isinstance(tree, str) or isinstance(tree, Number):
            raise _Stopped(self._words(_kind(tree), Scalar("string")))
        if not _RFC_3339.match(tree):
            raise _Stopped(f'parsing time "{tree}" as "2006-01-02T15:04:05Z07:00"')
        return tree

    def _object_to(self, tree: object, shape: Shape, old: Any, what: str = "") -> Any:
        self.objection = self.objection or self._words(what or _kind(tree), shape)
        return zero(shape) if old is None else old

    def _words(self, what: str, shape: Shape) -> str:
        if not self._keys:
            return f"json: cannot unmarshal {what} into Go value of type {shape.go}"
        path = ".".join(self._keys)
        return f"json: cannot unmarshal {what} into Go struct field {self._struct}.{path} of type {shape.go}"


_DECODERS: dict[type, Callable[..., Any]] = {
    Slice: _Decoding.slice,
    Table: _Decoding.table,
    Struct: _Decoding.struct,
    Scalar: _Decoding.scalar,
}


def field_of(shape: Struct, key: str) -> str | None:
    """Find the field that a key means: by its name, else by its name in any case (`foldName`)."""
    if key in shape.fields:
        return key
    folded = key.translate(_FOLDED).lower() if key.isascii() else _fold(key)
    return next((name for name in shape.fields if name.lower() == folded), None)


def _fold(key: str) -> str:
    # Only two characters beyond ASCII fold into it; Python's `lower` would take others along.
    return "".join(char.lower() if char.isascii() else char.translate(_FOLDED) for char in key)


def zero(shape: Shape) -> Any:
    """Give what Go has where nothing was given."""
    if isinstance(shape, Struct):
        return {}
    if isinstance(shape, Scalar):
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
    yield from ((Object, "object"), (list, "array"), (bool, "bool"), (Number, "number"), (str, "string"))
