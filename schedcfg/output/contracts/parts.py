"""What contracts are made of: short ways to write JSON Schema."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of one."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def document(
    name: str, description: str, fields: Mapping[str, Schema], *, optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Describe the one JSON object that a command writes.

    Args:
        name: The command, as it is typed.
        description: What it writes.
        fields: What is in it besides `version`.
        optional: Fields that may be missing.
    """
    version: Schema = {"const": 1, "description": "Of this contract: fields may be added to it, none is renamed."}
    head = {"$schema": DIALECT, "$id": f"urn:schedcfg:output:{name.replace(' ', '-')}", "title": f"schedcfg {name}"}
    return {**head, **struct(description, {"version": version, **fields}, optional=optional)}


def struct(description: str, fields: Mapping[str, Schema], *, optional: Mapping[str, Schema] | None = None) -> Schema:
    """Describe an object; fields that are not named here may come later.

    Args:
        description: What it is.
        fields: Those that are always there.
        optional: Those that may be missing.
    """
    return {
        "description": description,
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
    }


def listed(items: Schema, description: str) -> Schema:
    """Describe a list."""
    return {"description": description, "type": "array", "items": items}


def table(values: Schema, description: str) -> Schema:
    """Describe an object whose keys are names."""
    return {"description": description, "type": "object", "additionalProperties": values}


def text(description: str) -> Schema:
    """Describe a text."""
    return {"description": description, "type": "string"}


def whole(description: str, minimum: int = 0) -> Schema:
    """Describe a whole number."""
    return {"description": description, "type": "integer", "minimum": minimum}


def integer(description: str) -> Schema:
    """Describe a whole number that may be negative."""
    return {"description": description, "type": "integer"}


def number(description: str) -> Schema:
    """Describe any number."""
    return {"description": description, "type": "number"}


def truth(description: str) -> Schema:
    """Describe a truth value."""
    return {"description": description, "type": "boolean"}


def word(words: type[StrEnum] | tuple[str, ...], description: str) -> Schema:
    """Describe a text that is one of some words."""
    return {"description": description, "enum": [str(one) for one in words]}


def anything(description: str) -> Schema:
    """Describe what may be of any type."""
    return {"description": description}


def maybe(schema: Schema) -> Schema:
    """Let null stand for something too: it is always written, so that nobody has to ask whether it is there."""
    if "enum" in schema:
        return {**schema, "enum": [*schema["enum"], None]}
    return {**schema, "type": [schema["type"], "null"]}
