"""Whether objects have the shapes of Kubernetes' own OpenAPI schemas."""

import json
from functools import cache, lru_cache
from typing import Any
from unittest.mock import patch

import kubernetes_validate
from kubernetes_validate import utils

from schedcfg.releases.release import Release

_KNOWN = [int(version.split(".")[1]) for version in utils.all_versions()]
"""The releases whose schemas the package has. Objects of older and newer ones have to fit the nearest of these; nothing
that is used here went or changed since the oldest."""


_schema_contents = lru_cache(maxsize=6)(utils.schema_contents)


def check_shape(data: dict[str, Any], release: Release) -> None:
    """Check an object strictly: what the schema does not know is an error.

    Raises:
        kubernetes_validate.ValidationError: if it has another shape.
    """
    _check(json.dumps(data), min(max(release.number, min(_KNOWN)), max(_KNOWN)))


@cache
def _check(data: str, number: int) -> None:
    """Check a text of JSON; each only once, and with schemas that are not read again for every object."""
    with patch.object(utils, "schema_contents", _schema_contents):
        assert kubernetes_validate.validate(json.loads(data), f"1.{number}", strict=True) == f"1.{number}"
