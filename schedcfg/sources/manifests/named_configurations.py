"""Which configuration a manifest names for its scheduler: which file, or which key of which ConfigMap."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import PurePosixPath

from schedcfg.sources.manifests.autoscaler import RunningAutoscaler
from schedcfg.sources.manifests.command_line import CommandLineFlag
from schedcfg.sources.manifests.files import ConfigMapKey
from schedcfg.sources.manifests.pod import at, fields, may_be_same, text
from schedcfg.sources.manifests.reading import (
    ConfigurationText,
    LocatedManifest,
    configurations,
    kustomization_of,
    made_for,
)
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.sources.text import Text

POLICY_KEY = "policy.cfg"
"""The key of the ConfigMap that `--policy-configmap` names. Upstream: `SchedulerPolicyConfigMapKey`."""


class NamedConfigurations:
    """The configurations and Policies of some texts, as the flags of schedulers name them.

    Args:
        texts: The texts.
        manifests: All manifests in them.

    Attributes:
        configurations: The configurations, whether a flag names them or not.
    """

    def __init__(self, texts: tuple[Text, ...], manifests: Sequence[LocatedManifest]) -> None:
        found = tuple(configurations(texts))
        self.configurations = tuple(one for one in found if not one.is_policy)
        self._policies = tuple(one for one in found if one.is_policy)
        self._generated = tuple(kustomization_of(texts).generated())
        self._manifests = manifests

    def configuration_of(self, one: LocatedManifest, running: RunningScheduler) -> ConfigurationText | None:
        """Find what `--config` names: the key of a ConfigMap that is mounted there, or a file of that name.

        Of several ConfigMaps of one name, that in the manifest's own file counts: the others are for other clusters.
        """
        among = self.configurations
        return self._named_by(running.flag("config"), one, running, among) or made_for(one, running, among)

    def policy_of(self, one: LocatedManifest, running: RunningScheduler) -> ConfigurationText | None:
        """Find the Policy that a scheduler of 1.22 or older is started with, or the configuration in its place."""
        flag, among = running.policy_flag, (*self._policies, *self.configurations)
        if flag is None or flag.name == "policy-config-file":
            return self._named_by(flag, one, running, among)
        where = running.flag("policy-configmap-namespace")
        namespace = "kube-system" if where is None else where.value or ""
        named = (text for text in among if (text.config_map, text.key) == (flag.value, POLICY_KEY))
        return next((text for text in named if may_be_same(text.namespace, namespace)), None)

    def policy_at(self, path: str, one: LocatedManifest, running: RunningScheduler) -> ConfigurationText | None:
        """Find the Policy at a path in the container of a scheduler."""
        return self._at(path, one, running, self._policies)

    def copy_of(self, one: LocatedManifest) -> ConfigurationText | None:
        """Find the configuration that cluster-autoscaler is given: it may be a copy of the scheduler's."""
        running = one.autoscaler
        return None if running is None else self._named_by(running.flag, one, running, self.configurations)

    def _named_by(
        self,
        flag: CommandLineFlag | None,
        one: LocatedManifest,
        running: RunningScheduler | RunningAutoscaler,
        among: tuple[ConfigurationText, ...],
    ) -> ConfigurationText | None:
        if flag is None or not flag.value or not flag.is_known:
            return None
        return self._at(flag.value, one, running, among)

    def _at(
        self,
        path: str,
        one: LocatedManifest,
        running: RunningScheduler | RunningAutoscaler,
        among: tuple[ConfigurationText, ...],
    ) -> ConfigurationText | None:
        mount = running.mount_of(path)
        keys = [] if mount is None else mount.config_map_keys(path)
        if keys:
            configuration_texts = [
                text
                for text in among
                if (text.config_map, text.key) in keys and may_be_same(text.namespace, running.namespace)
            ]
            own = next((text for text in configuration_texts if text.file == one.file), None)
            if configuration_texts or any(self._has_key(key) for key in keys):
                first = next(iter(configuration_texts), None)
                return own or first or self._generated_from(keys, running.namespace, among)
            # Something else than what is here may make ConfigMaps from files.
            return _file(keys[0].key, among)
        on_host = None if mount is None else mount.host_file(path)
        name = PurePosixPath(on_host or path).name
        return _file(name, among) or self._of_product(name, one, running, among)

    def _of_product(
        self,
        name: str,
        one: LocatedManifest,
        running: RunningScheduler | RunningAutoscaler,
        among: tuple[ConfigurationText, ...],
    ) -> ConfigurationText | None:
        """Find the key of a ConfigMap in the file of a product, whose own mounts are not read, if one has that name."""
        if not isinstance(running, RunningScheduler) or running.product is None:
            return None
        keys = [text for text in among if text.key == name and text.file == one.file]
        return keys[0] if len(keys) == 1 else None

    def _generated_from(
        self, keys: list[ConfigMapKey], namespace: str, among: tuple[ConfigurationText, ...]
    ) -> ConfigurationText | None:
        """Return the file from which kustomize makes a key in a namespace; None where it makes none of them."""
        here = [one for one in self._generated if may_be_same(one.namespace, namespace)]
        made = [one.keys[key.key] for one in here for key in keys if one.makes(key)]
        return _file(made[0], among) if made else None

    def _has_key(self, wanted: ConfigMapKey) -> bool:
        """Return whether a ConfigMap of some namespace has a key."""
        return any(name == wanted.config_map and wanted.key in keys for (_, name), keys in self.config_maps.items())

    @cached_property
    def config_maps(self) -> dict[tuple[str, str], frozenset[str]]:
        """Namespace and name of each ConfigMap → its keys; of several of one name all: any may be meant."""
        found: dict[tuple[str, str], frozenset[str]] = {}
        for manifest in self._manifests:
            if manifest.manifest.kind == "ConfigMap":
                data = manifest.manifest.data
                name = (text(at(data, "metadata", "namespace")), text(at(data, "metadata", "name")))
                keys = {*fields(data.get("data")), *fields(data.get("binaryData"))}
                found[name] = found.get(name, frozenset()) | keys
        for made in self._generated:
            name = (made.namespace, made.name)
            found[name] = found.get(name, frozenset()) | made.keys.keys()
        return found


def _file(name: str, among: tuple[ConfigurationText, ...]) -> ConfigurationText | None:
    # A text that is no file has no name.
    return next((text for text in among if name and text.file == name and not text.key), None)
