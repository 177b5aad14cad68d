"""JSON Schemas (draft-07) of what users write, for editors: one per API version, and one of the legacy Policy.

A schema is for all releases that serve its API version: what one of them starts with, it takes. It knows shapes,
names, bounds and fixed values; relations between fields, and what differs from release to release, are for `validate`.
"""

from collections.abc import Callable, Mapping
from functools import partial

from schedcfg.models import API_VERSIONS
from schedcfg.operations.schemas import configuration, policy
from schedcfg.operations.schemas.draft import JsonSchema

EDITOR_SCHEMAS: Mapping[str, Callable[[], JsonSchema]] = {
    **{version: partial(configuration.schema, version) for version in API_VERSIONS},
    "Policy": policy.schema,
}
"""What a file is → makes its schema. An API version stands for its KubeSchedulerConfiguration."""

__all__ = ["EDITOR_SCHEMAS", "JsonSchema"]
