"""What a difference is looked at with, and what can be looked up there."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Self

from schedcfg.effective import World
from schedcfg.effective.framework import POINTS
from schedcfg.effective.model import Configuration, PluginRef
from schedcfg.effective.resolve import defaults
from schedcfg.migrations.behaviour import Behaviour, behaviour, lists
from schedcfg.migrations.context import Work
from schedcfg.migrations.key import Key


class Scene(NamedTuple):
    """What a difference is looked at with.

    Attributes:
        before: What was meant, by the release that judged the text before the step.
        after: What is meant now.
        world: Which plugins exist.
        target: The API version of what is meant now, short.
        adopts_defaults: Whether new defaults may change behaviour.
        allowed: Key → why it differs after the step, for what the step changes on purpose.
    """

    before: Configuration
    after: Configuration
    world: World
    target: str
    adopts_defaults: bool = False
    allowed: Mapping[Key, str] = MappingProxyType({})

    @classmethod
    def of(cls, work: Work, after: Configuration) -> Self:
        """Look at what a step has come to."""
        goal = work.goal
        return cls(work.before, after, goal.world, work.target, goal.adopt_defaults, work.allowed)


def runs(profile: object, plugin: str, configuration: Configuration, scene: Scene) -> bool:
    """Tell whether a plugin runs at any point of a profile, under the name by which behaviour tells it."""
    told = behaviour(configuration, scene.world)
    return any((profile, point, plugin) in told for point in POINTS)


def ref_of(key: Key, configuration: Configuration, scene: Scene) -> PluginRef | None:
    """Find what a key of the form (profile, point, plugin) is about."""
    for profile in configuration.profiles:
        if profile.scheduler_name == key[0]:
            refs = lists(profile, configuration, scene.world).get(str(key[1]), [])
            return next((ref for ref in refs if ref.name == key[2]), None)
    return None


def by_default(configuration: Configuration, scene: Scene) -> Behaviour:
    """Tell what a file that says nothing does by the rules that completed a configuration."""
    world = scene.world
    return behaviour(defaults(configuration.api_version, configuration.release, world), world)


def of_any_profile(key: Key, configuration: Configuration) -> Key:
    """Turn a key of any profile into that of the profile that a file without profiles has."""
    names = {profile.scheduler_name for profile in configuration.profiles}
    return ("default-scheduler", *key[1:]) if key[0] in names else key
