"""A completed configuration explained: what runs, with which weights and Args, and where each value comes from."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TypeVar
from weakref import WeakKeyDictionary

from schedcfg.configuration.effective import model
from schedcfg.configuration.effective import view as results
from schedcfg.configuration.effective.args import PluginArgs, of_plugin, of_plugins
from schedcfg.configuration.effective.command_line import HARD_POD_AFFINITY, SCHEDULER_NAME
from schedcfg.configuration.effective.extenders import ignore_resources
from schedcfg.configuration.effective.model import Configuration, Profile
from schedcfg.configuration.effective.provenance import ProvenanceContext, derived, plugins, points, unplaced
from schedcfg.configuration.effective.view import (
    ArgsView,
    ExtenderView,
    Origin,
    Setting,
    UnusedArgs,
)
from schedcfg.configuration.effective.written import extender, top_level, written
from schedcfg.document import Document
from schedcfg.document.span import Path, follow, leaves, render
from schedcfg.models.base import Shape
from schedcfg.plugins.context import Context
from schedcfg.plugins.typed_args import knows

_T = TypeVar("_T")

_OTHER_NAMES: dict[str, Path] = {
    "leaderElection.resourceName": ("leaderElection", "lockObjectName"),
    "leaderElection.resourceNamespace": ("leaderElection", "lockObjectNamespace"),
}
"""Values that v1alpha1 can give under a name of its own, which goes before the newer one."""

_SET_TOGETHER = {"metricsBindAddress": "healthzBindAddress"}
"""Fields that flags set together with another one."""

_FOLLOWS = {"enableContentionProfiling": "enableProfiling"}
"""Values whose default depends on another one."""


def settings(context: ProvenanceContext) -> Iterator[Setting]:
    """Yield every value above the profiles."""
    values = top_level(context.configuration)
    in_others = _distinct(top_level(other) for other in context.in_others)
    nothing = top_level(context.completion.of_nothing(context.configuration.release))
    for path, value in leaves(values):
        own_path = _setting_path(context, path)
        name = render(path)
        flag = context.flags.get(_SET_TOGETHER.get(name, name))
        if own_path is not None or flag is not None:
            written = None if own_path is None else context.written(own_path)
            origin = context.in_file(own_path or path) if flag is None else flag
            yield Setting(name, value, origin, None if written == value else written, path)
        else:
            yield Setting(name, value, _default(context, path, value, in_others, nothing), steps=path)


def _setting_path(context: ProvenanceContext, path: Path) -> Path | None:
    other = _OTHER_NAMES.get(render(path))
    if other is not None and context.written(other) not in {None, ""}:
        return other
    return path if context.written(path) is not None else None


def _default(
    context: ProvenanceContext, path: Path, value: object, in_others: list[dict[str, object]], nothing: object
) -> Origin:
    name = render(path)
    if name in _FOLLOWS and follow(nothing, path) != value:
        return derived(_FOLLOWS[name])
    return context.default(value, path, in_others)


def extenders(context: ProvenanceContext) -> Iterator[ExtenderView]:
    """Yield the extenders in the order in which they are called."""
    for index, one in enumerate(context.configuration.extenders):
        verbs = _verbs(one)
        if context.policy is not None:
            origin = context.policy.origin
            values = tuple(Setting(render(path), value, origin) for path, value in leaves(extender(one)))
        else:
            origin = context.in_file(("extenders", index))
            values = tuple(_settings(one, ("extenders", index), context))
        yield ExtenderView(
            url_prefix=one.url_prefix,
            verbs=verbs,
            weight=one.weight if "score" in verbs else 0,
            ignorable=one.ignorable,
            resources=tuple(resource.name for resource in one.managed_resources),
            origin=origin,
            settings=values,
        )


def _settings(one: model.Extender, entry: Path, context: ProvenanceContext) -> Iterator[Setting]:
    """Yield the values of an extender under the names of v1beta1 and later; what is completed points at the entry."""
    for path, value in leaves(extender(one)):
        own = (*entry, *path)
        yield Setting(render(path), value, context.in_file(own if context.written(own) is not None else entry))


def _verbs(one: model.Extender) -> dict[str, str]:
    """Map the points to the verbs; preemption is requested where `postFilter` runs."""
    by_point = {
        "filter": one.filter_verb,
        "postFilter": one.preempt_verb,
        "score": one.prioritize_verb,
        "bind": one.bind_verb,
    }
    return {point: verb for point, verb in by_point.items() if verb}


_FROM_EXTENDERS = ("NodeResourcesFit", "ignoredResources")


def arguments(profile: Profile, context: ProvenanceContext) -> Iterator[ArgsView]:
    """Yield the Args of each plugin that runs."""
    for args in of_plugins(profile, context.configuration, context.registry):
        values = args.values(context.configuration.context)
        in_others = [_in_other(args.name, profile.index, other, context) for other in context.in_others]
        unset = frozenset().union(
            *(_left_unset(args, *pair) for pair in zip(context.in_others, in_others, strict=True))
        )
        others = _distinct(in_others)
        known = _settings_known(args, context)
        key = () if args.entry is None else args.entry.path
        if key not in known:
            known[key] = tuple(_setting(args, path, value, others, unset, context) for path, value in _values(values))
        yield ArgsView(
            plugin=args.name,
            settings=known[key],
            known=args.kind is not None,
            is_read=args.is_read(context.configuration.context),
            origin=_args_origin(args, others, context),
        )


_AS_WRITTEN: WeakKeyDictionary[Document, dict[Path, tuple[Setting, ...]]] = WeakKeyDictionary()
"""Document → path of an entry → the values of its Args, where a plugin that no release has reads what is written."""


def _settings_known(args: PluginArgs, context: ProvenanceContext) -> dict[Path, tuple[Setting, ...]]:
    """Return what is known of the Args of a document already, by the paths of their entries.

    Those of plugins that no release has are the same in all: a page shows many releases, and some have thousands of
    values.
    """
    is_shared = args.kind is None and context.policy is None and args.name not in context.configuration.release.plugins
    return _AS_WRITTEN.setdefault(context.document, {}) if is_shared else {}


def _distinct(values: Iterable[_T]) -> list[_T]:
    """Return each value once: most releases complete to the same."""
    found: list[_T] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def _values(values: object) -> Iterator[tuple[Path, object]]:
    """Yield every value; Args that are no mapping are one value themselves, and empty ones are left out."""
    return ((path, value) for path, value in leaves(values) if path or value not in (None, {}, []))


def unused(profile: Profile, context: ProvenanceContext) -> Iterator[UnusedArgs]:
    """Yield the entries of `pluginConfig` for plugins that do not run."""
    for entry in profile.plugin_config:
        if entry.name not in profile.needed:
            origin = context.in_file(entry.path) if context.policy is None else context.policy.origin
            yield UnusedArgs(entry.name, origin)


def _in_other(name: str, index: int, other: Configuration, context: ProvenanceContext) -> object:
    args = of_plugin(name, other.profiles[index].args_entry(name), other, context.registry)
    return None if args is None else args.values(other.context)


def _left_unset(args: PluginArgs, other: Configuration, values: object) -> frozenset[str]:
    """Return the fields that a release knows, and completes to nothing."""
    if args.kind is None or not isinstance(values, dict):
        return frozenset()
    return _known_fields(args.kind.model, other.context) - values.keys()


@lru_cache(maxsize=1024)
def _known_fields(shape: type[Shape], context: Context) -> frozenset[str]:
    """Return the fields of Args that the code which reads them has."""
    return frozenset(
        str(field.alias) for attribute, field in shape.model_fields.items() if knows(shape, attribute, context)
    )


def _args_origin(args: PluginArgs, in_others: list[object], context: ProvenanceContext) -> Origin:
    if args.entry is not None and context.policy is not None:
        return context.policy.origin
    if args.entry is not None and args.entry.path:
        return context.in_file(args.entry.path)
    if args.entry is not None and HARD_POD_AFFINITY in context.flags:
        return context.flags[HARD_POD_AFFINITY]
    values = args.values(context.configuration.context)
    return context.by_default(everywhere=all(other in (None, values) for other in in_others))


def _setting(
    args: PluginArgs,
    path: Path,
    value: object,
    in_others: list[object],
    unset: frozenset[str],
    context: ProvenanceContext,
) -> Setting:
    name = render(path)
    if args.entry is not None and context.policy is not None:
        return Setting(name, value, context.policy.origin, None, path)
    own_path = _argument_path(args, path, context)
    # Outside of `pluginConfig` there is no value to compare, only what brings it.
    written = context.written(own_path) if own_path is not None and "pluginConfig" in own_path else None
    if (args.name, *path[:1]) == _FROM_EXTENDERS and ignore_resources(context.configuration.extenders):
        return Setting(name, value, derived("extenders"), written, path)
    if own_path is not None:
        return Setting(name, value, context.in_file(own_path), None if written in (value, {}) else written, path)
    if args.entry is not None and path == ("hardPodAffinityWeight",) and HARD_POD_AFFINITY in context.flags:
        return Setting(name, value, context.flags[HARD_POD_AFFINITY], steps=path)
    if path[:1] and path[0] in unset:
        return Setting(name, value, context.by_default(everywhere=False), steps=path)
    return Setting(name, value, context.default(value, path, in_others), steps=path)


def _argument_path(args: PluginArgs, path: Path, context: ProvenanceContext) -> Path | None:
    """Return the path of the user's own value; None where there is none."""
    if args.entry is None or not args.entry.path:
        return None
    if "pluginConfig" not in args.entry.path:
        # v1alpha1's `hardPodAffinitySymmetricWeight`, or an entry of a Policy: no Args, but what brings them.
        where = (*args.entry.path, *path)
        return where if context.written(where) is not None else args.entry.path
    where = (*args.entry.path, "args", *path)
    return where if context.written(where) is not None else None


