"""Frozen dataclasses as JSON: a report's dataclass is the one description of what a command writes for programs.

A field is written under its own name in camelCase, or under the name that its metadata gives as `json`; None there: it
is not written. With `null_if_empty` an empty text is written as null. The JSON Schema of a report is derived from the
same dataclasses (`schedcfg.commands.schema.report_schemas`), so the metadata may also hold `minimum`, or `open` where
other texts than those of an enumeration may come, and the class docstring describes the fields below `Attributes:`.
What looks like a secret is hidden, but in a field that is `content`: of a file, or
ours.
"""

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from schedcfg.document.secrets import hide_in_sentences
from schedcfg.output.guard import Counting, each

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


def written_fields(kind: type[Any]) -> tuple[Field[Any], ...]:
    """Return the fields of a dataclass that are written."""
    return tuple(field for field in fields(kind) if field.metadata.get("json", "") is not None)


def filled(report: type[Report], source: object, **others: object) -> Report:
    """Return a report's dataclass, filled with what an object has under the same names.

    Args:
        report: The dataclass.
        source: The object.
        others: Fields that it does not have, or not as they are written.
    """
    known: Any = report
    names = (field.name for field in fields(known) if field.name not in others and hasattr(source, field.name))
    return report(**others, **{name: getattr(source, name) for name in names})


def to_json(data: object, *, indent: int | None = None) -> str:
    """Return dataclasses, in plain data or alone, as JSON; in ASCII where standard output is not UTF-8.

    Args:
        data: What `json.dumps` takes, dataclasses and mappings.
        indent: As for `json.dumps`.

    Raises:
        TypeError: something is none of these.
    """
    return _encode(_refused, indent)(data)


class LinesOfFiles(NamedTuple):
    """Items of a report that are made, and written, file by file."""

    results: Iterable[Any]  # What a command makes of its files
    items: Callable[[Any], Iterable[object]]  # Returns the items of one
    summary: Counting  # Counts what failed

    def written(self, encode: Callable[[object], str]) -> Iterator[str]:
        """Yield each item as it is written."""
        return each(self.results, lambda result: map(encode, self.items(result)), self.summary)


def in_lines(report: type[Any], **values: Any) -> Iterator[str]:
    """Yield a report as JSON in pieces, a line for each item of files: memory does not grow with them.

    What JSON does not know is written as its text.

    Args:
        report: The report's dataclass.
        values: The values of its fields; a function is called when its turn has come, behind the items.
    """
    encode = _encode(str)
    start = "{"
    for field in written_fields(report):
        value = values.get(field.name, field.default)
        if value is OMITTED:
            continue
        start += f'"{json_name(field)}": '
        if isinstance(value, LinesOfFiles):
            yield start + "["
            separator = "\n"
            for line in value.written(encode):
                yield separator + line
                separator = ",\n"
            start = "\n], "
        else:
            start += encode(value() if callable(value) else value) + ", "
    yield start.removesuffix(", ") + "}\n"


_Plain: TypeAlias = Callable[[Any], object]
"""Makes plain data of a value."""


def _encode(other: _Plain, indent: int | None = None) -> Callable[[object], str]:
    """Return what writes data as JSON; `other` takes what is neither plain data nor a dataclass."""
    known: dict[type[Any], _Plain] = {}

    def plain(value: object) -> object:
        kind = type(value)
        if kind not in known:
            known[kind] = _plain(kind) or other
        return known[kind](value)

    # JSON is read as UTF-8, whatever encoding standard output has: only ASCII means the same in both.
    encode = json.JSONEncoder(ensure_ascii=not _is_utf8(), default=plain, indent=indent).encode
    return lambda data: inert(encode(hide_in_sentences(data)))


def inert(written: str) -> str:
    """Return JSON in which no text has letters without a shape, or a command for the log of a CI."""
    written = written.replace("##[", "#\\u0023[")
    if written.isascii() and "\x7f" not in written:
        return written
    return "\n".join(line if line.isprintable() else _escape(line) for line in written.split("\n"))


def _escape(line: str) -> str:
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)


def _refused(value: object) -> NoReturn:
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _plain(kind: type[Any]) -> _Plain | None:
    """Return what makes plain data of a dataclass; None for any other type."""
    if not is_dataclass(kind):
        return None
    known = written_fields(kind)
    keys = tuple(map(json_name, known))
    shown = [(field.name, bool(field.metadata.get("content"))) for field in known]

    def get(value: object) -> Iterator[object]:
        found = ((getattr(value, name), is_content) for name, is_content in shown)
        return (one if is_content else hide_in_sentences(one) for one, is_content in found)

    nullable = {json_name(field) for field in known if field.metadata.get("null_if_empty")}
    if nullable or any(field.default is OMITTED for field in known):
        return lambda value: {
            key: None if one == "" and key in nullable else one
            for key, one in zip(keys, get(value), strict=True)
            if one is not OMITTED
        }
    return lambda value: dict(zip(keys, get(value), strict=True))


def _is_utf8() -> bool:
    # A text in memory has no encoding.
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf-8")
