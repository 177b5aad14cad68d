"""The schemas as they are committed, and what holds documents against them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator

from schedcfg.commands.schema.editor_schemas import EDITOR_SCHEMAS
from tests.paths import ROOT

SCHEMAS = ROOT / "schemas"


@cache
def made(name: str) -> dict[str, Any]:
    """Return the schema of an API version, or of `Policy`."""
    return EDITOR_SCHEMAS[name].make()


@cache
def validator(name: str) -> Draft7Validator:
    return Draft7Validator(made(name))


def fits(name: str, document: Any) -> bool:
    """Return whether a document fits, which takes less than to find all places where it does not."""
    return validator(name).is_valid(document)


def errors(name: str, document: Any) -> list[str]:
    """Return where a document does not fit."""
    return [error.json_path for error in validator(name).iter_errors(document)]


def path_of(name: str) -> Path:
    return SCHEMAS / EDITOR_SCHEMAS[name].file


def read(name: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(path_of(name).read_text(encoding="utf-8"))
    return schema
