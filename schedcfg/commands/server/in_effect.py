"""What counts in the end at a place of a configuration: its value, or the plugin that its entry runs."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.view import (
    EffectiveView,
    OriginKind,
    Point,
    ProfileView,
    RunningPlugin,
    Setting,
)
from schedcfg.document.span import Path, follow, render
from schedcfg.output.terminal import percent


class ScoreShare(NamedTuple):
    """What the score of a plugin counts at an extension point.

    Attributes:
        point: The extension point.
        plugin: The plugin.
    """

    point: Point
    plugin: RunningPlugin

    @property
    def total(self) -> int:
        """The weights of all plugins whose scores count there."""
        return self.point.total

    @property
    def meaningless(self) -> str:
        """Why there is no share, as a sentence without a period; empty where there is one."""
        if self.plugin.idle:
            return f"its score does not count: {self.plugin.idle}"
        return "" if self.percent else "a negative weight makes shares meaningless"

    @property
    def percent(self) -> str | None:
        """The share in percent; None where it means nothing: beside a negative weight, or of a score without effect."""
        return None if self.plugin.share is None else percent(self.plugin.share)


def profile_at(view: EffectiveView, path: Path) -> ProfileView | None:
    """Return the profile that a path is in; where an API version has no profiles, the only one there is."""
    if path[:1] == ("profiles",):
        index = path[1] if len(path) > 1 else None
        return view.profiles[index] if isinstance(index, int) and index < len(view.profiles) else None
    is_above = path[:1] not in {("plugins",), ("pluginConfig",)}
    return None if is_above else next(iter(view.profiles), None)


def point_in(profile: ProfileView, name: str) -> Point | None:
    """Return what runs, and what was removed, at one extension point of a profile; None where nothing is either."""
    return next((point for point in profile.points if point.name == name), None)


def shares_of(view: EffectiveView, entry: Path) -> Iterator[ScoreShare]:
    """Yield what the weight of an entry of `enabled` counts: at the points where this entry has the last say.

    Args:
        view: What the configuration means.
        entry: The path of the entry.
    """
    profile = profile_at(view, entry)
    # Where the weight is what differs from the default, the plugin comes from it.
    own = {render(entry), render((*entry, "weight"))}
    for point in () if profile is None else profile.points:
        for plugin in point.running if point.name in WEIGHTED else ():
            if plugin.origin.kind is OriginKind.FILE and plugin.origin.path in own:
                yield ScoreShare(point, plugin)


def setting_at(view: EffectiveView, data: object, path: Path) -> Setting | None:
    """Return the completed value at a path; None where there is none, as of plugins and of structs.

    Args:
        view: What the configuration means.
        data: The configuration as it is written.
        path: The path in it.
    """
    match path:
        case ("extenders", int(index), *rest):
            settings = view.extenders[index].settings if index < len(view.extenders) else ()
            return next((one for one in settings if one.path == render(tuple(rest))), None)
        case ("profiles", int(), "pluginConfig", int(), "args", *_) | ("pluginConfig", int(), "args", *_):
            return _argument_at(view, data, path)
        case ("profiles", int(), *rest):
            profile = profile_at(view, path)
            return None if profile is None else _with_steps(profile.settings, tuple(rest))
        case _:
            return _with_steps(view.settings, path)


def _argument_at(view: EffectiveView, data: object, path: Path) -> Setting | None:
    begin = path.index("pluginConfig") + 2
    name = follow(data, (*path[:begin], "name"))
    profile = profile_at(view, path)
    of_profile = () if profile is None else profile.args
    args = next((one for one in of_profile if one.plugin == name), None)
    return None if args is None else _with_steps(args.settings, path[begin + 1 :])


def _with_steps(settings: tuple[Setting, ...], steps: Path) -> Setting | None:
    return next((one for one in settings if one.steps == steps), None)
