"""What rules about manifests look at: a manifest, what it runs, and the manifests related to it."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, Protocol, Self

from schedcfg import releases
from schedcfg.configuration.effective.command_line import LOCK_FLAGS, StartedConfiguration, start
from schedcfg.configuration.effective.extenders import healthz_port
from schedcfg.configuration.effective.model import Configuration, LeaderElection
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.configuration.reading import ReadDocuments
from schedcfg.document import Stream
from schedcfg.document.span import follow
from schedcfg.releases.endpoints import INSECURE_PORT
from schedcfg.releases.kubeadm_layout import layout, version_of
from schedcfg.releases.release import Release
from schedcfg.rules.served_names import ServedNames
from schedcfg.sources import StaticPodFolder
from schedcfg.sources.embedded import Manifest
from schedcfg.sources.managed.settings import ManagedSettings
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler
from schedcfg.sources.manifests.command_line import CommandLine, CommandLineFlag
from schedcfg.sources.manifests.descheduler import DeschedulerPolicy
from schedcfg.sources.manifests.files import AppliedFile, Patches
from schedcfg.sources.manifests.karpenter import NodePool, RunningKarpenter
from schedcfg.sources.manifests.kubeadm import KubeadmScheduler, sets_up
from schedcfg.sources.manifests.plugin_controller import RunningController
from schedcfg.sources.manifests.pod import DEFAULT_NAMESPACE, Image, Workload, at, fields, image, may_be_same, text
from schedcfg.sources.manifests.pod_needs import PodNeed
from schedcfg.sources.manifests.product_documents import ProductRelease
from schedcfg.sources.manifests.rbac import Account, GrantedAccess
from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest, manifests_in
from schedcfg.sources.manifests.running import CLUSTERS_OWN, RunningScheduler
from schedcfg.sources.manifests.scraping import Scrape, ScrapedService
from schedcfg.sources.type_meta import TypeMeta, read_type_meta


def newest_release(
    line: CommandLine,
    api_version: str | None,
    scheduler: KubeadmScheduler | None = None,
    its_image: Image | None = None,
) -> Release:
    """Return the newest release that a scheduler can be of: one that reads its file and takes all of its flags.

    One that kubeadm runs is of a release that kubeadm sets up from its own file; one of an image that is published no
    more, of those with it.

    A release that takes a flag without any effect comes after those in which it has one. Flags that no release has, as
    misspelled ones, count for nothing. Where no release takes the rest, the newest that reads the file is returned.

    Args:
        line: Its flags.
        api_version: That of the file, short; None where it is not known, or served by no release.
        scheduler: What kubeadm's file says of it; None where kubeadm does not run it.
        its_image: What its container is made from; None where that is not known.
    """
    names = releases.serving(api_version or "") or releases.names()
    candidates = [releases.at(name) for name in reversed(names)]
    if scheduler is not None:
        candidates = [release for release in candidates if sets_up(scheduler.version, release)] or candidates
    if its_image is not None and its_image.is_untold_hyperkube:
        candidates = [release for release in candidates if release.publishes_hyperkube] or candidates
    flags = [flag for flag in line.flags if releases.having_flag(flag.name)]
    taking = [release for release in candidates if all(release.takes_flag(flag.name) for flag in flags)]
    working = [release for release in taking if not any(release.ignores_flag(flag.name) for flag in flags)]
    return next(iter((*working, *taking, *candidates)))


class Runner(NamedTuple):
    """What runs a configuration."""

    release: Release  # With the feature gates that it is started with
    place: str  # Where a manifest names it: `deploy.yaml:14`, `line 14` of the text itself
    catalog: str | None = None  # The published plugins that its image contains: `scheduler-plugins@0.31`
    manifest: str = ""  # That manifest: `Deployment kube-system/second`; empty where it has no name


@dataclass(frozen=True, eq=False)
class StartConfiguration:
    """The configuration that a scheduler is started with."""

    text: ConfigurationText
    complete: Callable[[], Configuration | None]  # Completes it by the scheduler's release

    @cached_property
    def configuration(self) -> Configuration | None:
        """It, completed; None where nothing could be read, as where the release does not serve its version."""
        return self.complete()

    @property
    def name(self) -> str:
        """What messages call it: `` `scheduler-config.yaml` ``, ``key `config.yaml` of ConfigMap `scheduler` ``."""
        return self.text.name

    @cached_property
    def meta(self) -> TypeMeta:
        """Its API version and kind."""
        return read_type_meta(self.text.data)

    def has_field(self, *keys: str) -> bool:
        """Return whether a field is written, rather than completed."""
        return at(self.text.data, *keys) is not None


class FirstCompleter(Protocol):
    """What completes configurations, as the validator of a run does; contexts are kept for those that are equal."""

    @property
    def release(self) -> Release | None:
        """The release to validate everything against; None: each scheduler's, or each configuration's own."""

    @property
    def cluster_release(self) -> str | None:
        """The release of the API server, `1.29`; None: that which a file beside a scheduler names."""

    def configuration(self, stream: Stream, release: Release | None) -> Configuration | None:
        """Complete the first document of a text; None where nothing could be read.

        Args:
            stream: The text.
            release: The release that completes it; None: the newest that reads it.
        """

    def remembering(self, known: ReadDocuments) -> "FirstCompleter":
        """Return what completes with a memory of the documents that were read."""


class StaticPods(NamedTuple):
    """The Pods of a folder that may be one from which the kubelet starts Pods."""

    is_kubelets: bool  # Whether its path shows it
    files: Mapping[tuple[str, str], set[str]]  # Namespace and name of a Pod → the files that have it

    @classmethod
    def of(cls, folder: StaticPodFolder | None, searched: Iterable[LocatedManifest]) -> Self | None:
        """Return the Pods of a folder, with those of files that a search skips; None where it is none of that kind."""
        if folder is None:
            return None
        files: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for one in (*searched, *manifests_in(folder.unsearched)):
            if one.manifest.kind == "Pod":
                name, namespace = (text(at(one.manifest.data, "metadata", key)) for key in ("name", "namespace"))
                files[namespace or DEFAULT_NAMESPACE, name].add(one.file)
        return cls(folder.is_kubelets, files)

    def files_of(self, namespace: str, name: str) -> set[str]:
        """Return the files with a Pod of a name."""
        return self.files.get((namespace or DEFAULT_NAMESPACE, name), set())


class ClusterRelease(NamedTuple):
    """The release of an API server."""

    name: str  # `1.29`
    place: str  # Where a file names it: `kubeadm.yaml:5`; empty where the user did, or the API server


@dataclass(frozen=True, eq=False)
class RelatedManifests:
    """What was found in one folder, or one text."""

    schedulers: tuple["DeploymentContext", ...] = ()
    access: GrantedAccess = field(default_factory=lambda: GrantedAccess(iter(())))
    # Namespace and name of a ConfigMap → its keys
    config_maps: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    # Returns the names that are served here, and in all folders that are read as one cluster: what takes long is done
    # for those who ask
    served_in_folder: Callable[[], ServedNames] = ServedNames
    served_in_run: Callable[[], ServedNames] = ServedNames
    patches: Patches = field(default_factory=Patches)
    # Yields all configurations, also those that no scheduler here is started with
    configurations: Callable[[], Iterable[StartConfiguration]] = tuple
    # Whether `kubectl` applies the files themselves: else kustomize, or Helm, sets the namespace of what names none
    is_applied_as_is: bool = True
    # Whether volumes of a StorageClass here are only bound once a Pod that uses them has its node
    has_waiting_volumes: bool = False
    # The release of the API server; None where it is not known, or several clusters are here
    cluster: ClusterRelease | None = None
    # The requests for metrics here, and the Services by which Pods are found, each with its manifest
    scrapes: tuple[tuple[LocatedManifest, Scrape], ...] = ()
    services: tuple[tuple[LocatedManifest, ScrapedService], ...] = ()
    # The service accounts with which Prometheus asks, where they are known
    scraping_accounts: tuple[Account, ...] = ()
    # Whether anything else than a scheduler is in the network of its node, where loopback addresses are the node's
    shares_network_of_node: bool = False
    # What here asks for metrics, whoever has them
    monitors: tuple[Manifest, ...] = ()
    static_pods: StaticPods | None = None  # None where the folder is not of static Pods

    @cached_property
    def served(self) -> ServedNames:
        """The names that are served here."""
        return self.served_in_folder()

    def keys_of(self, config_map: str, namespace: str) -> frozenset[str] | None:
        """Return the keys of a ConfigMap of a name, in a namespace; None where there is none here."""
        found = [keys for where, keys in self.config_maps_named(config_map).items() if may_be_same(where, namespace)]
        return frozenset().union(*found) if found else None

    def config_maps_named(self, name: str) -> Mapping[str, frozenset[str]]:
        """Return the namespaces that have a ConfigMap of a name, each with its keys."""
        return self._config_maps_by_name.get(name, {})

    @cached_property
    def _config_maps_by_name(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        found: defaultdict[str, dict[str, frozenset[str]]] = defaultdict(dict)
        for (namespace, name), keys in self.config_maps.items():
            found[name][namespace] = keys
        return found

    @cached_property
    def accounts_in_use(self) -> frozenset[Account]:
        """The service accounts of the schedulers that were found."""
        return frozenset(scheduler.account for scheduler in self.schedulers if scheduler.account is not None)


@dataclass(frozen=True, eq=False)
class DeploymentContext:
    """One manifest, and what is related to it."""

    file: str
    # The release to validate against; None where the scheduler is of one that is not known here
    release: Release | None
    related: RelatedManifests  # Everything else
    running: RunningScheduler | None = None  # The scheduler that it runs; None where it runs none
    workload: Workload | None = None  # What it is if it makes Pods that are no scheduler; None otherwise
    release_known: bool = False  # Whether that is certain: it was chosen, or the manifest shows it
    # The release that the manifest shows, where that is not known here; None otherwise. A newer one is validated
    # against the newest that is known, an older one against none.
    unknown_release: str | None = None
    configured: StartConfiguration | None = None  # What the scheduler is started with, where that is found
    legacy: StartConfiguration | None = None  # The Policy that it is started with, up to 1.22
    applied: tuple[AppliedFile, ...] = ()
    policy: DeschedulerPolicy | None = None  # By which the descheduler evicts Pods, where it is one
    autoscaler: RunningAutoscaler | None = None  # The cluster-autoscaler that it runs; `configured` is its own then
    controller: RunningController | None = None  # The controller of scheduler-plugins that it runs
    # The Karpenter of the folder, in the one manifest that stands for it
    karpenter: RunningKarpenter | None = None
    product_release: ProductRelease | None = None  # That of a product with known faults, which it names
    needs: tuple[PodNeed, ...] = ()  # What the Pods that it makes ask for
    node_pool: NodePool | None = None  # Nodes that Karpenter adds and removes, where it is a NodePool
    managed: ManagedSettings | None = None  # What it sets of a scheduler that somebody else runs
    scrape: Scrape | None = None  # The request for metrics that it describes
    service: ScrapedService | None = None  # What it is if a scheduler's Pods are found by it

    @property
    def described(self) -> str:
        """What messages call the scheduler, with its file: "Deployment `second` in deploy.yaml"."""
        assert self.running is not None
        return f"{self.running.described}{f' in {self.file}' if self.file else ''}"

    @property
    def configuration(self) -> Configuration | None:
        """The configuration, completed; None where none is found, or it is refused at once."""
        return None if self.configured is None else self.configured.configuration

    @property
    def is_insecure_port_known(self) -> bool:
        """Whether it is certain where plain HTTP is served, or that it is not; with `--config` the file decides."""
        running, release = self.running, self.release
        if running is None or release is None:
            return False
        if not release.serves_insecure_port or running.flag("config") is not None:
            return True
        flag = self.command_line(release).get("port")
        return running.settles("port") and (flag is None or flag.port is not None)

    @property
    def insecure_port(self) -> int | None:
        """Where plain HTTP is served, up to 1.22; None where it is not, or that is not known."""
        running, release = self.running, self.release
        if running is None or release is None or not release.serves_insecure_port:
            return None
        if running.flag("config") is not None:
            return INSECURE_PORT if self.configuration is None else healthz_port(self.configuration.bind_addresses)
        flag = self.command_line(release).get("port")
        return (INSECURE_PORT if flag is None else flag.port or None) if self.is_insecure_port_known else None

    @property
    def is_stock(self) -> bool:
        """Whether it is certain that the program is Kubernetes' own: it has no flags, plugins or files of its own."""
        running = self.running
        if running is None:
            return False
        named = (
            image(self.related.patches.image) if running.is_kubeadm and self.related.patches.image else running.image
        )
        return running.is_managed if named is None else named.is_stock

    def path_in_container(self, name: str) -> str | None:
        """Return where a file that a flag or a configuration names is looked for; None where that is not known.

        The stock image starts its program in `/`.
        """
        running = self.running
        if name.startswith("/") or running is None or running.command_line.in_shell or not self.is_stock:
            return name if name.startswith("/") else None
        container = follow(running.manifest, running.container[len(running.path) :])
        return posixpath.normpath(posixpath.join("/", text(fields(container).get("workingDir")), name))

    @property
    def has_own_image(self) -> bool:
        """Whether its image is neither Kubernetes' own nor called like that, so that it may contain other plugins."""
        named = None if self.running is None else self.running.image
        return named is not None and not named.is_named_like_stock

    @property
    def release_phrase(self) -> str:
        """The release as messages name it, with how it is known."""
        name = "" if self.release is None else f"Kubernetes {self.release.name}"
        if self.unknown_release is not None:
            return f"{name} (the newest known here; this runs {self.unknown_release})"
        if self.release_known:
            return name
        if not self.outdated_flags:
            return f"{name} (the manifest names none)"
        return f"{name} (the newest with its flags{' and file' if self.configured is not None else ''})"

    @cached_property
    def outdated_flags(self) -> tuple[CommandLineFlag, ...]:
        """The flags that show, where nothing else does, that the scheduler is older than the newest release."""
        if self.running is None or self.release is None or self.release_known:
            return ()
        release = self.release
        its_image = self.running.image
        is_hyperkube = its_image is not None and its_image.is_untold_hyperkube
        possible = [one for one in releases.all_releases() if one.publishes_hyperkube or not is_hyperkube]
        newest = possible[-1]
        flags = self.running.command_line.flags
        return tuple(flag for flag in flags if release.takes_flag(flag.name) and not newest.takes_flag(flag.name))

    @property
    def served_names(self) -> frozenset[str] | None:
        """The names of schedulers that it serves; None where they are not known, or its release does not start."""
        if self.configuration is not None:
            return frozenset(profile.scheduler_name for profile in self.configuration.profiles)
        running = self.running
        if running is None or self.release is None or running.flag("config") is not None:
            return None
        name = running.flag("scheduler-name")
        if not (running.settles("config") and running.settles("scheduler-name")):
            return None
        if name is None:
            return frozenset({DEFAULT_SCHEDULER})
        return frozenset({name.value or ""}) if self.release.takes_flag(name.name) else None

    @property
    def is_hidden(self) -> bool:
        """Whether a scheduler has a configuration that is not among the texts, or may have other flags."""
        running = self.running
        if running is None:
            return False
        if running.flag("config") is not None:
            return self.configured is None
        return not (running.settles("config") and running.settles("scheduler-name"))

    @property
    def is_second(self) -> bool:
        """Whether it is certain not to be the cluster's own scheduler: it serves other names, and runs beside it."""
        if self.running is None or self.running.is_clusters_own or self.served_names is None:
            return False
        return DEFAULT_SCHEDULER not in self.served_names

    @property
    def is_beside_the_clusters_own(self) -> bool:
        """Whether the cluster's own scheduler may answer in its place: both are in the network of a node."""
        running = self.running
        if running is None or running.is_clusters_own or not running.spec.host_network:
            return False
        return self.is_second or (self.served_names is None and not running.is_static)

    @property
    def is_beside_by_account(self) -> bool:
        """Whether it runs beside the cluster's own: it uses a service account, and is not called as that."""
        running = self.running
        if running is None or self.account is None or CLUSTERS_OWN in (running.name, running.scheduler, ""):
            return False
        return self.certainly_uses_account

    @property
    def account(self) -> Account | None:
        """The service account that the scheduler uses; None where it runs without one."""
        running = self.running
        if running is None or running.is_static or (running.is_partial and not running.spec.service_account):
            return None
        return Account(running.namespace, running.spec.service_account or "default")

    @property
    def certainly_uses_account(self) -> bool:
        """Whether it is certain that the scheduler uses its service account: neither a kubeconfig, nor `--master`."""
        running = self.running
        if running is None or running.flag("master") is not None:
            return False
        if running.flag("config") is not None:
            return self.configuration is not None and not self.configuration.client_connection.kubeconfig
        return running.settles("kubeconfig") and running.flag("kubeconfig") is None

    @cached_property
    def started(self) -> StartedConfiguration | None:
        """What the scheduler uses, flags included; None where its file or its other flags are not known."""
        running = self.running
        if running is None or self.release is None or running.is_partial or not running.settles("config"):
            return None
        if running.flag("config") is not None and self.configuration is None:
            return None
        return start(self.command_line(self.release), self.release, self.configuration)

    @property
    def has_unseen_file(self) -> bool:
        """Whether all flags are known, and the file that `--config` names is not here."""
        running = self.running
        if running is None or running.is_partial or self.configured is not None or not running.settles("config"):
            return False
        flag = running.flag("config")
        return flag is not None and flag.is_known and bool(flag.value)

    def command_line(self, release: Release) -> CommandLine:
        """Return the flags that a scheduler of a release gets: those of the manifest, behind those that kubeadm adds.

        kubeadm's have no place of their own: theirs is that of its scheduler.
        """
        running = self.running
        assert running is not None
        if not running.is_kubeadm:
            return running.command_line
        place = running.container
        added = layout(version_of(release, None)).flags.items()
        its = (CommandLineFlag(name, value, place, place, on_key=True) for name, value in added)
        return replace(running.command_line, flags=(*its, *running.command_line.flags))

    @property
    def is_elected_by_default_lease(self) -> bool | None:
        """Whether the scheduler certainly competes for the default lease; None where only its file says anything."""
        if self.election is not None:
            return self.election.is_by_default_lease
        # Flags decide over the file, also those of which the value is not known.
        running = self.running
        is_by_flags = running is not None and any(running.flag(name) is not None for name in LOCK_FLAGS)
        return False if is_by_flags else None

    @property
    def election(self) -> LeaderElection | None:
        """How the scheduler is elected, flags included; None where that is not known."""
        return None if self.started is None else self.started.leader_election
