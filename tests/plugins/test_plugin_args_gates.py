"""Feature gates that Args ask for: every one exists in the release that is asked."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from schedcfg import plugins, releases
from schedcfg.plugins.context import Context
from schedcfg.releases.release import Release

WRITTEN: dict[str, dict[str, Any]] = {
    "VolumeBinding": {"shape": [{"utilization": 0, "score": 1}]},
    "DynamicResources": {"filterTimeout": "1s", "bindingTimeout": "1s"},
    "PodTopologySpread": {"defaultConstraints": []},
}
"""Fields that a gate may open or close."""

ASKED = {
    "VolumeBinding": {"VolumeCapacityPriority", "StorageCapacityScoring"},
    "DynamicResources": {
        "DRASchedulerFilterTimeout",
        "DRADeviceBindingConditions",
        "DRAResourceClaimDeviceStatus",
    },
    "PodTopologySpread": {"DefaultPodTopologySpread"},
}


@dataclass
class Listening:
    """A release that notes the gates that it is asked for, and answers as if they were on."""

    release: Release
    gates: set[str] = field(default_factory=set)

    def enables(self, gate: str) -> bool:
        self.gates.add(gate)
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self.release, name)


@pytest.mark.parametrize("plugin", [one for one in plugins.all_plugins() if one.args is not None and one.in_tree])
def test_args_ask_only_for_gates_of_the_release(plugin: plugins.Plugin) -> None:
    kind = plugin.args
    assert kind is not None
    asked: set[str] = set()
    for release in releases.all_releases():
        for api_version in (version for version in release.api_versions if kind.is_served(version, release)):
            listening = Listening(release)
            where = Context(api_version=api_version, release=cast("Release", listening))
            for data in ({}, WRITTEN.get(plugin.name, {})):
                list(kind.check(kind.complete(kind.model.model_validate(data), where), where))
            assert listening.gates <= release.feature_gates.keys(), (plugin.name, release)
            asked |= listening.gates
    assert asked == ASKED.get(plugin.name, set())
