"""Frozen dataclasses as JSON: a report's dataclass is the one description of what a command writes for programs.

A field is written under its own name in camelCase, or under the name that its metadata gives as `json`. The JSON
Schema of a report is derived from the same dataclasses (`schedcfg.schemas.reports`); for that the metadata may also
hold `minimum`, or `open` where other texts than those of an enumeration may come, and the class docstring describes
the fields below `Attributes:`.
"""

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, fields
from functools import cache
from operator import attrgetter
from typing import Any, Final, TypeVar

Report = TypeVar("Report")

VERSION: Final = 1
"""Of all reports: fields may be added to them, none is renamed."""


class Omitted:
    """The type of `OMITTED`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OMITTED"

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Mapping[str, object]:
        # What pydantic takes for a class that no JSON Schema can describe: it leaves it out of unions.
        return {"type": "is-instance", "cls": cls}


OMITTED: Final = Omitted()
"""The default of a field that is not written at all where there is nothing to write."""


def json_name(field: Field[Any]) -> str:
    """Return the name under which a field of a dataclass is written."""
    first, *more = field.name.split("_")
    name: str = field.metadata.get("json") or first + "".join(word.capitalize() for word in more)
    return name


def filled(report: type[Report], source: object, **others: object) -> Report:
    """Return a report's dataclass, filled with what an object has under the same names.

    Args:
        report: The dataclass.
        source: The object.
        others: Fields that it does not have, or not as they are written.
    """
    names = (field.name for field in fields(report) if field.name not in others and hasattr(source, field.name))  # type: ignore[arg-type]
    return report(**others, **{name: getattr(source, name) for name in names})


def to_json(data: object, other: Callable[[object], object] | None = None, *, indent: int | None = None) -> str:
    """Return dataclasses, in plain data or alone, as JSON; in ASCII where standard output is not UTF-8.

    JSON is read as UTF-8, whatever encoding standard output has: only ASCII means the same in both.

    Args:
        data: What `json.dumps` takes, dataclasses and mappings.
        other: Makes plain data of anything else.
        indent: As for `json.dumps`.
    """

    def plain(value: object) -> object:
        if hasattr(type(value), "__dataclass_fields__"):
            return _plain(value)
        if isinstance(value, Mapping):
            return dict(value)
        if other is None:
            raise TypeError(f"{type(value).__name__} cannot be written as JSON")
        return other(value)

    return json.dumps(data, ensure_ascii=not _is_utf8(), default=plain, indent=indent)


def in_lines(report: type[Any], **values: Any) -> Iterator[str]:
    """Yield a report as JSON in pieces, a line for each item of what is an iterator: memory does not grow with them.

    Args:
        report: The report's dataclass.
        values: The values of its fields; a function is called when its turn has come, behind the items.
    """
    start = "{"
    for field in fields(report):
        value = values.get(field.name, field.default)
        start += f'"{json_name(field)}": '
        if isinstance(value, Iterator):
            yield start + "["
            yield from _items(value)
            start = "\n], "
        else:
            start += to_json(value() if callable(value) else value) + ", "
    yield start.removesuffix(", ") + "}\n"


def _items(values: Iterable[object]) -> Iterator[str]:
    separator = "\n"
    for value in values:
        yield separator + to_json(value, str)
        separator = ",\n"


def _plain(value: Any) -> dict[str, object]:
    kind: Any = type(value)
    names, get, may_omit = _plan(kind)
    found = zip(names, get(value), strict=True)
    return {name: one for name, one in found if one is not OMITTED} if may_omit else dict(found)


@cache
def _plan(kind: type[Any]) -> tuple[tuple[str, ...], Callable[[object], tuple[object, ...]], bool]:
    """Return the names under which a dataclass is written, what gets their values, and whether one may be missing."""
    known = fields(kind)
    names = [field.name for field in known]
    get = attrgetter(*names) if len(names) > 1 else lambda value: (getattr(value, names[0]),)
    return tuple(map(json_name, known)), get, any(field.default is OMITTED for field in known)


def _is_utf8() -> bool:
    # A text in memory has no encoding.
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf-8")
