"""Plugins enabled by hand that do not run while their feature gate is off."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
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
        gate = gate_off(entry.ref.name, entry.point, release)
        if gate is not None:
            yield _idle(entry, gate, release)


def gate_off(name: str, point: str, release: Release) -> str | None:
    """Return the feature gate that is off, and without which a plugin does nothing at a point; None where it works."""
    of_point = release.gated_points.get(point)
    gates = _GATES.get((name, None)) or _GATES.get((name, point), ()) if name in release.plugins else ()
    gates = gates or ((of_point,) if of_point else ())
    known = [gate for gate in gates if gate in release.feature_gates]
    return known[0] if known and not any(map(release.enables, known)) else None


def _idle(entry: PluginEntry, gate: str, release: Release) -> Problem:
    where = "" if entry.point == MULTI_POINT else f" at `{entry.point}`"
    return advice(
        ID,
        (*entry.path, "name"),
        f"`{entry.ref.name}` does nothing{where} while the feature gate `{gate}` is off, which is the default "
        f"in Kubernetes {release.name}",
        f"Start kube-scheduler with `--feature-gates={switched_on(gate, release)}`, and validate the file with "
        "the same flag; or remove the entry.",
    )


def switched_on(gate: str, release: Release) -> str:
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
    evidence=(
        Citation(
            "https://github.com/openshift/cluster-kube-scheduler-operator/pull/561",
            "feature gate and plugin had to be enabled one by one",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    since="1.21",
    options=("--kubernetes", "1.30"),
    bad=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: DynamicResources
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      multiPoint:
        enabled:
          - name: SchedulingGates
"""),
)
