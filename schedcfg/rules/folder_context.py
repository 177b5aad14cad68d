"""The content of one folder: each scheduler with its configuration, its release and the related manifests.

A folder is read, and its contexts are built, once for all of its files.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from schedcfg import releases
from schedcfg.configuration.reading import ReadDocuments
from schedcfg.errors import UnknownTarget
from schedcfg.releases.default_plugins import with_feature_gates
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.release import Release, minor
from schedcfg.releases.rights import SCHEDULER_ROLE
from schedcfg.rules.beside_schedulers import contexts_beside
from schedcfg.rules.deployment import (
    ClusterRelease,
    DeploymentContext,
    FirstCompleter,
    RelatedManifests,
    Runner,
    StartConfiguration,
    StaticPods,
    newest_release,
)
from schedcfg.rules.served_names import ServedNames, served_in
from schedcfg.sources import StaticPodFolder, Text
from schedcfg.sources.embedded import owner_of
from schedcfg.sources.manifests.autoscaler import RunningAutoscaler
from schedcfg.sources.manifests.files import FILES, Patches
from schedcfg.sources.manifests.kubeadm import default_scheduler
from schedcfg.sources.manifests.named_configurations import NamedConfigurations
from schedcfg.sources.manifests.pod import fields
from schedcfg.sources.manifests.product_documents import place_in, version_in
from schedcfg.sources.manifests.rbac import Account, GrantedAccess
from schedcfg.sources.manifests.reading import (
    ConfigurationText,
    LocatedManifest,
    Within,
    is_mounted,
    manifests_in,
    numbered_documents,
    with_release_beside,
)
from schedcfg.sources.manifests.running import RunningScheduler, run_by_kubeadm, run_by_rights
from schedcfg.sources.manifests.scraping import asks_for_metrics, scraping_account, shares_network_of_node
from schedcfg.sources.type_meta import read_type_meta

_WAITING = "WaitForFirstConsumer"
"""The mode of a StorageClass whose volumes are bound by the scheduler."""
_OF_HELM = "\n# Source: "
"""Before each manifest that Helm renders."""


class _ChosenRelease(NamedTuple):
    """The release to validate a scheduler against, whether it is certain, and which one is meant that is not known."""

    release: Release | None
    known: bool
    unknown: str | None = None


class FolderManifests:
    """What is in some texts, whichever release completes their configurations.

    Args:
        texts: The texts.

    Attributes:
        found: All manifests.
        named: The configurations, as the flags of schedulers name them.
        access: The roles, and who is bound to them.
    """

    def __init__(self, texts: tuple[Text, ...]) -> None:
        self.found = tuple(manifests_in(texts))
        self.named = NamedConfigurations(texts, self.found)
        self.access = GrantedAccess((manifest.manifest.kind or "", manifest.manifest.data) for manifest in self.found)


class FolderContext:
    """Everything that was found in some texts, from which the context of each manifest is built.

    Args:
        texts: The texts.
        completer: Completes configurations.
        patches: kubeadm's patches of the scheduler.
        static_pods: What else the kubelet reads in the folder; None where it is not of static Pods.
        served_in_run: Returns the names that are served in all folders of the run; None: only those of this one count.
        manifests: What is in the texts; None: they have not been looked at.
    """

    def __init__(
        self,
        texts: tuple[Text, ...],
        completer: FirstCompleter,
        patches: tuple[Text, ...] = (),
        static_pods: StaticPodFolder | None = None,
        served_in_run: Callable[[], ServedNames] | None = None,
        manifests: FolderManifests | None = None,
    ) -> None:
        self.texts = texts
        self.completer = completer
        self.known = ReadDocuments()
        self._completer = completer.remembering(self.known)
        self._patches, self._static_pod_folder, self._served_in_run = patches, static_pods, served_in_run
        self._manifests = FolderManifests(texts) if manifests is None else manifests
        self._found, self.named, self._access = self._manifests.found, self._manifests.named, self._manifests.access

    def completed_by(self, completer: FirstCompleter) -> "FolderContext":
        """Return the same texts with another completer; what is in them is not looked for again."""
        return FolderContext(
            self.texts, completer, self._patches, self._static_pod_folder, self._served_in_run, self._manifests
        )

    def contexts_of(self, text: Text) -> list[tuple[LocatedManifest, DeploymentContext]]:
        """Return the contexts of one of the texts: of its schedulers, and of its workloads that name one."""
        own = {id(document) for _, document in numbered_documents(text.stream)}
        return [(one, context) for one, context in self._contexts if id(one.host) in own]

    @property
    def contexts(self) -> Sequence[tuple[LocatedManifest, DeploymentContext]]:
        """The contexts of all texts; each manifest names its file."""
        return self._contexts

    def schedulers_with(self, text: Text) -> dict[Within, list[DeploymentContext]]:
        """Return the schedulers that are started with a configuration of a text, by where that is."""
        found: defaultdict[Within, list[DeploymentContext]] = defaultdict(list)
        for key, _, context in self.started_with(text):
            found[key].append(context)
        return found

    def runners(self, text: Text) -> dict[Within, Runner]:
        """Return what runs the configurations of a text, by where they are, where a manifest names the release.

        A configuration that schedulers of several releases are started with has none; neither has one whose API version
        the release does not serve, nor a Policy of a release that reads none: these are findings about the manifest
        (`image-api-version`, `unknown-flag`).
        """
        found: defaultdict[Within, list[Runner]] = defaultdict(list)
        for key, one, context in self.started_with(text):
            running, release, configured = context.running, context.release, context.configured
            if not (running and release and running.kubernetes == release.name and configured):
                continue
            if configured.meta.api_version.rpartition("/")[2] in release.api_versions:
                catalog, name = running.image and running.image.catalog, owner_of(one.manifest)
                found[key].append(Runner(release, one.place(running.kubernetes_path), catalog, name))
        for key, one, context in self._started_with_policies.get(text.name, ()):
            running, release = context.running, context.release
            if running and release and release.policy and running.kubernetes == release.name:
                found[key].append(Runner(release, one.place(running.kubernetes_path), None, owner_of(one.manifest)))
        return {key: all_[0] for key, all_ in found.items() if len({runner.release.name for runner in all_}) == 1}

    def policies_of_unknown_releases(self, text: Text) -> frozenset[Within]:
        """Return where the Policies of a text are with which only schedulers older than all known ones are started."""
        started = self._started_with_policies.get(text.name, ())
        known = {key for key, _, context in started if context.release is not None}
        return frozenset(key for key, _, _ in started) - known

    def configurations_of_unknown_releases(self, text: Text) -> frozenset[Within]:
        """Return where the configurations are that only schedulers older than all known ones are started with.

        Without those in an API version that none of these can read: that is wrong, whatever else they have.
        """
        oldest = releases.at(releases.OLDEST)
        started = self.started_with(text)
        unread = {
            key
            for key, _, context in started
            if context.release is not None
            or context.configured is None
            or context.configured.meta.api_version.rpartition("/")[2] not in oldest.api_versions
        }
        return frozenset(key for key, _, _ in started) - unread

    def feature_gates(self, text: Text) -> dict[Within, tuple[str, ...]]:
        """Return the configurations in a text, with the known `--feature-gates` of the scheduler that has them."""
        found: dict[Within, tuple[str, ...]] = {}
        for key, _, context in self.started_with(text):
            assert context.running is not None
            flags = context.running.command_line.all("feature-gates")
            values = tuple(flag.value or "" for flag in flags)
            known = all(flag.is_known for flag in flags)
            # Schedulers that differ are not distinguished here.
            found[key] = values if known and found.get(key, values) == values else ()
        return {key: values for key, values in found.items() if values}

    def started_with(self, text: Text) -> Sequence[tuple[Within, LocatedManifest, DeploymentContext]]:
        """Return the schedulers that are started with a configuration of a text, each with where that is."""
        return self._started.get(text.name, ())

    @cached_property
    def _started(self) -> Mapping[str, Sequence[tuple[Within, LocatedManifest, DeploymentContext]]]:
        """The file of a configuration → the schedulers that are started with it."""
        started: defaultdict[str, list[tuple[Within, LocatedManifest, DeploymentContext]]] = defaultdict(list)
        for one, context in self._contexts:
            configuration_text = None if context.running is None else self.named.configuration_of(one, context.running)
            if configuration_text is not None:
                started[configuration_text.place[0]].append((configuration_text.within, one, context))
        return started

    @cached_property
    def _started_with_policies(self) -> Mapping[str, Sequence[tuple[Within, LocatedManifest, DeploymentContext]]]:
        """The file of a legacy Policy → the schedulers that are started with it by their flags alone."""
        started: defaultdict[str, list[tuple[Within, LocatedManifest, DeploymentContext]]] = defaultdict(list)
        for one, context in self._contexts:
            policy = None if context.legacy is None else context.legacy.text
            if policy is not None and policy.is_policy and context.running and context.running.flag("config") is None:
                started[policy.place[0]].append((policy.within, one, context))
        return started

    @cached_property
    def _schedulers(self) -> list[tuple[LocatedManifest, DeploymentContext]]:
        """Each scheduler, without what is related to it but for access."""
        access_only = RelatedManifests(access=self._access)
        found = [(manifest, running) for manifest in self._found for running in self._real(manifest)]
        if not any(running.is_managed or running.is_clusters_own for _, running in found):
            found += self._unwritten()
        return [(manifest, self._scheduler(manifest, running, access_only)) for manifest, running in found]

    def _unwritten(self) -> Iterator[tuple[LocatedManifest, RunningScheduler]]:
        """Yield what kubeadm runs by files that say nothing of the scheduler, where somebody requests its metrics."""
        asking = (
            (one.service is not None and one.service.means_the_clusters_own)
            or any(scrape.means_the_clusters_own for scrape in one.scrapes)
            for one in self._found
        )
        if any(asking):
            for one in self._found:
                scheduler = default_scheduler(one.manifest.data, one.manifest.path)
                if scheduler is not None:
                    yield one, run_by_kubeadm(scheduler, one.manifest.kind or "", one.manifest.path)

    @cached_property
    def served(self) -> ServedNames:
        """The names that its schedulers serve, by the first scheduler that is started with each configuration."""
        schedulers = [context for _, context in self._schedulers]
        started = {id(one.configured.text.stream): one.configuration for one in reversed(schedulers) if one.configured}
        completed = (
            (text, started.get(id(text.stream)) or self._completer.configuration(text.stream, None))
            for text in self.named.configurations
        )
        return served_in(self._found, schedulers, completed)

    @cached_property
    def _contexts(self) -> list[tuple[LocatedManifest, DeploymentContext]]:
        related = RelatedManifests(
            schedulers=tuple(context for _, context in self._schedulers),
            access=self._access,
            config_maps=self.named.config_maps,
            served_in_folder=lambda: self.served,
            served_in_run=self._served_in_run or ServedNames,
            static_pods=StaticPods.of(self._static_pod_folder, self._found),
            is_applied_as_is=not any(one.name in FILES or _OF_HELM in one.stream.text for one in self.texts),
            patches=Patches(tuple(document.data for patch in self._patches for document in patch.stream.documents)),
            configurations=self._all_configured,
            has_waiting_volumes=any(one.manifest.data.get("volumeBindingMode") == _WAITING for one in self._found),
            cluster=self._cluster,
            scrapes=tuple((one, scrape) for one in self._found for scrape in one.scrapes),
            services=tuple((one, one.service) for one in self._found if one.service is not None),
            scraping_accounts=tuple(filter(None, (scraping_account(one.manifest) for one in self._found))),
            shares_network_of_node=any(shares_network_of_node(one.manifest) for one in self._found if not one.running),
            monitors=tuple(one.manifest for one in self._found if asks_for_metrics(one.manifest)),
        )
        complete = [(one, replace(context, related=related)) for one, context in self._schedulers]
        beside = contexts_beside(
            self._found, self.named.configurations, related, self._of_autoscaler, self.completer.release
        )
        return [*complete, *beside]

    @cached_property
    def _cluster(self) -> ClusterRelease | None:
        """The release of the API server: as requested, or that of all files which name one."""
        if self.completer.cluster_release is not None:
            return ClusterRelease(self.completer.cluster_release, "")
        found = {
            running.kubernetes: ClusterRelease(running.kubernetes, one.place(running.kubernetes_path))
            for one, context in self._schedulers
            if (running := context.running) and running.kubernetes and (running.is_managed or running.is_clusters_own)
        }
        for text in self.texts:
            for document in text.stream.documents:
                version = version_in(fields(document.data))
                if version is not None:
                    place = place_in(text, document, version.path)
                    found.setdefault(version.kubernetes, ClusterRelease(version.kubernetes, place))
        return next(iter(found.values())) if len(found) == 1 else None

    def _real(self, one: LocatedManifest) -> Iterator[RunningScheduler]:
        """Yield the schedulers that a manifest runs: by their name, their role or their configuration."""
        for running in one.running:
            if (
                running.certain
                or running.shows_itself
                or self._has_rights(running)
                or (
                    self.named.configuration_of(one, running) is not None
                    and (running.is_named_so or is_mounted(running))
                )
            ):
                yield with_release_beside(running, self.texts)
        if not one.running and self._access.is_scheduler_bound:
            running_by_rights = run_by_rights(one.manifest.kind or "", one.manifest.data, one.manifest.path)
            if running_by_rights is not None and self._has_rights(running_by_rights):
                yield running_by_rights

    def _has_rights(self, running: RunningScheduler) -> bool:
        """Return whether its account is bound to the role of schedulers, and it is not called as what asks for it."""
        account = Account(running.namespace, running.spec.service_account or "default")
        return not running.is_another_program and self._access.binds(account, SCHEDULER_ROLE)

    def _scheduler(
        self, one: LocatedManifest, running: RunningScheduler, related: RelatedManifests
    ) -> DeploymentContext:
        configuration_text = self.named.configuration_of(one, running)
        chosen = self._release(running, configuration_text)
        policy_text = self.named.policy_of(one, running)
        return DeploymentContext(
            *(one.file, chosen.release, related, running),
            release_known=chosen.known,
            unknown_release=chosen.unknown,
            configured=configuration_text and self._started_by(chosen.release, configuration_text),
            legacy=policy_text and self._started_by(chosen.release, policy_text),
        )

    def _started_by(self, release: Release | None, found: ConfigurationText) -> StartConfiguration:
        """Return the configuration of a scheduler; it is not completed by one whose release is not known."""
        return StartConfiguration(found, lambda: None) if release is None else self._completed(found, release)

    def _all_configured(self) -> Iterator[StartConfiguration]:
        """Yield all configurations of schedulers, each completed by what runs it, or the newest that reads it."""
        started = [context.configured for _, context in self._schedulers if context.configured is not None]
        yield from started
        # What only cluster-autoscaler is given is none.
        copies = [self.named.copy_of(one) for one in self._found]
        known = {configured.name for configured in (*started, *copies) if configured is not None}
        yield from (self._completed(one, None) for one in self.named.configurations if one.name not in known)

    def _of_autoscaler(self, one: LocatedManifest, running: RunningAutoscaler) -> StartConfiguration | None:
        found = self.named.copy_of(one)
        return found and self._completed(found, releases.known(running.kubernetes))

    def _completed(self, found: ConfigurationText, release: Release | None) -> StartConfiguration:
        """Return a configuration as a release completes it, where it is known, else the newest that reads it."""
        return StartConfiguration(found, partial(self._completer.configuration, found.stream, release))

    def _release(self, running: RunningScheduler, found: ConfigurationText | None) -> _ChosenRelease:
        """Choose the release to validate a scheduler against, with the feature gates that it is started with."""
        chosen = self._named_release(running, found)
        flags = running.command_line.all("feature-gates")
        values = tuple(flag.value or "" for flag in flags if flag.is_known)
        if chosen.release is None or not values:
            return chosen
        # Those that were asked for are not those that it is started with.
        release = releases.without_gates(chosen.release)
        gates = settings(values, release)
        return chosen if gates.refused else chosen._replace(release=with_feature_gates(release, gates.enabled))

    def _named_release(self, running: RunningScheduler, found: ConfigurationText | None) -> _ChosenRelease:
        chosen, patch = self.completer.release, running.patch_release
        if chosen is not None:
            is_plain = chosen.patch is None and not chosen.gates_set
            if patch is not None and is_plain and patch.startswith(f"{chosen.name}."):
                chosen = releases.at(patch)  # few facts depend on it
            return _ChosenRelease(chosen, known=True)
        if running.kubernetes is not None:
            try:
                return _ChosenRelease(releases.at(patch or running.kubernetes), known=True)
            except UnknownTarget:
                newest = releases.at(releases.NEWEST)
                is_newer = minor(running.kubernetes) > newest.number
                return _ChosenRelease(newest if is_newer else None, known=False, unknown=running.kubernetes)
        version = None if found is None else read_type_meta(found.data).version
        return _ChosenRelease(
            newest_release(running.command_line, version, running.by_kubeadm, running.image), known=False
        )
