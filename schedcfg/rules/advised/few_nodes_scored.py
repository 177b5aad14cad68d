"""Percentages of nodes to score that leave little to choose from, or that nothing reads."""

from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.facts import FIT, LEAST_NODES, LEAST_PERCENTAGE
from schedcfg.configuration.effective.leaning import Leaning, leaning_of
from schedcfg.configuration.effective.model import Profile
from schedcfg.document.span import Path
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import Rule, Subject, advice

ID = "few-nodes-scored"

_FIELD = "percentageOfNodesToScore"
_ALL = 100


def check(subject: Subject) -> Iterator[Problem]:
    """Yield percentages of 1 to 4, those that hide full nodes from packing, and one that all profiles override.

    That the scheduler chooses less than all nodes itself, where nothing is written, is not reported.
    """
    config = subject.configuration
    own = [profile.percentage_of_nodes_to_score for profile in config.profiles]
    if config.percentage_of_nodes_to_score and None not in own:
        message = f"the top-level `{_FIELD}` has no effect: every profile has its own"
        yield advice(ID, (_FIELD,), message, "Remove it here, or from the profiles.")
    else:
        users = [profile for profile in config.profiles if profile.percentage_of_nodes_to_score is None]
        yield from _too_few((_FIELD,), config.percentage_of_nodes_to_score, users, subject)
    for profile in config.profiles:
        percentage = profile.percentage_of_nodes_to_score or 0
        yield from _too_few((*profile.path, _FIELD), percentage, [profile], subject)


def _too_few(path: Path, percentage: int, profiles: list[Profile], subject: Subject) -> Iterator[Problem]:
    """Yield what is wrong with a percentage that some profiles use; 0 leaves it to the scheduler."""
    if 0 < percentage < LEAST_PERCENTAGE:
        yield _few(path, percentage)
    elif 0 < percentage < _ALL and any(_packs(profile, subject) for profile in profiles):
        yield advice(
            ID,
            path,
            f"above {LEAST_NODES} nodes, the fullest one may not be among the {percentage} % that are scored, so Pods "
            f"are packed less: the scheduler stops looking when it has found as many, or {LEAST_NODES}",
            f"Write {_ALL} where Pods have to be packed, or keep it where that takes too long.",
            Severity.INFO,
        )


def _packs(profile: Profile, subject: Subject) -> bool:
    """Return whether a profile is written to prefer full nodes."""
    written = (one.args for one in subject.written_args if one.profile is profile)
    return any(args.name == FIT and leaning_of(FIT, args.written) is Leaning.FULLER for args in written)


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
