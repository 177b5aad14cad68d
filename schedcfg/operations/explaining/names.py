"""From what people write to the fields that they may mean."""

import re
from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from schedcfg import plugins
from schedcfg.operations.explaining.places import Place, Steps, places
from schedcfg.operations.shelves.periods import Cell
from schedcfg.releases.release import Release

Value = TypeVar("Value")

ROOT = "KubeSchedulerConfiguration"
"""What the whole configuration is called."""


class Asked(NamedTuple):
    """What is asked about, besides the name.

    Attributes:
        versions: The API versions to look at, the newest first.
        release: The release; None: all.
        depth: How many levels of subfields to tell.
    """

    versions: tuple[str, ...]
    release: Release | None
    depth: int

    @property
    def kubernetes(self) -> str | None:
        """The release's name."""
        return None if self.release is None else self.release.name

    def about(self, cell: Cell) -> bool:
        """Tell whether an API version of a release is asked about."""
        return cell.api_version in self.versions and (self.release is None or self.release.number == cell.number)

    def narrowed(self, table: Mapping[Cell, Value]) -> dict[Cell, Value]:
        """Keep of a table what is in the API versions that are asked about, in all releases."""
        return {cell: value for cell, value in table.items() if cell.api_version in self.versions}


SHOWN_POINT = "score"
"""The extension point that stands for all where none is named: below them all fields are alike."""

_INDEX = re.compile(r"\[[^\]]*\]")


def steps_of(name: str) -> Steps:
    """Read a dotted path; list indices, `args` and the `Args` behind a plugin's name make no difference."""
    written = [step for step in _INDEX.sub("", name).strip(".").split(".") if step and not step.isdigit()]
    if written[:1] == [ROOT]:
        written = written[1:]
    found: list[str] = []
    for step in written:
        kind = step.removesuffix("Args")
        if step == "args" and found and plugins.find(found[-1]) is not None:
            continue
        found.append(kind if kind != step and plugins.find(kind) is not None else step)
    if "args" in found[:-1]:
        # Behind `pluginConfig[0].args` only the fields themselves tell which plugin is meant.
        found = found[found.index("args") + 1 :]
    return tuple(found)


def meant(steps: Steps, api_version: str, release: Release | None) -> list[Place]:
    """Find the fields whose path is, or else ends with, the given one; the one with exactly this path comes first.

    Those of published plugins' Args are meant where no other field is called so.
    """
    found = [place for place in places(api_version).values() if place.steps[-len(steps) :] == steps]
    found = [place for place in found if place.steps == steps or not _has_a_twin(place, steps)]
    there = [place for place in found if _is_there(place, api_version, release)]
    in_tree = [place for place in there if place.plugin is None or place.plugin.in_tree]
    return sorted(in_tree or there, key=lambda place: (place.steps != steps, not place.point))


def _has_a_twin(place: Place, steps: Steps) -> bool:
    """Tell whether a field below an extension point that was not named is the same at another one, which is shown."""
    before = place.steps[: -len(steps)]
    return "plugins" in before[:-1] and before[before.index("plugins") + 1] != SHOWN_POINT


def is_clear(steps: Steps, found: list[Place]) -> bool:
    """Tell whether the first of the fields found is the one that is meant."""
    return len(found) == 1 or found[0].steps == steps or found[0].point


def _is_there(place: Place, api_version: str, release: Release | None) -> bool:
    return release is None or Cell(release.number, api_version) in place.cells()
