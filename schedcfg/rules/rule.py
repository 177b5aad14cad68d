"""What a rule is: one thing that can be wrong, how it is seen, and why it matters."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from schedcfg import plugins
from schedcfg.cards import Citation, EditorMark
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.configuration.effective import plugin_sets
from schedcfg.configuration.effective.model import EMPTY_SET, ArgsEntry, Configuration, Extender, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.scoring import Scores, node_scores
from schedcfg.document import Document
from schedcfg.document.span import Path, follow
from schedcfg.findings import Finding, FindingClass, Problem, Remedy, Severity
from schedcfg.rules.settling import ConfigurationContext, Settlement

Seen = TypeVar("Seen")


class PluginEntry(NamedTuple):
    """What the user wrote about one plugin at one extension point.

    Attributes:
        profile: In which profile.
        point: At which point: `score`, `multiPoint` …
        ref: The entry; its path is always known.
    """

    profile: Profile
    point: str
    ref: PluginRef

    @property
    def path(self) -> Path:
        """Where it is."""
        return self.ref.path or ()


class ProfileArgs(NamedTuple):
    """Args that the user gave to a plugin.

    Attributes:
        profile: In which profile.
        args: The entry of `pluginConfig`.
    """

    profile: Profile
    args: ArgsEntry


@dataclass(frozen=True, eq=False, repr=False)
class Subject:
    """What rules look at.

    Attributes:
        configuration: The completed configuration.
        decoded: The same as written.
        registry: Which plugins exist.
        document: What it was read from; None for what is only planned.
    """

    configuration: Configuration
    decoded: Decoded
    registry: PluginRegistry
    document: Document | None = None

    @cached_property
    def enabled(self) -> tuple[PluginEntry, ...]:
        """Everything that is enabled in the file, in order."""
        return tuple(
            PluginEntry(profile, point, ref)
            for profile in self.configuration.profiles
            for point, plugin_set in profile.written.items()
            for ref in plugin_set.enabled
            if ref.path is not None
        )

    @cached_property
    def disabled(self) -> tuple[PluginEntry, ...]:
        """Everything that is disabled in the file, in order, `*` too."""
        return tuple(
            PluginEntry(profile, point, ref)
            for profile in self.configuration.profiles
            for point, plugin_set in profile.written.items()
            for ref in plugin_set.disabled
            if ref.path is not None
        )

    @cached_property
    def disabled_names(self) -> frozenset[str]:
        """The names in what is disabled, in whichever profile."""
        return frozenset(entry.ref.name for entry in self.disabled)

    @cached_property
    def named(self) -> dict[Path, str]:
        """Where an entry names a plugin in the file → its name."""
        profiles = self.configuration.profiles
        sets = (at for profile in profiles for at in profile.written.values())
        entries: list[PluginRef | ArgsEntry] = [ref for at in sets for ref in (*at.enabled, *at.disabled)]
        entries += [entry for profile in profiles for entry in profile.plugin_config]
        return {entry.path: entry.name for entry in reversed(entries) if entry.path}

    @cached_property
    def written_args(self) -> tuple[ProfileArgs, ...]:
        """Every entry of `pluginConfig` in the file, in order."""
        return tuple(
            ProfileArgs(profile, args)
            for profile in self.configuration.profiles
            for args in profile.plugin_config
            # What v1alpha1 has at the top level is no entry.
            if args.path[-2:-1] == ("pluginConfig",)
        )

    def implements(self, name: str, point: str) -> bool | None:
        """Return whether a plugin runs at a point; None where nothing is known of it: a user's own may run anywhere."""
        return self.registry.implements(name, point, self.configuration.release)

    def points_of(self, name: str) -> tuple[str, ...] | None:
        """List the points that a plugin implements; None where nothing is known of it."""
        return self.registry.points_of(name, self.configuration.release)

    def weighs(self, entry: PluginEntry) -> bool:
        """Return whether an entry has a weight in the file, be it 0."""
        written = self.decoded.shape
        for step in entry.path:
            written = written[step] if isinstance(step, int) else _field(written, step)
        return written is not None and written.weight is not None

    def runs(self, name: str, point: str, profile: Profile) -> bool | None:
        """Return whether a plugin runs at a point of a profile; None where nothing is known of it, but it may."""
        return plugin_sets.runs(name, point, profile, self.points_of)

    def scores(self, profile: Profile) -> Scores:
        """Return what counts where a profile scores nodes."""
        return node_scores(profile, self.configuration, self.registry)

    def sets_score_weight(self, entry: PluginEntry) -> bool:
        """Return whether an entry is the one that gives its plugin the weight of its score."""
        weighing = plugin_sets.weighing_entry(entry.ref.name, entry.profile.enabled_at, self.configuration.release)
        return weighing is not None and weighing.ref.path == entry.path

    def default_weight(self, name: str) -> int:
        """Return the weight that a plugin has in the default list of MultiPoint; 0 where it has none."""
        config = self.configuration
        return dict(config.release.default_plugins[config.api_version].get(MULTI_POINT, ())).get(name, 0)

    def runs_somewhere(self, name: str, profile: Profile) -> bool:
        """Return whether a plugin runs at some point of a profile, or may."""
        if name not in profile.needed:
            return False
        # Only what is disabled somewhere can be enabled and run nowhere.
        if self.disabled_names.isdisjoint((name, "*")):
            return True
        return any(self.runs(name, point, profile) is not False for point in POINTS)

    def replacements(self, profile: Profile, *points: str) -> tuple[str, ...]:
        """List the plugins of which nothing is published that run at one of these points, or may by MultiPoint.

        They may do what a disabled default plugin did.
        """
        known = self.configuration.release.plugins | plugins.CATALOGUED
        found = (ref.name for point in (*points, MULTI_POINT) for ref in profile.merged.get(point, EMPTY_SET).enabled)
        # What has no name is none, and is refused for that.
        return tuple(dict.fromkeys(name for name in found if name and name not in known))

    def successor(self, name: str) -> str | None:
        """Return what took a removed in-tree plugin's place, as advice; None where nothing did."""
        plugin = plugins.find(name)
        return plugin.successor if plugin is not None else None

    def exists(self, name: str) -> bool:
        """Return whether a plugin is, or is assumed to be, compiled in."""
        return self.registry.exists(name, self.configuration.release)


