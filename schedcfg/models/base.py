"""What all shapes share: strictness as Kubernetes' JSON decoder has it, Go's types, marks on fields."""

from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, get_args, get_origin

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo

from schedcfg.document.golang import duration
from schedcfg.document.golang.numbers import MAX_FLOAT32, MAX_INT32, MAX_INT64, MIN_INT32, MIN_INT64
from schedcfg.document.golang.text import decode_base64


def name_in_files(attribute: str) -> str:
    """Return what a field is called in files: `scheduler_name` is `schedulerName` there.

    As pydantic's `to_camel`, whose four regular expressions take longer than anything else for a field.
    """
    first, *others = attribute.split("_")
    return first + "".join(map(str.title, others))


class Shape(BaseModel):
    """A struct of the API as it may be written in a file.

    Strict (no `"16"` for a number), closed (unknown fields are errors), frozen. Every field may be null,
    which in Go means "not written". Only shape lives here: ranges and relations are checked after
    defaulting, so that one value out of range hides nothing else.

    Attributes:
        lenient: Whether upstream reads this struct with Go's plain `encoding/json`: keys match in any
            case and unknown fields are ignored. The shape itself stays closed; whoever reads such a
            struct brings its keys into the shape's spelling first.
    """

    model_config = ConfigDict(
        strict=True,
        frozen=True,
        extra="forbid",
        alias_generator=name_in_files,
        defer_build=True,
        protected_namespaces=(),
    )

    lenient: ClassVar[bool] = False

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Set the fields' names in files now; pydantic before 2.12 would wait until something is read."""
        for attribute, field in cls.model_fields.items():
            if field.alias is None:
                field.alias = field.validation_alias = field.serialization_alias = name_in_files(attribute)


def shape_in(annotation: Any) -> type[Shape] | None:
    """Find the shape inside `Shape | None`, `list[Shape | None] | None` and the like."""
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return annotation
    if get_origin(annotation) is not None or isinstance(annotation, UnionType):
        for part in get_args(annotation):
            found = shape_in(part)
            if found is not None:
                return found
    return None


# Marks are read, never compared, shown or changed: what each class would need for that, or against it, is not made.


@dataclass(slots=True, eq=False, repr=False)
class Since:
    """Marks a field that the releases before `release` do not know, e.g. `Since("1.26")`.

    It is in the field's `Annotated`, outside of the optional: `Annotated[Int32 | None, Since("1.26")]`.
    """

    release: str


@dataclass(slots=True, eq=False, repr=False)
class Until:
    """Marks a field that the releases after `release` no longer know, e.g. `Until("1.21")`."""

    release: str


@dataclass(slots=True, eq=False, repr=False)
class Only:
    """Marks a field that only some of the API versions have which share a shape, e.g. `Only(("v1beta1",))`."""

    api_versions: tuple[str, ...]


class Availability(NamedTuple):
    """Which releases and API versions have a field, as its marks `Since`, `Until` and `Only` say.

    Attributes:
        first: The minor of the first release that knows it; 0 where every release of its API version does.
        last: The minor of the last one; later than any release's where none is the last.
        only: The API versions that have it, of those that share the shape; None where all do.
    """

    first: int = 0
    last: int = 10_000
    only: tuple[str, ...] | None = None

    def includes(self, api_version: str, number: int) -> bool:
        """Return whether a release has the field in an API version.

        Args:
            api_version: Short: `v1beta3`.
            number: The release's minor.
        """
        return self.first <= number <= self.last and (self.only is None or api_version in self.only)


def availability(field: FieldInfo) -> Availability:
    """Return which releases and API versions have a field."""
    found = Availability()
    for mark in field.metadata:
        if isinstance(mark, Since):
            found = found._replace(first=_minor(mark.release))
        elif isinstance(mark, Until):
            found = found._replace(last=_minor(mark.release))
        elif isinstance(mark, Only):
            found = found._replace(only=mark.api_versions)
    return found


def _minor(release: str) -> int:
    return int(release.partition(".")[2])


@dataclass(slots=True, eq=False, repr=False)
class Range:
    """Declares a number's bounds for the JSON Schema; it never validates, rules do that after defaulting.

    It is in the field's `Annotated`, outside of the optional: `Annotated[Int32 | None, Range(0, 100)]`.

    Attributes:
        minimum: The smallest value that kube-scheduler takes; None where there is none.
        maximum: The largest one; None where there is none.
    """

    minimum: int | None = None
    maximum: int | None = None


@dataclass(slots=True, eq=False, repr=False)
class OneOf:
    """Declares the values that a text may have, for the JSON Schema; it never validates.

    Where releases differ, it lists what any release that serves the API version takes.

    Attributes:
        values: In the order in which an editor should offer them.
        or_empty: Whether an empty text is taken too, and counts as not written.
    """

    values: tuple[str, ...]
    or_empty: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Unchecked:
    """Marks a field whose `Range` or `OneOf` is what makes sense, while kube-scheduler accepts anything."""


@dataclass(slots=True, eq=False, repr=False)
class Sensible:
    """Declares which values mean something where others are taken as well; neither reading nor a JSON Schema minds it.

    Attributes:
        values: The texts that mean something; empty where any does.
        minimum: The smallest number that does; None where there is none.
        maximum: The largest one; None where there is none.
    """

    values: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


Int32: TypeAlias = Annotated[int, Field(ge=MIN_INT32, le=MAX_INT32)]
"""A Go int32: a number beyond it cannot be decoded."""

Int64: TypeAlias = Annotated[int, Field(ge=MIN_INT64, le=MAX_INT64)]
"""A Go int64: a number beyond it cannot be decoded."""

Float64: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]
"""A Go float64: a number beyond it cannot be decoded."""

Float32: TypeAlias = Annotated[float, Field(ge=-MAX_FLOAT32, le=MAX_FLOAT32)]
"""A Go float32: a number beyond it cannot be decoded."""


def _is_duration(text: str) -> str:
    duration.parse(text)
    return text


def _is_written(value: object) -> object:
    if value is None:
        raise ValueError('time: invalid duration ""')
    return value


def _is_base64(text: str) -> str:
    decode_base64(text)
    return text


Duration: TypeAlias = Annotated[str, AfterValidator(_is_duration)]
"""A Go duration, always a string with a unit: `15s`, `1m30s`, `500ms`; `"0"` needs none."""

NOT_NULL = BeforeValidator(_is_written)
"""Marks a duration that refuses null."""

WrittenDuration: TypeAlias = Annotated[Duration | None, NOT_NULL]
"""A duration that may be left out, but not be null: upstream's type is no pointer and refuses null."""

Base64: TypeAlias = Annotated[str, AfterValidator(_is_base64)]
"""Bytes as base64 text (Go's `[]byte`); line breaks in it do not matter."""
