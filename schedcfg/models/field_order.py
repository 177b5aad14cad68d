"""Configurations as plain data, with their keys in the order of the API."""

from collections.abc import Mapping
from typing import Any

from schedcfg import models
from schedcfg.models.base import Shape
from schedcfg.models.described import fields_of

_TYPE_META = ("apiVersion", "kind")


def in_api_order(configuration: Mapping[str, Any], api_version: str) -> dict[str, Any]:
    """Return a configuration with its keys in the order of its API version, at every depth.

    Keys that are not declared come last, as they came. So it is within Args, whose own type comes first.

    Args:
        configuration: All of it, or some of its fields.
        api_version: Its API version, short: `v1`.
    """
    ordered: dict[str, Any] = _ordered(configuration, models.shape_of(api_version))
    return ordered


def _ordered(data: Any, shape: type[Shape] | None) -> Any:
    if isinstance(data, list):
        return [_ordered(item, shape) for item in data]
    if not isinstance(data, Mapping):
        return data
    fields = {} if shape is None else fields_of(shape)
    declared = (key for key in (*_TYPE_META, *fields) if key in data)
    keys = dict.fromkeys((*declared, *data))
    return {key: _ordered(data[key], fields[key].shape if key in fields else None) for key in keys}
