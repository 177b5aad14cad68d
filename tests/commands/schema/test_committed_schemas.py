"""The schemas that are committed: fresh, valid, and all there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.validators import validator_for

from schedcfg.commands.schema.command import command
from tests.commands.schema.schema_files import SCHEMAS

FILES = sorted(path.relative_to(SCHEMAS) for path in SCHEMAS.rglob("*") if path.is_file())


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every object within a schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(part)


def load(file: Path) -> dict[str, Any]:
    return json.loads((SCHEMAS / file).read_text(encoding="utf-8"))


def test_they_are_fresh(tmp_path: Path) -> None:
    command.main(["--all", "--write-to", str(tmp_path)], standalone_mode=False)
    written = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    committed = {file: (SCHEMAS / file).read_bytes() for file in FILES}
    assert written == committed, "run: python -m schedcfg schema --all --write-to schemas"


@pytest.mark.parametrize("file", FILES, ids=str)
def test_they_are_schemas_of_the_draft_that_they_name(file: Path) -> None:
    schema = load(file)
    for_outputs = file.parts[0] == "output"
    assert schema["$schema"] == (
        Draft202012Validator.META_SCHEMA["$id"] if for_outputs else "http://json-schema.org/draft-07/schema#"
    )
    validator_for(schema).check_schema(schema)
    # Stricter than the official one, as an editor's server is.
    assert [part for part in parts(schema) if part.get("enum") == []] == []


def test_each_has_a_name_of_its_own() -> None:
    schemas = [load(file) for file in FILES]
    assert len({schema["$id"] for schema in schemas}) == len({schema["title"] for schema in schemas}) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_every_field_is_described(file: Path) -> None:
    described = 0
    for part in parts(load(file)):
        fields = part.get("properties", {})
        if not isinstance(fields, dict) or not part.get("type"):
            continue  # a field that is called `properties`, or a condition
        for name, field in fields.items():
            assert field is True or "description" in field or "$ref" in field, name
            described += 1
    assert described > 10


@pytest.mark.parametrize("file", [file for file in FILES if file.parts[0] != "output"], ids=str)
def test_markdown_is_marked_as_such(file: Path) -> None:
    for part in parts(load(file)):
        if isinstance(part.get("description"), str):
            assert "`" not in part["description"]


@pytest.mark.parametrize("file", [file for file in FILES if file.parts[0] != "output"], ids=str)
def test_nothing_stands_beside_a_reference(file: Path) -> None:
    """Draft-07 does not look at it."""
    assert [part for part in parts(load(file)) if "$ref" in part and len(part) > 1] == []
