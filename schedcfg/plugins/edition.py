"""A catalogue as one of its releases has it."""

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from schedcfg import plugins
from schedcfg.errors import UnknownTarget
from schedcfg.plugins.catalogue import CATALOGUES, Catalogue
from schedcfg.plugins.plugin import ArgsKind, Context, Plugin, own_release

if TYPE_CHECKING:
    from schedcfg.models.base import Shape
    from schedcfg.releases.release import Release


class Edition(NamedTuple):
    """The plugins that a scheduler has from a catalogue.

    Attributes:
        catalogue: The catalogue.
        pinned: The Kubernetes release for which the chosen release of the catalogue was made; None: the one that
            judges.
    """

    catalogue: Catalogue
    pinned: "Release | None" = None

    def plugin(self, name: str, release: "Release") -> Plugin | None:
        """Look a plugin up; None where this release of the catalogue does not have it.

        Args:
            name: The plugin's name.
            release: The Kubernetes release that judges.
        """
        if name not in self.catalogue.plugins:
            return None
        return _plugin(self.catalogue.name, name, self.pinned, release.number)

    def names(self, release: "Release") -> frozenset[str]:
        """List the plugins that this release of the catalogue has."""
        return frozenset(name for name in self.catalogue.plugins if self.plugin(name, release) is not None)

    def title(self, release: "Release") -> str:
        """Name this release of the catalogue: `scheduler-plugins 0.30`."""
        return f"{self.catalogue.name} {own_release((self.pinned or release).number)}"

    def periods(self, name: str) -> tuple[str, ...]:
        """List the releases of the catalogue that have a plugin, the oldest first, by the catalogue's own names."""
        plugin = plugins.published(self.catalogue.name, name)
        numbers = range(self.catalogue.first, self.catalogue.last + 1)
        return tuple(own_release(number) for number in numbers if plugin is not None and plugin.points_at(number))


def edition(text: str) -> Edition:
    """Read a choice as users write it: `scheduler-plugins`, or `scheduler-plugins@0.30` for one release of it.

    Raises:
        UnknownTarget: if there is no such catalogue, or no such release of it.
    """
    name, at, version = text.strip().partition("@")
    catalogue = CATALOGUES.get(name)
    if catalogue is None:
        raise UnknownTarget(f"there is no catalogue `{name}`", f"Known are {' and '.join(CATALOGUES)}.")
    return Edition(catalogue, _release(catalogue, version) if at else None)


def _release(catalogue: Catalogue, version: str) -> "Release":
    """Find the Kubernetes release that a catalogue's release was made for: 1.30 for `0.30`, `v0.30.6` and `1.30`."""
    from schedcfg import releases  # noqa: PLC0415 - few choose a release

    major, _, rest = version.removeprefix("v").partition(".")
    number = rest.partition(".")[0]
    if major not in {"0", "1"} or not number.isdecimal() or not catalogue.has(int(number)):
        known = own_release(catalogue.first)
        if catalogue.last > catalogue.first:
            known += f" to {own_release(catalogue.last)}"
        raise UnknownTarget(f"{catalogue.name} has no release `{version}` that is known here", f"Known: {known}.")
    return releases.at(f"1.{int(number)}")


@lru_cache(maxsize=1024)
def _plugin(catalogue: str, name: str, pinned: "Release | None", judging: int) -> Plugin | None:
    number = judging if pinned is None else pinned.number
    plugin = plugins.published(catalogue, name)
    if plugin is None or not CATALOGUES[catalogue].has(number) or not plugin.points_at(number):
        return None
    return plugin if pinned is None or number == judging else _pinned(plugin, pinned)


def _pinned(plugin: Plugin, release: "Release") -> Plugin:
    """Return a plugin as one release has it, whichever release judges."""
    points = {"1.0": plugin.points_at(release.number)}
    args = None if plugin.args is None else _pinned_args(plugin.args, release)
    return replace(plugin, extension_points=points, args=args)


def _pinned_args(kind: ArgsKind, release: "Release") -> ArgsKind:
    def complete(args: "Shape", context: Context) -> "Shape":
        return kind.complete(args, context._replace(release=release))

    return replace(
        kind,
        complete=complete,
        check=lambda args, context: kind.check(args, context._replace(release=release)),
        pinned=release,
    )
