"""JSON as Go's `encoding/json` decodes it into types (`decode.go`), which have the names that Go's messages use."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from schedcfg.document.golang.json_scanner import JsonNumber, JsonObject, NotJson, read_first_value
from schedcfg.document.golang.numbers import NOT_A_QUANTITY, canonical, parse_int
from schedcfg.document.golang.text import fold_name, without_lone_surrogates
from schedcfg.patterns import pattern

INT_BITS = {"int32": 32, "int64": 64}


@dataclass(frozen=True)
class ScalarType:
    """A `string`, `bool`, `int32` or `int64`, or a type made of one.

    Attributes:
        base: Which of these it is made of.
        go: Its name where that is another one: `v1.TaintEffect`.
    """

    base: str
    name: str = ""

    @property
    def go(self) -> str:
        """The name in Go's messages."""
        return self.name or self.base


@dataclass(frozen=True)
class SliceType:
    """`[]T`."""

    of: "GoType"
    name: str = ""

    @property
    def go(self) -> str:
        """The name in Go's messages."""
        return self.name or f"[]{self.of.go}"


@dataclass(frozen=True)
class MapType:
    """`map[string]T`."""

    of: "GoType"
    name: str = ""

    @property
    def go(self) -> str:
        """The name in Go's messages."""
        return self.name or f"map[string]{self.of.go}"


@dataclass(frozen=True)
class PointerType:
    """`*T`, which can be nil."""

    of: "GoType"

    @property
    def go(self) -> str:
        """The name in Go's messages."""
        return f"*{self.of.go}"


@dataclass(frozen=True, eq=False)
class StructType:
    """A struct of package `v1`."""

    name: str  # Its name, without the package
    fields: Mapping[str, "GoType"]  # JSON key → type, in any order

    @property
    def go(self) -> str:
        """The name in Go's messages."""
        return f"v1.{self.name}"


@dataclass(frozen=True)
class QuantityType:
    """`resource.Quantity`, which reads itself."""

    go: str = "resource.Quantity"


@dataclass(frozen=True)
class TimeType:
    """`metav1.Time`, which reads itself."""

    go: str = "v1.Time"


@dataclass(frozen=True)
class RawType:
    """`FieldsV1`, which takes anything: who owns which field is not looked at, and not kept."""

    go: str = "v1.FieldsV1"


GoType: TypeAlias = ScalarType | SliceType | MapType | PointerType | StructType | QuantityType | TimeType | RawType

STRING = ScalarType("string")
BOOL = ScalarType("bool")
INT32 = ScalarType("int32")
INT64 = ScalarType("int64")


_RFC_3339 = pattern(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]?\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?"
    r"(Z|[+-]([01]\d|2[0-4]):[0-5]\d)\Z",
    re.ASCII,
)


class DecodedValue(NamedTuple):
    """What Go makes of a text."""

    # Structs and maps as dicts (of structs only the fields that were given, by their names in Go's types), slices as
    # lists; None where it is null
    value: Any
    objection: str = ""  # Go's error; empty where there is none. kube-scheduler then looks at nothing of the value.
    unknown: tuple[tuple[StructType, str], ...] = ()  # Keys of structs that Go skips: the struct, and the key
    rest: str = ""  # What follows the value, which Go never reads


def decode(raw: bytes, go_type: GoType) -> DecodedValue:
    """Decode the first value of a text, as `json.NewDecoder(body).Decode(&result)` does.

    Raises:
        TooDeep: if it is nested deeper than this program reads.
    """
    try:
        first_value = read_first_value(raw)
    except NotJson as error:
        return DecodedValue(None, str(error))
    decoding = _Decoding()
    try:
        value = decoding.value(first_value.value, go_type, None)
    except _Stopped as error:
        return DecodedValue(None, str(error), rest=first_value.rest)
    return DecodedValue(value, decoding.objection, tuple(dict.fromkeys(decoding.unknown)), first_value.rest)


class _Stopped(Exception):  # noqa: N818
    """A type that reads itself refuses what it got: Go goes no further."""


