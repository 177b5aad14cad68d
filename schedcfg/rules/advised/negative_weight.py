"""Weights below zero, which some releases take."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "negative-weight"


_ALWAYS = {*WEIGHTED, MULTI_POINT} - {SCORE}
"""Points at which a weight counts, whatever is written at others."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each negative weight of a plugin that scores, or may."""
    for entry in subject.enabled:
        ref = entry.ref
        if ref.weight >= 0 or not (entry.point in _ALWAYS or subject.sets_score_weight(entry)):
            continue
        if any(subject.runs(ref.name, one, entry.profile) is not False for one in WEIGHTED):
            yield advice(
                ID,
                (*ref.path, "weight") if ref.path else (),
                f"a weight of {ref.weight} reverses `{ref.name}`: the nodes that it scores highest come last",
                "Use positive weights; to reduce the influence of a plugin, increase the weights of the others. "
                "Whether kube-scheduler starts with a negative one depends on the order of the plugins.",
            )


RULE = Rule(
    id=ID,
    title="A weight is negative",
    why="Upstream has no lower bound for weights. A negative one subtracts the plugin's score, and releases and API "
    "versions differ in whether they start with it.",
    source="pkg/scheduler/framework/runtime/framework.go, getScoreWeights and RunScorePlugins",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kubernetes/pull/6202",
            "a maintainer finds that negative weights confuse more than they help",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    bad="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        enabled:
          - name: ImageLocality
            weight: -1
""",
    good="""\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
profiles:
  - plugins:
      score:
        disabled:
          - name: ImageLocality
""",
)
