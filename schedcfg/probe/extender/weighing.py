"""What an extender's scores weigh beside those of plugins."""

from collections.abc import Iterator, Mapping
from functools import partial

from schedcfg.effective import World
from schedcfg.effective.framework import running_at
from schedcfg.effective.model import Configuration, Extender
from schedcfg.findings import Severity
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.finding_kind import tell
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.scores import MAX_NODE_SCORE

_HARDLY = 10
"""An extender that can give less than a tenth of what plugins can rarely decides anything."""


def plugin_points(configuration: Configuration, world: World) -> dict[str, int]:
    """Tell for each profile what its score plugins together can give a node at most.

    Plugins of which nothing is known count where they are enabled by name at `score`.
    """
    implements = partial(world.implements, release=configuration.release)
    return {
        profile.scheduler_name: MAX_NODE_SCORE
        * sum(ref.weight_at("score") for ref in running_at("score", profile, configuration.release, implements))
        for profile in configuration.profiles
    }


def weigh(extender: Extender, points: Mapping[str, int]) -> Iterator[ProbeFinding]:
    """Yield where an extender decides alone, or hardly anything.

    Args:
        extender: One that is asked for scores.
        points: What each profile's score plugins can give.
    """
    most = MAX_NODE_SCORE * extender.weight
    below = {profile: its for profile, its in points.items() if 0 < its < most}
    if below:
        yield tell(
            Kind.OUTWEIGHS,
            Severity.INFO,
            f"The extender can give a node {most} points (10 · weight {extender.weight} · 10), more than all score "
            f"plugins together ({_each(below)}): where its scores differ much, it decides alone",
            "If that is not meant, lower `weight`.",
        )
    above = {profile: its for profile, its in points.items() if its > most * _HARDLY}
    if above:
        yield tell(
            Kind.HARDLY_MATTERS,
            Severity.INFO,
            f"The extender can give a node {most} points at most (10 · weight {extender.weight} · 10), score plugins "
            f"together {_each(above)}: it rarely changes which node is chosen",
            "If it is to have a say, raise `weight`.",
        )


def _each(points: Mapping[str, int]) -> str:
    return ", ".join(f"{its} in profile `{profile}`" for profile, its in points.items())
