"""An API version with the releases that serve it: what a schema is for."""

from typing import NamedTuple

from schedcfg import releases
from schedcfg.releases.release import Release


class Served(NamedTuple):
    """An API version, and the releases that serve it."""

    api_version: str  # Short: `v1beta3`
    releases: tuple[Release, ...]  # The oldest first

    @classmethod
    def of(cls, api_version: str) -> "Served":
        """Look an API version up."""
        return cls(api_version, tuple(releases.at(name) for name in releases.serving(api_version)))

    @property
    def newest(self) -> Release:
        """The newest of them."""
        return self.releases[-1]


def release_names(named: tuple[Release, ...]) -> str:
    """Name releases that follow each other."""
    first, last = named[0].name, named[-1].name
    return f"Kubernetes {first}" if first == last else f"Kubernetes {first} to {last}"
