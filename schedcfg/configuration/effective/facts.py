"""What a configuration makes the scheduler do, as single facts, each with a key that names its subject."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.document.span import Path

Key: TypeAlias = Path
"""What a value is about: `("default-scheduler", "score", "ImageLocality")`, `("leaderElection", "leaderElect")`.

Within a profile the same without its name: `("score", "ImageLocality")`.
"""

SCORE = "score"
"""The one point at which weights count."""

ORDER = "order"
"""Last step of a key whose value is the running order of a point, or of the extenders."""

ARGS = "args"
"""First step within a profile of the keys of a plugin's Args."""

PERCENTAGE = "percentageOfNodesToScore"
"""Key within a profile of the share of nodes that it looks at."""

PLACES = (*POINTS, MULTI_POINT)
"""Where plugins run; `multiPoint` represents the points of a plugin whose points are not known."""


class Fact(NamedTuple):
    """One thing that the scheduler does."""

    key: Key
    value: object
    source: Key  # What it is about in the configuration's own terms: where its effective view has it
    typed: bool = True  # Whether it is a value that Kubernetes defines; else the order of lists may mean something


Behavior: TypeAlias = Mapping[Key, Fact]
"""What a configuration makes the scheduler do, by key; what is not there is not done."""


def places_of(plugin: str, behavior: Behavior) -> tuple[str, ...]:
    """List where a plugin runs."""
    return tuple(place for place in PLACES if (place, plugin) in behavior)
