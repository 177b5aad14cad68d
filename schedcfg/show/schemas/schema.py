"""JSON Schemas (draft-07) of what users write, for editors: one per API version, of the legacy Policy, and of settings.

A schema is for all releases that serve its API version. What the newest of them starts with, it takes. It knows
shapes, names, bounds and fixed values; relations between fields, and what differs between releases, are for `validate`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from schedcfg import models, releases
from schedcfg.models import API_VERSIONS
from schedcfg.show.schemas import configuration
from schedcfg.show.schemas.draft import DIALECT, JsonSchema, SchemaDraft, description_fields, release_names
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


__all__ = ["EDITOR_SCHEMAS", "EditorSchema", "JsonSchema"]


class EditorSchema(NamedTuple):
    """One schema."""

    file: str
    title: str
    make: Callable[[], JsonSchema]


SETTINGS = "settings"
"""What a project's own settings are called among the schemas."""


def _settings() -> JsonSchema:
    from schedcfg.show.schemas.settings import schema  # noqa: PLC0415 - it is described by the words of this folder

    return schema()


EDITOR_SCHEMAS: Mapping[str, EditorSchema] = {
    **{
        version: EditorSchema(
            f"{KIND.lower()}-{version}.json", f"{KIND} {version}", partial(configuration.schema, version)
        )
        for version in reversed(API_VERSIONS)
    },
    POLICY_KIND: EditorSchema("policy.json", "the legacy Policy", _policy),
    SETTINGS: EditorSchema("settings.json", "settings of schedcfg", _settings),
}
"""What a file is → its schema. An API version represents its KubeSchedulerConfiguration."""
