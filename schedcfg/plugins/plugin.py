"""What is known of one scheduler plugin, and of its Args."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from schedcfg.plugins.context import Context
from schedcfg.releases import recorded
from schedcfg.releases.release import minor

if TYPE_CHECKING:
    from schedcfg.document.span import Path
    from schedcfg.models.base import Shape
    from schedcfg.releases.release import Release


TYPE_META = frozenset({"apiVersion", "kind"})
"""Fields that all typed Args have; they need not be written."""


class ArgsProblem(NamedTuple):
    """A value that the plugin's Args may not have.

    Attributes:
        path: Where, relative to `args`, as upstream names it; `()` is the whole of it.
        message: What is wrong, with the value found and what is allowed.
        help: What to do, where the message does not already contain it.
        place: Where the value is in the file, where upstream's path strays from that; None: at `path`.
        is_spare: Whether nothing reads the value, so that removing it is all that has to be done.
    """

    path: "Path"
    message: str
    help: str | None = None
    place: "Path | None" = None
    is_spare: bool = False


IN_EVERY_VERSION = {
    "v1alpha1": "1.18",
    "v1alpha2": "1.18",
    "v1beta1": "1.19",
    "v1beta2": "1.22",
    "v1beta3": "1.23",
    "v1": "1.25",
}
"""Where the Args are read that each API version has: API version → first release."""


def as_written(args: "Shape", _context: Context) -> "Shape":
    """Complete Args that have no defaults: return them as they are."""
    return args


Readers = Callable[["Path", Callable[["Path"], object]], tuple[str, ...] | None]
"""`readers(path, value_at)`: the extension points at which a plugin reads a value of its Args; None: at any of its own.

