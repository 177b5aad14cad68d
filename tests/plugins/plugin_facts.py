"""What the real releases know of plugins, as measured."""

from typing import Any

from tests import recorded_facts

GROUP = "kubescheduler.config.k8s.io/"
FREE_FORM = "(unregistered plugin args)"


RELEASES = recorded_facts.RELEASES
of = recorded_facts.facts


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
    return {name for release in RELEASES for name in plugins(release)}
