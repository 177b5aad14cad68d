"""Scenes: each scheduler with its configuration, its release, and everything around."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from schedcfg import releases
from schedcfg.decode import read_type_meta
from schedcfg.document_validation import DocumentValidator
from schedcfg.errors import UnknownTarget
from schedcfg.manifests.deployment_context import Around, Configured, Scene
from schedcfg.manifests.fields import at, fields, may_be_same, text
from schedcfg.manifests.kustomize import Patches
from schedcfg.manifests.rbac import Access, Account
from schedcfg.manifests.running import Running
from schedcfg.operations.surroundings.finding import ConfigurationText, Placed, configurations, placed
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.release import Release
from schedcfg.releases.switched import switched
from schedcfg.sources import Text
from schedcfg.sources.configurations import Role

_ROLE = "system:kube-scheduler"


class Chosen(NamedTuple):
    """The release that judges a scheduler, and whether that is certain."""

    release: Release | None
    known: bool


class Stage:
    """Everything that was found in some texts, from which scenes are made.

    Args:
        texts: The texts.
        judge: By whose rules configurations are judged.
        patches: kubeadm's patches of the scheduler.
    """

    def __init__(self, texts: tuple[Text, ...], judge: DocumentValidator, patches: tuple[Text, ...] = ()) -> None:
        self.texts = texts
        self.judge = judge
        self._patches = patches
        self._found = tuple(placed(texts))
        self._configurations = tuple(configurations(texts))
        self._access = Access((one.manifest.kind or "", one.manifest.data) for one in self._found)

    def scenes_of(self, text: Text) -> list[tuple[Placed, Scene]]:
        """List the scenes of one of the texts: its schedulers, and its workloads that name one."""
        own = {id(document) for document in text.stream.documents}
        return [(one, scene) for one, scene in self._scenes if id(one.host) in own]

    def elected(self, text: Text) -> frozenset[str]:
        """List the keys of ConfigMaps in a text of which it is known how the scheduler that has them is elected."""
        return frozenset(key for key, scene in self._started_with(text) if scene.election is not None)

    def feature_gates(self, text: Text) -> dict[str, tuple[str, ...]]:
        """List the keys of ConfigMaps in a text with the `--feature-gates` of the scheduler that has them, if known."""
        found: dict[str, tuple[str, ...]] = {}
        for key, scene in self._started_with(text):
            assert scene.running is not None
            flags = scene.running.command_line.all("feature-gates")
            values = tuple(flag.value or "" for flag in flags)
            known = all(flag.is_known for flag in flags)
            # Schedulers that differ are not told apart here.
            found[key] = values if known and found.get(key, values) == values else ()
        return {key: values for key, values in found.items() if values}

    def _started_with(self, text: Text) -> Iterator[tuple[str, Scene]]:
        """Yield the schedulers that are started with a configuration of a text, each with the key that it stands in."""
        for one, scene in self._scenes:
            found = None if scene.running is None else self._text(one, scene.running)
            if found is not None and found.file == text.name:
                yield found.key, scene

    @cached_property
    def _scenes(self) -> list[tuple[Placed, Scene]]:
        alone = Around(access=self._access)
        schedulers = [(one, self._scheduler(one, running, alone)) for one in self._found for running in self._real(one)]
        around = Around(
            schedulers=tuple(scene for _, scene in schedulers),
            access=self._access,
            config_maps=self._keys(),
            scheduler_names=self._names([scene for _, scene in schedulers]),
            patches=Patches(tuple(document.data for patch in self._patches for document in patch.stream.documents)),
        )
        complete = [(one, replace(scene, around=around)) for one, scene in schedulers]
        return [*complete, *self._workloads(around), *self._kustomizations(around)]

    def _real(self, one: Placed) -> Iterator[Running]:
        """Yield the schedulers that a manifest runs: by their name, their role or their configuration."""
        for running in one.running:
            account = Account(running.namespace, running.spec.service_account or "default")
            if running.certain or self._access.binds(account, _ROLE) or self._text(one, running) is not None:
                yield running

    def _scheduler(self, one: Placed, running: Running, around: Around) -> Scene:
        found = self._text(one, running)
        chosen = self._release(running, found)
        configured = None if found is None else self._configured(found, chosen.release)
        return Scene(
            file=one.file,
            release=chosen.release,
            around=around,
            running=running,
            release_known=chosen.known,
            configured=configured,
        )

    def _workloads(self, around: Around) -> Iterator[tuple[Placed, Scene]]:
        for one in self._found:
            if one.workload is not None:
                yield one, Scene(file=one.file, release=None, around=around, workload=one.workload)

    def _kustomizations(self, around: Around) -> Iterator[tuple[Placed, Scene]]:
        files = {one.file for one in self._configurations if not one.key}
        for one in self._found:
            applied = tuple(resource for resource in one.resources if resource.file in files)
            if applied:
                yield one, Scene(file=one.file, release=None, around=around, applied=applied)

    def _text(self, one: Placed, running: Running) -> ConfigurationText | None:
        """Find what `--config` names: the key of a ConfigMap that is mounted there, or a file of that name.

        Of several ConfigMaps of one name, that in the manifest's own file counts: the others are for other clusters.
        """
        flag = running.flag("config")
        if flag is None or not flag.value or not flag.is_known:
            return None
        mount = running.mount_of(flag.value)
        keys = [] if mount is None else mount.config_map_keys(flag.value)
        if keys:
            found = [
                text
                for text in self._configurations
                if (text.config_map, text.key) in keys and may_be_same(text.namespace, running.namespace)
            ]
            own = next((text for text in found if text.file == one.file), None)
            # kustomize makes ConfigMaps from files.
            return own or next(iter(found), None) or self._file(keys[0].key)
        on_host = None if mount is None else mount.host_file(flag.value)
        return self._file(PurePosixPath(on_host or flag.value).name)

    def _file(self, name: str) -> ConfigurationText | None:
        return next((text for text in self._configurations if text.file == name and not text.key), None)

    def _release(self, running: Running, found: ConfigurationText | None) -> Chosen:
        """Choose the release that judges a scheduler, with the feature gates that it is started with."""
        chosen = self._named_release(running, found)
        flags = running.command_line.all("feature-gates")
        values = tuple(flag.value or "" for flag in flags if flag.is_known)
        if chosen.release is None or not values:
            return chosen
        gates = settings(values, chosen.release)
        return chosen if gates.refused else chosen._replace(release=switched(chosen.release, gates.enabled))

    def _named_release(self, running: Running, found: ConfigurationText | None) -> Chosen:
        if self.judge.release is not None:
            return Chosen(self.judge.release, known=True)
        if running.kubernetes is not None:
            try:
                return Chosen(releases.at(running.kubernetes), known=True)
            except UnknownTarget:
                return Chosen(None, known=False)
        version = None if found is None else _meta_version(found)
        return Chosen(releases.at(releases.newest_serving(version or "") or releases.NEWEST), known=False)

    def _configured(self, found: ConfigurationText, release: Release | None) -> Configured:
        judged = self.judge._replace(release=release).first(found.stream, Role.CONFIG)
        configuration = None if release is None else judged.configuration
        data = None if judged.document is None else judged.document.data
        return Configured(found.name, configuration, judged.report.api_version, judged.report.kind, data)

    def _keys(self) -> dict[tuple[str, str], frozenset[str]]:
        """List the keys of ConfigMaps; of several of one name all, as it is not known which of them is meant."""
        found: dict[tuple[str, str], frozenset[str]] = {}
        for one in self._found:
            if one.manifest.kind == "ConfigMap":
                data = one.manifest.data
                name = (text(at(data, "metadata", "namespace")), text(at(data, "metadata", "name")))
                keys = {*fields(data.get("data")), *fields(data.get("binaryData"))}
                found[name] = found.get(name, frozenset()) | keys
        return found

    def _names(self, schedulers: list[Scene]) -> frozenset[str]:
        """List the scheduler names that are served; none where that of some scheduler is not known."""
        judged = [self.judge.first(one.stream, Role.CONFIG).configuration for one in self._configurations]
        given = [scene.running.flag("scheduler-name") for scene in schedulers if scene.running is not None]
        judged_ones = {id(scene.running) for scene in schedulers}
        passed_over = any(id(running) not in judged_ones for one in self._found for running in one.running)
        others = any(one.is_of_others for one in self._found)
        unknown = passed_over or others or any(scene.running is not None and _is_hidden(scene) for scene in schedulers)
        if not (judged or given) or unknown or None in judged:
            return frozenset()
        profiles = {profile.scheduler_name for one in judged if one is not None for profile in one.profiles}
        return frozenset({"default-scheduler", *profiles, *(flag.value or "" for flag in given if flag is not None)})


def _is_hidden(scene: Scene) -> bool:
    """Tell whether a scheduler has a configuration that is not among the texts, or may have other flags."""
    running = scene.running
    assert running is not None
    if running.flag("config") is not None:
        return scene.configured is None
    return not (running.settles("config") and running.settles("scheduler-name"))


def _meta_version(found: ConfigurationText) -> str | None:
    documents = found.stream.documents
    return read_type_meta(documents[0].data).version if documents else None
