"""Types of Go into which JSON is decoded, by the names that Go's messages have for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

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
