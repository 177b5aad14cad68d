"""What reads data into shapes: pydantic's own core, given the schema of a shape without a detour.

Otherwise pydantic would look at every annotation in all the ways that it knows, and search for its plugins among all
installed packages, which takes longer than everything else that happens to one file. Shapes have few kinds of fields.
The tests compare these schemas with those that pydantic makes of all shapes.
"""

from functools import cache
from types import NoneType
from typing import Any, TypeVar, cast, get_args, get_origin

from pydantic import AfterValidator, BeforeValidator
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, SchemaValidator, core_schema

from schedcfg.models.base import Shape

AnyShape = TypeVar("AnyShape", bound=Shape)

_PLAIN: dict[object, core_schema.CoreSchema] = {
    str: core_schema.str_schema(),
    int: core_schema.int_schema(),
    float: core_schema.float_schema(),
    bool: core_schema.bool_schema(),
    Any: core_schema.any_schema(),
}

_LIMITS = ("ge", "le", "allow_inf_nan")
"""What pydantic's metadata of a number can set."""


def validated(shape: type[AnyShape], data: object) -> AnyShape:
    """Return data as a shape.

    Raises:
        pydantic.ValidationError: with everything in the data that does not fit.
    """
    return cast("AnyShape", _validator(shape).validate_python(data))


@cache
def _validator(shape: type[Shape]) -> SchemaValidator:
    return SchemaValidator(schema_of(shape))


@cache
def schema_of(shape: type[Shape]) -> CoreSchema:
    """Return the schema of a shape for pydantic's core. No shape contains itself."""
    fields = {
        name: core_schema.model_field(
            core_schema.with_default_schema(_with_marks(_of(info.annotation), info.metadata), default=None),
            validation_alias=info.alias,
        )
        for name, info in shape.model_fields.items()
    }
    return core_schema.model_schema(
        shape,
        core_schema.model_fields_schema(fields, model_name=shape.__name__),
        config=core_schema.CoreConfig(title=shape.__name__, strict=True, extra_fields_behavior="forbid"),
    )


def _of(annotation: Any) -> CoreSchema:
    """Return the schema of a field's type.

    Raises:
        KeyError: for a type that no shape has had so far.
    """
    if isinstance(annotation, type) and issubclass(annotation, Shape):
        return schema_of(annotation)
    parts = get_args(annotation)
    marks = getattr(annotation, "__metadata__", None)
    if marks is not None:
        return _with_marks(_of(parts[0]), marks)
    if NoneType in parts:
        return core_schema.nullable_schema(_of(next(part for part in parts if part is not NoneType)))
    if get_origin(annotation) is list:
        return core_schema.list_schema(_of(parts[0]))
    if get_origin(annotation) is dict:
        return core_schema.dict_schema(*map(_of, parts))
    return _PLAIN[annotation]


def _with_marks(schema: CoreSchema, marks: Any) -> CoreSchema:
    """Return a schema with what marks add to it; most of them say nothing about reading."""
    for mark in marks:
        if isinstance(mark, AfterValidator):
            schema = core_schema.no_info_after_validator_function(cast("Any", mark.func), schema)
        elif isinstance(mark, BeforeValidator):
            schema = core_schema.no_info_before_validator_function(cast("Any", mark.func), schema)
        elif isinstance(mark, FieldInfo):
            schema = _with_marks(schema, mark.metadata)
        else:
            limits = {name: getattr(mark, name) for name in _LIMITS if hasattr(mark, name)}
            schema = cast("CoreSchema", {**schema, **limits}) if limits else schema
    return schema
