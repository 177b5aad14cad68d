"""The JSON Schema of settings, for editors: draft-07, which all TOML tools read.

`python -m schedcfg.operations.project.schema schemas/settings.json` writes it.
"""

import json
import sys
from pathlib import Path

from schedcfg.models.settings import ProjectSettings

_DIALECT = "http://json-schema.org/draft-07/schema#"
_PARTS = "definitions"
"""Where draft-07 has what later ones call `$defs`."""


def settings_schema() -> dict[str, object]:
    """Make the JSON Schema of a file of settings, or of the table `[tool.schedcfg]`."""
    made = ProjectSettings.model_json_schema(by_alias=True, ref_template=f"#/{_PARTS}/{{model}}")
    parts = {name: _tidy(part) for name, part in made.pop("$defs", {}).items()}
    return {"$schema": _DIALECT, **_tidy({**made, "title": "Settings of schedcfg"}), _PARTS: parts}


def render() -> str:
    """Write it as the text of its file."""
    return json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"


def _tidy(table: dict[str, object]) -> dict[str, object]:
    """Leave out what an editor would only show as noise: titles of fields, and null, which TOML does not have."""
    properties = table["properties"]
    assert isinstance(properties, dict)
    return {**table, "properties": {name: _field(dict(field)) for name, field in properties.items()}}


def _field(field: dict[str, object]) -> dict[str, object]:
    field.pop("title", None)
    if field.get("default", ...) is None:
        del field["default"]
    branches = field.get("anyOf")
    if not isinstance(branches, list):
        return field
    written = [branch for branch in branches if branch != {"type": "null"}]
    if len(written) > 1:
        return field
    del field["anyOf"]
    return {**written[0], **field}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render(), encoding="utf-8")
