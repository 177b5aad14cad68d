"""Curves that score every node alike."""

from collections.abc import Iterator
from typing import Any

from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "flat-score-curve"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each curve of RequestedToCapacityRatio whose points all have the same score."""
    for _, entry in subject.written_args:
        if entry.name == "NodeResourcesFit" and entry.written is not None:
            strategy: Any = getattr(entry.written, "scoring_strategy", None)
            if strategy is not None and strategy.type == "RequestedToCapacityRatio":
                path = (*entry.path, "args", "scoringStrategy", "requestedToCapacityRatio", "shape")
                yield from _flat(strategy.requested_to_capacity_ratio, path)
        elif entry.name == "RequestedToCapacityRatio" and entry.written is not None:
            yield from _flat(entry.written, (*entry.path, "args", "shape"))


def _flat(ratio: Any, path: Path) -> Iterator[Problem]:
    scores = {(point and point.score) or 0 for point in (ratio and ratio.shape) or ()}
    if len(scores) == 1:
        yield advice(
            ID,
            path,
            f"this curve gives every node the score {scores.pop()}, whatever its utilization",
            "For bin-packing, let it rise from `{utilization: 0, score: 0}` to `{utilization: 100, score: 10}`; for "
            "spreading, let it fall.",
        )


RULE = Rule(
    id=ID,
    title="A score curve is flat",
    why="To the left and right of its points, a curve is flat. With one point, or the same score for all points, "
    "utilization makes no difference.",
    source="pkg/scheduler/framework/plugins/helper/shape_score.go, BuildBrokenLinearFunction",
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: RequestedToCapacityRatio
            requestedToCapacityRatio:
              shape:
                - utilization: 100
                  score: 10
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: RequestedToCapacityRatio
            requestedToCapacityRatio:
              shape:
                - utilization: 0
                  score: 10
                - utilization: 100
                  score: 0
""",
)
