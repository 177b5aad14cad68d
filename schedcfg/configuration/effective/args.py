"""The Args of a profile's plugins, completed: those that the user wrote and those that come by default."""

from functools import lru_cache
from typing import NamedTuple

from schedcfg.configuration.decode.args import shape_for
from schedcfg.configuration.effective.extenders import ignore_resources, ignored_resources
from schedcfg.configuration.effective.model import ArgsEntry, Configuration, Profile
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.models.base import Shape
from schedcfg.models.validators import validated
from schedcfg.plugins.context import Context
from schedcfg.plugins.plugin import ArgsKind

_FIT = "NodeResourcesFit"


class PluginArgs(NamedTuple):
    """The Args of one plugin of a profile.

    Attributes:
        name: The plugin's name.
        kind: What is known of the Args; None where any content is taken.
        completed: The typed Args with everything filled in; None where `kind` is None.
        entry: The user's entry; None where all comes by default.
    """

    name: str
    kind: ArgsKind | None
    completed: Shape | None
    entry: ArgsEntry | None

    def is_read(self, context: Context) -> bool:
        """Return whether anybody reads them: a plugin of the stock scheduler that takes none does not."""
        return self.kind is not None or self.name not in context.release.plugins

    def values(self, context: Context) -> object:
        """Return all values, without `apiVersion` and `kind`; untyped Args as they were written."""
        if self.kind is None or self.completed is None:
            return None if self.entry is None else self.entry.raw
        if self.are_defaults(context):
            return _default_values(self.kind, context)
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
def _default_values(kind: ArgsKind, context: Context) -> dict[str, object]:
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
