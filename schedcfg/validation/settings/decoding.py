"""A project's settings -> their shape, with every complaint about them, in TOML's words."""

import re
from collections.abc import Iterator
from typing import NamedTuple, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from schedcfg.configuration.decode.shapes import shown
from schedcfg.document.span import Path, render
from schedcfg.spelling import nearest
from schedcfg.validation.settings.model import ProjectSettings, Table

_EXPECTED = {
    "string_type": "a string in quotes",
    "bool_type": "a boolean",
    "int_type": "a whole number",
    "list_type": 'an array, e.g. ["a", "b"]',
    "dict_type": "a table",
    "model_type": "a table",
}


class Complaint(NamedTuple):
    """One thing that is wrong with settings."""

    path: Path
    message: str
    help: str | None = None  # What to write; None where the message already contains it


def read(data: object) -> tuple[ProjectSettings | None, Iterator[Complaint]]:
    """Read settings; None where there are complaints."""
    try:
        return ProjectSettings.model_validate(data), iter(())
    except ValidationError as error:
        return None, map(_complaint, error.errors(include_url=False))


def keys(table: type[Table]) -> list[str]:
    """List the keys of a table."""
    return [field.alias or name for name, field in table.model_fields.items()]


def _complaint(detail: ErrorDetails) -> Complaint:
    # Where a value may be of several types, the last step names the one that was tried.
    path: Path = detail["loc"][:-1] if detail["loc"][-1:] in {("bool",), ("str",)} else detail["loc"]
    key, kind = str(path[-1]) if path else "", detail["type"]
    if kind == "extra_forbidden":
        known = keys(_table(path[:-1]))
        similar = nearest(key, known)
        return Complaint(
            path, f"unknown key `{key}`", f"Did you mean `{similar}`?" if similar else f"Known: {', '.join(known)}."
        )
    if kind == "missing":
        return Complaint(path, f"`{render(path)}` is missing")
    found = detail["input"]
    if kind == "literal_error":
        allowed = ", ".join(re.findall(r"'([^']*)'", detail["ctx"]["expected"]))
        return Complaint(path, f"`{key}` is {shown(found)}", f"Write one of {allowed}.")
    expected = _EXPECTED.get(kind, "another type")
    help_ = None
    if isinstance(found, float) and key == "kubernetes":
        help_ = "Put it in quotes: as a number, 1.30 would be 1.3."
    return Complaint(path, f"`{render(path)}` must be {expected}, found {shown(found)}", help_)


def _table(path: Path) -> type[Table]:
    """Return the table that a path leads to; names that users choose, and indices, stay in it."""
    table: type[Table] = ProjectSettings
    for step in path:
        field = next((one for one in table.model_fields.values() if one.alias == step), None)
        inner = None if field is None else next(_tables(field.annotation), None)
        table = inner or table
    return table


def _tables(annotation: object) -> Iterator[type[Table]]:
    if isinstance(annotation, type) and issubclass(annotation, Table):
        yield annotation
    for one in get_args(annotation):
        yield from _tables(one)
