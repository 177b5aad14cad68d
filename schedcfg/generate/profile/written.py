"""Data on its way to a file, with the comments that go above its entries."""

from typing import Any, NamedTuple

from schedcfg.document.path import Path
from schedcfg.generate.profile.plan import Plan
from schedcfg.generate.profile.plugin_sets import entries


class Written(NamedTuple):
    """Plain data, with comments.

    Attributes:
        data: The data.
        comments: Path below the data → what is said above it; `()` is said above all of it.
    """

    data: dict[str, Any]
    comments: dict[Path, str]

    def below(self, path: Path) -> dict[Path, str]:
        """Give the comments, as they are called where the data stands at a path."""
        return {(*path, *inner): comment for inner, comment in self.comments.items()}


def profile(plan: Plan, scheduler_name: str, summary: str) -> Written:
    """Write a profile.

    Args:
        plan: What it shall run.
        scheduler_name: Its name.
        summary: What it is for.
    """
    data: dict[str, Any] = {"schedulerName": scheduler_name}
    comments: dict[Path, str] = {(): summary}
    for entry in entries(plan):
        point = data.setdefault("plugins", {}).setdefault(entry.point, {})
        items = point.setdefault(entry.listed, [])
        comments["plugins", entry.point, entry.listed, len(items)] = entry.why
        items.append({"name": entry.name} | ({} if entry.weight is None else {"weight": entry.weight}))
    for name in sorted(plan.args):
        items = data.setdefault("pluginConfig", [])
        comments["pluginConfig", len(items)] = plan.reasons["pluginConfig", name]
        items.append({"name": name, "args": plan.args[name]})
    return Written(data, comments)