def _field(shape: Any, name: str) -> Any:
    """Read a field by the name that it has in files."""
    kind: Any = type(shape)
    return getattr(shape, _attributes(kind)[name])


@lru_cache(maxsize=256)
def _attributes(shape: Any) -> dict[str, str]:
    """Return by which attribute of a shape each field is read: the name that it has in files → the attribute."""
    return {field.alias: attribute for attribute, field in shape.model_fields.items()}


class Rule(NamedTuple, Generic[Seen]):
    """One rule about a configuration (`Subject`), or about a manifest and what is related to it (`DeploymentContext`).

    Attributes:
        id: Words joined by dashes, the file's name.
        title: What is wrong, in a few words.
        why: What happens because of it.
        source: The upstream code that decides.
        check: Yields a problem for each place where it is so; paths are those of the document that is validated.
        evidence: Public places where it was made, or is warned of; none is needed where all of it is a fact.
        severity: What its advice weighs, the heaviest where that differs; None where all of it is a fact.
        since: The first release in which it can happen, e.g. `1.22`; None: all.
        until: The last one; None: all.
        bad: A file in which it finds something; several begin each with a line such as `# file: kube-scheduler.yaml`.
            Empty for a rule about manifests, whose examples are files in `manifests/examples/`.
        good: The same as it should be; nothing is found in it. Empty for a rule about manifests.
        options: What both are validated with, as on the command line: `("--kubernetes", "1.27")`.
        lighter: What else its advice weighs, the heaviest first.
        refuses: Whether some of it is a fact, although `severity` is what the rest of it weighs as advice.
        facts: Yields what of it is a fact, where `check` takes much longer; None where it does not.
        mark: How an editor marks what it finds; None: as any finding.
        asks_why: Whether it finds plugins without the effect that is intended, so that `schedcfg why` shows more.
        of_extenders: The same check, where it looks at extenders only: those of a legacy Policy are validated by it,
            too.
        settled_by: Returns what around a configuration settles what it finds there; None: nothing does. It may find out
            more of a configuration in a ConfigMap or a product's file than `check` can.
        flags_override: Whether it looks at leader election, in which flags of the scheduler replace what is written.
        is_refuted_by_start: Whether what it finds in a manifest keeps the scheduler from starting, so that a Pod
            that its cluster has shown running proves it wrong.
        is_once_in_file: Whether one message is reported once for all configurations of a file.
    """

    id: str
    title: str
    why: str
    source: str
    check: Callable[[Seen], Iterator[Problem]]
    evidence: tuple[Citation, ...] = ()
    severity: Severity | None = None
    lighter: tuple[Severity, ...] = ()
    since: str | None = None
    until: str | None = None
    bad: str = ""
    good: str = ""
    options: tuple[str, ...] = ()
    refuses: bool = False
    mark: EditorMark | None = None
    facts: Callable[[Seen], Iterator[Problem]] | None = None
    asks_why: bool = False
    of_extenders: Callable[[tuple[Extender, ...]], Iterator[Problem]] | None = None
    settled_by: Callable[[Finding, ConfigurationContext], Settlement | None] | None = None
    flags_override: bool = False
    is_refuted_by_start: bool = False
    is_once_in_file: bool = False


def advice(
    rule: str,
    path: Path,
    message: str,
    help_: str,
    severity: Severity = Severity.WARNING,
    remedy: Remedy | None = None,
) -> Problem:
    """Return advice: what is probably not meant, although the scheduler starts with it."""
    return Problem(
        rule,
        path,
        message,
        help_,
        finding_class=FindingClass.ADVISED,
        severity=severity,
        remedy=remedy,
    )


def at_written(problem: Problem, subject: Subject, *others: Path) -> Problem:
    """Return a problem between fields at the first of the others that is written, where its own is not.

    Defaults have no line, and the user did not write them.
    """
    data = None if subject.document is None else subject.document.data
    if follow(data, problem.path) is not None:
        return problem
    return problem._replace(place=next((path for path in others if follow(data, path) is not None), None))


def maybe_replaced(replacements: Sequence[str]) -> str:
    """Return the end of a message about what is lost, where plugins of the user's own, or extenders, may do it."""
    named = " or ".join(f"`{name}`" for name in replacements)
    return f"it is not known whether {named} replaces it"


def entry_path(ref: PluginRef, fallback: Path) -> Path:
    """Return the user's entry for a plugin, or where it would be if it came by default."""
    return fallback if ref.path is None else (*ref.path, "name")