_PERCENTAGE = "percentageOfNodesToScore"
"""The one value that a profile may have of its own; else it has the configuration's."""


def build_view(context: ProvenanceContext) -> results.EffectiveView:
    """Return the effective view of a configuration that the release accepts."""
    configuration = context.configuration
    above = tuple(settings(context))
    # kube-scheduler writes it before it reads the Policy.
    as_written = configuration if context.policy is None else context.policy.plain
    return results.EffectiveView(
        api_version=context.completion.written_in,
        kubernetes=configuration.release.name,
        configuration=written(as_written, context.registry),
        plugins=plugins(configuration, context.registry),
        settings=above,
        profiles=tuple(_profile(profile, above, context) for profile in configuration.profiles),
        extenders=tuple(extenders(context)),
    )


def _profile(profile: Profile, above: tuple[results.Setting, ...], context: ProvenanceContext) -> results.ProfileView:
    own = profile.percentage_of_nodes_to_score
    percentage = (
        next(setting for setting in above if setting.path == _PERCENTAGE)
        if own is None
        else results.Setting(_PERCENTAGE, own, context.in_file((*profile.path, _PERCENTAGE)))
    )
    return results.ProfileView(
        name=profile.scheduler_name,
        percentage_of_nodes_to_score=context.configuration.percentage_of_nodes_to_score if own is None else own,
        settings=(percentage,),
        unplaced=tuple(unplaced(profile, context)),
        points=tuple(points(profile, context)),
        args=tuple(arguments(profile, context)),
        unused_args=tuple(unused(profile, context)),
        origin=_profile_origin(profile, context),
    )


def _profile_origin(profile: Profile, context: ProvenanceContext) -> Origin:
    if profile.path:
        return context.in_file(profile.path)
    return context.flags.get(SCHEDULER_NAME) or context.by_default(everywhere=True)
