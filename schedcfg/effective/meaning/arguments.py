"""The Args with which a profile's plugins run, each value with its origin."""

from collections.abc import Iterator

from schedcfg.document.path import Path, render
from schedcfg.effective.args import PluginArgs, of_plugin, of_plugins
from schedcfg.effective.extenders import ignore_resources
from schedcfg.effective.meaning.leaves import leaves
from schedcfg.effective.meaning.scene import Scene, derived
from schedcfg.effective.model import Configuration, Profile
from schedcfg.results.effective import Args, Origin, Setting, UnusedArgs

_FROM_EXTENDERS = ("NodeResourcesFit", "ignoredResources")


def arguments(profile: Profile, scene: Scene) -> Iterator[Args]:
    """Yield the Args of each plugin that runs."""
    for args in of_plugins(profile, scene.configuration, scene.world):
        values = args.values(scene.configuration.context)
        in_others = [_in_other(args.name, profile.index, other, scene) for other in scene.in_others]
        yield Args(
            plugin=args.name,
            settings=tuple(_setting(args, path, value, in_others, scene) for path, value in _told(values)),
            known=args.kind is not None,
            is_read=args.is_read(scene.configuration.context),
            origin=_origin(args, in_others, scene),
        )


def _told(values: object) -> Iterator[tuple[Path, object]]:
    """Yield every value; Args that are no mapping are one themselves, and empty ones say nothing."""
    return ((path, value) for path, value in leaves(values) if path or value not in (None, {}, []))


def unused(profile: Profile, scene: Scene) -> Iterator[UnusedArgs]:
    """Yield the entries of `pluginConfig` for plugins that do not run."""
    for entry in profile.plugin_config:
        if entry.name not in profile.needed:
            yield UnusedArgs(entry.name, scene.in_file(entry.path))


def _in_other(name: str, index: int, other: Configuration, scene: Scene) -> object:
    entry = next((entry for entry in other.profiles[index].plugin_config if entry.name == name), None)
    args = of_plugin(name, entry, other, scene.world)
    return None if args is None else args.values(other.context)


def _origin(args: PluginArgs, in_others: list[object], scene: Scene) -> Origin:
    if args.entry is not None and args.entry.path:
        return scene.in_file(args.entry.path)
    values = args.values(scene.configuration.context)
    return scene.by_default(everywhere=all(other in (None, values) for other in in_others))


def _setting(args: PluginArgs, path: Path, value: object, in_others: list[object], scene: Scene) -> Setting:
    name = render(path)
    written_at = _written_at(args, path, scene)
    # Elsewhere than in `pluginConfig` there is no value to compare, only what brings it.
    written = scene.written(written_at) if written_at is not None and "pluginConfig" in written_at else None
    if (args.name, *path[:1]) == _FROM_EXTENDERS and ignore_resources(scene.configuration.extenders):
        return Setting(name, value, derived("extenders"), written, path)
    if written_at is not None:
        return Setting(name, value, scene.in_file(written_at), None if written in (value, {}) else written, path)
    return Setting(name, value, scene.default(value, path, in_others), steps=path)


def _written_at(args: PluginArgs, path: Path, scene: Scene) -> Path | None:
    """Return the path of the user's own value; None where there is none."""
    if args.entry is None or not args.entry.path:
        return None
    if "pluginConfig" not in args.entry.path:
        # v1alpha1's `hardPodAffinitySymmetricWeight`, or an entry of a Policy: no Args, but what brings them.
        where = (*args.entry.path, *path)
        return where if scene.written(where) is not None else args.entry.path
    where = (*args.entry.path, "args", *path)
    return where if scene.written(where) is not None else None
