"""The fields of a shape, described for readers: type, meaning, bounds, examples.

Configurations as plain data, with their keys in the order of the API.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from schedcfg import models
from schedcfg.models.base import (
    NOT_NULL,
    Availability,
    Base64,
    Duration,
    Float32,
    Float64,
    Int32,
    Int64,
    OneOf,
    Range,
    Sensible,
    Shape,
    Unchecked,
    availability,
    shape_in,
)

_NAMES: tuple[tuple[Any, str], ...] = (
    (Any, "any"),
    (bool, "boolean"),
    (str, "string"),
    (Int32, "int32"),
    (Int64, "int64"),
    (Float32, "float32"),
    (Float64, "float64"),
    (Duration, "duration"),
    (Base64, "base64"),
)


class Described(NamedTuple):
    """One field, in words.

    Attributes:
        name: As files write it.
        type_name: `string`, `int32`, `duration`, `[]Extender`, `map[string]string`, a struct's name …
        description: Its meaning, in sentences.
        availability: Which releases and API versions have it.
        minimum: The smallest number that kube-scheduler takes; None where nothing is declared.
        maximum: The largest one; None where nothing is declared.
        allowed: The texts that it may be; empty where any is allowed.
        examples: Values that someone would write.
        shape: The struct behind it, alone or as a list's item; None for a map, whose keys are no fields.
        values: The struct of its values, where it is a map.
        is_list: Whether it is a list.
        takes_null: Whether null may represent "not written".
        takes_empty: Whether an empty text counts as not written, where others than the allowed ones are refused.
        is_checked: Whether kube-scheduler refuses what is out of bounds or not allowed.
    """

    name: str
    type_name: str
    description: str
    availability: Availability
    minimum: int | None
    maximum: int | None
    allowed: tuple[str, ...]
    examples: tuple[Any, ...]
    shape: type[Shape] | None
    values: type[Shape] | None
    is_list: bool
    takes_null: bool
    takes_empty: bool
    is_checked: bool


@lru_cache(maxsize=256)
def fields_of(shape: type[Shape]) -> dict[str, Described]:
    """Describe the fields of a shape, by their names in files, in the order of the API."""
    return {info.alias or name: _described_field(info.alias or name, info) for name, info in shape.model_fields.items()}


def _described_field(name: str, info: FieldInfo) -> Described:
    marks: dict[type, Any] = {type(mark): mark for mark in info.metadata}
    bounds = marks.get(Range, Range())
    texts = marks.get(OneOf, OneOf(()))
    sensible = marks.get(Sensible, Sensible())
    kind, struct = name_of_type(info.annotation), shape_in(info.annotation)
    is_map = kind.startswith("map")
    return Described(
        name=name,
        type_name=kind,
        description=info.description or "",
        availability=availability(info),
        minimum=bounds.minimum,
        maximum=bounds.maximum,
        allowed=texts.values or sensible.values,
        examples=tuple(info.examples or ()),
        shape=None if is_map else struct,
        values=struct if is_map else None,
        is_list=kind.startswith("[]"),
        takes_null=NOT_NULL not in info.metadata,
        takes_empty=texts.or_empty,
        is_checked=not {Unchecked, Sensible} & marks.keys(),
    )


def name_of_type(annotation: Any) -> str:
    """Return the name of a field's type; that it may be null is left out."""
    for known, name in _NAMES:
        if annotation == known:
            return name
    parts = get_args(annotation)
    origin = get_origin(annotation)
    if origin is list:
        return f"[]{name_of_type(parts[0])}"
    if origin is dict:
        return f"map[{name_of_type(parts[0])}]{name_of_type(parts[1])}"
    if parts:
        return name_of_type(next(part for part in parts if part is not NoneType))
    return str(annotation.__name__)


_TYPE_META = ("apiVersion", "kind")


def in_api_order(configuration: Mapping[str, Any], api_version: str) -> dict[str, Any]:
    """Return a configuration with its keys in the order of its API version, at every depth.

    Keys that are not declared come last, as they came. So it is within Args, whose own type comes first.

    Args:
        configuration: All of it, or some of its fields.
        api_version: Its API version, short: `v1`.
    """
    ordered: dict[str, Any] = _in_declared_order(configuration, models.shape_of(api_version))
    return ordered


def _in_declared_order(data: Any, shape: type[Shape] | None) -> Any:
    if isinstance(data, list):
        return [_in_declared_order(item, shape) for item in data]
    if not isinstance(data, Mapping):
        return data
    fields = {} if shape is None else fields_of(shape)
    declared = (key for key in (*_TYPE_META, *fields) if key in data)
    keys = dict.fromkeys((*declared, *data))
    return {key: _in_declared_order(data[key], fields[key].shape if key in fields else None) for key in keys}
