"""What the tests of generated profiles share: all targets, and shorter ways to ask for something."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from schedcfg import Role, Verdict, catalog, effective_configuration, releases
from schedcfg.commands.generate.configuration import ReleaseTarget, generate_configuration
from schedcfg.commands.generate.generation import Generation
from schedcfg.commands.generate.presets import all_presets, find
from schedcfg.commands.generate.profile_changes import ProfileChanges
from schedcfg.commands.generate.profile_composing import ProfileRequest, TopLevelSettings
from schedcfg.commands.generate.profile_plan import PresetOptions
from schedcfg.configuration.effective import provenance
from schedcfg.document import parse
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options as ValidationOptions
from tests.searching import IS_SEARCHING

TARGETS = [
    (release.name, version)
    for release in releases.all_releases()
    for version in release.api_versions
    if version != "v1alpha1"
]
"""Every release with every API version that it serves and that has profiles."""

_NEWEST = {version: (release, version) for release, version in TARGETS}
_OLDEST = {version: (release, version) for release, version in reversed(TARGETS)}

ENDS = TARGETS if IS_SEARCHING else [one for one in TARGETS if one in {*_OLDEST.values(), *_NEWEST.values()}]
"""Of each API version the first release that serves it, and the last; all of them when searching."""

NEEDED = {
    "extender": PresetOptions(
        extender_url="http://127.0.0.1:8888/x", filter_verb="filter", prioritize_verb="rate", node_cache_capable=True
    ),
    "network-traffic": PresetOptions(prometheus_address="http://10.96.0.42:9090"),
}
"""Preset → options without which it cannot do."""

OUT_OF_TREE = frozenset({"NetworkTraffic", "Coscheduling"})

Plugins = dict[str, dict[str, int]]


def generate(
    *requests: tuple[str, str] | ProfileRequest,
    target: tuple[str | None, str | None] = (None, None),
    options: PresetOptions | None = None,
    settings: TopLevelSettings | None = None,
) -> Generation:
    """Generate a configuration of profiles, each a name with a preset."""
    asked = [
        request if isinstance(request, ProfileRequest) else ProfileRequest(request[0], find(request[1]))
        for request in requests
    ]
    if options is None:
        options = next((NEEDED[one.preset.name] for one in asked if one.preset.name in NEEDED), PresetOptions())
    return generate_configuration(asked, ReleaseTarget(*target), options, settings)


def choosing(preset: str, target: tuple[str | None, str | None] = (None, None), **said: Any) -> Generation:
    """Generate one profile called `p` with options, as the command line says them."""
    return generate(ProfileRequest("p", find(preset), ProfileChanges.read(**said)), target=target)


def text(generation: Generation) -> str:
    """Give the file."""
    assert generation.files, messages(generation)
    (file,) = generation.files
    return file.text


def data(generation: Generation) -> Any:
    """Give what is in the file."""
    return parse(text(generation)).documents[0].data


def messages(generation: Generation) -> list[str]:
    """List what is said about the file."""
    assert generation.report is not None
    return [finding.message for document in generation.report.documents for finding in document.findings]


def _options(kubernetes: str | None, plugins: frozenset[str]) -> ValidationOptions:
    registry = catalog("scheduler-plugins")._replace(declared=plugins)
    return ValidationOptions(kubernetes=kubernetes, registry=registry)


@lru_cache(maxsize=512)
def view(configuration: str, kubernetes: str | None) -> Any:
    """Explain a configuration as `schedcfg effective` does."""
    options = _options(kubernetes, OUT_OF_TREE)
    found = effective_configuration(configuration, options=options).documents[0].view
    assert found is not None
    return found


def running(
    configuration: str, kubernetes: str | None, name: str = "p", plugins: frozenset[str] = OUT_OF_TREE
) -> Plugins:
    """Map extension points to what runs there, with weights: what `view` shows, without what explains it."""
    found = _running(configuration, kubernetes, plugins)[name]
    return {point: {plugin.name: plugin.weight for plugin in refs} for point, refs in found.items()}


@lru_cache(maxsize=512)
def _running(configuration: str, kubernetes: str | None, plugins: frozenset[str]) -> Mapping[str, Any]:
    options = _options(kubernetes, plugins)
    validated = DocumentValidator.of(options).first(parse(configuration), Role.CONFIG)
    assert validated.report.verdict is Verdict.ACCEPTED
    assert validated.configuration is not None
    return provenance.plugins(validated.configuration, options.registry)


def args(configuration: str, kubernetes: str | None, plugin: str) -> Any:
    """Give the args with which a plugin of the only profile runs."""
    (profile,) = view(configuration, kubernetes).configuration["profiles"]
    entries = profile.get("pluginConfig") or []
    return next(entry["args"] for entry in entries if entry["name"] == plugin)


PRESETS = sorted(all_presets())
