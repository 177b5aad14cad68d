"""Plugins enabled by hand that do not run while their feature gate is off."""

from collections.abc import Iterator

from schedcfg.effective.framework import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "plugin-gate-off"

_GATES: dict[tuple[str, str | None], tuple[str, ...]] = {
    ("DynamicResources", None): ("DynamicResourceAllocation",),
    ("NodeDeclaredFeatures", None): ("NodeDeclaredFeatures",),
    ("SchedulingGates", None): ("PodSchedulingReadiness",),
    ("VolumeBinding", "score"): ("VolumeCapacityPriority", "StorageCapacityScoring"),
}
"""Plugin, and the point if it is only one → the gate that its own code looks at there, by its names over time."""

_PLUGINS = frozenset(name for name, _ in _GATES)


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin whose feature gate is off in the validating release."""
    for entry in subject.enabled:
        name = entry.ref.name
        if name in _PLUGINS and name in subject.configuration.release.plugins:
            gates = _GATES.get((name, None)) or _GATES.get((name, entry.point), ())
            yield from _idle(subject, entry, gates)


def _idle(subject: Subject, entry: PluginEntry, gates: tuple[str, ...]) -> Iterator[Problem]:
    release = subject.configuration.release
    known = [gate for gate in gates if gate in release.feature_gates]
    if known and not any(map(release.enables, known)):
        where = "" if entry.point == MULTI_POINT else f" at `{entry.point}`"
        yield advice(
            ID,
            (*entry.path, "name"),
            f"`{entry.ref.name}` does nothing{where} while the feature gate `{known[0]}` is off, which is the default "
            f"in Kubernetes {release.name}",
            f"Start kube-scheduler with `--feature-gates={known[0]}=true`, and validate the file with the same flag; "
            "or remove the entry.",
        )


RULE = Rule(
    id=ID,
    title="An enabled plugin's feature gate is off",
    why="The plugin is compiled in and starts, but depends on its feature gate: it lets every Pod pass, or gives "
    "every node the same score.",
    source="New and Score of pkg/scheduler/framework/plugins/dynamicresources, …/nodedeclaredfeatures, "
    "…/schedulinggates, …/volumebinding",
    check=check,
    severity=Severity.WARNING,
    since="1.21",
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
