"""A weight of 0, which counts as 1."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.model import WEIGHTED
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules.rule import PluginEntry, Rule, Subject, advice

ID = "zero-weight"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each weight of 0 that is written for a plugin which scores."""
    for entry in subject.enabled:
        if entry.ref.weight or entry.point not in {*WEIGHTED, MULTI_POINT}:
            continue
        if subject.weighs(entry) and _counts(subject, entry):
            yield _problem(entry)


def _counts(subject: Subject, entry: PluginEntry) -> bool:
    """Return whether the weight is meant: `--write-config-to` writes 0 for all that have none by default."""
    name = entry.ref.name
    if entry.point == MULTI_POINT and not subject.default_weight(name):
        return False
    if entry.point == SCORE and not subject.sets_score_weight(entry):
        return False
    return any(subject.runs(name, one, entry.profile) is True for one in WEIGHTED)


def _scoring_point(entry: PluginEntry) -> str:
    return "score" if entry.point == MULTI_POINT else entry.point


def _problem(entry: PluginEntry) -> Problem:
    name = entry.ref.name
    return advice(
        ID,
        (*entry.path, "weight"),
        f"a weight of 0 counts as 1: `{name}` scores like any other plugin",
        f"To keep `{name}` from scoring, disable it at `{_scoring_point(entry)}`; otherwise write 1.",
        remedy=Remedy("Write the effective weight: 1", (RemedyChange(Act.REPLACE, (*entry.path, "weight"), 1),)),
    )


RULE = Rule(
    id=ID,
    title="A weight of 0 counts as 1",
    why="0 is the same as a missing weight, and then the plugin gets 1: it cannot be turned off like this.",
    source="pkg/scheduler/framework/runtime/framework.go, getScoreWeights",
    evidence=(
        Citation("https://github.com/openshift/cluster-kube-scheduler-operator/pull/378", "a profile with `weight: 0`"),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesBalancedAllocation
            weight: 0
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        disabled:
          - name: NodeResourcesBalancedAllocation
"""),
)
