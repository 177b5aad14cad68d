"""What all Args have in common since 1.19, where they are API kinds of their own: two fields, and Go's JSON.

Completed Args are written as `--write-config-to` writes them.
"""

from functools import lru_cache
from typing import Annotated, Any, NamedTuple, get_args

from pydantic import Field

from schedcfg.document.golang import duration
from schedcfg.models.base import Availability, Duration, Shape, availability, shape_in
from schedcfg.plugins.context import Context
from schedcfg.releases.release import GROUP, minor


class TypedArgs(Shape):
    """Args that may name their own type; both fields can be omitted, as they follow from the plugin's name."""

    api_version: Annotated[
        str | None,
        Field(description="API version of the Args; it must be that of the configuration. Default: the same."),
    ] = None
    kind: Annotated[
        str | None,
        Field(description="Kind of the Args: the plugin's name followed by `Args`. This is also the default."),
    ] = None


class Always(NamedTuple):
    """Marks a field that is written even when it holds nothing (Go: no `omitempty`).

    Attributes:
        zero: The value that is then there.
        until: The last release in which it is so; None: in all.
    """

    zero: object
    until: str | None = None


class OmitZero(NamedTuple):
    """Marks a number or text that is left out when it is 0 or empty (Go: no pointer, `omitempty`)."""


class _Field(NamedTuple):
    attribute: str
    name: str
    availability: Availability
    always: Always | None
    omit_zero: bool
    inner: type[Shape] | None
    is_duration: bool

    def is_known(self, context: Context) -> bool:
        return self.availability.includes(context.api_version, context.release.number)


def knows(shape: type[Shape], attribute: str, context: Context) -> bool:
    """Return whether the code that reads Args has a field: by its marks `Since`, `Until` and `Only`.

    Args:
        shape: The Args, or a struct in them.
        attribute: The field, as the shape calls it.
        context: The release whose code it is, and the API version that is read.
    """
    return _fields(shape)[attribute].is_known(context)


def typed(args: Shape, kind: str, context: Context) -> dict[str, object]:
    """Encode completed Args, with `apiVersion` and `kind`.

    Args:
        args: What `complete` returned.
        kind: Their kind.
        context: The release that writes, and the API version it writes.
    """
    body = _encode(args, context)
    return body | {"apiVersion": f"{GROUP}/{context.api_version}", "kind": kind}


def _encode(shape: Shape, context: Context) -> dict[str, object]:
    result: dict[str, object] = {}
    for field, always in _written_fields(type(shape), context):
        value = getattr(shape, field.attribute)
        if value is None:
            if always:
                result[field.name] = _zero(field, context)
        elif always or not _is_left_out(value, field):
            result[field.name] = _value(value, field, context)
    return result


@lru_cache(maxsize=4096)
def _written_fields(shape: type[Shape], context: Context) -> tuple[tuple[_Field, bool], ...]:
    """List the fields that a release knows, each with whether it writes it even when it holds nothing."""
    number = context.release.number
    return tuple(
        (field, field.always is not None and (field.always.until is None or minor(field.always.until) >= number))
        for field in _fields(shape).values()
        if field.is_known(context)
    )


def _is_left_out(value: object, field: _Field) -> bool:
    return value in ([], {}) or (field.omit_zero and not value)


def _zero(field: _Field, context: Context) -> object:
    zero = field.always.zero if field.always is not None else None
    return _encode(field.inner(), context) if zero == {} and field.inner is not None else zero


def _value(value: Any, field: _Field, context: Context) -> object:
    if isinstance(value, Shape):
        return _encode(value, context)
    if isinstance(value, list):
        return [_item(item, field, context) for item in value]
    if isinstance(value, dict):
        return {key: _item(item, field, context) for key, item in value.items()}
    return duration.render(duration.parse(value)) if field.is_duration else value


def _item(item: object, field: _Field, context: Context) -> object:
    """Encode a list's or map's item; a null is an empty struct or text to Go."""
    if field.inner is not None:
        return _encode(item if isinstance(item, Shape) else field.inner(), context)
    return "" if item is None else item


@lru_cache(maxsize=128)
def _fields(shape: type[Shape]) -> dict[str, _Field]:
    found = {}
    for attribute, info in shape.model_fields.items():
        marks = {type(mark): mark for mark in info.metadata}
        always = marks.get(Always)
        found[attribute] = _Field(
            attribute=attribute,
            name=info.alias or attribute,
            availability=availability(info),
            always=always,
            omit_zero=OmitZero in marks,
            inner=shape_in(info.annotation),
            is_duration=Duration in get_args(info.annotation),
        )
    return found
