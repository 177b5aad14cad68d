"""Filters that a profile does without, so that Pods come to nodes which cannot run them."""

from collections.abc import Iterator

from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.model import Profile
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "lost-filter"

_KEPT_OFF = {
    "NodeResourcesFit": "nodes without room for their requests: the kubelet rejects them (`OutOfcpu`)",
    "NodePorts": "nodes where their host port is in use: the kubelet rejects them",
    "NodeAffinity": "nodes that their `nodeSelector` excludes: the kubelet rejects them",
    "VolumeBinding": "nodes that cannot access their volumes, where they wait for them",
    "TaintToleration": "nodes whose taints they do not tolerate, such as those of the control plane",
    "NodeUnschedulable": "cordoned nodes",
}
"""Default filter → where Pods come to without it."""


_ON_PURPOSE = {"filter": {"NodeUnschedulable", "TaintToleration"}, MULTI_POINT: {"NodeUnschedulable"}}
"""Point → plugins that are named there only to have Pods on just such nodes."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that takes away filters which no plugin of the user's own can replace."""
    for entry in subject.disabled:
        lost = list(_lost(subject, entry)) if entry.point in _ON_PURPOSE else []
        if lost and not _has_filter_of_its_own(subject, entry.profile):
            yield _problem(entry, lost)


def _lost(subject: Subject, entry: PluginEntry) -> Iterator[str]:
    """Yield the filters that an entry takes away; `*` only counts where none is enabled again."""
    name = entry.ref.name
    if name in _KEPT_OFF and name not in _ON_PURPOSE[entry.point]:
        if not subject.runs(name, "filter", entry.profile):
            yield name
    elif name == "*" and not any(subject.runs(one, "filter", entry.profile) for one in _KEPT_OFF):
        yield from _KEPT_OFF


def _has_filter_of_its_own(subject: Subject, profile: Profile) -> bool:
    extenders = subject.configuration.extenders
    return any(extender.filter_verb for extender in extenders) or subject.has_replacement(profile, "filter")


def _problem(entry: PluginEntry, lost: list[str]) -> Problem:
    first = lost[0]
    names = ", ".join(f"`{name}`" for name in lost)
    message = f"this removes the filter of {names}: Pods are placed on {_KEPT_OFF[first]}"
    help_ = f"Keep `{first}` enabled at `filter`."
    if entry.point == MULTI_POINT:
        help_ = f"To remove only its score, disable `{first}` at `score`, not at `multiPoint`."
        if entry.ref.name == "*":
            help_ = f"Enable {names} at `multiPoint`, or at `preFilter` and `filter`."
    return advice(ID, (*entry.path, "name"), message, help_)


RULE = Rule(
    id=ID,
    title="A filter that excludes unsuitable nodes is removed",
    why="A plugin that is disabled at multiPoint loses its filter as well as its score. Without the filter, Pods are "
    "bound to nodes that cannot run them, and controllers create new ones again and again.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, mergePluginSet; pkg/kubelet/lifecycle/predicate.go, Admit",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      multiPoint:
        disabled:
          - name: NodeResourcesFit
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesFit
""",
)
