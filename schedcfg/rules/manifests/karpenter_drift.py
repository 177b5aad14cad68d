"""Schedulers that refuse other nodes than Karpenter simulates."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from schedcfg.cards import Citation
from schedcfg.document.texts import listing
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.filtering import CONSTRAINTS, HARD, default_of, deviations, difference, settings_of
from schedcfg.rules.known_profiles import KnownProfile, known_profiles, named
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.karpenter import RunningKarpenter

ID = "karpenter-drift"

_SPREADING = "PodTopologySpread"
_HONORED = frozenset(
    {
        *("NodeAffinity", "NodePorts", "NodeResourcesFit", "TaintToleration", "InterPodAffinity", _SPREADING),
        *("NodeVolumeLimits", "VolumeBinding", "VolumeZone"),
    }
)
"""The filters whose work Karpenter does in its simulation: `CanAdd` in its existingnode.go."""

_MOST_LISTED = 3
_BEGIN = "nodes are added that stay empty, or are not added for Pods that stay Pending: Karpenter"
_IN_PODS = (
    "write the constraints into the Pods, which Karpenter reads, for example by a MutatingAdmissionPolicy: Karpenter "
    "up to 1.14 knows no others, later releases also those of `settings.schedulerConfig` of its chart"
)


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield a Karpenter whose simulation finds other nodes fit than a profile does."""
    running = context.karpenter
    if running is None:
        return
    profiles = [one for same in known_profiles(context).values() for one in same]
    found = [(_differences(one), one) for one in profiles]
    differing = [(names, one) for names, one in found if names]
    if differing:
        names = listing(differing[0][0], _MOST_LISTED)
        whose = named([one for _, one in differing])
        message = f"{_BEGIN} simulates a scheduler that differs from {whose} in {names}"
        help_ = "Keep the defaults: Karpenter cannot be set to other filters."
        yield advice(ID, running.path, message, help_)
    yield from _problems_of_constraints(running, profiles)
    unknown = [one for one in profiles if one.has_unknown("filter")]
    if unknown:
        message = f"{_BEGIN} runs neither extenders nor plugins of others, which may filter nodes for {named(unknown)}"
        help_ = (
            "Ignore this if they refuse no node that Karpenter would find fit, or would add. It acts on Pods that are "
            "marked as `Unschedulable`, whichever scheduler does so."
        )
        yield advice(ID, running.path, message, help_, Severity.INFO)


def _differences(one: KnownProfile) -> list[str]:
    """Return in what filtering by a profile differs from the simulation, default constraints apart."""
    before, after = settings_of(default_of(one)), settings_of(one)
    return difference(deviations(one) & _HONORED, before, {**after, CONSTRAINTS: before[CONSTRAINTS]})


def _problems_of_constraints(running: RunningKarpenter, profiles: list[KnownProfile]) -> Iterator[Problem]:
    """Yield that default constraints are not known to Karpenter, or other ones are."""
    settings = running.settings
    if settings is not None and not settings.is_known:
        return
    given_constraints = () if settings is None or running.lacks_option else settings.default_constraints
    given = {_form(one.get) for one in given_constraints}
    hard = [one for one in profiles if _of(one, is_hard=True) - given]
    soft = [one for one in profiles if one not in hard and _of(one, is_hard=False) - given]
    place = running.path if settings is None else settings.path
    if hard:
        message = f"Pods stay Pending for which no node is added: Karpenter does not know {_constraints(hard)}"
        yield advice(ID, place, message, _help(running))
    if soft:
        message = (
            "Pods are spread only over the nodes that there are: Karpenter adds no nodes for the sake of "
            f"{_constraints(soft)}, as it does not know them"
        )
        yield advice(ID, place, message, _help(running), Severity.INFO)
    known = frozenset[tuple[object, ...]]().union(*map(_all, profiles)) if profiles else None
    if known is not None and not hard and not soft and given - known:
        message = (
            "nodes are added that stay empty: Karpenter is given `defaultConstraints` that "
            f"{named(profiles)} does not have"
        )
        yield advice(ID, place, message, "Write those of the scheduler's configuration.", Severity.INFO)


def _constraints(profiles: list[KnownProfile]) -> str:
    return f"the {CONSTRAINTS} of {named(profiles)}"


def _help(running: RunningKarpenter) -> str:
    if running.lacks_option:
        return f"Use a later release than 1.14, or {_IN_PODS}."
    if running.settings is not None:
        return "Write those of the scheduler's configuration here."
    return f"{_IN_PODS[0].upper()}{_IN_PODS[1:]}, with the same fields: `podTopologySpread.defaultConstraints`."


def _all(one: KnownProfile) -> frozenset[tuple[object, ...]]:
    return _of(one, is_hard=True) | _of(one, is_hard=False)


def _of(one: KnownProfile, *, is_hard: bool) -> frozenset[tuple[object, ...]]:
    """Return the user's own default constraints of a profile which filter, or the others."""
    args = one.args(_SPREADING) if one.default_constraints else None
    written: Iterable[Any] = getattr(args, "default_constraints", None) or ()
    found = [each.model_dump(by_alias=True) for each in written if each]
    return frozenset(_form(each.get) for each in found if (each.get("whenUnsatisfiable") == HARD) is is_hard)


def _form(value_of: Callable[[str], object]) -> tuple[object, ...]:
    """Return what of a constraint decides which nodes are needed."""
    return tuple(value_of(key) for key in ("topologyKey", "whenUnsatisfiable", "maxSkew", "minDomains"))


RULE = Rule(
    id=ID,
    title="Karpenter simulates another scheduler",
    why="Karpenter adds a node where its own simulation says that a Pending Pod would fit there, and removes one whose "
    "Pods fit elsewhere. It filters by resources, taints, node and Pod affinity, host ports, volumes, and the spread "
    "constraints that are written in Pods, with the defaults of Kubernetes, for Pods of all schedulers. It knows no "
    "configuration of a scheduler, no extender and no plugin of others. Up to 1.14 it cannot be given default "
    "constraints either: it packs such Pods on nodes that the scheduler refuses, and adds none where it waits for one.",
    source="pkg/controllers/provisioning/scheduling/existingnode.go, CanAdd, topology.go, newForTopologies, and "
    "pkg/operator/options/options.go, AddFlags, of kubernetes-sigs/karpenter",
    evidence=(
        Citation("https://github.com/kubernetes-sigs/karpenter/issues/1197", "`defaultConstraints` are not considered"),
        Citation("https://github.com/aws/karpenter-provider-aws/issues/7062", "the same"),
        Citation("https://github.com/kubernetes-sigs/karpenter/pull/3183", "what later releases can be given"),
        Citation("https://github.com/aws/karpenter-provider-aws/issues/7265", "a filter of one's own"),
        Citation("https://github.com/kubernetes-sigs/karpenter/issues/2030", "the same"),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
)
