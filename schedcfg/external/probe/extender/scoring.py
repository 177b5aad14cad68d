"""What scores an extender gives (`Prioritize`, and `prioritizeNodes`), and what they weigh beside those of plugins."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from schedcfg.configuration.effective.model import Configuration, Extender
from schedcfg.configuration.effective.plugin_sets import running_at
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document.golang.numbers import wrapped_int64
from schedcfg.external.probe.extender.findings import ExtenderFinding, listed, shown
from schedcfg.external.probe.extender.results import Scored
from schedcfg.external.probe.findings import ProbeFinding
from schedcfg.plugins.plugin import MAX_EXTENDER_PRIORITY, MAX_NODE_SCORE

_SCALE = MAX_NODE_SCORE // MAX_EXTENDER_PRIORITY


@dataclass(frozen=True, slots=True)
class Ranking:
    """What an extender's scores are worth."""

    scored: tuple[Scored, ...]  # In the order of the answer
    points: dict[str, int]  # Node → what is added to its total; only nodes that were asked about
    findings: tuple[ProbeFinding, ...]


def rank(priorities: list[Mapping[str, Any]] | None, asked: list[str], weight: int) -> Ranking:
    """Return what an answer of type HostPriorityList is worth.

    Args:
        priorities: The answer, decoded.
        asked: The nodes that were asked about.
        weight: What scores are multiplied by.
    """
    entries = [(str(entry.get("Host", "")), int(entry.get("Score", 0))) for entry in priorities or ()]
    points = dict.fromkeys(asked, 0)
    for host, score in entries:
        if host in points:
            points[host] = wrapped_int64(points[host] + score * weight * _SCALE)
    scored = tuple(Scored(shown(host), score, wrapped_int64(score * weight * _SCALE)) for host, score in entries)
    if not entries:
        return Ranking(scored, points, (_nothing(priorities),))
    findings = (*_hosts([host for host, _ in entries], asked), *_scores(entries, weight), *_order(points))
    return Ranking(scored, points, findings)


def _nothing(priorities: object) -> ProbeFinding:
    what = "null" if priorities is None else "an empty list"
    return ExtenderFinding.NO_SCORES.finding(
        f"The response is {what}: every node gets 0 points, and the extender has no effect, which kube-scheduler does "
        "not log",
        'Return a list: `[{"Host": "<node>", "Score": <0 to 10>}]`.',
    )


def _hosts(hosts: list[str], asked: list[str]) -> Iterator[ProbeFinding]:
    times, known = Counter(hosts), set(asked)
    strangers = [host for host in times if host not in known]
    if strangers:
        yield ExtenderFinding.UNKNOWN_NODE_SCORED.finding(
            f"There are scores for {listed(strangers)}, which were not in the request: they have no effect",
            "Use the node's name in the request as `Host`.",
            nodes=map(shown, strangers),
        )
    missing = [name for name in asked if name not in times]
    if missing:
        yield ExtenderFinding.UNSCORED_NODE.finding(
            f"{listed(missing)} {'has' if len(missing) == 1 else 'have'} no score, which counts as 0",
            "Score every node of the request.",
            nodes=map(shown, missing),
        )
    twice = [host for host, count in times.items() if count > 1]
    if twice:
        yield ExtenderFinding.SCORED_TWICE.finding(
            f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} scored more than once: kube-scheduler adds up the "
            "scores",
            "Give each node one score.",
            nodes=map(shown, twice),
        )


def _scores(entries: list[tuple[str, int]], weight: int) -> Iterator[ProbeFinding]:
    outside = {host: score for host, score in entries if not 0 <= score <= MAX_EXTENDER_PRIORITY}
    if outside:
        host, score = max(outside.items(), key=lambda entry: abs(entry[1]))
        yield ExtenderFinding.SCORE_OUT_OF_RANGE.finding(
            f"Scores must be 0 to {MAX_EXTENDER_PRIORITY}; `{shown(host)}` has {score}. kube-scheduler does not check "
            f"that and adds {wrapped_int64(score * weight * _SCALE)} points, so the extender has more influence than "
            f"its weight of {weight}, or lowers scores",
            f"Return scores from 0 to {MAX_EXTENDER_PRIORITY}; use `weight` for their influence.",
            nodes=map(shown, outside),
        )
    wrapping = [host for host, score in entries if wrapped_int64(score * weight * _SCALE) != score * weight * _SCALE]
    if wrapping:
        yield ExtenderFinding.OVERFLOW.finding(
            f"Score times weight times {_SCALE} does not fit into 64 bits for {listed(wrapping)}: it wraps around, so "
            "a good node can end up last",
            f"Return scores from 0 to {MAX_EXTENDER_PRIORITY}.",
            nodes=map(shown, dict.fromkeys(wrapping)),
        )


def _order(points: Mapping[str, int]) -> Iterator[ProbeFinding]:
    if len(points) > 1 and len(set(points.values())) == 1:
        yield ExtenderFinding.EQUAL_SCORES.finding(
            "All nodes have the same score: here the extender does not change which node is chosen",
            "Try it with nodes between which it should choose (`--nodes`).",
        )


_HARDLY = 10
"""An extender that can give less than a tenth of what plugins can rarely decides anything."""


def plugin_points(configuration: Configuration, registry: PluginRegistry) -> dict[str, int]:
    """Return for each profile what its score plugins together can give a node at most.

    Plugins of which nothing is known count where they are enabled by name at `score`.
    """
    points_of = partial(registry.points_of, release=configuration.release)
    return {
        profile.scheduler_name: MAX_NODE_SCORE
        * sum(ref.weight_at("score") for ref in running_at("score", profile, configuration.release, points_of))
        for profile in configuration.profiles
    }


def weigh(extender: Extender, points: Mapping[str, int]) -> Iterator[ProbeFinding]:
    """Yield where an extender decides alone, or hardly anything.

    Args:
        extender: One that is requested scores.
        points: What each profile's score plugins can give.
    """
    most = MAX_NODE_SCORE * extender.weight
    below = {profile: its for profile, its in points.items() if 0 < its < most}
    if below:
        yield ExtenderFinding.OUTWEIGHS.finding(
            f"The extender can give a node {most} points (10 · weight {extender.weight} · 10), more than all score "
            f"plugins together ({_each(below)}): if its scores differ much, only the extender decides",
            "If that is not intended, lower `weight`.",
        )
    above = {profile: its for profile, its in points.items() if its > most * _HARDLY}
    if above:
        yield ExtenderFinding.HARDLY_MATTERS.finding(
            f"The extender can give a node at most {most} points (10 · weight {extender.weight} · 10), but score "
            f"plugins together {_each(above)}: it rarely changes which node is chosen",
            "To increase its influence, raise `weight`.",
        )


def _each(points: Mapping[str, int]) -> str:
    return ", ".join(f"{its} in profile `{profile}`" for profile, its in points.items())
