"""What the shapes know about their own fields: which there are, since when, and which one was meant."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from schedcfg.decode.reader import Gap, Reader
from schedcfg.document.path import Path
from schedcfg.models.base import Duration, Shape, Since, shape_in

_DEEPEST = len(("profiles", 0, "plugins", "score", "enabled", 0, "name"))
"""No field of a configuration stands deeper."""


@lru_cache(maxsize=256)
def names(shape: type[Shape]) -> dict[str, FieldInfo]:
    """Map each field's name in files to what the shape says of it."""
    return {info.alias or name: info for name, info in shape.model_fields.items()}


@lru_cache(maxsize=1024)
def _inner(shape: type[Shape], name: str) -> type[Shape] | None:
    info = names(shape).get(name)
    return None if info is None else shape_in(info.annotation)


@lru_cache(maxsize=1024)
def _is_map(shape: type[Shape], name: str) -> bool:
    """Tell whether the keys below a field are free, so that they are no fields themselves."""
    info = names(shape).get(name)
    return info is not None and any(get_origin(part) is dict for part in (info.annotation, *get_args(info.annotation)))


def shape_at(shape: type[Shape], path: Path) -> type[Shape] | None:
    """Return the shape of the mapping at a path, or None where the path leaves what is typed."""
    current: type[Shape] | None = shape
    is_key = False
    for step in path:
        if current is None:
            return None
        if is_key:
            is_key = False
        elif isinstance(step, str):
            is_key = _is_map(current, step)
            current = _inner(current, step)
    return current


def names_at(shape: type[Shape], path: Path) -> dict[str, FieldInfo]:
    """Map the field names of the mapping at a path, as `names` does; empty where the path leaves what is typed."""
    parent = shape_at(shape, path)
    return {} if parent is None else names(parent)


def since(info: FieldInfo) -> str | None:
    """Return the first release that knows a field, or None where every release of its version does."""
    return next((mark.release for mark in info.metadata if isinstance(mark, Since)), None)


@lru_cache(maxsize=1024)
def _gaps(shape: type[Shape], reader: Reader) -> dict[str, Gap]:
    """List the fields of one shape that are not there for a reader."""
    return {name: gap for name, info in names(shape).items() if (gap := reader.gap(info)) is not None}


@lru_cache(maxsize=1024)
def _leads_to_gap(shape: type[Shape], reader: Reader) -> bool:
    inner = (_inner(shape, name) for name in names(shape))
    return bool(_gaps(shape, reader)) or any(
        part is not None and part is not shape and _leads_to_gap(part, reader) for part in inner
    )


def not_there(model: Shape, reader: Reader, path: Path = ()) -> Iterator[tuple[Path, Gap]]:
    """Yield the written fields that a reader does not have, each with the reason."""
    shape = type(model)
    if not _leads_to_gap(shape, reader):
        return
    gaps = _gaps(shape, reader)
    for attribute, field in shape.model_fields.items():
        name = field.alias or attribute
        if attribute not in model.model_fields_set:
            continue
        if name in gaps:
            yield (*path, name), gaps[name]
        else:
            yield from _in_value(getattr(model, attribute), reader, (*path, name))


def gap_on_the_way(shape: type[Shape], path: Path, reader: Reader) -> tuple[Path, Gap | None]:
    """Return the first field on a path that a reader does not have, and the reason.

    Returns:
        The path of that field; or the whole path and None, where the reader knows the way.
    """
    current: type[Shape] | None = shape
    for index, step in enumerate(path):
        if current is None:
            break
        if isinstance(step, str):
            gap = _gaps(current, reader).get(step)
            if gap is not None:
                return path[: index + 1], gap
            current = _inner(current, step)
    return path, None


def _in_value(value: object, reader: Reader, path: Path) -> Iterator[tuple[Path, Gap]]:
    if isinstance(value, Shape):
        yield from not_there(value, reader, path)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            if isinstance(item, Shape):
                yield from not_there(item, reader, (*path, index))


def is_duration(shape: type[Shape], path: Path) -> bool:
    """Tell whether the field at a path is a Go duration, which is text but not any text."""
    info = names_at(shape, path[:-1]).get(str(path[-1])) if path else None
    return info is not None and _mentions_duration(info.annotation)


def _mentions_duration(annotation: Any) -> bool:
    return annotation is Duration or any(_mentions_duration(part) for part in get_args(annotation))


def meant(name: str, known: list[str]) -> str | None:
    """Guess which known name a wrong one was meant to be: other case, or one or two letters off."""
    folded = name.lower()
    for candidate in known:
        if candidate.lower() == folded:
            return candidate
    import difflib  # noqa: PLC0415 - only mistakes need it

    close = difflib.get_close_matches(folded, [item.lower() for item in known], n=1, cutoff=0.75)
    return next((item for item in known if close and item.lower() == close[0]), None)


def homes(shape: type[Shape], name: str, path: Path = ()) -> Iterator[Path]:
    """Yield every place below a shape that has a field of this name; `0` stands for a list index."""
    for field, info in names(shape).items():
        if field == name:
            yield (*path, field)
        inner = shape_in(info.annotation)
        if inner is not None and len(path) < _DEEPEST:
            index: Path = (0,) if _is_list(info.annotation) else ()
            yield from homes(inner, name, (*path, field, *index))


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) is list or any(_is_list(part) for part in get_args(annotation))
