"""What keeps a configuration from being run by a second scheduler, and what to know about its files."""

from collections.abc import Iterator
from posixpath import basename, dirname

from schedcfg.commands.generate.checks import default_profiles, missing_plugins, obstacle, scheduler_name_of
from schedcfg.commands.generate.generation import AcceptedConfig
from schedcfg.commands.generate.second_scheduler_plan import SecondSchedulerOptions, name_of, plan
from schedcfg.configuration.effective.needs import addresses, certificates, is_loopback, out_of_tree_plugins
from schedcfg.configuration.effective.rights import are_rights_known
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from schedcfg.findings import Problem, Severity
from schedcfg.plugins.label_syntax import is_dns_label

_CLUSTERS_OWN = "kube-scheduler"
_ELECTION: Path = ("leaderElection",)


def problems(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[Problem]:
    """Yield what would keep it from working, as errors, and what may."""
    yield from default_profiles(config)
    yield from _names(config, options)
    yield from _election(config, options)
    yield from _certificates(config, options)
    yield from _loopback(config)
    if config.configuration.client_connection.kubeconfig:
        yield obstacle(
            "kubeconfig-in-deployment",
            ("clientConnection", "kubeconfig"),
            f"there is no `{config.configuration.client_connection.kubeconfig}` in the Pods of a Deployment",
            "Remove the field: the service account is used.",
        )
    yield from missing_plugins(config, options.image)


def _names(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[Problem]:
    name = name_of(config, options)
    path = () if options.name else scheduler_name_of(config.configuration.profiles[0])
    if name == _CLUSTERS_OWN:
        yield obstacle(
            "object-name",
            path,
            f"`{name}` is the name of the default scheduler, and of its lease",
            "Choose another name for the objects with --name.",
        )
    for label, place in ((name, path), (options.namespace, ())):
        if not is_dns_label(label):
            yield obstacle(
                "object-name",
                place,
                f"`{label}` cannot be the name of Kubernetes objects: lower case letters, digits and `-`, at most 63",
                "Choose another name with --name, or --namespace.",
            )


def _election(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[Problem]:
    election = config.configuration.leader_election
    if options.replicas > 1 and not election.leader_elect:
        yield obstacle(
            "replicas-without-election",
            (*_ELECTION, "leaderElect"),
            f"without leader election, {options.replicas} replicas would all schedule the same Pods",
            "Set it to `true`, or run one replica.",
        )
    if election.leader_elect and config.release.enables("CoordinatedLeaderElection"):
        # cmd/kube-scheduler/app/server.go: the LeaseCandidate names the lease kube-scheduler, regardless of the file.
        yield obstacle(
            "coordinated-leader-election",
            _ELECTION,
            "with the feature gate CoordinatedLeaderElection, every kube-scheduler is a candidate for the lease "
            "`kube-scheduler` of the default scheduler, whatever its `resourceName`",
            "Turn the gate off in the second scheduler.",
        )
    try:
        plan(config, options)
    except EditConflict as conflict:
        yield obstacle(
            "shared-lease",
            conflict.path,
            "leader election uses the lease `kube-scheduler` of the default scheduler, so only one of them would "
            f"work; it cannot be changed safely in a copy: {conflict}",
            "Write `leaderElection: {resourceName: …}` with another name.",
        )


def _certificates(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[Problem]:
    for file, path in certificates(config.configuration):
        if not file.startswith("/"):
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"`{file}` is relative to the folder in which the scheduler is started",
                "Write the absolute path: its folder is mounted from the Secret of --tls-secret.",
            )
        elif dirname(file) == "/":
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"`{file}` is in the root folder, where no Secret can be mounted",
                "Use a file in a folder, such as `/etc/kubernetes/pki`.",
            )
        elif not options.tls_secret:
            yield obstacle(
                "unmounted-configured-file",
                path,
                f"there is no `{file}` in the Pods of a Deployment",
                f"Put it into a Secret under the key `{basename(file)}` and pass the Secret with --tls-secret, or "
                f"write its content in the configuration as `{str(path[-1]).replace('File', 'Data')}`.",
            )


def _loopback(config: AcceptedConfig) -> Iterator[Problem]:
    for address in addresses(config.configuration):
        if is_loopback(address.host):
            yield obstacle(
                "loopback-address",
                address.path,
                f"`{address.host}` is the Pod of the scheduler itself, which has its own network",
                "Use the name of a Service, or add the other program as a container of the Deployment.",
            )._replace(severity=Severity.WARNING)


def remarks(config: AcceptedConfig, options: SecondSchedulerOptions) -> Iterator[str]:
    """Yield what to know, a sentence or two each.

    Raises:
        EditConflict: where the configuration needs a lease of its own, and cannot be edited safely.
    """
    planned = plan(config, options)
    names = " or ".join(f"`{profile.scheduler_name}`" for profile in config.configuration.profiles)
    yield f"Pods select this scheduler with `spec.schedulerName`: {names}"
    if planned.election.edited:
        fields = ", ".join(f"`{field}`" for field in planned.election.edited)
        yield (
            f"the scheduler gets a copy of the configuration with its own lease, `{planned.name}` ({fields}); your "
            "file is unchanged"
        )
    if options.namespace not in {"kube-system", "default"}:
        yield f"the namespace `{options.namespace}` must exist"
    unknown = sorted(name for name in out_of_tree_plugins(config.configuration) if not are_rights_known(name))
    if unknown:
        yield (
            f"the permissions that {', '.join(f'`{name}`' for name in unknown)} may need are not known: grant them to "
            f"the service account `{planned.name}`"
        )
