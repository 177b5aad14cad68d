"""What a scheduler makes of groups of Pods, as far as that is known before the run: which it ignores, which wait."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from schedcfg import releases
from schedcfg.commands.trial.api.store import Name, Object, group_of, name_of
from schedcfg.commands.trial.results import TrialCluster
from schedcfg.document.texts import listing, printable
from schedcfg.output.summary import counted
from schedcfg.releases import informers
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.release import Release
from schedcfg.sources.manifests.pod import at, text

_API_GROUP = "scheduling.k8s.io/"
_PARENT = "parentCompositePodGroupName"
_GATE = "GenericWorkload"
_BEHIND_OTHER_GATES = (
    ("GangScheduling", "schedulingPolicy.gang", ("schedulingPolicy", "gang")),
    ("TopologyAwareWorkloadScheduling", "schedulingConstraints", ("schedulingConstraints",)),
    ("CompositePodGroup", _PARENT, (_PARENT,)),
)
"""Gate, the field of a PodGroup that is ignored without it, and the path to it.

Upstream: `pkg/features/kube_features.go`, `pkg/scheduler/schedule_one_podgroup.go`.
"""
_NAMED = 5


def reads_groups(release: Release) -> bool:
    """Return whether a release, with the gates as they are set, reads PodGroups."""
    return informers.POD_GROUPS in informers.watched(release, ())


def group_notes(cluster: TrialCluster, release: Release) -> Iterator[str]:
    """Yield what becomes of groups that is not what they say, a sentence each.

    Args:
        cluster: The groups, and the Pods that are to be placed.
        release: The release, with the feature gates as they are set.
    """
    pending = _members(cluster.pods)
    if not reads_groups(release):
        if pending:
            number = sum(pending.values())
            verb = "is" if number == 1 else "are"
            alone = f"{counted(number, 'Pod')} of {_named(pending)} {verb} placed one by one"
            yield f"{alone}, as if in no PodGroup: {_why(_GATE, release)}"
        return
    groups = {name_of(one): one for one in cluster.objects if _is_group(one)}
    yield from _waiting(pending, groups, _members((*cluster.objects, *cluster.pods)))
    for gate, field, path in _BEHIND_OTHER_GATES:
        those = [name for name, group in groups.items() if at(group, "spec", *path) is not None]
        if those and gate in release.feature_gates and not release.enables(gate):
            yield f"`{field}` of {_named(those)} is ignored: {_why(gate, release)}"


def _members(objects: Iterable[Object]) -> Counter[Name]:
    """Return how many Pods each group has."""
    return Counter(group for one in objects if (group := group_of(one)) is not None)


def _is_group(data: Object) -> bool:
    return data.get("kind") == "PodGroup" and text(data.get("apiVersion")).startswith(_API_GROUP)


def _named(groups: Iterable[Name]) -> str:
    names = [printable("/".join(group)) for group in groups]
    return f"{'PodGroup' if len(names) == 1 else 'PodGroups'} {listing(names, _NAMED)}"


def _why(gate: str, release: Release) -> str:
    """Return why a release ignores what needs a gate, and what changes that.

    An API server without the gate drops what belongs to it: `dropDisabledSchedulingGroup` in `pkg/api/pod/util.go`.
    """
    first = next(filter(_can_read_groups, releases.all_releases()))
    if release.number < first.number:
        return (
            f"Kubernetes {release.name} reads none; {first.name} is the first that does, with its feature gate {gate}"
        )
    needed = [gate, *(one for one in release.gate_dependencies.get(gate, ()) if not release.enables(one))]
    switches = ",".join(f"{one}=true" for one in needed)
    return f"the feature gate {gate} is off in Kubernetes {release.name}; --feature-gates={switches} switches it on"


def _can_read_groups(release: Release) -> bool:
    return _GATE in release.feature_gates and reads_groups(with_feature_gates(release, {_GATE: True}))


def _waiting(pending: Iterable[Name], groups: Mapping[Name, Object], members: Mapping[Name, int]) -> Iterator[str]:
    """Yield whose Pods the scheduler lets wait without a word: those of groups that are not there, or too few."""
    for name in pending:
        called, pods = printable("/".join(name)), counted(members[name], "Pod")
        least = at(groups.get(name), "spec", "schedulingPolicy", "gang", "minCount")
        if name not in groups:
            yield f"PodGroup {called} is not given, and the scheduler waits for it: {pods}"
        elif isinstance(least, int) and members[name] < least:
            yield f"PodGroup {called} has {pods}, and its `minCount` is {least}: the scheduler waits for more"
