"""What a profile is built on: a release, an API version, and the plugins that exist there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from schedcfg.decode.args import shape_for
from schedcfg.effective import World, plugin_sets
from schedcfg.effective.framework import POINTS, running
from schedcfg.effective.resolve import defaults
from schedcfg.models.described import fields_of
from schedcfg.releases.release import Release

Pipeline = Mapping[str, Mapping[str, int]]
"""Extension point → plugin → its weight; 0 where weights mean nothing."""

UNRESERVE = "unreserve"
"""A point that only the alpha versions have."""


@dataclass(frozen=True)
class Ground:
    """Where a profile will run.

    Attributes:
        release: The release, with feature gates set.
        api_version: The API version that it is written in, short: `v1`; one that has profiles.
        world: Which plugins exist.
        kubeconfig: The file by which clients find the API server; None where none is named.
    """

    release: Release
    api_version: str
    world: World
    kubeconfig: str | None = None

    @cached_property
    def defaults(self) -> Pipeline:
        """What runs when a file says nothing."""
        profile = defaults(self.api_version, self.release, self.world).profiles[0]
        found = running(profile, self.release, self.implements)
        return {point: {ref.name: ref.weight_at(point) for ref in refs} for point, refs in found.items()}

    @property
    def points(self) -> tuple[str, ...]:
        """All extension points."""
        return (*POINTS, UNRESERVE) if self.api_version == "v1alpha2" else POINTS

    @property
    def appends(self) -> bool:
        """Whether a default plugin has to be disabled before it can be enabled in another way."""
        return plugin_sets.appends(self.api_version)

    @property
    def spreads(self) -> bool:
        """Whether `multiPoint` can be written, and takes effect."""
        return plugin_sets.brings_by_multi_point(self.api_version)

    def implements(self, name: str, point: str) -> bool | None:
        """Tell whether a plugin runs at a point; None where nothing is known of it."""
        return self.world.implements(name, point, self.release)

    def points_of(self, name: str) -> tuple[str, ...] | None:
        """List the points that a plugin implements; None where nothing is known of it."""
        plugin = self.world.known(name, self.release)
        return None if plugin is None else plugin.points_at(self.release.number)

    def takes(self, name: str, field: str) -> bool:
        """Tell whether a plugin has a field of this name in its Args, by the name that files use."""
        plugin = self.world.known(name, self.release)
        kind = None if plugin is None else plugin.args_in(self.api_version, self.release)
        if kind is None:
            return False
        described = fields_of(shape_for(kind, self.release)).get(field)
        return described is not None and described.is_in(self.api_version, kind.release(self.release).number)
