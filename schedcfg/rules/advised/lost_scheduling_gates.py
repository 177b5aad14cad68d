"""Scheduling gates that nothing checks."""

from collections.abc import Iterator, Sequence

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, default_sets
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice, maybe_replaced

ID = "lost-scheduling-gates"

_PLUGIN, _POINT = "SchedulingGates", "preEnqueue"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each entry that takes the default plugin SchedulingGates away."""
    if _PLUGIN not in subject.configuration.release.plugins:
        return
    for entry in subject.disabled:
        if entry.point not in {_POINT, MULTI_POINT} or entry.ref.name not in {_PLUGIN, "*"}:
            continue
        if not subject.runs(_PLUGIN, _POINT, entry.profile) and _runs_by_default(subject):
            yield _problem(entry, subject.replacements(entry.profile, _POINT))


def _problem(entry: PluginEntry, others: Sequence[str]) -> Problem:
    lost = f"this removes `{_PLUGIN}`"
    effect = "Pods are scheduled before their `schedulingGates` are removed, and the API server refuses to bind them"
    help_ = f"Keep it enabled: `{entry.point}: {{enabled: [{{name: {_PLUGIN}}}]}}`."
    path = (*entry.path, "name")
    if others:
        return advice(ID, path, f"{lost}; {maybe_replaced(others)}", f"If not, {effect}. {help_}", Severity.INFO)
    return advice(ID, path, f"{effect}: {lost}", help_)


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
    evidence=(
        Citation(
            "https://github.com/apache/yunikorn-k8shim/blob/d48416545d26d7e393cf0dfc1b3f1d3e55cd8d29/conf/scheduler-config.yaml",
            "`*` removes SchedulingGates with the other defaults",
        ),
        Citation(
            "https://github.com/apache/yunikorn-k8shim/pull/954",
            "the same scheduler learns to wait for scheduling gates",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    since="1.26",
    bad=v1_configuration("""\
profiles:
  - plugins:
      preEnqueue:
        disabled:
          - name: "*"
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      preEnqueue:
        disabled:
          - name: "*"
        enabled:
          - name: SchedulingGates
"""),
)
