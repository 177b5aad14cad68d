"""A configuration in which one score counts by a feature gate, and what counts in each release."""

from typing import NamedTuple

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: VolumeBinding
            weight: 30
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""

REVERSED = CONFIGURATION.replace("score:", "multiPoint:").replace("weight: 30", "weight: -1")

OFF = "StorageCapacityScoring is off"


class Case(NamedTuple):
    """A release with its gates, and what VolumeBinding and NodeResourcesFit count in it."""

    options: tuple[str, ...]
    share: float | None  # Of VolumeBinding
    idle: str
    total: int  # Of all weights that count


CASES = {
    "off by default": Case(("-k", "1.33"), None, OFF, 12),
    "turned on": Case(("-k", "1.33", "--feature-gates", "StorageCapacityScoring=true"), 30 / 42, "", 42),
    "on by default": Case(("-k", "1.37"), 30 / 44, "", 44),
    "turned off": Case(("-k", "1.37", "--feature-gates", "StorageCapacityScoring=false"), None, OFF, 14),
    "by its name up to 1.32": Case(("-k", "1.29"), None, "VolumeCapacityPriority is off", 12),
}


def percent(share: float) -> str:
    """Write a share as reports do."""
    return f"{100 * share:.1f}%"
