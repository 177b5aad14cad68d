"""From a plugin's name and a file to the effect of the plugin, what limits it, and what would change that.

Why a finding is not reported is another question: `schedcfg.validation.settling`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from schedcfg import plugins
from schedcfg.commands.effective.layout import address
from schedcfg.commands.why.results import (
    DocumentInfluence,
    FileInfluence,
    Influence,
    Limit,
    LimitKind,
    ProfileInfluence,
)
from schedcfg.configuration.decode.configuration import Decoded
from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.facts import LEAST_NODES
from schedcfg.configuration.effective.model import WEIGHTED, Profile
from schedcfg.configuration.effective.plugin_sets import (
    DECIDING,
    MULTI_POINT,
    PIPELINE,
    POD_GROUP,
    brings_by_multi_point,
)
from schedcfg.configuration.effective.provenance import ProvenanceContext, disabling_entry
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.configuration.effective.resolve import POLICY
from schedcfg.configuration.effective.scoring import gate_off
from schedcfg.configuration.effective.view import EffectiveView, Point, ProfileView, RunningPlugin
from schedcfg.document import Stream
from schedcfg.findings import FILE, DocumentReport, FileReport, Finding, Verdict
from schedcfg.plugins.catalog import publishing
from schedcfg.rules import catalogs, names
from schedcfg.rules.advised import plugin_gate_off
from schedcfg.rules.context_cache import ContextCache
from schedcfg.rules.registry import Subject
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.suppression import quiet
from schedcfg.validation.text import validate_stream

_ALL = 100
"""Percent."""


def find_limits(
    plugin: str, subject: Subject, context: ProvenanceContext, view: ProfileView, profile: Profile
) -> Iterator[Limit]:
    """Yield what holds a plugin back in a profile, what matters most first.

    Args:
        plugin: The plugin's name.
        subject: The configuration.
        context: The same, and where its values come from.
        view: What the profile runs.
        profile: The profile.
    """
    if context.policy is not None and not context.policy.is_seen:
        yield Limit(LimitKind.UNKNOWN, context.policy.note, "Put the Policy beside this file: then it is read.")
        return
    running = {point.name: one for point in view.points for one in point.running if one.name == plugin}
    gone = names.removed(plugin) if plugin not in subject.configuration.release.plugins else None
    if gone is not None and not running:
        yield Limit(
            LimitKind.MISSING, f"Kubernetes {subject.configuration.release.name} has no plugin `{plugin}`", gone
        )
        return
    yield from _unknown(plugin, subject, view)
    yield from _absent(plugin, subject, context, profile, running)
    yield from _gates(plugin, subject, running)
    for point in view.points:
        if point.name in running:
            yield from _beside(running[point.name], point, context)
    if "score" in running:
        yield from _nodes(view)
    known = subject.registry.known(plugin, subject.configuration.release)
    if running and known is not None and known.concerns is not None:
        yield Limit(LimitKind.PODS, f"it only matters for {known.concerns}")


def _unknown(plugin: str, subject: Subject, view: ProfileView) -> Iterator[Limit]:
    """Yield that nothing is known of what is compiled into the scheduler, if so."""
    release = subject.configuration.release
    if subject.registry.known(plugin, release) is not None:
        return
    message = f"`{plugin}` is not part of Kubernetes: it exists where it is compiled into your scheduler"
    for one in view.unplaced:
        if one.name == plugin:
            message += f". `multiPoint` enables it, with weight {one.weight}, at the points that it implements"
    if publishing(plugin) is not None:
        yield Limit(LimitKind.UNKNOWN, message, catalogs.published(plugin, subject))
    else:
        help_ = f"Declare its extension points in the settings: `[plugins.{plugin}]` with `extension-points`."
        yield Limit(LimitKind.UNKNOWN, message, help_)


def _absent(
    plugin: str, subject: Subject, context: ProvenanceContext, profile: Profile, running: dict[str, RunningPlugin]
) -> Iterator[Limit]:
    """Yield why a plugin does not run where it could; points for which there is one reason are together."""
    implemented = subject.points_of(plugin)
    if implemented is None:
        implemented = () if running or plugin in profile.needed else (MULTI_POINT,)
    disabled: dict[str, list[str]] = {}
    unnamed: list[str] = []
    entries = {}
    for point in (*PIPELINE, MULTI_POINT):
        if point in running or point not in implemented:
            continue
        entry = disabling_entry(plugin, point, profile, context)
        if entry is None:
            unnamed.append(point)
        else:
            disabled.setdefault(entry.path, []).append(point)
            entries[entry.path] = entry
    for path, points in disabled.items():
        at, line = _list(points), f"the entry in line {entries[path].line}"
        help_ = f"Remove that entry, or add `- name: {plugin}` to `enabled` of {at}."
        yield Limit(LimitKind.DISABLED, f"{line} disables it at {at}", help_, entries[path])
    if unnamed:
        yield _not_enabled(plugin, subject, context, unnamed, everywhere=not (running or disabled))


def _not_enabled(
    plugin: str, subject: Subject, context: ProvenanceContext, points: list[str], *, everywhere: bool
) -> Limit:
    config, at = subject.configuration, _list(points)
    where = "" if everywhere else f" at {at}"
    if context.completion.written_in == POLICY or context.policy is not None:
        help_ = f"Add one that does, or migrate the file: `schedcfg migrate --to v1 {FILE}`."
        return Limit(LimitKind.NOT_ENABLED, f"no predicate or priority of the Policy adds it{where}", help_)
    gate = next(filter(None, (gate_off(plugin, point, subject.configuration.release) for point in points)), None)
    if gate is not None:
        switch = plugin_gate_off.switched_on(gate, config.release)
        help_ = f"Start kube-scheduler with `--feature-gates={switch}`."
        return Limit(LimitKind.GATE, f"nothing enables it{where} while the feature gate `{gate}` is off", help_)
    list_ = f"`plugins.{MULTI_POINT}`" if everywhere and brings_by_multi_point(config.api_version) else at
    return Limit(
        LimitKind.NOT_ENABLED,
        f"nothing enables it{where}: Kubernetes {config.release.name} does not by default, nor does the file",
        f"Add `- name: {plugin}` to `enabled` of {list_}.",
    )


def _gates(plugin: str, subject: Subject, running: dict[str, RunningPlugin]) -> Iterator[Limit]:
    """Yield the feature gates without which a plugin does nothing at points where it runs."""
    off: dict[str, list[str]] = {}
    for point in running:
        gate = gate_off(plugin, point, subject.configuration.release)
        if gate is not None:
            off.setdefault(gate, []).append(point)
    for gate, points in off.items():
        switch = plugin_gate_off.switched_on(gate, subject.configuration.release)
        yield Limit(
            LimitKind.GATE,
            f"it does nothing at {_list(points)} while the feature gate `{gate}` is off",
            f"Start kube-scheduler with `--feature-gates={switch}`.",
        )


def _beside(own: RunningPlugin, point: Point, context: ProvenanceContext) -> Iterator[Limit]:
    """Yield what else decides at the same point, before the plugin or beside it."""
    before = [one.name for one in point.running[: point.running.index(own)]]
    if point.name in DECIDING and before:
        named = " and ".join(f"`{name}`" for name in before)
        message = f"at `{point.name}` it is only called for Pods that {named}, which runs before it, skips"
        yield Limit(LimitKind.ORDER, message, f"Enable it before {named}.")
    if point.name not in WEIGHTED:
        return
    if own.idle:
        if own.gate_off is None:
            yield Limit(LimitKind.OUTWEIGHED, f"its score at `{point.name}` does not count: {own.idle}")
    elif own.share is not None and own.weight < point.total - own.weight:
        yield _outweighed(own, point)
    for extender in context.configuration.extenders if point.name == "score" else ():
        if extender.prioritize_verb:
            message = f"the extender {address(extender.url_prefix)} scores nodes as well, with weight {extender.weight}"
            yield Limit(LimitKind.EXTENDER, message)


def _outweighed(own: RunningPlugin, point: Point) -> Limit:
    total = point.total - own.weight
    others = [one for one in point.running if one is not own and not one.idle]
    weighty = sorted(others, key=lambda one: -one.weight)
    named = ", ".join(f"{one.name} {one.weight}" for one in weighty)
    message = f"at `{point.name}` other scores have {total} of {point.total} weights: {named}"
    return Limit(
        LimitKind.OUTWEIGHED,
        message,
        f"A weight of {total + 1} at `{point.name}` counts more than all others together; so does disabling some of "
        "them.",
    )


def _nodes(view: ProfileView) -> Iterator[Limit]:
    """Yield that nodes are sampled, if so."""
    setting, percentage = view.settings[0], view.percentage_of_nodes_to_score
    if percentage >= _ALL:
        return
    how = f"{percentage}%" if percentage else "50% of them, or fewer in larger clusters, but at least 5%"
    origin = None if setting.origin.is_default else setting.origin
    yield Limit(
        LimitKind.NODES,
        f"in clusters of more than {LEAST_NODES} nodes it scores only the first suitable ones: {how}",
        f"`percentageOfNodesToScore: {_ALL}` shows it all suitable nodes, and takes longer.",
        origin,
    )


def _list(points: list[str]) -> str:
    """List points; those of groups of Pods last."""
    ordered = sorted(points, key=lambda point: point in POD_GROUP)
    return ", ".join(f"`{point}`" for point in ordered)


_DEFAULT_NAME = "default-scheduler"


def find_influence(
    stream: Stream, options: Options, *, path: str, plugin: str, contexts: ContextCache | None = None
) -> FileInfluence:
    """Return the effect of a plugin, by the configurations in a file that was read.

    With `contexts`, each configuration is run by the release that a manifest beside the file names.
    """
    validated = validate_stream(stream, options, path, contexts)
    if stream.undecodable is not None:
        return _file(plugin, validated.report, tuple(map(_refused, validated.report.documents)))
    report = quiet(validated.report, stream, options.selection).named_in_commands()
    pairs = zip(validated.documents, report.documents, strict=True)
    return _file(plugin, report, tuple(_document(plugin, one, shown, one.registry) for one, shown in pairs))


def without_content(path: str, verdict: Verdict, reason: str | None = None, *, plugin: str) -> FileInfluence:
    """Return the answer about a file in which there is nothing to look at."""
    return FileInfluence(path, verdict, reason=reason, plugin=plugin)


def _file(plugin: str, report: FileReport, documents: tuple[DocumentInfluence, ...]) -> FileInfluence:
    return FileInfluence(report.path, report.verdict, documents, report.reason, report.text, plugin=plugin)


def _refused(report: DocumentReport) -> DocumentInfluence:
    return DocumentInfluence(report, "", None, is_known=True, profiles=None)


def _document(
    plugin: str, validated: ValidatedDocument, report: DocumentReport, registry: PluginRegistry
) -> DocumentInfluence:
    context = validated.provenance(registry)
    if context is None:
        return _refused(report)
    question = Question(plugin, context, build_view(context), report, validated.decoded)
    described = registry.known(plugin, context.configuration.release) or plugins.find(plugin)
    published = described is not None or plugin in plugins.CATALOGUED
    is_known = published or question.is_named or plugin in registry.names(context.configuration.release)
    return DocumentInfluence(
        report,
        question.view.api_version,
        None if described is None else described.summary,
        is_known,
        tuple(map(question.answer, context.configuration.profiles, question.view.profiles)),
        None if is_known else names.misspelled(plugin, question.subject),
    )


@dataclass(frozen=True)
class Question:
    """A plugin and a configuration."""

    plugin: str
    context: ProvenanceContext  # The configuration, and where its values come from
    view: EffectiveView
    report: DocumentReport
    decoded: Decoded | None  # As read; None for a Policy

    @cached_property
    def subject(self) -> Subject:
        """What rules look at."""
        config = self.context.configuration
        decoded = self.decoded or Decoded(config.api_version, config.release, None, {}, ())
        return Subject(config, decoded, self.context.registry, self.context.document)

    @property
    def is_named(self) -> bool:
        """Whether a profile of the configuration names the plugin."""
        return any(
            self.plugin in profile.needed
            or any(entry.name == self.plugin for entry in profile.plugin_config)
            or any(ref.name == self.plugin for at in profile.written.values() for ref in at.disabled)
            for profile in self.context.configuration.profiles
        )

    def answer(self, profile: Profile, view: ProfileView) -> ProfileInfluence:
        """Return the effect of the plugin on the Pods of one profile."""
        points = tuple(self._influences(view))
        may_run = any(plugin.name == self.plugin for plugin in view.unplaced)
        is_unseen = self.context.policy is not None and not self.context.policy.is_seen
        release = self.subject.configuration.release
        working = any(gate_off(self.plugin, point.point, release) is None for point in points)
        return ProfileInfluence(
            name=profile.scheduler_name,
            pods=_pods(profile.scheduler_name),
            runs=working or (None if may_run or is_unseen else False),
            points=points,
            args=next((args for args in view.args if args.plugin == self.plugin), None),
            limits=tuple(find_limits(self.plugin, self.subject, self.context, view, profile)),
            findings=tuple(
                names.without_question(finding) for finding in self.report.findings if self._is_about(finding, profile)
            ),
            origin=view.origin,
        )

    def _influences(self, view: ProfileView) -> Iterator[Influence]:
        for point in view.points:
            for place, one in enumerate(point.running, 1):
                if one.name == self.plugin:
                    count, total = len(point.running), point.total
                    yield Influence(point.name, place, count, one.weight, total, one.share, one.origin, one.idle)

    def _is_about(self, finding: Finding, profile: Profile) -> bool:
        """Return whether a finding names the plugin, or is in an entry about it, and not in another profile."""
        path = finding.entry
        if path.startswith("profiles[") and not path.startswith(f"profiles[{profile.index}]"):
            return False
        entries = (f"profiles[{profile.index}].pluginConfig[{n}]" for n in self._entries(profile))
        return f"`{self.plugin}`" in finding.message or any(path.startswith(entry) for entry in entries)

    def _entries(self, profile: Profile) -> Iterator[object]:
        return (
            args_entry.path[-1]
            for args_entry in profile.plugin_config
            if args_entry.name == self.plugin and args_entry.path
        )


def _pods(name: str) -> str:
    """Return which Pods choose a profile."""
    if name == _DEFAULT_NAME:
        return f"Pods without `spec.schedulerName`, or with `{name}`"
    return f"Pods with `spec.schedulerName: {name}`"
