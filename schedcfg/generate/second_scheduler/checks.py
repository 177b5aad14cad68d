"""What keeps a configuration from being run by a second scheduler."""

from collections.abc import Iterator
from posixpath import basename, dirname

from schedcfg.document.path import Path
from schedcfg.effective.needs import addresses, certificates, is_loopback
from schedcfg.errors import EditConflict
from schedcfg.findings import Problem, Severity
from schedcfg.generate.given import Given
from schedcfg.generate.obstacles import default_profiles, missing_plugins, obstacle, scheduler_name_of
from schedcfg.generate.second_scheduler.plan import Wishes, is_label, name_of, plan

_CLUSTERS_OWN = "kube-scheduler"
_ELECTION: Path = ("leaderElection",)


def problems(given: Given, wishes: Wishes) -> Iterator[Problem]:
    """Yield what would keep it from working, as errors, and what may."""
    yield from default_profiles(given)
    yield from _names(given, wishes)
    yield from _election(given, wishes)
    yield from _certificates(given, wishes)
    yield from _loopback(given)
    if given.configuration.client_connection.kubeconfig:
        yield obstacle(
            "kubeconfig-in-deployment",
            ("clientConnection", "kubeconfig"),
            f"there is no `{given.configuration.client_connection.kubeconfig}` in the Pods of a Deployment",
            "Remove the field: the service account is used.",
        )
    yield from missing_plugins(given, wishes.image)


def _names(given: Given, wishes: Wishes) -> Iterator[Problem]:
    name = name_of(given, wishes)
    path = () if wishes.name else scheduler_name_of(given.configuration.profiles[0])
    if name == _CLUSTERS_OWN:
        yield obstacle(
            "object-name",
            path,
            f"`{name}` is the name of the cluster's own scheduler, and of its lease",
            "Choose another one for the objects with --name.",
        )
    for label, place in ((name, path), (wishes.namespace, ())):
        if not is_label(label):
            yield obstacle(
                "object-name",
                place,
                f"`{label}` cannot be the name of Kubernetes objects: lower case letters, digits and `-`, at most 63",
                "Choose another one with --name, or --namespace.",
            )


def _election(given: Given, wishes: Wishes) -> Iterator[Problem]:
    election = given.configuration.leader_election
    if wishes.replicas > 1 and not election.leader_elect:
        yield obstacle(
            "replicas-without-election",
            (*_ELECTION, "leaderElect"),
            f"without leader election, {wishes.replicas} replicas would all schedule the same Pods",
            "Set it to `true`, or run one replica.",
        )
    if election.leader_elect and given.release.enables("CoordinatedLeaderElection"):
        # cmd/kube-scheduler/app/server.go: the LeaseCandidate names the lease kube-scheduler, whatever the file says.
        yield obstacle(
            "coordinated-leader-election",
            _ELECTION,
            "with the feature gate CoordinatedLeaderElection every kube-scheduler is a candidate for the lease "
            "`kube-scheduler` of the cluster's own one, whatever `resourceName` says",
            "Leave the gate off in the second scheduler.",
        )
    try:
        plan(given, wishes)
    except EditConflict as conflict:
        yield obstacle(
            "shared-lease",
            conflict.path,
            "leader election uses the lease `kube-scheduler` of the cluster's own scheduler, so that only one of the "
            f"two would work; it cannot be changed safely in a copy: {conflict}",
            "Write `leaderElection: {resourceName: …}` with another name.",
        )


def _certificates(given: Given, wishes: Wishes) -> Iterator[Problem]:
    for file, path in certificates(given.configuration):
        if not file.startswith("/"):
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"`{file}` is looked for in the folder in which the scheduler is started",
                "Write the whole path: the folder is mounted from the Secret that --tls-secret names.",
            )
        elif dirname(file) == "/":
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"`{file}` stands in the root folder, where no Secret can be mounted",
                "Name a file in a folder, such as `/etc/kubernetes/pki`.",
            )
        elif not wishes.tls_secret:
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"there is no `{file}` in the Pods of a Deployment",
                f"Put it into a Secret under the key `{basename(file)}` and name that with --tls-secret, or write its "
                f"content into the configuration as `{str(path[-1]).replace('File', 'Data')}`.",
            )


def _loopback(given: Given) -> Iterator[Problem]:
    for address in addresses(given.configuration):
        if is_loopback(address.host):
            yield obstacle(
                "loopback-address",
                address.path,
                f"`{address.host}` is the Pod of the scheduler itself, which has a network of its own",
                "Name a Service, or add the other program as a container of the Deployment.",
            )._replace(severity=Severity.WARNING)
