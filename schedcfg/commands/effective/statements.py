"""What is stated of a configuration, whatever it is shown in: the text for terminals, page and diagrams ask here.

Names and values that come from outside are printable in what is returned.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from schedcfg.commands.effective.layout import address, named
from schedcfg.configuration.effective.leaning import Leaning, joint_leaning
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import POD_GROUP, SCORE
from schedcfg.configuration.effective.view import (
    DocumentView,
    ExtenderView,
    FileView,
    Origin,
    OriginKind,
    Point,
    ProfileView,
    RemovedPlugin,
    RunningPlugin,
    Setting,
    UnusedArgs,
    UserChange,
)
from schedcfg.document.texts import listing, printable
from schedcfg.findings import DocumentReport
from schedcfg.output.tables import listed
from schedcfg.output.terminal import CYAN, DIM, GREEN, RED, YELLOW, percent

BY_RELEASE = "°"
"""Behind what comes by default of the release, where other defaults come from the API version."""

NOTHING_KNOWN = "What runs is not known here."
NOTHING_SCORES = "Nothing scores: all nodes that fit are equal."
NEGATIVE_WEIGHT = "A negative weight prefers nodes with a low score; shares are then meaningless."
NEVER_CALLED = "It is never called: no verb is set."


STAGES = {
    "Queue": ("preEnqueue", "queueSort"),
    "Pod group cycle": POD_GROUP,
    "Scheduling cycle: filter": ("preFilter", "filter", "postFilter"),
    "Scheduling cycle: score and reserve": ("preScore", "score", "reserve", "permit"),
    "Binding cycle": ("preBind", "bind", "postBind"),
}
"""Stage → its extension points, in the order in which a Pod passes them: no more than fit beside each other."""


class Look(NamedTuple):
    """How a mark looks, and what it means."""

    sign: str
    color: str
    meaning: str


class Mark(Enum):
    """What became of a plugin at a point."""

    DEFAULT = Look(" ", DIM, "unmarked")
    ADDED = Look("+", GREEN, "added")
    REWEIGHTED = Look("~", YELLOW, "re-weighted")
    NAMED = Look("=", CYAN, "named, as by default")
    REMOVED = Look("-", RED, "removed")


_BY_CHANGE = {
    UserChange.DEFAULT: Mark.DEFAULT,
    UserChange.ADDED: Mark.ADDED,
    UserChange.REWEIGHTED: Mark.REWEIGHTED,
    UserChange.NAMED: Mark.NAMED,
}


def title(file: FileView, document: DocumentView) -> str:
    """Return the title of a configuration: file, API version, release."""
    report = document.report
    verdict = "run by" if document.view else "refused by"
    without = "run by a release that is not known here" if document.view else "refused"
    release = f"{verdict} Kubernetes {printable(report.release_phrase)}" if report.kubernetes else without
    return f"{named(file, document)}: {', '.join(filter(None, (_version(document), release)))}"


def _version(document: DocumentView) -> str:
    """Name the API version in short; a Policy by its kind, as versions do not identify it."""
    if document.view is not None:
        return document.view.api_version
    kind, version = document.report.kind, document.report.api_version
    return kind if kind == "Policy" else printable(version.rpartition("/")[2])


def does_not_start(report: DocumentReport) -> str:
    """Return what a refusal means."""
    by = f"kube-scheduler {report.kubernetes}" if report.kubernetes else "kube-scheduler"
    return f"{by} does not start with this file, so nothing runs:"


def mark_of(plugin: RunningPlugin) -> Mark:
    """Choose the mark of a plugin that runs."""
    return _BY_CHANGE[plugin.change]


def place(origin: Origin) -> str:
    """Name the place of an entry; for entries under `multiPoint` it includes that."""
    return f"multiPoint, {origin}" if ".multiPoint." in origin.path else str(origin)


def plugin_label(plugin: RunningPlugin, point: str) -> str:
    """Name a plugin that runs: with its weights where they changed, and its origin where that is no default."""
    name = printable(plugin.name)
    # What scores nodes has its weights in a table of its own.
    if point in WEIGHTED.intersection(POD_GROUP) and plugin.change is not UserChange.REWEIGHTED:
        name = f"weight {plugin.weight}: {name}"
    if plugin.origin.kind is OriginKind.API_VERSION:
        return name
    if plugin.origin.kind is OriginKind.RELEASE:
        return name + BY_RELEASE
    weights = f" {plugin.default_weight} → {plugin.weight}" if plugin.change is UserChange.REWEIGHTED else ""
    return f"{name}{weights} ({place(plugin.origin)})"


class RemovedGroup(NamedTuple):
    """The default plugins that one entry of the file keeps from a point."""

    head: str  # How many, and where; of a single one nothing
    names: tuple[str, ...]  # Of a single one, the place behind it
    origin: Origin

    @property
    def pieces(self) -> list[str]:
        """All of it, as words between which a line may break."""
        return [*filter(None, [self.head]), *listed(self.names)]


def removed_groups(point: Point) -> Iterator[RemovedGroup]:
    """Yield what the file removed at a point, entry by entry."""
    groups = [(origin, list(those)) for origin, those in groupby(point.removed, key=lambda plugin: plugin.origin)]
    are_all = len(groups) == 1 and all(plugin.default_weight is None for plugin in point.running)
    for origin, those in groups:
        yield _removed_group(origin, those, "all " if are_all else "")


def _removed_group(origin: Origin, plugins: Sequence[RemovedPlugin], how_many: str) -> RemovedGroup:
    names = tuple(printable(plugin.name) for plugin in plugins)
    where = f"({place(origin)})"
    if len(names) == 1:
        return RemovedGroup("", (f"{names[0]} {where}",), origin)
    return RemovedGroup(f"{how_many}{len(names)} defaults {where}:", names, origin)


class LegendEntry(NamedTuple):
    """What a mark means, or the absence of one."""

    mark: Mark | None
    meaning: str


def legend(points: Iterable[Point]) -> Iterator[LegendEntry]:
    """Yield what the marks mean that these points use, and no others."""
    shown = list(points)
    running = [plugin for point in shown for plugin in point.running]
    used = {mark_of(plugin) for plugin in running}
    if any(point.removed for point in shown):
        used.add(Mark.REMOVED)
    yield from (LegendEntry(mark, mark.value.meaning) for mark in Mark if mark in used and mark is not Mark.DEFAULT)
    defaults = [plugin for plugin in running if plugin.change is UserChange.DEFAULT]
    origins = {plugin.origin.kind: str(plugin.origin) for plugin in defaults}
    if OriginKind.API_VERSION in origins:
        yield LegendEntry(None, f"unmarked: {origins[OriginKind.API_VERSION]}")
    if OriginKind.RELEASE in origins:
        yield LegendEntry(None, f"{BY_RELEASE} {origins[OriginKind.RELEASE]}")
    if any(plugin.multi_point for plugin in defaults):
        yield LegendEntry(None, "defaults come by MultiPoint")


def gates_off(points: Sequence[Point]) -> Iterator[str]:
    """Yield for each feature gate that is off at which points no plugin is called without it."""
    for gate in dict.fromkeys(point.gate_off for point in points if point.gate_off):
        idle = ", ".join(point.name for point in points if point.gate_off == gate)
        yield f"The feature gate {gate} is off: no plugin is called at {idle}"


def unplaced(plugins: Sequence[RunningPlugin]) -> str:
    """Return of which plugins it is not known where they run; empty where there are none."""
    if not plugins:
        return ""
    names = " and ".join(
        f"{printable(plugin.name)} ({place(plugin.origin)}, weight {plugin.weight})" for plugin in plugins
    )
    if len(plugins) == 1:
        return (
            f"{names}: not part of Kubernetes, so its extension points are not known. It is missing in these tables; "
            "if it scores, all shares are smaller."
        )
    return (
        f"{names}: not part of Kubernetes, so their extension points are not known. They are missing in these tables; "
        "if they score, all shares are smaller."
    )


def alike(profiles: Iterable[ProfileView]) -> list[list[ProfileView]]:
    """Put together the profiles that differ in nothing but their names, and where they are written."""
    groups: dict[Hashable, list[ProfileView]] = {}
    for profile in profiles:
        groups.setdefault(_what_runs(profile), []).append(profile)
    return list(groups.values())


def _what_runs(profile: ProfileView) -> Hashable:
    points = tuple(
        (point.name, tuple((one.name, one.weight) for one in point.running), tuple(one.name for one in point.removed))
        for point in profile.points
    )
    args = tuple((one.plugin, one.known, _values(one.settings)) for one in profile.args)
    unplaced = tuple((one.name, one.weight) for one in profile.unplaced)
    unused = tuple(one.plugin for one in profile.unused_args)
    return points, args, unplaced, unused, profile.percentage_of_nodes_to_score, _values(profile.settings)


def _values(settings: Iterable[Setting]) -> Hashable:
    return tuple((one.steps, repr(one.value)) for one in settings)


def alike_too(others: Sequence[ProfileView]) -> str:
    """Return which other profiles run as one does; empty where none do."""
    if not others:
        return ""
    *names, last = [f"{printable(profile.name)} ({profile.origin})" for profile in others]
    named_first = f"Profiles {', '.join(names)} and {last} run" if names else f"Profile {last} runs"
    return f"{named_first} alike: the same plugins, weights and Args."


class ScoreRow(NamedTuple):
    """How much the score of a plugin counts."""

    plugin: RunningPlugin
    name: str
    share: str  # In percent; `none` where it does not count, `-` where shares mean nothing
    part: float  # Of all weights, 0 to 1, as it is drawn
    note: str  # Where it comes from if not by default, and the weight that it would have


def scoring(profile: ProfileView) -> tuple[RunningPlugin, ...]:
    """Return the plugins that score in a profile, in running order."""
    return next((point.running for point in profile.points if point.name == SCORE), ())


def score_rows(plugins: Sequence[RunningPlugin]) -> list[ScoreRow]:
    """Return how much the score of each plugin counts, in running order."""
    is_without = lacks_shares(plugins)
    return [_score_row(plugin, has_share=not is_without) for plugin in plugins]


def _score_row(plugin: RunningPlugin, *, has_share: bool) -> ScoreRow:
    by_release = BY_RELEASE if plugin.origin.kind is OriginKind.RELEASE else ""
    part = (plugin.share or 0.0) if has_share else 0.0
    share = "-" if not has_share else "none" if plugin.idle else percent(part)
    entries = [] if plugin.origin.is_default else [place(plugin.origin)]
    if plugin.change is UserChange.REWEIGHTED:
        entries.append(f"default {plugin.default_weight}")
    return ScoreRow(plugin, printable(plugin.name) + by_release, share, part, ", ".join(entries))


def lacks_shares(plugins: Iterable[RunningPlugin]) -> bool:
    """Return whether what counts has no share: a weight is negative, and shares mean nothing beside one."""
    return any(plugin.weight and plugin.share is None and not plugin.idle for plugin in plugins)


def caveats(plugins: Sequence[RunningPlugin]) -> Iterator[str]:
    """Yield which plugins do not count and why, and that shares mean nothing."""
    yield from filter(None, map(does_not_count, plugins))
    if lacks_shares(plugins):
        yield NEGATIVE_WEIGHT


def does_not_count(plugin: RunningPlugin) -> str:
    """Return why the score of a plugin does not count; empty where it does."""
    return f"{printable(plugin.name)} does not count: {plugin.idle}." if plugin.idle else ""


def counted_total(plugins: Iterable[RunningPlugin]) -> int:
    """Return the weights of all plugins that count."""
    return sum(plugin.weight for plugin in plugins if not plugin.idle)


def raters(extenders: Iterable[ExtenderView]) -> list[ExtenderView]:
    """Return the extenders that score."""
    return [extender for extender in extenders if extender.weight]


def rating(extender: ExtenderView, total: int) -> str:
    """Return what the score of an extender weighs beside plugins whose weights add up to a total."""
    beside = f"weight {extender.weight} plus {total} of the plugins" if total else "it is the only one that scores"
    return f"extender {address(extender.url_prefix)} ({extender.origin}): {beside}, for {_served_pods(extender)}"


def _served_pods(extender: ExtenderView) -> str:
    resources = " or ".join(map(printable, extender.resources))
    return f"Pods that request {resources}" if resources else "all Pods"


def terms(extender: ExtenderView) -> str:
    """Return which Pods are sent to an extender, and what happens while it does not answer.

    That a rating is missing never stops the scheduler. Upstream: `prioritizeNodes` in `schedule_one.go`.
    """
    pods = "Every Pod is sent to it"
    if extender.resources:
        pods = f"Only Pods that request {' or '.join(map(printable, extender.resources))} are sent to it"
    if not {"filter", "postFilter"} & extender.verbs.keys():
        return f"{pods}."
    if extender.ignorable:
        return f"{pods}. It is ignorable: scheduling continues while it does not respond."
    return f"{pods}. It is not ignorable: these Pods are not scheduled while it does not respond."


def without_effect(entry: UnusedArgs) -> str:
    """Return that Args change nothing."""
    return f"{printable(entry.plugin)} ({entry.origin}) does not run in this profile: its Args have no effect."


_MOST_NAMED = 3


class Decision(NamedTuple):
    """Which score decides most among the nodes that fit."""

    unknown: str  # Which scores are not known; empty where all are
    most: str  # Which plugins count most
    extenders: tuple[str, ...]  # Those that count at least as much
    places: tuple[str, ...] = ()  # Where the file writes the plugins that count most


def decision(profile: ProfileView, extenders: Sequence[ExtenderView]) -> Decision:
    """Return which score decides most in a profile, and what of that is not known."""
    if not profile.points:
        return Decision(NOTHING_KNOWN, "", ())
    beside = raters(extenders)
    highest = max((plugin.weight for plugin in scoring(profile) if not plugin.idle), default=0)
    first, unknown = _heaviest(scoring(profile)), ""
    most = _counting_most(scoring(profile), first)
    places = tuple(dict.fromkeys(place(plugin.origin) for plugin in first if plugin.origin.kind is OriginKind.FILE))
    if profile.unplaced:
        own = [f"{printable(plugin.name)} (weight {plugin.weight})" for plugin in profile.unplaced]
        unknown = f"Not known: {listing(own, _MOST_NAMED)} may score."
        most = most and f"Of the others, {most}"
    if not most and not beside and not profile.unplaced:
        most = NOTHING_SCORES
    return Decision(unknown, most, tuple(_outweighing(one, highest) for one in beside if one.weight >= highest), places)


def _heaviest(plugins: Sequence[RunningPlugin]) -> list[RunningPlugin]:
    """Return the plugins that count most; none where weights cannot be compared."""
    counting = [] if lacks_shares(plugins) else [plugin for plugin in plugins if not plugin.idle]
    highest = max((plugin.weight for plugin in counting), default=0)
    return [plugin for plugin in counting if plugin.weight == highest]


def _counting_most(plugins: Sequence[RunningPlugin], first: Sequence[RunningPlugin]) -> str:
    """Return that the first of some plugins count most; empty where none counts."""
    if lacks_shares(plugins):
        return NEGATIVE_WEIGHT
    if not first:
        return ""
    verb, each = ("counts", "") if len(first) == 1 else ("count", " each")
    names = listing([printable(plugin.name) for plugin in first], _MOST_NAMED)
    return f"{names} {verb} most: {percent(first[0].share or 0.0)}{each}."


def _outweighing(extender: ExtenderView, highest: int) -> str:
    compared = "more than" if extender.weight > highest else "as much as"
    counts = f"counts {compared} any plugin: weight {extender.weight}" if highest else "is the only one that scores"
    return f"For {_served_pods(extender)}, extender {address(extender.url_prefix)} {counts}."


def packing(profile: ProfileView, extenders: Sequence[ExtenderView]) -> str:
    """Return whether a profile packs Pods on full nodes, or spreads them over empty ones, and by which plugin."""
    plugins = [plugin for plugin in scoring(profile) if not plugin.idle and plugin.weight]
    known = [plugin for plugin in plugins if plugin.leaning in {Leaning.FULLER, Leaning.EMPTIER}]
    unknown = [printable(plugin.name) for plugin in plugins if plugin.leaning is Leaning.UNKNOWN]
    unknown += [printable(plugin.name) for plugin in profile.unplaced]
    unknown += [f"extender {address(extender.url_prefix)}" for extender in raters(extenders)]
    reasons = [f"{printable(plugin.name)} {preference(plugin)}" for plugin in known]
    if unknown or not profile.points:
        reasons.append(f"what {listing(unknown, _MOST_NAMED)} prefers is not known" if unknown else "what runs is not")
        return f"Not known: {'; '.join(reasons)}."
    leaning = joint_leaning((plugin.weight, plugin.leaning or Leaning.NEITHER) for plugin in known)
    if leaning is Leaning.NEITHER:
        return f"Neither: {'; '.join(reasons) or 'no score looks at how full a node is'}."
    return f"{'Packs' if leaning is Leaning.FULLER else 'Spreads'}: {'; '.join(reasons)}."


def preference(plugin: RunningPlugin) -> str:
    """Return which nodes a plugin prefers by how full they are; empty where it looks at something else."""
    if plugin.leaning not in {Leaning.FULLER, Leaning.EMPTIER}:
        return plugin.strategy
    by = f" ({plugin.strategy})" if plugin.strategy else ""
    return f"prefers {plugin.leaning} nodes{by}"
