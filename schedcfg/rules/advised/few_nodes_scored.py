"""Percentages of nodes to score that leave little to choose from, or that nothing reads."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.facts import LEAST_NODES, LEAST_PERCENTAGE
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "few-nodes-scored"

_FIELD = "percentageOfNodesToScore"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield percentages of 1 to 4, and one for all profiles where each has its own."""
    config = subject.configuration
    own = [profile.percentage_of_nodes_to_score for profile in config.profiles]
    if config.percentage_of_nodes_to_score and None not in own:
        message = f"the top-level `{_FIELD}` has no effect: every profile has its own"
        yield advice(ID, (_FIELD,), message, "Remove it here, or from the profiles.")
    elif 0 < config.percentage_of_nodes_to_score < LEAST_PERCENTAGE:
        yield _few((_FIELD,), config.percentage_of_nodes_to_score)
    for profile in config.profiles:
        if 0 < (profile.percentage_of_nodes_to_score or 0) < LEAST_PERCENTAGE:
            yield _few((*profile.path, _FIELD), profile.percentage_of_nodes_to_score or 0)


def _few(path: Path, percentage: int) -> Problem:
    return advice(
        ID,
        path,
        f"{percentage} % is less than the scheduler ever chooses itself: "
        f"above {LEAST_NODES * 100 // percentage} nodes, "
        f"Pods are placed on the best of these few; below, it always looks for {LEAST_NODES}",
        f"Omit it, or write at least {LEAST_PERCENTAGE}.",
        Severity.INFO,
    )


RULE = Rule(
    id=ID,
    title="Very few nodes are scored",
    why="The scheduler stops looking once it has found that many nodes, so affinity, spreading and bin-packing "
    "choose from few; the top-level value only applies to profiles without their own.",
    source="pkg/scheduler/schedule_one.go, numFeasibleNodesToFind",
    evidence=(
        Citation(
            "https://kubernetes.io/docs/concepts/scheduling-eviction/scheduler-perf-tuning/",
            "upstream advises against less than 10 percent",
        ),
        Citation(
            "https://github.com/kubernetes-sigs/scheduler-plugins/blob/646e9cc642168d471e0bf441dac2867a27dc1893/bootstrap/content/manifests/mycrossnodepreemption/plugin-kube-scheduler-config.yaml",
            "a top-level value that no profile uses",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
percentageOfNodesToScore: 20
profiles:
  - percentageOfNodesToScore: 50
"""),
    good=v1_configuration("""\
percentageOfNodesToScore: 20
"""),
)
