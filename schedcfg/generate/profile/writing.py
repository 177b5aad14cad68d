"""A plan written as a profile."""

from typing import Any

from schedcfg.document.path import Path
from schedcfg.generate.profile.commented import Commented
from schedcfg.generate.profile.plan import PLUGIN_CONFIG, Plan
from schedcfg.generate.profile.plugin_sets import entries


def profile(plan: Plan, scheduler_name: str, summary: str) -> Commented:
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
        items = data.setdefault(PLUGIN_CONFIG, [])
        comments[PLUGIN_CONFIG, len(items)] = plan.reasons[PLUGIN_CONFIG, name]
        items.append({"name": name, "args": plan.args[name]})
    return Commented(data, comments)
