"""What is asked of a cluster, and what of the answers has to do with schedulers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

from schedcfg.errors import ServerUnavailable, UnreadableInput, UnreadFile
from schedcfg.integrations.cluster_objects import ClusterObject, chosen, granting
from schedcfg.integrations.kubectl import Kubectl
from schedcfg.integrations.programs import find
from schedcfg.output.cluster import ClusterSummary, RequestedScheduler, SchedulerLease
from schedcfg.output.summary import counted


def kubectl(context: str | None) -> Kubectl:
    """Return the kubectl on PATH.

    Raises:
        ServerUnavailable: if there is none.
    """
    program = find("kubectl")
    if program is None:
        raise ServerUnavailable(
            "`--cluster` needs kubectl, which is not on PATH",
            "Install it, or validate what another computer lists: "
            "`kubectl get configmaps,deployments --all-namespaces --output=yaml`.",
        )
    return Kubectl(program, context)


_CALLS = 4
"""Calls of kubectl at a time."""

_SYSTEM = "kube-system"
_WORKLOADS = {"deployments.apps": "Deployment", "daemonsets.apps": "DaemonSet", "statefulsets.apps": "StatefulSet"}
_ACCESS = {"serviceaccounts": "ServiceAccount", "roles": "Role", "rolebindings": "RoleBinding"}
_CLUSTER_WIDE_ACCESS = {"clusterroles": "ClusterRole", "clusterrolebindings": "ClusterRoleBinding"}
_CONFIG_MAPS = {"configmaps": "ConfigMap"}
NAMESPACED = {**_CONFIG_MAPS, **_WORKLOADS, **_ACCESS}
"""Resource → kind of what is read in all namespaces, or in those that are chosen. Secrets are not among them."""

_STATIC_PODS = ("--selector=component=kube-scheduler", f"--namespace={_SYSTEM}")
_OTHERS = "--field-selector=spec.schedulerName!=default-scheduler"
_RIGHTS, _NAMES = "missing-rbac", "unserved-scheduler-name"
"""Rules about what is nowhere."""
_OF_POD = (".metadata.namespace", ".metadata.name", ".spec.schedulerName", ".spec.nodeName")
_OF_LEASE = (".metadata.namespace", ".metadata.name", ".spec.holderIdentity")


class ClusterReading(NamedTuple):
    """What was read of a cluster."""

    version: str  # That of the API server: `v1.33.3`
    objects: tuple[ClusterObject, ...]  # What has to do with schedulers, sorted by path
    unseen: tuple[UnreadFile, ...] = ()  # What could not be read
    # Rules that nothing can be concluded by, as what would satisfy them may be among what was not read
    undecided: frozenset[str] = frozenset()
    # Scheduler names that Pods request besides the default scheduler's → how many Pods do
    scheduler_names: Counter[str] = Counter()  # noqa: RUF012 - a tuple's default; nothing changes it
    # `namespace/name` of the leases of schedulers → who holds them
    leases: dict[str, str] = {}  # noqa: RUF012 - a tuple's default; nothing changes it
    namespaces: tuple[str, ...] = ()  # Where was looked besides the static Pods of kube-system; none: everywhere

    @property
    def release(self) -> str:
        """The release of the API server: `1.33`."""
        major, _, rest = self.version.removeprefix("v").partition(".")
        return f"{major}.{rest.partition('.')[0]}"

    @property
    def report(self) -> ClusterSummary:
        """What was read besides objects, for programs."""
        leases = sorted((*name.split("/", 1), holder) for name, holder in self.leases.items())
        return ClusterSummary(
            version=self.version,
            leases=tuple(
                SchedulerLease(namespace=one, name=name, holder=holder or None) for one, name, holder in leases
            ),
            scheduler_names=tuple(
                RequestedScheduler(name=name, pods=number) for name, number in sorted(self.scheduler_names.items())
            ),
            undecided=tuple(sorted(self.undecided)),
        )

    def lines(self) -> Iterator[str]:
        """Yield what was read, in words."""
        schedulers = counted(sum(cluster_object.may_run_scheduler for cluster_object in self.objects), "scheduler")
        found = counted(sum(cluster_object.has_configuration for cluster_object in self.objects), "ConfigMap")
        yield f"cluster: Kubernetes {self.version}, {schedulers}, {found} with a configuration"
        for lease, holder in sorted(self.leases.items()):
            yield f"  lease {lease} is held by {holder or 'nobody'}"
        if self.scheduler_names:
            listed = ", ".join(f"{name} ({number})" for name, number in sorted(self.scheduler_names.items()))
            yield f"  Pods request other schedulers than the default one: {listed}"
        if self.undecided:
            rules = " and ".join(sorted(self.undecided))
            yield f"  not everything was read, so that nothing is reported by {rules}"


def read(kubectl: Kubectl, namespaces: tuple[str, ...]) -> ClusterReading:
    """Read what runs in a cluster.

    Args:
        kubectl: How kubectl is called.
        namespaces: Where to look, besides the static Pods of kube-system; none: everywhere.

    Raises:
        ServerUnavailable: if the API server does not answer.
    """
    version = kubectl.server_version()
    answers = _Answers()
    with ThreadPoolExecutor(_CALLS) as pool:
        list(pool.map(lambda call: call(), _calls(kubectl, namespaces, answers)))
    pending, names = _pods(answers.pods)
    workloads = [
        resource for resource in answers.objects if resource.kind in _WORKLOADS.values() or resource.kind == "Pod"
    ]
    schedulers = [workload for workload in workloads if workload.may_run_scheduler and not workload.is_of_workload]
    requesting = [workload for workload in workloads if workload.requests_scheduler and not workload.may_run_scheduler]
    mounted = set().union(*(scheduler.config_maps for scheduler in schedulers))
    access = (
        resource for resource in answers.objects if resource.kind in {*_ACCESS.values(), *_CLUSTER_WIDE_ACCESS.values()}
    )
    cluster_objects = [
        *schedulers,
        *(workload for workload in requesting if workload.kind != "Pod"),
        *pending,
        *(resource for resource in answers.objects if resource.kind == "ConfigMap" and _is_wanted(resource, mounted)),
        *granting(access, {scheduler.account for scheduler in schedulers}),
    ]
    unique = {cluster_object.path: cluster_object for cluster_object in cluster_objects}
    objects = tuple(unique[path] for path in sorted(unique))
    leases = {
        f"{namespace}/{name}": holder for namespace, name, holder in answers.leases if "scheduler" in f"{name} {holder}"
    }
    unseen = tuple(sorted(answers.unseen))
    return ClusterReading(version, objects, unseen, _undecided(unseen, namespaces), names, leases, namespaces)


def _undecided(unseen: tuple[UnreadFile, ...], namespaces: tuple[str, ...]) -> frozenset[str]:
    """Return the rules that look for something which may be among what was not read."""
    missed = {resource.path.rpartition("/")[2] for resource in unseen}
    access = {*_ACCESS, *_CLUSTER_WIDE_ACCESS}
    rights = {_RIGHTS} if namespaces or missed & access else set()
    return frozenset(rights | ({_NAMES} if namespaces or missed - access else set()))


def _is_wanted(config_map: ClusterObject, mounted: set[tuple[str, str]]) -> bool:
    is_mounted = (config_map.namespace, config_map.name) in mounted
    return config_map.has_configuration or is_mounted or config_map.is_of_kubeadm


class _Answers:
    """What kubectl answered so far; calls run side by side."""

    def __init__(self) -> None:
        self.objects: list[ClusterObject] = []
        self.pods: list[list[str]] = []
        self.leases: list[list[str]] = []
        self.unseen: list[UnreadFile] = []

    def attempt(self, path: str, ask: Callable[[], None]) -> None:
        """Ask, or remember why there is no answer."""
        try:
            ask()
        except UnreadableInput as error:
            self.unseen.append(UnreadFile(path, error.sentence))


def _calls(kubectl: Kubectl, namespaces: tuple[str, ...], answers: _Answers) -> Iterator[Callable[[], None]]:
    """Yield every call of kubectl."""

    def objects(resource: str, kind: str, *options: str) -> None:
        answers.objects.extend(chosen(one, kind) for one in kubectl.objects(resource, *options))

    def rows(kept: list[list[str]], resource: str, paths: tuple[str, ...], *options: str) -> None:
        kept.extend(kubectl.rows(resource, paths, *options))

    def attempting(path: str, ask: Callable[..., None], *given: Any) -> Callable[[], None]:
        return partial(answers.attempt, path, partial(ask, *given))

    yield attempting(f"cluster/{_SYSTEM}/pods", objects, "pods", "Pod", *_STATIC_PODS)
    for resource, kind in _CLUSTER_WIDE_ACCESS.items():
        yield attempting(f"cluster/{resource}", objects, resource, kind)
    for namespace in namespaces or (None,):
        where = "--all-namespaces" if namespace is None else f"--namespace={namespace}"
        prefix = "/".join(filter(None, ("cluster", namespace)))
        for resource, kind in NAMESPACED.items():
            yield attempting(f"{prefix}/{resource.partition('.')[0]}", objects, resource, kind, where)
        yield attempting(f"{prefix}/pods", rows, answers.pods, "pods", _OF_POD, where, _OTHERS)
        yield attempting(f"{prefix}/leases", rows, answers.leases, "leases.coordination.k8s.io", _OF_LEASE, where)


def _pods(rows: Iterable[list[str]]) -> tuple[list[ClusterObject], Counter[str]]:
    """Return a Pod that waits for each scheduler in each namespace, and how many Pods request each."""
    waiting: dict[tuple[str, str], ClusterObject] = {}
    names: Counter[str] = Counter()
    for namespace, name, scheduler, node in sorted(rows):
        names[scheduler] += 1
        # Something has scheduled those that have a node.
        if not node and (namespace, scheduler) not in waiting:
            metadata: dict[str, object] = {"name": name, "namespace": namespace}
            waiting[namespace, scheduler] = ClusterObject(
                {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"schedulerName": scheduler}}
            )
    return list(waiting.values()), names
