"""Filters that a profile does without, so that Pods come to nodes which cannot run them."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import EMPTY_SET, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice, maybe_replaced

ID = "lost-filter"

_KEPT_OFF = {
    "NodeResourcesFit": "nodes without room for their requests, where the kubelet rejects them (`OutOfcpu`)",
    "NodePorts": "nodes where their host port is in use, and the kubelet rejects them",
    "NodeAffinity": "nodes that their `nodeSelector` excludes, where the kubelet rejects them",
    "VolumeBinding": "nodes that cannot access their volumes, where they wait for them",
    "TaintToleration": "nodes whose taints they do not tolerate, such as those of the control plane",
    "NodeUnschedulable": "cordoned nodes",
}
"""Default filter → where Pods come to without it."""


_ON_PURPOSE = {"filter": {"NodeUnschedulable", "TaintToleration"}, MULTI_POINT: {"NodeUnschedulable"}}
"""Point → plugins that are named there only to have Pods on just such nodes."""


_Lost: TypeAlias = tuple[PluginEntry, list[str]]
"""An entry, and the filters that it takes away."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that takes filters away; where something else may filter instead, all of them at once."""
    at_these_points = (entry for entry in subject.disabled if entry.point in _ON_PURPOSE)
    for index, entries in groupby(at_these_points, key=lambda entry: entry.profile.index):
        profile = subject.configuration.profiles[index]
        found = [(entry, lost) for entry in entries if (lost := list(_lost(subject, entry)))]
        others = _others(subject, profile) if found else ()
        if not others:
            yield from (_problem(entry, lost) for entry, lost in found)
        elif not _is_exchange(subject, profile, found):
            yield _unknown(found, others)


def _lost(subject: Subject, entry: PluginEntry) -> Iterator[str]:
    """Yield the filters that an entry takes away; `*` only counts where none is enabled again."""
    name = entry.ref.name
    if name in _KEPT_OFF and name not in _ON_PURPOSE[entry.point]:
        if not subject.runs(name, "filter", entry.profile):
            yield name
    elif name == "*" and not any(subject.runs(one, "filter", entry.profile) for one in _KEPT_OFF):
        others = (one for one in _default_filters(subject) if one not in _KEPT_OFF)
        yield from (*_KEPT_OFF, *(one for one in others if not subject.runs(one, "filter", entry.profile)))


def _default_filters(subject: Subject) -> Iterator[str]:
    """Yield the plugins that filter by default."""
    config = subject.configuration
    by_point = config.release.default_plugins[config.api_version]
    yield from (name for name, _ in by_point.get("filter", ()))
    yield from (name for name, _ in by_point.get(MULTI_POINT, ()) if subject.implements(name, "filter"))


def _others(subject: Subject, profile: Profile) -> tuple[str, ...]:
    """List what else filters, or may."""
    extenders = (extender.url_prefix for extender in subject.configuration.extenders if extender.filter_verb)
    return (*subject.replacements(profile, "filter"), *extenders)


def _is_exchange(subject: Subject, profile: Profile, found: Sequence[_Lost]) -> bool:
    """Return whether filters were given up by name, and a plugin of one's own was put to `filter` in their place."""
    known = subject.configuration.release.plugins
    put = any(ref.name not in known for ref in profile.written.get("filter", EMPTY_SET).enabled)
    return put and all(entry.ref.name != "*" for entry, _ in found)


def _unknown(found: Sequence[_Lost], others: Sequence[str]) -> Problem:
    lost = list(dict.fromkeys(name for _, names in found for name in names))
    names = ", ".join(f"`{name}`" for name in lost)
    message = f"the profile lacks the default filter{'s' if len(lost) > 1 else ''} {names}; {maybe_replaced(others)}"
    help_ = f"{_without(lost)} Enable the filters that you need at `preFilter` and `filter`."
    return advice(ID, (*found[0][0].path, "name"), message, help_, Severity.INFO)


def _without(lost: Sequence[str]) -> str:
    """Return all that the lack of filters lets happen, in a sentence."""
    kinds = "; ".join(_KEPT_OFF[name] for name in lost if name in _KEPT_OFF)
    return f"Without {'it' if len(lost) == 1 else 'them'}, Pods are placed on {kinds}."


def _problem(entry: PluginEntry, lost: Sequence[str]) -> Problem:
    first = lost[0]
    message = f"Pods are placed on {_KEPT_OFF[first]}: this removes the filter of `{first}`"
    help_ = f"Keep `{first}` enabled at `filter`."
    if entry.ref.name == "*":
        names = ", ".join(f"`{name}`" for name in lost)
        message = f"Pods are placed on nodes that cannot run them: this removes the filters of {names}"
        help_ = f"{_without(lost)} Enable those that you need again: at `preFilter` and `filter`, or at `multiPoint`."
    elif entry.point == MULTI_POINT:
        help_ = f"To remove only its score, disable `{first}` at `score`, not at `multiPoint`."
    return advice(ID, (*entry.path, "name"), message, help_)


RULE = Rule(
    id=ID,
    title="A filter that excludes unsuitable nodes is removed",
    why="A plugin that is disabled at multiPoint loses its filter as well as its score. Without the filter, Pods are "
    "bound to nodes that cannot run them, and controllers create new ones again and again.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet; pkg/kubelet/lifecycle/predicate.go, Admit",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/903da7df82cb8794dda8f2d510ba1156111662dd/manifests/appgroup/scheduler-config.yaml",
            "an example that removes the filter of NodeResourcesFit with its score",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        disabled:
          - name: NodeResourcesFit
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesFit
"""),
)
