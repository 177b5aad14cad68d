"""JSON Schemas (draft-07) of what users write, for editors: one per API version, of Policy, settings and tests.

A schema is for all releases that serve its API version. What the newest of them starts with, it takes. It knows
shapes, names, bounds and fixed values; relations between fields, and what differs between releases, are for `validate`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from schedcfg import models, releases
from schedcfg.commands.schema import configuration_schema
from schedcfg.commands.schema.scheduler_test_schema import scheduler_test_schema
from schedcfg.commands.schema.schema_draft import DIALECT, JsonSchema, SchemaDraft, description_fields, release_names
from schedcfg.models import API_VERSIONS, TEST_KIND
from schedcfg.sources.type_meta import KIND, POLICY_KIND, POLICY_VERSIONS


def _policy() -> JsonSchema:
    """Describe what older releases read with `--policy-config-file`."""
    reading = tuple(release for release in releases.all_releases() if release.policy)
    shape = models.policy_shape()
    draft = SchemaDraft(
        oldest=reading[0],
        newest=reading[-1],
        api_version=POLICY_KIND,
        is_open=False,
        is_checked=True,
        default=lambda _: None,
        instead={},
    )
    made = draft.struct(shape)
    made["properties"]["apiVersion"]["enum"] = sorted(POLICY_VERSIONS - {""})
    made["properties"]["kind"]["enum"] = [POLICY_KIND, "", None]
    return {
        "$schema": DIALECT,
        "$id": f"urn:schedcfg:schema:{POLICY_KIND}",
        "$comment": f"Written by `schedcfg schema {POLICY_KIND}`, for {release_names(reading)}.",
        "title": f"{POLICY_KIND} of kube-scheduler",
        **description_fields(
            f"{shape.__doc__} Read by {release_names(reading)} with `--policy-config-file`; later releases do not "
            "read it, and `schedcfg migrate` converts it to profiles."
        ),
        **made,
        "type": "object",
        "required": ["apiVersion"],
    }


_PARTS = "definitions"
"""Where draft-07 has what later ones call `$defs`."""


def settings_schema() -> JsonSchema:
    """Describe a file of settings, or the table `[tool.schedcfg]`."""
    from schedcfg.validation.settings.model import ProjectSettings  # noqa: PLC0415 - other schemas do not need it

    made = ProjectSettings.model_json_schema(by_alias=True, ref_template=f"#/{_PARTS}/{{model}}")
    parts = {name: _tidy(part) for name, part in made.pop("$defs", {}).items()}
    head = {
        "$schema": DIALECT,
        "$id": "urn:schedcfg:schema:settings",
        "$comment": "Written by `schedcfg schema settings`.",
    }
    return {**head, **_tidy({**made, "title": "Settings of schedcfg"}), _PARTS: parts}


def _tidy(table: JsonSchema) -> JsonSchema:
    """Leave out what an editor would only show as noise: titles of fields, and null, which TOML does not have."""
    fields = {name: _tidy_field(dict(field)) for name, field in table["properties"].items()}
    return {**table, **description_fields(table["description"]), "properties": fields}


def _tidy_field(field: JsonSchema) -> JsonSchema:
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


class EditorSchema(NamedTuple):
    """One schema."""

    file: str
    title: str
    make: Callable[[], JsonSchema]


SETTINGS = "settings"
"""What a project's own settings are called among the schemas."""


EDITOR_SCHEMAS: Mapping[str, EditorSchema] = {
    **{
        version: EditorSchema(
            f"{KIND.lower()}-{version}.json", f"{KIND} {version}", partial(configuration_schema.schema, version)
        )
        for version in reversed(API_VERSIONS)
    },
    POLICY_KIND: EditorSchema("policy.json", "the legacy Policy", _policy),
    SETTINGS: EditorSchema("settings.json", "settings of schedcfg", settings_schema),
    TEST_KIND: EditorSchema("schedulertest.json", "files of tests, *.schedtest.yaml", scheduler_test_schema),
}
"""What a file is → its schema. An API version represents its KubeSchedulerConfiguration."""