class _Decoding:
    """One run, with what Go remembers on the way: where it is, and what it objected to first."""

    def __init__(self) -> None:
        self.objection = ""
        self.unknown: list[tuple[StructType, str]] = []
        self._struct = ""
        self._keys: list[str] = []

    def value(self, tree: object, go_type: GoType, old: Any) -> Any:
        """Decode a value; where the key came before, `old` is its value, which Go adds to."""
        if isinstance(go_type, PointerType):
            return None if tree is None else self.value(tree, go_type.of, old)
        if isinstance(go_type, (QuantityType, TimeType, RawType)):
            return self._json_unmarshaler(tree, go_type)
        if tree is None:
            # Of the rest, only maps and slices can be nil; others stay as they are.
            return None if isinstance(go_type, (SliceType, MapType)) else old if old is not None else zero(go_type)
        return _DECODERS[type(go_type)](self, tree, go_type, old)

    def slice(self, tree: object, go_type: SliceType, old: Any) -> Any:
        """Decode a list."""
        if not isinstance(tree, list) or isinstance(tree, JsonObject):
            return self._refuse(tree, go_type, old)
        return [self.value(item, go_type.of, None) for item in tree]

    def table(self, tree: object, go_type: MapType, old: Any) -> Any:
        """Decode a map; a second one under the same key adds to it."""
        if not isinstance(tree, JsonObject):
            return self._refuse(tree, go_type, old)
        found = dict(old or {})
        for key, item in tree:
            found[without_lone_surrogates(key)] = self.value(item, go_type.of, None)
        return found

    def struct(self, tree: object, go_type: StructType, old: Any) -> Any:
        """Decode a struct; a second one under the same key adds to it."""
        if not isinstance(tree, JsonObject):
            return self._refuse(tree, go_type, old)
        found = dict(old or {})
        struct, self._struct = self._struct, go_type.name
        for key, item in tree:
            name = field_of(go_type, key)
            if name is None:
                self.unknown.append((go_type, without_lone_surrogates(key)))
                continue
            self._keys.append(name)
            found[name] = self.value(item, go_type.fields[name], found.get(name))
            self._keys.pop()
        self._struct = struct
        return found

    def scalar(self, tree: object, go_type: ScalarType, old: Any) -> Any:
        """Decode a text, a truth value or a number."""
        if go_type.base == "string" and isinstance(tree, str) and not isinstance(tree, JsonNumber):
            return without_lone_surrogates(tree)
        if go_type.base == "bool" and isinstance(tree, bool):
            return tree
        if go_type.base in INT_BITS and isinstance(tree, JsonNumber):
            bound = 2 ** (INT_BITS[go_type.base] - 1)
            number = parse_int(tree)
            if number is not None and -bound <= number < bound:
                return number
            return self._refuse(tree, go_type, old, f"number {tree}")
        return self._refuse(tree, go_type, old)

    def _json_unmarshaler(self, tree: object, go_type: QuantityType | TimeType | RawType) -> object:
        if isinstance(go_type, QuantityType):
            return _quantity(tree)
        if isinstance(go_type, RawType) or tree is None:
            return None
        if not isinstance(tree, str) or isinstance(tree, JsonNumber):
            raise _Stopped(self._message(_kind(tree), ScalarType("string")))
        if not _RFC_3339.match(tree):
            raise _Stopped(f'parsing time "{tree}" as "2006-01-02T15:04:05Z07:00"')
        return tree

    def _refuse(self, tree: object, go_type: GoType, old: Any, what: str = "") -> Any:
        self.objection = self.objection or self._message(what or _kind(tree), go_type)
        return zero(go_type) if old is None else old

    def _message(self, what: str, go_type: GoType) -> str:
        if not self._keys:
            return f"json: cannot unmarshal {what} into Go value of type {go_type.go}"
        path = ".".join(self._keys)
        return f"json: cannot unmarshal {what} into Go struct field {self._struct}.{path} of type {go_type.go}"


_DECODERS: dict[type, Callable[..., Any]] = {
    SliceType: _Decoding.slice,
    MapType: _Decoding.table,
    StructType: _Decoding.struct,
    ScalarType: _Decoding.scalar,
}


def field_of(go_type: StructType, key: str) -> str | None:
    """Return the field of a key: by its name, else by its name in any case (`foldName`)."""
    if key in go_type.fields:
        return key
    folded = fold_name(key)
    return next((name for name in go_type.fields if name.lower() == folded), None)


def zero(go_type: GoType) -> Any:
    """Return Go's zero value."""
    if isinstance(go_type, StructType):
        return {}
    if isinstance(go_type, ScalarType):
        return {"string": "", "bool": False}.get(go_type.base, 0)
    return None


def _quantity(tree: object) -> str:
    if tree is None:
        return "0"
    if isinstance(tree, (bool, list)):
        raise _Stopped(NOT_A_QUANTITY)
    try:
        return canonical(str(tree).strip())
    except ValueError:
        raise _Stopped(NOT_A_QUANTITY) from None


def _kind(tree: object) -> str:
    """Return the type of a value as Go's messages name it."""
    for kind, name in _kinds():
        if isinstance(tree, kind):
            return name
    raise AssertionError(type(tree))


def _kinds() -> Iterator[tuple[type, str]]:
    yield from ((JsonObject, "object"), (list, "array"), (bool, "bool"), (JsonNumber, "number"), (str, "string"))
