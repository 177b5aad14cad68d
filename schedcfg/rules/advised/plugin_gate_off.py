"""Plugins enabled by hand that do not run while their feature gate is off."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT
from schedcfg.configuration.effective.scoring import gate_off
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "plugin-gate-off"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each enabled plugin whose feature gate is off in the validating release."""
    release = subject.configuration.release
    for entry in subject.enabled:
        gate = gate_off(entry.ref.name, entry.point, release)
        if gate is not None:
            yield _idle(entry, gate, release)


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
