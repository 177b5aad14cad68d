"""The fields of shapes: which there are, and since when."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, get_args, get_origin

from pydantic.fields import FieldInfo

from schedcfg.document.span import Path, render
from schedcfg.models.base import Shape, availability, shape_in
from schedcfg.plugins.plugin import ArgsKind, own_release
from schedcfg.releases.release import Release


class Gap(NamedTuple):
    """Why a field is not there."""

    reason: str
    help: str


class Reader(NamedTuple):
    """The code that reads."""

    api_version: str
    number: int
    program: str | None = None  # The catalog that the code is from; None: Kubernetes

    def gap(self, field: FieldInfo) -> Gap | None:
        """Return why a field is not there; None where it is."""
        known = availability(field)
        if known.includes(self.api_version, self.number):
            return None
        if known.only is not None and self.api_version not in known.only:
            return Gap(f"it belongs to {' and '.join(known.only)}", "Remove it.")
        if known.first > self.number:
            first = self._release(known.first)
            return Gap(f"it exists since {first}", f"Remove it, or run {self._runs} {first} or later.")
        return Gap(f"{self._release(known.last)} was the last release with it", "Remove it.")

    @property
    def name(self) -> str:
        """The code as messages name it: `Kubernetes 1.29`, `v1 of scheduler-plugins 0.29`."""
        if self.program is None:
            return f"Kubernetes {self._release(self.number)}"
        return f"{self.api_version} of {self.program} {self._release(self.number)}"

    @property
    def _runs(self) -> str:
        return self.program or "kube-scheduler"

    def _release(self, number: int) -> str:
        return f"1.{number}" if self.program is None else own_release(number)


def of_args(kind: ArgsKind, api_version: str, release: Release) -> Reader:
    """Return whose code reads a plugin's Args."""
    return Reader(api_version, kind.release(release).number, kind.catalog)


_DEEPEST = len(("profiles", 0, "plugins", "score", "enabled", 0, "name"))
"""No field of a configuration is deeper."""


@lru_cache(maxsize=256)
def names(shape: type[Shape]) -> dict[str, FieldInfo]:
    """Map each field's name in files to its definition in the shape."""
    return {info.alias or name: info for name, info in shape.model_fields.items()}


@lru_cache(maxsize=1024)
def _inner(shape: type[Shape], name: str) -> type[Shape] | None:
    info = names(shape).get(name)
    return None if info is None else shape_in(info.annotation)


@lru_cache(maxsize=1024)
def _is_map(shape: type[Shape], name: str) -> bool:
    """Return whether the keys below a field are free, so that they are no fields themselves."""
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


def sections_with(shape: type[Shape], path: Path) -> tuple[str, ...]:
    """Return the fields beside a path in which its last key is a field, in order: it may have lost its indentation."""
    parent = shape_at(shape, path[:-1])
    return () if parent is None else _sections(parent).get(str(path[-1]), ())


@lru_cache(maxsize=256)
def _sections(shape: type[Shape]) -> dict[str, tuple[str, ...]]:
    """Map each field of the sections of a shape to those that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for name in names(shape):
        for key in names_at(shape, (name,)):
            found[key] = (*found.get(key, ()), name)
    return found


@lru_cache(maxsize=1024)
def _gaps(shape: type[Shape], reader: Reader) -> dict[str, Gap]:
    """Map the fields of one shape that a reader does not have to the reason."""
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
        The path of that field; or the whole path and None, where the reader has the whole path.
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


def name_of(path: Path) -> str:
    """Return a short name of a place: the last key, with the index behind it if there is one."""
    last = next((index for index in range(len(path) - 1, -1, -1) if isinstance(path[index], str)), 0)
    return render(path[last:]) or "the document"


def places_of(shape: type[Shape], name: str) -> list[Path]:
    """List every place below a shape that has a field of this name; `0` represents a list index."""
    return list(_places_by_name(shape).get(name, ()))


@lru_cache(maxsize=64)
def _places_by_name(shape: type[Shape]) -> dict[str | int, list[Path]]:
    found: dict[str | int, list[Path]] = {}
    for path in _field_paths(shape):
        found.setdefault(path[-1], []).append(path)
    return found


@lru_cache(maxsize=64)
def _field_paths(shape: type[Shape]) -> tuple[Path, ...]:
    """List the paths of all fields below a shape."""
    return tuple(_paths_below(shape, ()))


def _paths_below(shape: type[Shape], path: Path) -> Iterator[Path]:
    for field, info in names(shape).items():
        yield (*path, field)
        inner = _inner(shape, field)
        if inner is not None and len(path) < _DEEPEST:
            index: Path = (0,) if _is_list(info.annotation) else ()
            yield from _paths_below(inner, (*path, field, *index))


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) is list or any(_is_list(part) for part in get_args(annotation))


def is_list_at(info: FieldInfo) -> bool:
    """Check whether a field holds a list."""
    return _is_list(info.annotation)
