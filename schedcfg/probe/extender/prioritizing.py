"""What scores an extender gives (`Prioritize`, and `prioritizeNodes`)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.findings import Severity
from schedcfg.golang.numbers import wrapped_int64
from schedcfg.probe.extender.finding_kinds import Kind
from schedcfg.probe.extender.quoting import listed, shown
from schedcfg.probe.finding_kind import tell
from schedcfg.results.extender_trial import Scored
from schedcfg.results.probing import ProbeFinding
from schedcfg.results.scores import MAX_EXTENDER_PRIORITY, MAX_NODE_SCORE

_SCALE = MAX_NODE_SCORE // MAX_EXTENDER_PRIORITY


class Ranking(NamedTuple):
    """What an extender's scores are worth.

    Attributes:
        scored: In the order of the answer.
        points: Node → what is added to its total; only nodes that were asked about.
        findings: What is wrong with the answer.
    """

    scored: tuple[Scored, ...]
    points: dict[str, int]
    findings: tuple[ProbeFinding, ...]


def rank(priorities: list[Mapping[str, Any]] | None, asked: list[str], weight: int) -> Ranking:
    """Find out what an answer of type HostPriorityList is worth.

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
    return tell(
        Kind.NO_SCORES,
        Severity.WARNING,
        f"The answer is {what}: every node gets 0 points, and the extender has no say, of which "
        "kube-scheduler tells nothing",
        'Answer with a list: `[{"Host": "<node>", "Score": <0 to 10>}]`.',
    )


def _hosts(hosts: list[str], asked: list[str]) -> Iterator[ProbeFinding]:
    times, known = Counter(hosts), set(asked)
    strangers = [host for host in times if host not in known]
    if strangers:
        yield tell(
            Kind.UNKNOWN_NODE_SCORED,
            Severity.WARNING,
            f"Scores are given for {listed(strangers)}, which the extender was not asked about: they count for nothing",
            "Put the node's name, as it stands in the request, into `Host`.",
            nodes=map(shown, strangers),
        )
    missing = [name for name in asked if name not in times]
    if missing:
        yield tell(
            Kind.UNSCORED_NODE,
            Severity.WARNING,
            f"{listed(missing)} {'gets' if len(missing) == 1 else 'get'} no score, which counts as 0",
            "Score every node of the request.",
            nodes=map(shown, missing),
        )
    twice = [host for host, count in times.items() if count > 1]
    if twice:
        yield tell(
            Kind.SCORED_TWICE,
            Severity.WARNING,
            f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} scored more than once: kube-scheduler "
            "adds the scores up",
            "Give each node one score.",
            nodes=map(shown, twice),
        )


def _scores(entries: list[tuple[str, int]], weight: int) -> Iterator[ProbeFinding]:
    outside = {host: score for host, score in entries if not 0 <= score <= MAX_EXTENDER_PRIORITY}
    if outside:
        host, score = max(outside.items(), key=lambda entry: abs(entry[1]))
        yield tell(
            Kind.SCORE_OUT_OF_RANGE,
            Severity.WARNING,
            f"Scores are to be 0 to {MAX_EXTENDER_PRIORITY}; `{shown(host)}` gets {score}. kube-scheduler does not "
            f"check that and adds {wrapped_int64(score * weight * _SCALE)} points, so that the extender weighs more "
            f"than its weight of {weight} says, or counts against nodes",
            f"Bring scores into the range of 0 to {MAX_EXTENDER_PRIORITY}; let `weight` say how much they count.",
            nodes=map(shown, outside),
        )
    wrapping = [host for host, score in entries if wrapped_int64(score * weight * _SCALE) != score * weight * _SCALE]
    if wrapping:
        yield tell(
            Kind.OVERFLOW,
            Severity.WARNING,
            f"Score times weight times {_SCALE} is beyond what 64 bits hold for {listed(wrapping)}: it wraps around, "
            "so that a good node can come out as the worst",
            f"Bring scores into the range of 0 to {MAX_EXTENDER_PRIORITY}.",
            nodes=map(shown, dict.fromkeys(wrapping)),
        )


def _order(points: Mapping[str, int]) -> Iterator[ProbeFinding]:
    if len(points) > 1 and len(set(points.values())) == 1:
        yield tell(
            Kind.EQUAL_SCORES,
            Severity.INFO,
            "All nodes get the same score: here the extender does not change which node is chosen",
            "Try it with nodes between which it should choose (`--nodes`).",
        )
