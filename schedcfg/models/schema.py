"""JSON Schemas of the configuration, one per API version, made from the shapes for use in editors.

`python -m schedcfg.models.schema schemas/` writes `<apiVersion>.json` of every API version into a folder.

A schema knows shape, bounds and fixed values; relations between fields, plugins and their Args are beyond it.
It is for all releases that serve the API version; a field's description says since when it is known.
"""

import json
import sys
from pathlib import Path

from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from schedcfg.models import API_VERSIONS, shape_of
from schedcfg.models.base import SINCE_KEY, JsonSchema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
KIND = "KubeSchedulerConfiguration"
_GROUP = "kubescheduler.config.k8s.io"


class _Generator(GenerateJsonSchema):
    """Leaves out what an editor would only show as noise, and opens the shapes that are read leniently."""

    def field_title_should_be_set(self, schema: object) -> bool:  # noqa: ARG002 - it overrides
        """Give no field a title: it would be its name again, badly split."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchema:
        """Leave out defaults: they are all null, and what null means is said in the description."""
        return self.generate_inner(schema["schema"])

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchema:
        """Write `null` as one more type, which editors explain better than two branches."""
        inner = self.generate_inner(schema["schema"])
        return inner if "$ref" in inner else {**inner, "type": [inner["type"], "null"]}

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchema:
        """Let a struct be null wherever it is used, and allow unknown fields where upstream passes over them."""
        result = {**super().model_schema(schema), "type": ["object", "null"]}
        if schema["cls"].lenient:
            result.pop("additionalProperties", None)
        return result


def json_schema(api_version: str) -> JsonSchema:
    """Make the JSON Schema (draft 2020-12) of an API version, by its short name.

    Raises:
        UnknownTarget: there is no such API version.
    """
    made = shape_of(api_version).model_json_schema(by_alias=True, schema_generator=_Generator)
    for part in (made, *made.get("$defs", {}).values()):
        part["properties"] = {name: _tidy(field) for name, field in part["properties"].items()}
    full_version = f"{_GROUP}/{api_version}"
    for name, value in (("apiVersion", full_version), ("kind", KIND)):
        made["properties"][name] = {"const": value, "description": made["properties"][name]["description"]}
    head = {"$schema": DIALECT, "title": f"{KIND}, {full_version}", "type": "object"}
    return {
        **head,
        **{key: part for key, part in made.items() if key not in head},
        "required": ["apiVersion", "kind"],
    }


def _tidy(field: JsonSchema) -> JsonSchema:
    """Allow null among fixed values too, and write the release as part of the description."""
    if "enum" in field and "null" in field["type"]:
        field["enum"] = [*field["enum"], None]
    since = field.pop(SINCE_KEY, None)
    if since is not None:
        field["description"] = f"{field['description']} Known from Kubernetes {since} on."
    return dict(sorted(field.items()))


def render(api_version: str) -> str:
    """Write the JSON Schema of an API version as the text of its file."""
    return json.dumps(json_schema(api_version), indent=2, ensure_ascii=False) + "\n"


def main(folder: str = "schemas") -> None:
    """Write the JSON Schemas of all API versions into a folder, making it if need be."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for api_version in API_VERSIONS:
        (target / f"{api_version}.json").write_text(render(api_version), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
