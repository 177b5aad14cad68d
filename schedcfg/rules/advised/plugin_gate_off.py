"""Plugins enabled by hand that do not run while their feature gate is off."""

from collections.abc import Iterator

from schedcfg.effective.framework import MULTI_POINT
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "plugin-gate-off"

_GATES: dict[tuple[str, str | None], tuple[str, ...]] = {
    ("DeferredPodScheduling", None): ("InPlacePodVerticalScalingSchedulerPreemption",),
    ("DynamicResources", None): ("DynamicResourceAllocation",),
    ("GangScheduling", None): ("GangScheduling", "GenericWorkload"),
    ("NodeDeclaredFeatures", None): ("NodeDeclaredFeatures",),
    ("PodGroupPodsCount", None): ("TopologyAwareWorkloadScheduling",),
    ("SchedulingGates", None): ("PodSchedulingReadiness",),
    ("TopologyPlacementGenerator", None): ("TopologyAwareWorkloadScheduling",),
    ("VolumeBinding", "score"): ("VolumeCapacityPriority", "StorageCapacityScoring"),
}
"""Plugin, and the point if it is only one → the gate without which it does nothing there, by its names over time.

Those of whole points are in `Release.gated_points`.
"""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin whose feature gate is off in the validating release."""
    release = subject.configuration.release
    for entry in subject.enabled:
        of_point = release.gated_points.get(entry.point)
        if entry.ref.name in release.plugins and (of_plugin := _gates(entry)):
            yield from _idle(subject, entry, of_plugin)
        elif of_point is not None:
            yield from _idle(subject, entry, (of_point,))


def _gates(entry: PluginEntry) -> tuple[str, ...]:
    return _GATES.get((entry.ref.name, None)) or _GATES.get((entry.ref.name, entry.point), ())


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
            f"Start kube-scheduler with `--feature-gates={_switch(known[0], release)}`, and validate the file with "
            "the same flag; or remove the entry.",
        )


def _switch(gate: str, release: Release) -> str:
    """Return what turns a gate on, and those that it depends on."""
    needed = [one for one in release.gate_dependencies.get(gate, ()) if not release.enables(one)]
    return ",".join(f"{one}=true" for one in (gate, *needed))


RULE = Rule(
    id=ID,
    title="An enabled plugin's feature gate is off",
    why="The plugin is compiled in and starts, but depends on its feature gate: it lets every Pod pass, or gives "
    "every node the same score. At the points for groups of Pods, it is not called while the gate is off.",
    source="New and Score of pkg/scheduler/framework/plugins/dynamicresources, …/nodedeclaredfeatures, "
    "…/schedulinggates, …/volumebinding; pkg/scheduler/schedule_one_podgroup.go",
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
