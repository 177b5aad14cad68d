"""Node affinity that is added to every Pod, those of DaemonSets too."""

from collections.abc import Iterator
from typing import Any

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.findings import Problem, Severity
from schedcfg.rules.rule import ProfileArgs, Rule, Subject, advice

ID = "added-affinity"

_PLUGIN = "NodeAffinity"
_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each required node affinity that a profile adds and filters by, unless Pods have to name it."""
    adding = [
        args_entry
        for args_entry in subject.written_args
        if _adds(args_entry) and subject.runs(_PLUGIN, "filter", args_entry.profile)
    ]
    for args_entry in adding:
        if _matches_nothing(args_entry):
            yield advice(
                ID,
                (*args_entry.args.path, "args", "addedAffinity", _REQUIRED),
                "no Pod of the profile is scheduled: this affinity has no term with a condition, and matches no node",
                "Write a term with `matchExpressions`, or remove the affinity.",
                Severity.ERROR,
            )
            continue
        is_chosen_by_name = args_entry.profile.scheduler_name != DEFAULT_SCHEDULER
        if is_chosen_by_name and len(adding) < len(subject.configuration.profiles):
            continue
        yield advice(
            ID,
            (*args_entry.args.path, "args", "addedAffinity", _REQUIRED),
            "Pods bound to one node, such as those of a DaemonSet, stay Pending if this affinity excludes it: all Pods "
            "of the profile get it",
            "Give such Pods another `schedulerName`, or taint the nodes instead.",
            Severity.INFO,
        )


def _adds(args_entry: ProfileArgs) -> bool:
    if args_entry.args.name != _PLUGIN or args_entry.args.written is None:
        return False
    added: Any = getattr(args_entry.args.written, "added_affinity", None)
    return added is not None and added.required_during_scheduling_ignored_during_execution is not None


def _matches_nothing(args_entry: ProfileArgs) -> bool:
    """Return whether a selector matches no node: without terms, or with empty ones (`NodeSelector.Match`)."""
    written: Any = args_entry.args.written
    terms = written.added_affinity.required_during_scheduling_ignored_during_execution.node_selector_terms
    return not any(term and (term.match_expressions or term.match_fields) for term in terms or ())


RULE = Rule(
    id=ID,
    title="Added affinity keeps Pods Pending",
    why="A selector without a term matches no node. A DaemonSet creates a Pod for each node, with an affinity to that "
    "node: if the added affinity excludes it, no node is left.",
    source="staging/src/k8s.io/kube-scheduler/config/v1/types_pluginargs.go, NodeAffinityArgs",
    evidence=(
        Citation(
            "https://github.com/kubernetes/kube-scheduler/blob/e87dbddd27a5bd4c2028727c7ccc082cfb2cdc09/config/v1/types_pluginargs.go",
            "upstream warns that Pods of a DaemonSet may remain unschedulable",
        ),
    ),
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.INFO,),
    since="1.20",
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeAffinity
        args:
          addedAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms: []
"""),
    good=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeAffinity
        args:
          addedAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
              - weight: 100
                preference:
                  matchExpressions:
                    - key: pool
                      operator: In
                      values:
                        - batch
"""),
)
