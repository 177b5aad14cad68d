"""Scheduling gates that nothing checks."""

from collections.abc import Iterator

from schedcfg.effective.framework import MULTI_POINT
from schedcfg.effective.plugin_sets import default_sets
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "lost-scheduling-gates"

_PLUGIN, _POINT = "SchedulingGates", "preEnqueue"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that takes the default plugin SchedulingGates away."""
    if _PLUGIN not in subject.configuration.release.plugins:
        return
    for entry in subject.disabled:
        if entry.point not in {_POINT, MULTI_POINT} or entry.ref.name not in {_PLUGIN, "*"}:
            continue
        if subject.runs(_PLUGIN, _POINT, entry.profile) or subject.has_replacement(entry.profile, _POINT):
            continue
        if _runs_by_default(subject):
            yield advice(
                ID,
                (*entry.path, "name"),
                f"this removes `{_PLUGIN}`: Pods are scheduled before their `schedulingGates` are removed, and the "
                "API server refuses to bind them",
                f"Keep it enabled: `{entry.point}: {{enabled: [{{name: {_PLUGIN}}}]}}`.",
            )


def _runs_by_default(subject: Subject) -> bool:
    config = subject.configuration
    sets = default_sets(config.release, config.api_version, config.provider)
    return any(ref.name == _PLUGIN for plugin_set in sets.values() for ref in plugin_set.enabled)


RULE = Rule(
    id=ID,
    title="Scheduling gates are ignored",
    why="SchedulingGates keeps Pods with gates out of the queue. Without it, they are tried again and again, and "
    "reserve resources on nodes while binding fails. Lists after `*` that were written for older releases lack "
    "it.",
    source="pkg/scheduler/framework/plugins/schedulinggates/scheduling_gates.go; "
    "pkg/registry/core/pod/storage/storage.go, setPodHostAndAnnotations",
    check=check,
    severity=Severity.WARNING,
    since="1.26",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      preEnqueue:
        disabled:
          - name: "*"
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      preEnqueue:
        disabled:
          - name: "*"
        enabled:
          - name: SchedulingGates
""",
)
