"""What the real releases know of plugins, as measured."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from schedcfg import releases

GROUP = "kubescheduler.config.k8s.io/"
FREE_FORM = "(unregistered plugin args)"


@cache
def of(release: str) -> dict[str, Any]:
    text = (Path(__file__).parents[1] / "facts" / f"{release}.json").read_text(encoding="utf-8")
    facts: dict[str, Any] = json.loads(text)
    return facts


def plugins(release: str) -> dict[str, Any]:
    found: dict[str, Any] = of(release)["plugins"]
    return found


def kinds(release: str) -> dict[str, set[str]]:
    """Map each short API version to the Args kinds that the release registers in it."""
    return {
        group_version.removeprefix(GROUP): {kind for kind in found if kind.endswith("Args")}
        for group_version, found in of(release)["kinds"].items()
        if group_version.startswith(GROUP) and "__internal" not in group_version
    }


def all_names() -> set[str]:
    return {name for release in releases.names() for name in plugins(release)}
