"""A project's settings -> their shape, with every problem that stands in the way, in TOML's words."""

from typing import get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from schedcfg.decode import fields
from schedcfg.decode.shapes import shown
from schedcfg.diagnostics import Problem
from schedcfg.document.path import Path, render
from schedcfg.models.settings import OwnPlugin, PerPath, ProjectSettings, Table

RULE = "settings"

_EXPECTED = {
    "string_type": "text in quotes",
    "bool_type": "true or false",
    "list_type": 'an array, as in ["a", "b"]',
    "dict_type": "a table",
    "model_type": "a table",
}


def read(data: object) -> tuple[ProjectSettings | None, list[Problem]]:
    """Read settings; None where they have problems, each at its key."""
    try:
        return ProjectSettings.model_validate(data), []
    except ValidationError as error:
        return None, [_problem(detail) for detail in error.errors(include_url=False)]


def keys(table: type[Table]) -> list[str]:
    """List the keys of a table."""
    return [field.alias or name for name, field in table.model_fields.items()]


def _problem(detail: ErrorDetails) -> Problem:
    path: Path = detail["loc"]
    key, kind = str(path[-1]) if path else "", detail["type"]
    if kind == "extra_forbidden":
        known = keys(_table(path[:-1]))
        meant = fields.meant(key, known)
        return Problem(
            RULE, path, f"unknown key `{key}`", f"Did you mean `{meant}`?" if meant else f"Known: {', '.join(known)}."
        )
    if kind == "missing":
        return Problem(RULE, path, f"`{render(path)}` is missing", None)
    found = detail["input"]
    if kind == "literal_error":
        allowed = ", ".join(get_args(ProjectSettings.model_fields[key.replace("-", "_")].annotation))
        return Problem(RULE, path, f"`{key}` is {shown(found)}", f"Write one of {allowed}.")
    expected = _EXPECTED.get(kind, "another type")
    help_ = None
    if isinstance(found, float) and key == "kubernetes":
        help_ = "Put it in quotes: as a number, 1.30 would be 1.3."
    return Problem(RULE, path, f"`{render(path)}` must be {expected}, found {shown(found)}", help_)


def _table(path: Path) -> type[Table]:
    if not path:
        return ProjectSettings
    return OwnPlugin if path[0] == "plugins" else PerPath
