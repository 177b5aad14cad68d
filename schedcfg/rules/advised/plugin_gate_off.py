"""Plugins enabled by hand that stand idle while their feature gate is off."""

from collections.abc import Iterator

from schedcfg.diagnostics import Problem, Severity
from schedcfg.rules.rule import Entry, Rule, Subject, advice

ID = "plugin-gate-off"

_GATES = {
    "DynamicResources": "DynamicResourceAllocation",
    "NodeDeclaredFeatures": "NodeDeclaredFeatures",
    "SchedulingGates": "PodSchedulingReadiness",
}
"""Plugin → the gate that its own code looks at, and without which it lets every Pod pass."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin whose feature gate is off in the release that judges."""
    for entry in subject.enabled:
        gate = _GATES.get(entry.ref.name)
        if gate is not None and _is_idle(subject, entry, gate):
            yield _problem(subject, entry, gate)


def _is_idle(subject: Subject, entry: Entry, gate: str) -> bool:
    release = subject.configuration.release
    return entry.ref.name in release.plugins and gate in release.feature_gates and not release.enables(gate)


def _problem(subject: Subject, entry: Entry, gate: str) -> Problem:
    return advice(
        ID,
        (*entry.path, "name"),
        f"`{entry.ref.name}` does nothing while the feature gate `{gate}` is off, "
        f"as it is in Kubernetes {subject.configuration.release.name} unless it is switched on",
        f"Start kube-scheduler with `--feature-gates={gate}=true`, which enables the plugin by itself; "
        "then judge the file with the same flag.",
    )


RULE = Rule(
    id=ID,
    title="An enabled plugin's feature gate is off",
    why="The plugin is compiled in and starts, but it looks at its feature gate and lets every Pod pass.",
    source="New of pkg/scheduler/framework/plugins/dynamicresources, …/nodedeclaredfeatures, …/schedulinggates",
    check=check,
    severity=Severity.WARNING,
    since="1.26",
    options=("--kubernetes", "1.30"),
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: DynamicResources
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: SchedulingGates
""",
)
