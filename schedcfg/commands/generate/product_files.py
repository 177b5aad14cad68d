"""A configuration in the form that a product wants it in: what the product describes, and what it cannot run."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.commands.generate import checks, managed, static_pod
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Maker, written_fields
from schedcfg.configuration.effective.needs import certificates, cluster_services
from schedcfg.document import parse, yaml_writer
from schedcfg.findings import Problem
from schedcfg.sources.managed.offer import Fields
from schedcfg.sources.products import targets
from schedcfg.sources.products.product import Product
from schedcfg.sources.products.target import ConfigurationToRun, DeploymentTarget, ImageOption


class TargetOptions(NamedTuple):
    """What a user chose."""

    image: str | None = None  # The scheduler's image; None: the one that the target brings
    variant: str | None = None  # The flag that chooses another form; None: the usual one


class TargetFiles(NamedTuple):
    """What is made for a product."""

    product: Product
    target: DeploymentTarget

    @property
    def name(self) -> str:
        """What messages call what runs the configuration."""
        return self.target.called or self.product.name

    def files(self, config: AcceptedConfig, options: TargetOptions) -> Iterator[GeneratedFile]:
        """Yield its files."""
        made = self._chosen(options).files(self._to_run(config, options))
        yield from (GeneratedFile(path, _as_text(path, content)) for path, content in made.items())

    def problems(self, config: AcceptedConfig, options: TargetOptions) -> Iterator[Problem]:
        """Yield what keeps the configuration from being run there, as errors, and what to know about it."""
        target = self._chosen(options)
        if target.settings is not None and not target.settings.text:
            yield from managed.problems_of_settings(self.product, target.settings, config)
            return
        if target.settings is not None:
            yield from managed.problems_of_text(self.product, target.settings, config)
        elif target.is_second:
            yield from checks.default_profiles(config)
        else:
            yield from checks.unserved_default(config)
        if target.is_v1_only:
            yield from checks.v1_only(config, self.name)
        yield from self._problems_of_plugins(target, config, options.image)
        yield from self._problems_of_files(target, config)
        if target.has_node_dns:
            yield from checks.host_dns(config, self.name)
        yield from (checks.obstacle(*one) for one in target.obstacles(self._to_run(config, options)))

    def remarks(self, config: AcceptedConfig, options: TargetOptions) -> Iterator[str]:
        """Yield how the files get to work."""
        target = self._chosen(options)
        yield from (*target.remarks_on(self._to_run(config, options)), *target.remarks)
        if target.takes_fields and parse(config.text).comments:
            yield f"{self.name} takes fields, not a file: the comments of {config.name} are lost."

    def maker(self, options: TargetOptions) -> Maker[TargetOptions]:
        """Return what makes its files."""
        return Maker(options, self.files, self.problems, self.remarks)

    def _chosen(self, options: TargetOptions) -> DeploymentTarget:
        return self.target if options.variant is None else self.target.variants[options.variant].target

    def _problems_of_plugins(
        self, target: DeploymentTarget, config: AcceptedConfig, its_image: str | None
    ) -> Iterable[Problem]:
        """Return the plugins that the scheduler lacks; of an image that users choose in any case, none is known."""
        if target.image_elsewhere:
            return checks.plugins_of_image(config, target.image_elsewhere)
        if target.image is ImageOption.NONE:
            return checks.stock_plugins_only(config, self.name)
        return checks.missing_plugins(config, its_image) if target.image is ImageOption.OPTIONAL else ()

    def _problems_of_files(self, target: DeploymentTarget, config: AcceptedConfig) -> Iterator[Problem]:
        if target.kubeconfig:
            yield from checks.kubeconfig_at(config, target.kubeconfig, self.name)
        if target.own_kubeconfig:
            yield from checks.kubeconfig_of_its_own(config, target.own_kubeconfig, self.name)
        if target.unmounted_by:
            yield from checks.unmounted_files(config, target.unmounted_by, target.mounted_folder)
        if target.needs_absolute_files:
            yield from checks.relative_files(config)

    def _to_run(self, config: AcceptedConfig, options: TargetOptions) -> ConfigurationToRun:
        """Return what the product's functions take of a configuration."""
        settings, completed = self._chosen(options).settings, config.configuration

        def chosen_settings() -> Fields:
            assert settings is not None, "only a product that takes settings writes them"
            return managed.settings_for(self.product, settings, config)

        def static_pod_at(path: str) -> str:
            (pod,) = static_pod.manifest(config, static_pod.StaticPodOptions(options.image, path))
            return pod.text

        return ConfigurationToRun(
            text=config.text,
            release=config.release,
            fields=_without_kubeconfig(written_fields(config)),
            settings=chosen_settings,
            image=options.image,
            mounted_files=tuple(dict.fromkeys(file.name for file in certificates(completed))),
            kubeconfig=completed.client_connection.kubeconfig,
            elects_leader=completed.leader_election.leader_elect,
            names_services=any(cluster_services(completed)),
            election_flags=checks.election_flags(config),
            static_pod=static_pod_at,
        )


def find_target(name: str) -> TargetFiles:
    """Return what is made by a command of `schedcfg generate` that a product has."""
    return TargetFiles(*targets()[name])


def _as_text(path: str, content: str | Mapping[str, object]) -> str:
    if isinstance(content, str):
        return content
    return json.dumps(content, indent=2) + "\n" if path.endswith(".json") else yaml_writer.write(content)


def _without_kubeconfig(fields: dict[str, Any]) -> dict[str, Any]:
    """Leave out `clientConnection.kubeconfig`, and `clientConnection` where nothing else is in it."""
    connection = {field: value for field, value in fields.get("clientConnection", {}).items() if field != "kubeconfig"}
    kept = {**fields, "clientConnection": connection}
    return {field: value for field, value in kept.items() if value or field != "clientConnection"}
