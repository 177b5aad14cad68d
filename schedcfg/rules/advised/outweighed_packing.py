"""Packing that weighs less than the scores which pull Pods apart."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from schedcfg.cards import Citation, v1_configuration
from schedcfg.configuration.effective.facts import FIT
from schedcfg.configuration.effective.leaning import Leaning, leaning_of
from schedcfg.configuration.effective.model import PluginRef, Profile
from schedcfg.configuration.effective.scoring import Scores
from schedcfg.document.span import Path
from schedcfg.findings import Act, Finding, Problem, Remedy, RemedyChange, Severity
from schedcfg.rules import names
from schedcfg.rules.rating import spreads_by_default
from schedcfg.rules.rule import ProfileArgs, Rule, Subject, advice
from schedcfg.rules.settling import ConfigurationContext, Settlement

ID = "outweighed-packing"

_OF_WORKLOADS = ("PodTopologySpread", "SelectorSpread")
"""Scorers that spread the Pods which one of `_WORKLOADS` selects, without a request of the Pod."""
_OF_ALL_PODS = ("NodeResourcesBalancedAllocation",)
"""Scorers that look at the balance of resources, instead of at how full a node is."""

_WORKLOADS = "a Service, ReplicaSet, StatefulSet or ReplicationController"
"""What default constraints reach: `helper.DefaultSelector` in `framework/plugins/helper/spread.go`."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each profile that packs by NodeResourcesFit, where other scores outweigh it for some of its Pods."""
    for args_entry in subject.written_args:
        if args_entry.args.name == FIT and leaning_of(FIT, args_entry.args.written) is Leaning.FULLER:
            yield from _outweighed(subject, args_entry)


def _outweighed(subject: Subject, args_entry: ProfileArgs) -> Iterator[Problem]:
    profile = args_entry.profile
    scores = subject.scores(profile)
    if names.misspelled_in(profile, subject):
        return  # Weights count for another plugin than is meant: what is right is known when that is fixed.
    of_all = _counting(scores, _OF_ALL_PODS)
    of_workloads = {
        name: weight
        for name, weight in _counting(scores, _OF_WORKLOADS).items()
        if spreads_by_default(subject, name, profile)
    }
    share = scores.share(FIT)
    if share is not None and scores.counted[FIT] < sum(of_all.values()) + sum(of_workloads.values()):
        yield _problem(args_entry, scores, share, of_all, of_workloads)


def _counting(scores: Scores, among: tuple[str, ...]) -> dict[str, int]:
    return {name: scores.counted[name] for name in among if scores.counted.get(name)}


def _problem(
    args_entry: ProfileArgs,
    scores: Scores,
    share: float,
    of_all: Mapping[str, int],
    of_workloads: Mapping[str, int],
) -> Problem:
    own, enough = scores.counted[FIT], scores.outweighing(FIT)
    named = " and ".join(f"`{name}` ({weight})" for name, weight in {**of_workloads, **of_all}.items())
    reaches_all = own < sum(of_all.values())
    pods = "Pods" if reaches_all else f"Pods of {_WORKLOADS}"
    others = "" if reaches_all else "; others, such as those of a Job, are packed"
    ref = next(ref for ref in scores.refs if ref.name == FIT)
    return advice(
        ID,
        (*args_entry.args.path, "args", "scoringStrategy", "type"),
        f"{pods} are hardly packed: `{FIT}` has {own} of {scores.total} score weights ({share:.0%}); {named} spread "
        f"them{others}",
        f"Set the weight of `{FIT}` to {enough} at `score`, more than all others together, or disable the others; "
        "`defaultingType: List` without `defaultConstraints` turns the default constraints of PodTopologySpread off.",
        remedy=Remedy(
            f"Set the weight of `{FIT}` to {enough}",
            (_weighing(args_entry.profile, ref, enough),),
            unsafe="the scores change",
        ),
    )


def _weighing(profile: Profile, ref: PluginRef, weight: int) -> RemedyChange:
    """Return the change that sets the weight where the plugin is enabled, or enables it again at `score`."""
    if ref.path is not None:
        return RemedyChange(Act.SET, (*ref.path, "weight"), weight)
    score = profile.written.get("score")
    place: Path = (*profile.path, "plugins", "score", "enabled", len(score.enabled) if score else 0)
    return RemedyChange(Act.INSERT, place, {"name": FIT, "weight": weight})


def _settlement(finding: Finding, context: ConfigurationContext) -> Settlement | None:
    """Return the weight that the product of a managed cluster gives to packing: no user can give more."""
    arrangement = context.arrangement
    if arrangement is None:
        return None
    from schedcfg.sources.managed.made import MadeConfiguration  # noqa: PLC0415 - few configurations are of a product

    if not isinstance(arrangement, MadeConfiguration):
        return None
    product = arrangement.product.name
    help_ = (
        f"{product} does not offer more weight. Where Pods have to be packed, run a second scheduler: "
        "`schedcfg generate second-scheduler`."
    )
    info = replace(finding, help=help_, severity=Severity.INFO, fix=None)
    return Settlement(f"{product} writes the weights, which users cannot change", info)


RULE = Rule(
    id=ID,
    title="Other scores outweigh bin-packing",
    why="NodeResourcesFit has a weight of 1 by default. PodTopologySpread spreads the Pods of a Service, ReplicaSet, "
    "StatefulSet or ReplicationController with weight 2, NodeResourcesBalancedAllocation adds 1: for these Pods, full "
    "nodes rarely get the highest score. Pods of a Job have no default constraints.",
    source="pkg/scheduler/apis/config/v1/default_plugins.go, getDefaultPlugins; "
    "pkg/scheduler/framework/plugins/podtopologyspread/plugin.go, systemDefaultConstraints; common.go, "
    "buildDefaultConstraints",
    evidence=(
        Citation("https://github.com/deckhouse/deckhouse/issues/22511", "a bin-packing profile that does not pack"),
        Citation(
            "https://github.com/openshift/cluster-kube-scheduler-operator/pull/378",
            "a profile for full nodes in which other scores decide",
        ),
    ),
    check=check,
    asks_why=True,
    severity=Severity.WARNING,
    settled_by=_settlement,
    lighter=(Severity.INFO,),
    since="1.22",
    bad=v1_configuration("""\
profiles:
  - pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeResourcesFit
            weight: 15
    pluginConfig:
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
"""),
)
