"""The JSON Schema of settings, for editors: draft-07, which all TOML tools read."""

from typing import Any

from schedcfg.show.schemas.draft import DIALECT, description_fields
from schedcfg.validation.settings.model import ProjectSettings

_PARTS = "definitions"
"""Where draft-07 has what later ones call `$defs`."""


def schema() -> dict[str, Any]:
    """Describe a file of settings, or the table `[tool.schedcfg]`."""
    made = ProjectSettings.model_json_schema(by_alias=True, ref_template=f"#/{_PARTS}/{{model}}")
    parts = {name: _tidy(part) for name, part in made.pop("$defs", {}).items()}
    head = {
        "$schema": DIALECT,
        "$id": "urn:schedcfg:schema:settings",
        "$comment": "Written by `schedcfg schema settings`.",
    }
    return {**head, **_tidy({**made, "title": "Settings of schedcfg"}), _PARTS: parts}


def _tidy(table: dict[str, Any]) -> dict[str, Any]:
    """Leave out what an editor would only show as noise: titles of fields, and null, which TOML does not have."""
    fields = {name: _field(dict(field)) for name, field in table["properties"].items()}
    return {**table, **description_fields(table["description"]), "properties": fields}


def _field(field: dict[str, Any]) -> dict[str, Any]:
    field.pop("title", None)
    field |= description_fields(field["description"])
    if field.get("default", ...) is None:
        del field["default"]
    branches = field.get("anyOf")
    if not isinstance(branches, list):
        return field
    written = [branch for branch in branches if branch != {"type": "null"}]
    if len(written) > 1:
        return field
    del field["anyOf"]
    # Draft-07 reads nothing beside a reference.
    return {"allOf": written, **field} if "$ref" in written[0] else {**written[0], **field}