`value_at(path)` returns another value of the same Args.
"""


def any_point(_path: "Path", _value_at: Callable[["Path"], object]) -> None:
    """Return that a value may be read at any point of its plugin."""


def read_at(**points: tuple[str, ...]) -> Readers:
    """Return who reads Args of which whole fields are read at some points only.

    Args:
        points: The points, by the name of the field as files have it.
    """
    return lambda path, _value_at: points.get(str(path[0])) if path else None


def anything_goes(_args: "Shape", _context: Context) -> Iterator[ArgsProblem]:
    """Check Args that no release refuses: yield nothing."""
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArgsKind:
    """The Args of one plugin: shape, defaults, checks.

    Attributes:
        kind: The API kind, e.g. `InterPodAffinityArgs`.
        model: The shape; fields that came later carry `Since`.
        served: API version → first release in which it registers the kind. An API version that is
            not here takes any content for this plugin unchecked (upstream: `runtime.Unknown`).
        complete: Fills in what was not written and returns a new model.
        check: Yields what the release refuses in completed Args, wherever it looks
            (configuration validation or the plugin's constructor).
        checked_when_built: True for the plugin whose Args only its constructor checks, in every release
            (upstream: `NodeResourcesFit`); others are so up to 1.21 and validated since 1.22.
        legacy_model: What 1.18 (v1alpha1, v1alpha2) reads instead of `model`, when it builds the plugin:
            there Args are no API kinds, keys match in any case and unknown ones are ignored.
            `complete` and `check` take it as well. None where 1.18 has no Args for the plugin.
        example: Args that someone would write, as plain data; every release takes what it knows of them.
        typed_only: Whether the constructor refuses what is no Args of this kind: then the plugin cannot be enabled in
            an API version that does not register it.
        unconverted: API version → first release in which the kind is registered there, but not upstream's own form of
            it: then no Args can be read at all, not even those that come by default.
        catalog: The catalog whose code this is; None: Kubernetes.
        readers: At which extension points a value is read.
        pinned: The release of the catalog whose code this is, by the Kubernetes release that it was made for; None:
            the one that fits the release that validates.
    """

    kind: str
    model: "type[Shape]"
    served: Mapping[str, str]
    complete: Callable[[Any, Context], "Shape"] = as_written
    check: Callable[[Any, Context], Iterator[ArgsProblem]] = anything_goes
    checked_when_built: bool = False
    legacy_model: "type[Shape] | None" = None
    example: Mapping[str, object] = field(default_factory=dict)
    typed_only: bool = False
    unconverted: Mapping[str, str] = field(default_factory=dict)
    catalog: str | None = None
    readers: Readers = any_point
    pinned: "Release | None" = None

    def release(self, release: "Release") -> "Release":
        """Return the release whose code reads these Args, where it may differ from the release to validate against."""
        return self.pinned or release

    def title(self, release: "Release") -> str:
        """Return the name of the program whose code reads these Args: `Kubernetes 1.29`, `scheduler-plugins 0.29`."""
        own = self.release(release)
        return f"Kubernetes {own.name}" if self.catalog is None else f"{self.catalog} {own_release(own.number)}"

    def is_served(self, api_version: str, release: "Release") -> bool:
        """Return whether a release reads these Args in an API version; if not, it takes any content."""
        served = _is_served(self, api_version, self.release(release).number)
        return served and not self.is_unconverted(api_version, release)

    def is_unconverted(self, api_version: str, release: "Release") -> bool:
        """Return whether a release has these Args in an API version, but cannot convert them."""
        first = self.unconverted.get(api_version)
        return first is not None and minor(first) <= self.release(release).number

    def values(self, args: "Shape", context: Context) -> dict[str, object]:
        """Return completed Args as `wire` does, but without `apiVersion` and `kind`."""
        wired = self.wire(args, context)
        return {name: value for name, value in wired.items() if name not in TYPE_META}

    def wire(self, args: "Shape", context: Context) -> dict[str, object]:
        """Return completed Args as `--write-config-to` writes them.

        In 1.18 that is not needed: it writes the text of the Args as it was read.
        """
        from schedcfg.plugins.typed_args import typed  # noqa: PLC0415  it needs pydantic, which nothing else here does

        return typed(args, self.kind, context._replace(release=self.release(context.release)))


class PluginGate(NamedTuple):
    """A feature gate without which a plugin does nothing.

    Attributes:
        names: The gate, by its names over time.
        point: The extension point at which it does nothing then; empty: at all of them.
        effect: What it does there while the gate is on, as the end of `It …`; empty where its summary says that.
    """

    names: tuple[str, ...]
    point: str = ""
    effect: str = ""

    def is_off(self, release: "Release") -> bool:
        """Return whether a release has the gate, and it is off."""
        known = self.known(release)
        return bool(known) and not any(map(release.enables, known))

    def known(self, release: "Release") -> list[str]:
        """List the names under which a release has the gate."""
        return [name for name in self.names if name in release.feature_gates]


READ = ("get", "list", "watch")
"""The verbs of an informer or a cached client."""


class ApiAccess(NamedTuple):
    """What a plugin does with one kind of objects in the API server."""

    group: str
    resource: str
    verbs: tuple[str, ...] = READ
    first: int = 0  # The first minor release in which it does
    last: int = 1000


def scores_by_node(_args: "Shape") -> str:
    """Return why every node gets the same score with these Args: empty, as nodes get different ones."""
    return ""


class Replacement(NamedTuple):
    """The plugin that does by default what a removed default plugin did.

    Attributes:
        plugin: Its name.
        point: Where it does so.
        switched_off: How to stop it, as an order that goes on after a colon.
        is_exact: Whether disabling it at that point stops just that, so that one name can represent the other.
    """

    plugin: str
    point: str
    switched_off: str
    is_exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plugin:
    """One scheduler plugin.

    Attributes:
        name: As configuration files write it.
        summary: What it does, one sentence.
        source: Where upstream defines it.
        extension_points: Release → the points it implements from that release on, in the framework's order; none from
            the release that removed it. None: as recorded of each release of the stock kube-scheduler.
        args: Its Args, or None where it takes none.
        catalog: The catalog that publishes it; None for one that is compiled into the stock kube-scheduler (of
            some release).
        successor: What to use instead of a removed plugin, in sentences; None where there is none.
        replacement: What goes on doing its work where it is gone; None where nothing does, or it never ran by default.
        args_schema: A JSON Schema of its Args, where a user gave one instead of `args`.
        args_version: The newest API version in which a program decodes them, as far as that was tried; None: in any.
        concerns: What it matters for, where that is not every Pod; completes `It only matters for …`.
        favors: Which nodes its score favors, of one that rates them for Pods which request nothing special; completes
            `It favors …`. Empty for all others.
        gates: The feature gates without which it does nothing, although it runs.
        access: What it does in the API server besides what kube-scheduler itself does there; None where that is not
            known, and for a plugin of Kubernetes, which `schedcfg.releases.rights` knows.
        scores_alike: Returns why every node gets the same score with completed Args, as the end of a sentence; empty
            where they do not.
    """

    name: str
    summary: str
    source: str
    extension_points: Mapping[str, tuple[str, ...]] | None = None
    args: ArgsKind | None = None
    catalog: str | None = None
    successor: str | None = None
    replacement: Replacement | None = None
    args_schema: Mapping[str, object] | None = None
    args_version: str | None = None
    concerns: str | None = None
    favors: str = ""
    gates: tuple[PluginGate, ...] = ()
    access: tuple[ApiAccess, ...] | None = None
    scores_alike: Callable[[Any], str] = scores_by_node

    @property
    def in_tree(self) -> bool:
        """Whether it is compiled into the stock kube-scheduler (of some release)."""
        return self.catalog is None

    def args_in(self, api_version: str, release: "Release") -> ArgsKind | None:
        """Return what is known of the Args that a release reads in an API version; None where it takes any content."""
        return self.args if self.args is not None and self.args.is_served(api_version, release) else None

    def access_in(self, release: "Release") -> list[ApiAccess]:
        """Return what it does in the API server in a release, as far as that is known."""
        return [access for access in self.access or () if access.first <= release.number <= access.last]

    def points_at(self, number: int) -> tuple[str, ...]:
        """Return the extension points that the plugin implements in a release; none where it does not exist.

        Args:
            number: The release's minor: 29 for Kubernetes 1.29.
        """
        if self.extension_points is None:
            return recorded.extension_points(number).get(self.name, ())
        return _points_at(self.extension_points, number)

    def points_by_release(self) -> Mapping[str, tuple[str, ...]]:
        """Map each release that changed the points that the plugin implements to these; to none where it is gone."""
        if self.extension_points is not None:
            return self.extension_points
        found: dict[str, tuple[str, ...]] = {}
        for number in recorded.minors():
            points = self.points_at(number)
            if points != next(reversed(found.values()), ()):
                found[f"1.{number}"] = points
        return found


def own_release(number: int) -> str:
    """Return the name that a catalog gives its release: `0.29` is the one for Kubernetes 1.29."""
    return f"0.{number}"


def _points_at(by_release: Mapping[str, tuple[str, ...]], number: int) -> tuple[str, ...]:
    known = [first for first in by_release if minor(first) <= number]
    return by_release[max(known, key=minor)] if known else ()


# It is called for every plugin of every document, which knows about 30.
@lru_cache(maxsize=1024)
def _is_served(kind: ArgsKind, api_version: str, number: int) -> bool:
    first = kind.served.get(api_version)
    return first is not None and minor(first) <= number


MAX_NODE_SCORE = 100
"""The best score that a plugin gives a node (`framework/interface.go`); the framework refuses higher ones."""

MAX_EXTENDER_PRIORITY = 10
"""The best score that an extender gives a node (`extender/v1/types.go`); nothing checks it."""
