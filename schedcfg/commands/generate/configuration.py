"""A whole configuration from intent, checked by its release and by what was requested."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.generate.generation import GeneratedFile, Generation
from schedcfg.commands.generate.profile_composing import (
    Planned,
    ProfileRequest,
    TopLevelSettings,
    plan_profiles,
    write_file,
)
from schedcfg.commands.generate.profile_plan import BuildContext, GeneratedProfile, PresetOptions, as_planned
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.needs import out_of_tree_plugins
from schedcfg.configuration.effective.registry import PluginRegistry, catalog
from schedcfg.document import parse
from schedcfg.errors import UnknownTarget
from schedcfg.findings import FindingClass, Problem, Severity, Verdict
from schedcfg.plugins.catalog import NETWORK_TRAFFIC, publishing
from schedcfg.releases import gate_settings
from schedcfg.rules.advised import undeclared_plugin
from schedcfg.rules.registry import Subject
from schedcfg.sources.configurations import Role
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.target import target

FILE = "scheduler-config.yaml"
"""The name of the generated file."""


WITHOUT_PROFILES = "v1alpha1"
"""The API version that has no profiles."""


class ReleaseTarget(NamedTuple):
    """What a generated configuration is for, as requested.

    Attributes:
        kubernetes: The release; None: the newest that serves the API version, or the newest of all.
        api_version: The API version, `v1` or with its group; None: the newest that the release serves.
        feature_gates: What is set in the release.
    """

    kubernetes: str | None = None
    api_version: str | None = None
    feature_gates: gate_settings.FeatureGates = None

    def context(self, registry: PluginRegistry, kubeconfig: str | None) -> BuildContext:
        """Return what profiles are built on.

        Args:
            registry: Which plugins exist.
            kubeconfig: The file by which clients find the API server, if one is named.

        Raises:
            UnknownTarget: if one of both is not known, they do not fit, or the API version has no profiles.
            WrongFeatureGates: if the release does not start with the feature gates.
        """
        newest = registry.newest_serving(releases.at(releases.NEWEST).api_versions[-1])
        named = self.kubernetes if self.kubernetes or self.api_version else newest
        version, release = target(self.api_version, named, self.feature_gates)
        if release is None:
            release = gate_settings.target(registry.newest_serving(version), self.feature_gates)
        assert release is not None
        if version == WITHOUT_PROFILES:
            help_ = "Kubernetes 1.18 also serves v1alpha2, which has profiles."
            raise UnknownTarget(f"{version} has no profiles", help_)
        return BuildContext(release, version, registry, kubeconfig)


def generate_configuration(
    requests: Sequence[ProfileRequest],
    target: ReleaseTarget | None = None,
    options: PresetOptions | None = None,
    settings: TopLevelSettings | None = None,
) -> Generation:
    """Make a configuration of one or more profiles, and validate it.

    Args:
        requests: The profiles, at least one, in their order in the file.
        target: For which release and API version; None: the newest.
        options: The options of the presets.
        settings: The settings outside of the profiles.

    Returns:
        The file, or none where the release would refuse it or a profile would not do what its preset promises.

    Raises:
        UnknownTarget: if the release or the API version is not known, or they do not fit.
        WrongFeatureGates: if the release does not start with the feature gates.
        WrongRequest: if something that is requested means nothing, or contradicts something else.
    """
    settings = settings or TopLevelSettings()
    context = (target or ReleaseTarget()).context(registry_for(requests), settings.kubeconfig)
    planned = plan_profiles(requests, options or PresetOptions(), context)
    return checked_generation(FILE, FILE, write_file(planned, settings, context), planned, context)


def registry_for(requests: Sequence[ProfileRequest]) -> PluginRegistry:
    """Make the registry for planning profiles: what they name exists; the plugins of presets have a known source."""
    certain = frozenset(name for request in requests for name in request.preset.plugins)
    catalogs = {found.name for name in certain if (found := publishing(name)) is not None} - {NETWORK_TRAFFIC.name}
    return catalog(*sorted(catalogs))._replace(declared=_declared(requests))


def _declared(requests: Sequence[ProfileRequest]) -> frozenset[str]:
    """Return the out-of-tree plugins that are requested: a name that some release has in-tree is none of them."""
    return frozenset(name for request in requests for name in request.plugins if not releases.having(name))


def checked_generation(
    name: str, path: str, text: str, planned: Sequence[Planned], context: BuildContext
) -> Generation:
    """Return a generated text as a file, unless it is refused or does not do what was requested.

    Args:
        name: The name of the file.
        path: What to call it in findings.
        text: What was generated.
        planned: The profiles that it should have, among others.
        context: Where it will run.
    """
    validated = DocumentValidator(context.release, context.registry).first(parse(text), Role.CONFIG)
    if validated.configuration is not None:
        validated = validated.with_problems(_problems(validated, planned, context))
    report = validated.file_report(path, text)
    if validated.configuration is None or any(finding.is_error for finding in validated.report.findings):
        return Generation((), report)
    return Generation((GeneratedFile(name, text),), report, tuple(_remarks(validated.configuration)))


_AS_REQUESTED = "as-asked"


_PROMISE = "preset-promise"


def _problems(validated: ValidatedDocument, planned: Sequence[Planned], context: BuildContext) -> Iterator[Problem]:
    configuration = validated.configuration
    assert configuration is not None
    yield from _misspelled(validated, planned, context)
    if validated.report.verdict is Verdict.REFUSED:
        return
    for request, plan in planned:
        profile = next(one for one in configuration.profiles if one.scheduler_name == request.scheduler_name)
        outcome = GeneratedProfile(configuration, profile, plan)
        for sentence in as_planned(outcome):
            yield _error(_AS_REQUESTED, sentence, profile.path)
        for sentence in request.preset.promise(outcome):
            yield _error(
                _PROMISE, f"this no longer fulfills the preset {request.preset.name}: {sentence}", profile.path
            )


def _misspelled(validated: ValidatedDocument, planned: Sequence[Planned], context: BuildContext) -> Iterator[Problem]:
    """Yield names that were requested and look like misspellings; naming one does not make it exist.

    Those that presets name are certain; about those that are gone from the release, the validator reports.
    """
    assert validated.configuration is not None
    assert validated.decoded is not None
    certain = {name for request, _ in planned for name in (*request.preset.plugins, *request.changes.compiled_in)}
    removed = {name for request, _ in planned for name in request.plugins if releases.having(name)}
    subject = Subject(
        validated.configuration,
        validated.decoded,
        context.registry._replace(open=True, declared=frozenset(certain | removed)),
    )
    yield from (problem for problem in undeclared_plugin.check(subject) if problem.severity is Severity.ERROR)


def _error(rule: str, sentence: str, path: tuple[str | int, ...]) -> Problem:
    return Problem(rule, path, sentence, finding_class=FindingClass.ADVISED, severity=Severity.ERROR)


def _remarks(configuration: Configuration) -> Iterator[str]:
    names = sorted(out_of_tree_plugins(configuration))
    if names:
        yield f"the stock kube-scheduler does not start with this: the image must contain {', '.join(names)}"
