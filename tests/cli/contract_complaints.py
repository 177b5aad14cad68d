"""What is wrong with the JSON that a command wrote, as its contract says."""

from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from schedcfg.commands.schema.report_schemas import report_schema


def closed(schema: Any, *, is_condition: bool = False) -> Any:
    """Forbid in a schema what it does not name; conditions add to the object that they stand in."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(part, is_condition=key == "then") for key, part in schema.items()}
    is_struct = "object" in made.get("type", ()) and "properties" in made and not is_condition
    return {**made, "unevaluatedProperties": False} if is_struct else made


def complaints(name: str, written: Any) -> list[str]:
    """List them, by the contract's name."""
    return [f"{error.json_path}: {error.message[:200]}" for error in _validator(name).iter_errors(written)]


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(report_schema(name)))
