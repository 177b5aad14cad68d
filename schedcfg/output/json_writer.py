"""Results as JSON: a result's class is the one description of what a command writes for programs.

Written are the fields of a dataclass or of a named tuple, each under its own name in camelCase. A class that also
writes properties, or not in the order of its fields, lists what it writes as `__json__`: names of fields and
properties, `is_safe as safe` for one that is called `safe` in JSON. The metadata of a field, or in `Annotated[int,
{"minimum": 1}]` as the type of any of them, may hold:

- `json`: another name; None where it is not written
- `null_if_empty`: an empty text is written as null
- `omit_none`: None is not written at all
- `content`: it is content of a file, or ours, in which nothing is hidden; else what looks like a secret is
- `minimum`, `nullable`, or `open` where other texts than those of an enumeration may come: for the JSON Schema

The schema of a report is derived from the same classes (`schedcfg.commands.schema.report_schemas`): the class docstring
describes the fields below `Attributes:`, a property its own.
"""

import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

from schedcfg.document.secrets import hide_in_sentence
from schedcfg.output.guard import Counting, each

Report = TypeVar("Report")

VERSION: Final = 1
"""Of all reports: fields may be added to them, none is renamed."""


class Omitted:
    """The type of `OMITTED`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted()
"""The default of a field that is not written at all where there is nothing to write."""


class Member(NamedTuple):
    """A field or a property that is written.

    Attributes:
        name: Its name in Python.
        key: Its name in JSON.
        metadata: What else is declared of it.
        default: Its default; `dataclasses.MISSING` where it has none.
    """

    name: str
    key: str
    metadata: Mapping[str, Any]
    default: object

    @property
    def is_optional(self) -> bool:
        """Whether it is not always written."""
        return self.default is OMITTED or "omit_none" in self.metadata


def members(kind: type[Any]) -> tuple[Member, ...]:
    """Return what is written of a class, in order; nothing for one that is not written member by member."""
    known = {field.name: field for field in fields(kind)} if is_dataclass(kind) else {}
    listed = getattr(kind, "__json__", None) or tuple(known) or getattr(kind, "_fields", ())
    found = []
    for entry in listed:
        name, _, key = entry.partition(" as ")
        field = known.get(name)
        metadata = (field.metadata if field else None) or _declared(field.type if field else _type(kind, name))
        key = key or metadata.get("json", _camel_case(name))
        if key is not None:
            found.append(Member(name, key, metadata, field.default if field else MISSING))
    return tuple(found)


def _type(kind: type[Any], name: str) -> object:
    """Return the type of a property, or of a field of no dataclass."""
    getter = getattr(getattr(kind, name, None), "fget", None)
    return getter.__annotations__["return"] if getter else kind.__annotations__[name]


def _declared(annotation: object) -> Mapping[str, Any]:
    """Return what an annotated type declares besides the type."""
    metadata: Mapping[str, Any] = getattr(annotation, "__metadata__", ({},))[0]
    return metadata


def _camel_case(name: str) -> str:
    first, *more = name.split("_")
    return first + "".join(word.capitalize() for word in more)


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
    return _encoder(_refused, indent)(data)


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
    encode = _encoder(str)
    start = "{"
    for member in members(report):
        value = values.get(member.name, member.default)
        if value is OMITTED:
            continue
        start += f'"{member.key}": '
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


def _encoder(other: _Plain, indent: int | None = None) -> Callable[[object], str]:
    """Return what writes data as JSON; `other` takes what is neither plain data nor a dataclass."""
    known: dict[type[Any], tuple[Member, ...]] = {}

    def plain(value: object) -> object:
        kind = type(value)
        if kind not in known:
            known[kind] = members(kind)
        return dict(_entries(value, known[kind], shown)) if known[kind] else other(value)

    def shown(data: object) -> object:
        """Return data without what looks like a secret; other objects, which the encoder meets later, stay."""
        if isinstance(data, str):
            return hide_in_sentence(data)
        if isinstance(data, Mapping):
            return {shown(key): shown(one) for key, one in data.items()}
        if isinstance(data, (list, tuple)):
            return plain(data) if hasattr(data, "_fields") else [shown(one) for one in data]
        return data

    # JSON is read as UTF-8, whatever encoding standard output has: only ASCII means the same in both.
    encode = json.JSONEncoder(ensure_ascii=not _is_utf8(), default=plain, indent=indent).encode
    return lambda data: inert(encode(shown(data)))


def inert(written: str) -> str:
    """Return JSON in which no text has letters without a shape, or a command for the log of a CI."""
    written = written.replace("##[", "#\\u0023[")
    if written.isascii() and "\x7f" not in written:
        return written
    return "\n".join(line if line.isprintable() else _escaped(line) for line in written.split("\n"))


def _escaped(line: str) -> str:
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in line)


def _refused(value: object) -> NoReturn:
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


def _entries(value: object, known: Iterable[Member], shown: _Plain) -> Iterator[tuple[str, object]]:
    """Yield the keys and values of an object; `shown` makes plain data of what is not its content."""
    for name, key, metadata, _ in known:
        one = getattr(value, name)
        if one is OMITTED or (one is None and "omit_none" in metadata):
            continue
        if one == "" and "null_if_empty" in metadata:
            one = None
        yield key, one if "content" in metadata else shown(one)


def _is_utf8() -> bool:
    # A text in memory has no encoding.
    return codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name.startswith("utf-8")
