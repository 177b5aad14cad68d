"""Groups of Pods that a scheduler places together or not at all: who comes together, and why a group does not fit."""

from collections.abc import Iterable, Iterator, Mapping

from schedcfg.commands.trial.api.store import Name, Object, Store, full_name, group_of, name_of
from schedcfg.commands.trial.results import Placement, PodOutcome, UnplacedGroup
from schedcfg.sources.manifests.pod import at, entries, text

_GROUP = "scheduling.k8s.io"
_MOST_LEVELS = 10
"""More than groups of groups are deep; some may name each other in a circle."""


class PodGroups:
    """The groups of a cluster, as they are while a scheduler runs."""

    def __init__(self, store: Store) -> None:
        self._groups = store.collection("podgroups", _GROUP).objects
        self._composites = store.collection("compositepodgroups", _GROUP).objects

    def is_incomplete(self, group: Name, members: int) -> bool:
        """Return whether a group has too few Pods to be tried: the scheduler lets them wait without a word.

        Upstream: `PreEnqueue` in `pkg/scheduler/framework/plugins/gangscheduling/gangscheduling.go`.
        """
        least = at(self._groups.get(group), "spec", "schedulingPolicy", "gang", "minCount")
        return group not in self._groups or (isinstance(least, int) and members < least)

    def together(self, pods: Iterable[Object]) -> list[list[Object]]:
        """Return Pods that are decided together in a list: those of a group, and of groups in one CompositePodGroup."""
        lists: dict[object, list[Object]] = {}
        for pod in pods:
            lists.setdefault(self._root(pod) or full_name(pod), []).append(pod)
        return list(lists.values())

    def _root(self, pod: Object) -> tuple[str, ...] | None:
        """Return kind and name of the group above all others that a Pod is in; None where it is in none."""
        group = group_of(pod)
        if group is None:
            return None
        root, above = ("PodGroup", *group), _parent(self._groups.get(group))
        for _ in range(_MOST_LEVELS):
            if above is None:
                break
            root = ("CompositePodGroup", *above)
            above = _parent(self._composites.get(above))
        return root

    def unplaced(self, pods: Iterable[Object], placements: Mapping[Name, Placement]) -> Iterator[UnplacedGroup]:
        """Yield the groups that do not fit.

        Args:
            pods: The Pods that were to be placed.
            placements: What became of them.
        """
        members: dict[Name, list[Placement]] = {}
        for pod in pods:
            group = group_of(pod)
            if group is not None:
                members.setdefault(group, []).append(placements[name_of(pod)])
        for group, those in members.items():
            message = _refusal(self._groups.get(group))
            if message and not any(one.outcome is PodOutcome.BOUND for one in those):
                names = tuple(one.pod for one in those)
                yield UnplacedGroup(group="/".join(group), message=_with_first(message, those), pods=names)


def _parent(group: Object | None) -> Name | None:
    name = text(at(group, "spec", "parentCompositePodGroupName"))
    return (name_of(group)[0], name) if group and name else None


def _refusal(group: Object | None) -> str:
    """Return why a group does not fit, as the scheduler writes it; empty where it does, or was not tried.

    Upstream: `submitPodGroupAlgorithmResult` in `pkg/scheduler/schedule_one_podgroup.go`.
    """
    conditions = entries(at(group, "status", "conditions"))
    return next((text(one.get("message")) for one in conditions if one.get("status") == "False"), "")


def _with_first(message: str, members: Iterable[Placement]) -> str:
    """Add what the scheduler says of the first Pod that finds no node; of the others it repeats what it says of all."""
    others = [one for one in members if message not in one.message and one.message not in message]
    if not others:
        return message
    return f"{message.removesuffix('.')}. {others[0].pod.partition('/')[2]}: {others[0].message}"
