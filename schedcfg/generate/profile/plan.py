"""What a profile shall run: the default plugins, changed step by step, each change with its reason."""

from collections.abc import Iterable
from typing import Any

from schedcfg.generate.profile.commented import Commented
from schedcfg.generate.profile.ground import Ground

SCORE = "score"
QUEUE_SORT = "queueSort"
PLUGIN_CONFIG = "pluginConfig"


class Plan:
    """The plugins and Args that a profile shall have; how that is written is another matter.

    It begins as what runs by default.

    Args:
        ground: Where the profile will run.

    Attributes:
        ground: The same.
        running: Extension point → plugin → its weight; 0 where weights mean nothing.
        cleared: Point → why nothing that comes by default runs there unless it was enabled again.
        anywhere: Plugins of which nothing is known, enabled wherever they run, each with its weight.
        args: Plugin → its Args.
        extenders: Extenders that the profile brings along, as the API version writes them; they serve all profiles.
        reasons: (point, plugin) → why it is written there; of Args, the point is `pluginConfig`.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.running = {point: dict(ground.defaults.get(point, {})) for point in ground.points}
        self.cleared: dict[str, str] = {}
        self.anywhere: dict[str, int] = {}
        self.args: dict[str, dict[str, Any]] = {}
        self.extenders: list[Commented] = []
        self.reasons: dict[tuple[str, str], str] = {}

    @property
    def scores(self) -> dict[str, int]:
        """What scores, with weights."""
        return self.running[SCORE]

    @property
    def sorting(self) -> str | None:
        """The plugin that sorts the queue, where it is not the default one; None where it is, or none does."""
        names = list(self.running[QUEUE_SORT])
        return names[0] if names and names != list(self.ground.defaults[QUEUE_SORT]) else None

    def points_with(self, name: str) -> list[str]:
        """List the points at which a plugin runs."""
        return [point for point, plugins in self.running.items() if name in plugins]

    def clear(self, point: str, why: str) -> None:
        """Take every plugin away from a point."""
        self.running[point].clear()
        self.cleared[point] = why

    def disable(self, name: str, why: str, points: Iterable[str] | None = None) -> None:
        """Take a plugin away from some points, or from all; where it does not run, nothing changes."""
        for point in points or self.points_with(name):
            if self.running[point].pop(name, None) is not None:
                self.reasons[point, name] = why

    def enable(self, name: str, why: str, points: Iterable[str], weight: int = 1) -> None:
        """Run a plugin at some points; where it runs already, only its weight changes."""
        for point in points:
            here = weight if point == SCORE else 0
            if self.running[point].get(name) != here:
                self.running[point][name] = here
                self.reasons[point, name] = why

    def enable_anywhere(self, name: str, why: str, weight: int = 1) -> None:
        """Run a plugin of which nothing is known at all points that it implements."""
        self.anywhere[name] = weight
        self.reasons["multiPoint", name] = why

    def outvote(self, name: str, why: str) -> None:
        """Give a scorer more weight than all the others have together.

        Scores are added up after each was multiplied by its weight: with this one, a node that is best for the
        plugin beats a node that is worst for it whatever the others say.
        """
        self.enable(name, why, [SCORE], 1 + sum(weight for other, weight in self.scores.items() if other != name))

    def give(self, name: str, args: dict[str, Any], why: str) -> None:
        """Give a plugin Args, in place of those that it has."""
        self.args[name] = args
        self.reasons[PLUGIN_CONFIG, name] = why

    def sort_by(self, name: str, why: str) -> None:
        """Have a plugin sort the queue, and no other."""
        self.clear(QUEUE_SORT, "There can be only one.")
        self.enable(name, why, [QUEUE_SORT])
