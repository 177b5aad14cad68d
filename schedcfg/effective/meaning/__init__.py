"""A completed configuration explained: what runs, with which weights and Args, and where each value comes from."""

from schedcfg.effective.meaning.arguments import arguments, unused
from schedcfg.effective.meaning.pipeline import plugins, points, unplaced
from schedcfg.effective.meaning.scene import Scene
from schedcfg.effective.meaning.services import extenders
from schedcfg.effective.meaning.settings import settings
from schedcfg.effective.model import Profile
from schedcfg.effective.written import written
from schedcfg.results import effective as results

__all__ = ["Scene", "meaning"]

_PERCENTAGE = "percentageOfNodesToScore"
"""The one value that a profile may have of its own; else it has the configuration's."""


def meaning(scene: Scene) -> results.Meaning:
    """Explain a configuration that the release accepts."""
    configuration = scene.configuration
    above = tuple(settings(scene))
    return results.Meaning(
        api_version=scene.shape_name,
        kubernetes=configuration.release.name,
        configuration=written(configuration, scene.world),
        plugins=plugins(configuration, scene.world),
        settings=above,
        profiles=tuple(_profile(profile, above, scene) for profile in configuration.profiles),
        extenders=tuple(extenders(scene)),
    )


def _profile(profile: Profile, above: tuple[results.Setting, ...], scene: Scene) -> results.Profile:
    own = profile.percentage_of_nodes_to_score
    percentage = (
        next(setting for setting in above if setting.path == _PERCENTAGE)
        if own is None
        else results.Setting(_PERCENTAGE, own, scene.in_file((*profile.path, _PERCENTAGE)))
    )
    return results.Profile(
        name=profile.scheduler_name,
        percentage_of_nodes_to_score=scene.configuration.percentage_of_nodes_to_score if own is None else own,
        settings=(percentage,),
        unplaced=tuple(unplaced(profile, scene)),
        points=tuple(points(profile, scene)),
        args=tuple(arguments(profile, scene)),
        unused_args=tuple(unused(profile, scene)),
        origin=scene.in_file(profile.path) if profile.path else scene.by_default(everywhere=True),
    )
