"""A curve alongside a strategy that does not look at it."""

from collections.abc import Iterator
from typing import Any

from schedcfg.cards import Citation, EditorMark, v1_configuration
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "unused-score-curve"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each `requestedToCapacityRatio` of a strategy of another type."""
    for _, entry in subject.written_args:
        if entry.name != "NodeResourcesFit" or entry.written is None:
            continue
        strategy: Any = getattr(entry.written, "scoring_strategy", None)
        if strategy is None or strategy.requested_to_capacity_ratio is None:
            continue
        if strategy.type in {"LeastAllocated", "MostAllocated"}:
            where = (*entry.path, "args", "scoringStrategy")
            path = (*where, "requestedToCapacityRatio")
            yield advice(
                ID,
                path,
                f"`{strategy.type}` does not read `requestedToCapacityRatio`",
                "Write `type: RequestedToCapacityRatio`, or remove the curve.",
                remedy=Remedy("Remove the curve", (RemedyChange(Act.REMOVE, path),)),
            )


RULE = Rule(
    id=ID,
    title="The strategy does not use the score curve",
    why="Only the type RequestedToCapacityRatio uses a curve; the others score in their own way. Since 1.36, "
    "kube-scheduler refuses the curve with them (`plugin-args`).",
    source="pkg/scheduler/framework/plugins/noderesources/fit.go, nodeResourceStrategyTypeMap",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/blob/0bd65a066b8f645919e34da3a143a38679eb9cc6/pkg/scheduler/apis/config/validation/validation_pluginargs.go",
            "upstream refuses the curve in later releases",
        ),
    ),
    check=check,
    mark=EditorMark.UNNECESSARY,
    severity=Severity.WARNING,
    since="1.22",
    until="1.35",
    options=("--kubernetes", "1.35"),
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
            requestedToCapacityRatio:
              shape:
                - utilization: 0
                  score: 0
                - utilization: 100
                  score: 10
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: LeastAllocated
"""),
)
