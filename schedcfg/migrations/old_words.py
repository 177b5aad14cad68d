"""What 1.18 says at the top, or under another name, told as 1.19 and later say it.

Upstream: `pkg/scheduler/factory.go` and `framework/plugins/registry.go` of 1.18 and 1.19.
"""

from collections.abc import Mapping
from typing import TypeAlias

from schedcfg.effective.model import EMPTY_SET, Configuration

Key: TypeAlias = tuple[str | int, ...]

RENAMED_PLUGINS = {"DefaultPodTopologySpread": "SelectorSpread"}
"""Plugin of 1.18 → what 1.19 calls it."""

UNRESERVE = "unreserve"
"""A point of its own in 1.18; from 1.19 on a plugin at `reserve` gives back what it reserved."""


def as_today(found: Mapping[Key, object], configuration: Configuration) -> dict[Key, object]:
    """Tell preemption and the binding of volumes by their plugins, and plugins by their later names."""
    told = {_renamed(key): _renamed_list(key, value) for key, value in found.items()}
    if configuration.disable_preemption is None:
        return told
    told.pop(("disablePreemption",), None)
    told.pop(("bindTimeoutSeconds",), None)
    for profile in configuration.profiles:
        name = profile.scheduler_name
        if not configuration.disable_preemption:
            told[name, "postFilter", "DefaultPreemption"] = True
        told[name, "args", "VolumeBinding", "bindTimeoutSeconds"] = configuration.bind_timeout_seconds
        for ref in profile.merged.get(UNRESERVE, EMPTY_SET).enabled:
            told.setdefault((name, "reserve", ref.name), True)
    return told


def _renamed(key: Key) -> Key:
    return tuple(RENAMED_PLUGINS.get(step, step) if isinstance(step, str) else step for step in key)


def _renamed_list(key: Key, value: object) -> object:
    if key[-1] == "order" and isinstance(value, list):
        return [RENAMED_PLUGINS.get(name, name) for name in value]
    return value
