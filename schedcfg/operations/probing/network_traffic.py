"""What would NetworkTraffic make of the nodes? Prometheus is asked as the plugin asks it."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from schedcfg.decode import shapes
from schedcfg.document.secret_names import without_login
from schedcfg.document_validation import ValidatedDocument
from schedcfg.effective import World
from schedcfg.effective.framework import running_at
from schedcfg.effective.model import ArgsEntry, Profile
from schedcfg.findings import Verdict
from schedcfg.operations.probing.judging import judge, line_of, release_of
from schedcfg.options import Options
from schedcfg.plugins.network_traffic import PLUGIN, Measured, NetworkTrafficArgs, measured
from schedcfg.probe.exchange import Limits
from schedcfg.probe.network_traffic import Examination, Reason, examine
from schedcfg.probe.prometheus import Prometheus
from schedcfg.releases.release import Release
from schedcfg.results.traffic import NodeSource, TrafficProbe, TrafficReport

_SCORE = "score"
_WRONG_TYPE = "wrong-type"


class Asking(NamedTuple):
    """About which nodes Prometheus is asked, and how long an answer may take.

    Attributes:
        nodes: Their names (`--node`); none: see `kubeconfig`.
        kubeconfig: A file (`--kubeconfig`) whose cluster's nodes are asked about; None: those that Prometheus knows.
        context: Which context of it; None: its current one.
        seconds: How long each answer may take (`--timeout`).
    """

    nodes: tuple[str, ...] = ()
    kubeconfig: str | None = None
    context: str | None = None
    seconds: float = 10.0


def probe_network_traffic(raw: bytes, path: str, options: Options, asking: Asking) -> TrafficProbe:
    """Ask Prometheus what each NetworkTraffic of a file would ask, and show what the plugin makes of the answers.

    Args:
        raw: The file's bytes.
        path: Its name in the report.
        options: How to judge it: as `effective` does.
        asking: About which nodes, and how long an answer may take.

    Returns:
        What each profile's NetworkTraffic would meet; nothing is asked where the file is refused.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
        SchedcfgError: if the nodes were to come from a kubeconfig's cluster, and cannot.
    """
    judged = judge(raw, path, options)
    kubernetes = release_of(judged)
    if judged.report.verdict is not Verdict.ACCEPTED:
        return TrafficProbe(judged.report, kubernetes)
    scored = [one for document in judged.documents for one in _scored(document, options.registry)]
    if not scored:
        return TrafficProbe(judged.report, kubernetes, findings=(_NO_PROFILE,))
    return TrafficProbe(judged.report, kubernetes, tuple(_reports(scored, asking)))


_NO_PROFILE = Reason.NO_PROFILE.finding(
    f"no profile scores by {PLUGIN.name}, so there is nothing to ask",
    f"Enable {PLUGIN.name} at `score`; `schedcfg generate profile network-traffic` writes such a configuration.",
)


class _Scored(NamedTuple):
    """A profile that runs the plugin; `measured` is None where its Args cannot be read."""

    name: str
    line: int | None
    weight: int
    measured: Measured | None


def _scored(judged: ValidatedDocument, world: World) -> Iterator[_Scored]:
    configuration = judged.configuration
    assert configuration is not None
    implements = partial(_implements, world, configuration.release)
    for profile in configuration.profiles:
        running = running_at(_SCORE, profile, configuration.release, implements)
        weight = next((ref.weight_at(_SCORE) for ref in running if ref.name == PLUGIN.name), 0)
        if weight:
            entry = next((one for one in profile.plugin_config if one.name == PLUGIN.name), None)
            args = _args(entry)
            found = None if args is None else measured(args, configuration.context)
            yield _Scored(profile.scheduler_name, _line(entry, profile, judged), weight, found)


def _implements(world: World, release: Release, name: str, point: str) -> bool | None:
    """Take the plugin for the published one, which scores, whatever is declared: that is what was asked about."""
    return point == _SCORE if name == PLUGIN.name else world.implements(name, point, release)


def _args(entry: ArgsEntry | None) -> NetworkTrafficArgs | None:
    """Read the Args as either program's, whatever of them the release knows."""
    if entry is None or entry.raw is None:
        return NetworkTrafficArgs()
    args, problems, _ = shapes.read(NetworkTrafficArgs, entry.raw, (*entry.path, "args"))
    return None if any(problem.rule == _WRONG_TYPE for problem in problems) else args


def _line(entry: ArgsEntry | None, profile: Profile, judged: ValidatedDocument) -> int | None:
    """Tell where the Args stand, or the profile where it has none; None where nothing is written."""
    path = profile.path if entry is None else entry.path
    if not path:
        return None
    return line_of(judged, path if entry is None else (*path, "args"))


def _reports(profiles: list[_Scored], asking: Asking) -> Iterator[TrafficReport]:
    """Ask, once for all profiles with equal Args."""
    examined: dict[Measured, Examination] = {}
    source, nodes = _nodes(asking) if any(one.measured for one in profiles) else (NodeSource.GIVEN, asking.nodes)
    for one in profiles:
        if one.measured is None:
            yield _unread(one, source)
            continue
        if one.measured not in examined:
            server = Prometheus(one.measured.address, Limits(seconds=asking.seconds))
            examined[one.measured] = examine(one.measured, server, nodes)
        yield _report(one, one.measured, source, examined[one.measured])


def _nodes(asking: Asking) -> tuple[NodeSource, tuple[str, ...] | None]:
    if asking.nodes:
        return NodeSource.GIVEN, asking.nodes
    if asking.kubeconfig is None:
        return NodeSource.PROMETHEUS, None
    from schedcfg.probe.cluster import node_names  # noqa: PLC0415 - few ask a cluster

    return NodeSource.CLUSTER, node_names(asking.kubeconfig, asking.context, Limits(seconds=asking.seconds))


def _report(scored: _Scored, wanted: Measured, source: NodeSource, seen: Examination) -> TrafficReport:
    return TrafficReport(
        profile=scored.name,
        line=scored.line,
        variant=wanted.variant,
        address=without_login(wanted.address),
        interface=wanted.interface,
        minutes=wanted.minutes,
        weight=scored.weight,
        node_source=source,
        nodes=seen.nodes,
        better_query=seen.better_query,
        findings=seen.findings,
        as_meant=seen.as_meant,
    )


def _unread(scored: _Scored, source: NodeSource) -> TrafficReport:
    finding = Reason.WRONG_ARGS.finding(
        "the Args cannot be read as those of a published NetworkTraffic: the scheduler would not start with them",
        "`schedcfg validate` tells which field is wrong.",
    )
    return TrafficReport(scored.name, scored.line, None, "", "", 0, scored.weight, source, findings=(finding,))
