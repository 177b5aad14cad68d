"""The Args of a profile's plugins, completed: those that the user wrote and those that come by default.

Single values of two sides compared; items of lists by names that stay when they are written in another order.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.effective.extenders import ignore_resources, ignored_resources
from schedcfg.configuration.effective.facts import Fact
from schedcfg.configuration.effective.model import ArgsEntry, Configuration, Profile
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.span import render
from schedcfg.models.base import Shape
from schedcfg.models.validators import validated
from schedcfg.patterns import pattern
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind

_FIT = "NodeResourcesFit"


class PluginArgs(NamedTuple):
    """The Args of one plugin of a profile."""

    name: str
    kind: ArgsKind | None  # What is known of the Args; None where any content is taken
    completed: Shape | None  # The typed Args with everything filled in; None where `kind` is None
    entry: ArgsEntry | None  # The user's entry; None where all comes by default

    def is_read(self, context: Context) -> bool:
        """Return whether anybody reads them: a plugin of the stock scheduler that takes none does not."""
        return self.kind is not None or self.name not in context.release.plugins

    def values(self, context: Context) -> object:
        """Return all values, without `apiVersion` and `kind`; untyped Args as they were written."""
        if self.kind is None or self.completed is None:
            return None if self.entry is None else self.entry.raw
        if self.are_defaults(context):
            return default_values(self.kind, context)
        return self.kind.values(self.completed, context)

    def are_defaults(self, context: Context) -> bool:
        """Return whether nothing of them is written: then all that have this kind in this context are the same."""
        return self.kind is not None and self.completed is default_args(self.kind, context)

    def wire(self, context: Context) -> object:
        """Return the Args as `--write-config-to` writes them; None where there are none.

        Up to 1.18 the text of the user's Args is passed through as it is.
        """
        if self.kind is None or self.completed is None or not context.release.reads_args_as_kinds:
            return None if self.entry is None else self.entry.raw
        return self.kind.wire(self.completed, context)


def of_plugins(profile: Profile, configuration: Configuration, registry: PluginRegistry) -> list[PluginArgs]:
    """List the Args of the plugins that the framework builds, sorted by plugin; plugins without any are left out.

    Upstream: `getPluginArgsOrDefault` in `framework/runtime/framework.go`.
    """
    entries = {entry.name: entry for entry in profile.plugin_config}
    found = (of_plugin(name, entries.get(name), configuration, registry) for name in sorted(profile.needed))
    return [args for args in found if args is not None]


def of_plugin(
    name: str, entry: ArgsEntry | None, configuration: Configuration, registry: PluginRegistry
) -> PluginArgs | None:
    """Complete the Args of one plugin; None where it has none."""
    kind = entry.kind if entry is not None else default_kind(name, configuration, registry)
    if kind is None:
        return None if entry is None else PluginArgs(name, None, None, entry)
    context = configuration.context
    written = entry.written if entry is not None else None
    completed = default_args(kind, context) if written is None else kind.complete(written, context)
    if name == _FIT and ignore_resources(configuration.extenders):
        completed = completed.model_copy(update={"ignored_resources": ignored_resources(configuration.extenders)})
    return PluginArgs(name, kind, completed, entry)


@lru_cache(maxsize=1024)
def default_args(kind: ArgsKind, context: Context) -> Shape:
    """Return Args of which nothing is written, completed; nearly every plugin of every document has these."""
    return kind.complete(validated(shape_for(kind, context.release), {}), context)


@lru_cache(maxsize=1024)
def default_values(kind: ArgsKind, context: Context) -> Mapping[str, object]:
    """Return the values of these; what each value comes from is asked of all releases, for every plugin."""
    return kind.values(default_args(kind, context), context)


def default_kind(name: str, configuration: Configuration, registry: PluginRegistry) -> ArgsKind | None:
    """Return the kind of the Args that a plugin gets when the user gives it none."""
    plugin = registry.known(name, configuration.release)
    return None if plugin is None else plugin.args_in(configuration.api_version, configuration.release)


def completed_names(profile: Profile, config: Configuration) -> frozenset[str]:
    """Return the plugins whose Args defaulting completes where the user gives none: it skips some points."""
    passed_over = config.release.points_without_default_args
    if passed_over.isdisjoint(profile.merged):
        return profile.needed
    return frozenset(
        ref.name for point, refs in profile.merged.items() if point not in passed_over for ref in refs.enabled
    )


def is_appended(name: str, profile: Profile, config: Configuration, registry: PluginRegistry) -> bool:
    """Return whether `names` lists a plugin, without making the list."""
    if name not in completed_names(profile, config) or any(entry.name == name for entry in profile.plugin_config):
        return False
    return default_kind(name, config, registry) is not None


def names(profile: Profile, config: Configuration, registry: PluginRegistry) -> list[str]:
    """List the enabled plugins that have Args and no entry of their own, in the order in which they are appended.

    Upstream: `setDefaults_KubeSchedulerProfile` and `pluginsNames` in each version's `defaults.go`.
    """
    configured = {entry.name for entry in profile.plugin_config}
    unnamed = completed_names(profile, config) - configured
    return sorted(name for name in unnamed if default_kind(name, config, registry) is not None)


_ITEM = pattern(r"\[(\d+)\]")

_NAMES = ("name", "topologyKey", "whenUnsatisfiable", "utilization", "key")
"""Fields that identify the items of a list, in any in-tree Args and in extenders."""


def by_name(facts: Iterable[Fact], start: int) -> dict[str, Fact]:
    """Map values by path, items of lists named by what distinguishes them: `resources[cpu].weight`.

    No list of any in-tree Args has an order that matters: resources are summed up, selector terms are
    alternatives, constraints each apply, points of a shape are sorted by utilization.

    Args:
        facts: The values of one plugin's Args, or of one extender.
        start: How many steps of their keys the path leaves out.
    """
    return _named([(render(fact.key[start:]), fact) for fact in facts])


def _named(values: Iterable[tuple[str, Fact]]) -> dict[str, Fact]:
    found: dict[str, Fact] = {}
    lists: dict[str, dict[str, list[tuple[str, Fact]]]] = defaultdict(lambda: defaultdict(list))
    for path, fact in values:
        item = _ITEM.search(path)
        if item is None:
            found[path] = fact
        else:
            lists[path[: item.start()]][item[1]].append((path[item.end() :], fact))
    for path, items in lists.items():
        for label, values_of_item in _labeled([_named(item) for item in items.values()]):
            found |= {f"{path}[{label}]{rest}": fact for rest, fact in values_of_item.items()}
    return found


def _labeled(items: list[dict[str, Fact]]) -> Iterator[tuple[str, Mapping[str, Fact]]]:
    """Yield each item with a name; those that nothing distinguishes are numbered in an order made by their content."""
    alike = defaultdict(list)
    for item in items:
        alike[_label(item)].append(item)
    for label, same in alike.items():
        for number, item in enumerate(sorted(same, key=_content)):
            is_unique = label and len(same) == 1
            yield label if is_unique else f"{label}#{number + 1}", _without_label(item)


def _label(item: Mapping[str, Fact]) -> str:
    return ",".join(str(item[f".{name}"].value) for name in _NAMES if f".{name}" in item)


def _content(item: Mapping[str, Fact]) -> str:
    return repr(sorted((path, repr(fact.value)) for path, fact in item.items()))


def _without_label(item: Mapping[str, Fact]) -> Mapping[str, Fact]:
    """Return an item without what its name already has, unless that is all."""
    rest = {path: fact for path, fact in item.items() if path.removeprefix(".") not in _NAMES}
    return rest or {path: fact for path, fact in item.items() if path.removeprefix(".") in _NAMES[:1]} or item


def differing(
    before: Iterable[Fact], after: Iterable[Fact], start: int
) -> Iterator[tuple[str, Fact | None, Fact | None]]:
    """Yield the single values of Args, or of an extender, that differ, each with its path.

    Of values that Kubernetes defines, null, false, 0 and what is empty are the same as nothing, and the order of lists
    does not matter; of others everything counts.

    Args:
        before: What is there on one side.
        after: The same on the other.
        start: How many steps of their keys the path leaves out.
    """
    both = list(before), list(after)
    if _are_written_alike(*both):
        return
    typed = all(fact.typed for side in both for fact in side)
    one, other = (by_name(side, start) if typed else _by_path(side, start) for side in both)
    for path in sorted(one.keys() | other.keys()):
        fact, later = one.get(path), other.get(path)
        if typed and not (fact and fact.value) and not (later and later.value):
            continue
        equal = alike if typed else same
        if fact is None or later is None or not equal(fact.value, later.value):
            yield path, fact, later


def _are_written_alike(before: list[Fact], after: list[Fact]) -> bool:
    """Check whether two sides have the same values in the same order, as nearly all have."""
    if len(before) != len(after):
        return False
    both = zip(before, after, strict=True)
    return all(fact.key == later.key and same(fact.value, later.value) for fact, later in both)


def _by_path(facts: Iterable[Fact], start: int) -> dict[str, Fact]:
    return {render(fact.key[start:]): fact for fact in facts}


def same(one: object, other: object) -> bool:
    """Check whether two single values, or lists of them, are equal; true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def alike(one: object, other: object) -> bool:
    """Check whether two values are equal when the order of lists does not matter."""
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    return same(one, other)
