"""The Args with which plugins run."""

from collections.abc import Iterator

from schedcfg.differences.entries import by_name
from schedcfg.differences.plugins import running_anywhere
from schedcfg.differences.results import ArgsChange
from schedcfg.differences.values import alike, differing, reason_of, says_nothing
from schedcfg.effective.view import Args, OriginKind, Profile, Setting

_TYPE = frozenset({"apiVersion", "kind"})


def args_changes(left: Profile, right: Profile) -> Iterator[ArgsChange]:
    """Yield the values that differ in the Args of plugins that run.

    Of a plugin that comes or goes, only what its file says is told: its defaults come and go with it.
    """
    running = running_anywhere(left), running_anywhere(right)
    before, after = _of_running(left, running[0]), _of_running(right, running[1])
    for plugin in sorted(before.keys() | after.keys()):
        stays = plugin in running[0] and plugin in running[1]
        for path, one, other in _differing(before.get(plugin), after.get(plugin)):
            if stays or _written(one) or _written(other):
                yield ArgsChange(
                    profile=right.name,
                    plugin=plugin,
                    path=path,
                    before=one,
                    after=other,
                    reason=reason_of(one, other),
                )


def _of_running(profile: Profile, running: frozenset[str]) -> dict[str, Args]:
    return {args.plugin: args for args in profile.args if args.plugin in running and args.is_read}


def _differing(one: Args | None, other: Args | None) -> Iterator[tuple[str, Setting | None, Setting | None]]:
    if (one is None or one.known) and (other is None or other.known):
        for path, before, after in differing(_typed(one), _typed(other), alike):
            if not (says_nothing(before) and says_nothing(after)):
                yield path, before, after
    else:
        yield from differing(_raw(one), _raw(other))


def _typed(args: Args | None) -> dict[str, Setting]:
    return {} if args is None else by_name(args.settings)


def _raw(args: Args | None) -> dict[str, Setting]:
    """Keep the paths of Args of which nothing is known: the order of their lists may mean something."""
    settings = () if args is None else args.settings
    return {setting.path: setting for setting in settings if setting.path not in _TYPE}


def _written(setting: Setting | None) -> bool:
    return setting is not None and setting.origin.kind is OriginKind.FILE
