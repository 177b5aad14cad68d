"""What holds a plugin back, and what would give it a say."""

from collections.abc import Iterator

from schedcfg.configuration.effective.model import WEIGHTED, Profile
from schedcfg.configuration.effective.plugin_sets import (
    DECIDING,
    MULTI_POINT,
    PIPELINE,
    POD_GROUP,
    brings_by_multi_point,
)
from schedcfg.configuration.effective.provenance import ProvenanceContext
from schedcfg.configuration.effective.resolve import POLICY
from schedcfg.configuration.effective.running_plugins import disabling_entry
from schedcfg.configuration.effective.view import Point, ProfileView, RunningPlugin
from schedcfg.plugins.catalog import publishing
from schedcfg.rules import names
from schedcfg.rules.advised import plugin_gate_off
from schedcfg.rules.registry import Subject
from schedcfg.show.effective.layout import address
from schedcfg.show.why.results import Limit, LimitKind

_ALL = 100
"""Percent; and so many nodes are looked for in any case (`minFeasibleNodesToFind` in `schedule_one.go`)."""


def found(
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
    running = {point.name: one for point in view.points for one in point.running if one.name == plugin}
    gone = names.removed(plugin, subject) if plugin not in subject.configuration.release.plugins else None
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
        yield Limit(LimitKind.PODS, f"it only has a say about {known.concerns}")


def gate_off(subject: Subject, plugin: str, point: str) -> str | None:
    """Return the feature gate that is off, and without which a plugin does nothing at a point; None where it works."""
    return plugin_gate_off.gate_off(plugin, point, subject.configuration.release)


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
        yield Limit(LimitKind.UNKNOWN, message, names.published(plugin, subject))
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
        at, line = _listed(points), f"the entry in line {entries[path].line}"
        help_ = f"Remove that entry, or add `- name: {plugin}` to `enabled` of {at}."
        yield Limit(LimitKind.DISABLED, f"{line} disables it at {at}", help_, entries[path])
    if unnamed:
        yield _not_enabled(plugin, subject, context, unnamed, everywhere=not (running or disabled))


def _not_enabled(
    plugin: str, subject: Subject, context: ProvenanceContext, points: list[str], *, everywhere: bool
) -> Limit:
    config, at = subject.configuration, _listed(points)
    where = "" if everywhere else f" at {at}"
    if context.completion.written_in == POLICY:
        help_ = "Add one that does, or migrate the file: `schedcfg migrate --to v1beta1`."
        return Limit(LimitKind.NOT_ENABLED, f"no predicate or priority of the Policy brings it{where}", help_)
    gate = next(filter(None, (gate_off(subject, plugin, one) for one in points)), None)
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
        gate = gate_off(subject, plugin, point)
        if gate is not None:
            off.setdefault(gate, []).append(point)
    for gate, points in off.items():
        switch = plugin_gate_off.switched_on(gate, subject.configuration.release)
        yield Limit(
            LimitKind.GATE,
            f"it does nothing at {_listed(points)} while the feature gate `{gate}` is off",
            f"Start kube-scheduler with `--feature-gates={switch}`.",
        )


def _beside(own: RunningPlugin, point: Point, context: ProvenanceContext) -> Iterator[Limit]:
    """Yield what has a say at the same point, before the plugin or beside it."""
    before = [one.name for one in point.running[: point.running.index(own)]]
    if point.name in DECIDING and before:
        named = " and ".join(f"`{name}`" for name in before)
        message = f"at `{point.name}` it is called only for Pods that {named} before it did not take"
        yield Limit(LimitKind.ORDER, message, f"Enable it before {named}.")
    if point.name not in WEIGHTED:
        return
    others = {one.name: one.weight for one in point.running if one is not own}
    if own.weight < sum(others.values()):
        yield _outweighed(own, point.name, others)
    for extender in context.configuration.extenders if point.name == "score" else ():
        if extender.prioritize_verb:
            message = f"the extender {address(extender.url_prefix)} scores nodes as well, with weight {extender.weight}"
            yield Limit(LimitKind.EXTENDER, message)


def _outweighed(own: RunningPlugin, point: str, others: dict[str, int]) -> Limit:
    total = sum(others.values())
    weighty = sorted(others.items(), key=lambda one: -one[1])
    named = ", ".join(f"{name} {weight}" for name, weight in weighty)
    message = f"at `{point}` other scores have {total} of {total + own.weight} weights: {named}"
    return Limit(
        LimitKind.OUTWEIGHED,
        message,
        f"A weight of {total + 1} at `{point}` counts more than all others together; so does disabling some of them.",
    )


def _nodes(view: ProfileView) -> Iterator[Limit]:
    """Yield that nodes are sampled, if so."""
    setting, percentage = view.settings[0], view.percentage_of_nodes_to_score
    if percentage >= _ALL:
        return
    how = f"{percentage} %" if percentage else "50 % of them, or fewer in larger clusters, but at least 5 %"
    origin = None if setting.origin.is_default else setting.origin
    yield Limit(
        LimitKind.NODES,
        f"in clusters of more than {_ALL} nodes it scores only the first suitable ones: {how}",
        f"`percentageOfNodesToScore: {_ALL}` shows it all suitable nodes, and takes longer.",
        origin,
    )


def _listed(points: list[str]) -> str:
    """List points; those of groups of Pods last."""
    ordered = sorted(points, key=lambda point: point in POD_GROUP)
    return ", ".join(f"`{point}`" for point in ordered)
