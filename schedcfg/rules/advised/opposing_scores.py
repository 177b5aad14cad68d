"""Packing and spreading at once, in the days when each was a plugin of its own."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "opposing-scores"

_MOST, _LEAST = "NodeResourcesMostAllocated", "NodeResourcesLeastAllocated"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield NodeResourcesMostAllocated where its opposite scores as well, and weighs as much."""
    if _MOST not in subject.configuration.release.plugins:
        return
    for entry in subject.enabled:
        if entry.ref.name == _MOST and entry.point == "score":
            weights = subject.scores(entry.profile).counted
            if weights.get(_LEAST, 0) >= weights.get(_MOST, 1):
                yield _problem(entry)


def _problem(entry: PluginEntry) -> Problem:
    score = entry.profile.written["score"]
    place = (*entry.path[:-2], "disabled", len(score.disabled))
    return advice(
        ID,
        (*entry.path, "name"),
        f"how full nodes are does not decide: `{_MOST}` prefers fuller nodes, and `{_LEAST}`, which is enabled by "
        "default, emptier ones",
        f"Disable `{_LEAST}` at `score`.",
        remedy=Remedy(
            f"Disable `{_LEAST}`", (RemedyChange(Act.INSERT, place, {"name": _LEAST}),), unsafe="the scores change"
        ),
    )


RULE = Rule(
    id=ID,
    title="Two scores cancel each other out",
    why="One plugin scores full nodes higher by as much as the other scores them lower: with the same weight, "
    "together they give every node the same score.",
    source="in 1.21 pkg/scheduler/framework/plugins/noderesources/most_allocated.go and least_allocated.go",
    evidence=(
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/pull/61",
            "scores that pack nodes conflict with NodeResourcesLeastAllocated",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    until="1.22",
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesMostAllocated
            weight: 1
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesMostAllocated
            weight: 1
        disabled:
          - name: NodeResourcesLeastAllocated
""",
)
