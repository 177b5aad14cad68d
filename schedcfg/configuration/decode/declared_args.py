"""Args against a JSON Schema that the user gave, in bounded time and memory."""

from collections.abc import Mapping
from typing import Any

from schedcfg.configuration.decode import schema_check
from schedcfg.configuration.decode.schema_check import SchemaDifference
from schedcfg.configuration.decode.schema_process import PROCESS, TooMuchWork
from schedcfg.document.span import Path

_UNBOUNDED = frozenset(
    {
        "pattern",
        "patternProperties",
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "uniqueItems",
        "unevaluatedItems",
        "unevaluatedProperties",
        "extends",
    }
)
"""Keywords whose work does not follow from the sizes of schema and Args; all others look at each part of both once."""


def wrong_schema(data: object) -> str | None:
    """Return why data is no JSON Schema, of the draft that its `$schema` names or 2020-12.

    None where it is one, or where finding that out takes too much: then each check with it says so.
    """
    if not _is_unbounded(data):
        return schema_check.wrong_schema(data)
    try:
        found: str | None = PROCESS.answer({"schema": data})
    except TooMuchWork:
        return None
    return found


def differences(args: object, schema: Mapping[str, object], prefix: Path) -> list[SchemaDifference]:
    """List everything about Args that a schema does not allow, sorted by place.

    Args:
        args: Plain data; nothing at all counts as an empty mapping.
        schema: A JSON Schema; nothing is fetched for it.
        prefix: The path of the Args, for messages.
    """
    if not _is_unbounded(schema):
        return schema_check.differences(args, schema, prefix)
    try:
        found: list[Any] = PROCESS.answer({"args": args, "schema": schema, "prefix": prefix})
    except TooMuchWork as error:
        message = f"these args were not checked against their schema: {error}"
        return [SchemaDifference((), message, "Simplify the schema; repetitions within repetitions take longest.")]
    return [SchemaDifference(tuple(path), *rest) for path, *rest in found]


def _is_unbounded(schema: object) -> bool:
    """Return whether a schema has such a keyword anywhere; so does one with a property of that name."""
    if isinstance(schema, dict):
        return not _UNBOUNDED.isdisjoint(schema) or any(map(_is_unbounded, schema.values()))
    return isinstance(schema, list) and any(map(_is_unbounded, schema))
