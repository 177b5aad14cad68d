"""JSON Schemas (draft-07) of what users write, for editors: one per API version, of the legacy Policy, and of settings.

A schema is for all releases that serve its API version. What the newest of them starts with, it takes. It knows
shapes, names, bounds and fixed values; relations between fields, and what differs between releases, are for `validate`.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from schedcfg.models import API_VERSIONS
from schedcfg.show.schemas import configuration, policy
from schedcfg.show.schemas.draft import JsonSchema
from schedcfg.sources.type_meta import KIND, POLICY_KIND

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
    POLICY_KIND: EditorSchema("policy.json", "the legacy Policy", policy.schema),
    SETTINGS: EditorSchema("settings.json", "settings of schedcfg", _settings),
}
"""What a file is → its schema. An API version represents its KubeSchedulerConfiguration."""
