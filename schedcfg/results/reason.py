"""Why two configurations differ."""

from enum import StrEnum
from typing import NamedTuple

from schedcfg.effective.view import Origin


class Cause(StrEnum):
    """What makes a difference.

    `file`: one of the files says so. `api-version`: the API versions have different defaults. `release`: the releases
    do. `plugin-added`, `plugin-removed`: only one of the releases has the plugin. `extension-points`: the plugin runs
    at other points in one of the releases. `multi-point`: only one of the API versions lists its default plugins at
    `multiPoint`, which orders them anew. `follows`: it follows from another difference.
    """

    FILE = "file"
    API_VERSION = "api-version"
    RELEASE = "release"
    PLUGIN_ADDED = "plugin-added"
    PLUGIN_REMOVED = "plugin-removed"
    EXTENSION_POINTS = "extension-points"
    MULTI_POINT = "multi-point"
    FOLLOWS = "follows"


class Stop(NamedTuple):
    """An API version as a release reads it: `v1beta3`, `1.24`."""

    api_version: str
    kubernetes: str

    @property
    def number(self) -> int:
        """The release's minor: 24 for `1.24`."""
        return int(self.kubernetes.partition(".")[2])


class Step(NamedTuple):
    """Two neighbours between which something changed, the older first whatever is compared with what."""

    older: Stop
    newer: Stop


class Source(NamedTuple):
    """The file of kubernetes/kubernetes that decides; the address shows it as it is in the release."""

    path: str
    url: str


class Reason(NamedTuple):
    """Why two sides differ.

    Attributes:
        cause: What makes the difference.
        left: Where the left side's value comes from; None where it has none.
        right: The same of the right side.
        step: Where, on the way from one API version and release to the other, it changed; None where files say so.
        source: The upstream file that decides; None where none is known (plugins of the user's own).
    """

    cause: Cause
    left: Origin | None = None
    right: Origin | None = None
    step: Step | None = None
    source: Source | None = None
