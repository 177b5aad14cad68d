"""Managed clusters: a configuration as the few settings that a product takes, where these do the same.

The settings are chosen, the configuration that the product makes of them is completed, and compared with what was
given: where anything else would happen, nothing is written. What each product makes: `schedcfg.sources.managed`.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from schedcfg import releases
from schedcfg.commands.generate import checks, target
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile
from schedcfg.commands.generate.target import DeploymentTarget, TargetOptions
from schedcfg.configuration.effective.args import of_plugin
from schedcfg.configuration.effective.equivalence import PROFILES, FactDifference, compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import OPEN
from schedcfg.document import parse, yaml_writer
from schedcfg.document.span import Path
from schedcfg.document.texts import listing
from schedcfg.findings import Problem
from schedcfg.releases.release import minor
from schedcfg.sources.configurations import Role
from schedcfg.sources.managed import products
from schedcfg.sources.managed.form import Fields, ManagedForm, made_of
from schedcfg.validation.document import DocumentValidator

_FIT = "NodeResourcesFit"
_MOST_LISTED = 3
_PRODUCTS_OWN = frozenset({"clientConnection", "leaderElection", "enableProfiling", "enableContentionProfiling"})
"""Fields above the profiles that whoever runs a scheduler sets."""
_ELSEWHERE = "For anything else, run a second scheduler: `schedcfg generate second-scheduler`."


class _Choice(NamedTuple):
    """Settings, and how what the product makes of them differs from what was given."""

    settings: Fields
    differences: tuple[FactDifference, ...] | None  # None where the release does not accept it


def _choice(form: ManagedForm, config: AcceptedConfig) -> _Choice:
    """Return the settings that come closest to a configuration."""
    choices = [_Choice(settings, _differences(form, settings, config)) for settings in _settings(form, config)]
    return min(choices, key=lambda one: (one.differences is None, len(one.differences or ())))


def _settings(form: ManagedForm, config: AcceptedConfig) -> Iterator[Fields]:
    """Yield all settings that may do what a configuration does."""
    if form.chosen_by:
        yield from ({form.chosen_by: name} for name in form.profiles)
        return
    profile = config.configuration.profiles[0]
    args = of_plugin(_FIT, profile.args_entry(_FIT), config.configuration, OPEN)
    strategy: Any = args and getattr(args.completed, "scoring_strategy", None)
    # Also what is the default: what is not in a request keeps its value in the cluster.
    resources = [{"name": one.name, "weight": one.weight} for one in (strategy and strategy.resources) or ()]
    yield _nested(form.value, {"type": strategy.type, "resources": resources} if strategy else {})


def _strategy_path(configuration: Configuration) -> Path:
    """Return where the first profile has the scoring strategy, or would have it."""
    entry = configuration.profiles[0].args_entry(_FIT)
    return (*(() if entry is None else entry.path), "args", "scoringStrategy")


def _nested(path: Path, value: object) -> Fields:
    for step in reversed(path):
        value = {str(step): value}
    assert isinstance(value, dict)
    return value


def _differences(form: ManagedForm, settings: Fields, config: AcceptedConfig) -> tuple[FactDifference, ...] | None:
    document = {**_nested(form.at, settings)} if form.at else settings
    known = form._replace(offer=products.ANY)  # What is not offered is reported by itself
    made = made_of(known, document)
    if made is None:
        return None
    text = yaml_writer.write(made.data(document))
    completed = DocumentValidator(config.release, OPEN).first(parse(text), Role.CONFIG).configuration
    if completed is None:
        return None
    found = compare(completed, config.configuration, OPEN)
    return tuple(one for one in found if one.has_effect and str(one.key[0]) not in _PRODUCTS_OWN)


def _problems(form: ManagedForm, config: AcceptedConfig) -> Iterator[Problem]:
    """Yield why a product cannot do what a configuration does."""
    choice, release = _choice(form, config), config.release
    since = max(minor(form.since or "1.0"), minor(releases.serving("v1")[0]))
    if release.number < since:
        message = f"{form.product} takes these settings since Kubernetes 1.{since}, not in {release.name}"
        yield checks.obstacle("too-old", (), message, f"Generate it for a later release: `--kubernetes 1.{since}`.")
        return
    if release.gates_set and form.offer.fields is not None and "featureGates" not in form.offer.fields:
        message = f"{form.product} lets nobody set feature gates of its scheduler"
        yield checks.obstacle("not-offered", (), message, "Generate it without `--feature-gates`.")
    if choice.differences:
        yield checks.obstacle("not-offered", (), _refusal(form, choice), _ELSEWHERE)
    document = _nested(form.at, choice.settings) if form.at else choice.settings
    for one in form.unoffered(document, release.name):
        path = (*_strategy_path(config.configuration), *one.path[len(form.at) + len(form.value) :])
        yield checks.obstacle("not-offered", path if form.value else (), f"{form.product} {one.message}", one.help)
    for field in sorted(target.written_fields(config).keys() & _PRODUCTS_OWN):
        message = f"{form.product} sets `{field}` itself: what is written here has no effect there"
        yield checks.warning("set-by-product", (field,), message, "No change is needed.")


def _refusal(form: ManagedForm, choice: _Choice) -> str:
    named = listing(list(dict.fromkeys(map(_called, choice.differences or ()))), _MOST_LISTED)
    if not form.chosen_by:
        return f"{form.product} offers the scoring strategy of {_FIT} only, and this also sets {named}"
    offered = ", ".join(f"`{name}`" for name in form.profiles)
    closest = choice.settings[form.chosen_by]
    return f"{form.product} offers {offered}, and none of them does this: `{closest}`, the closest, differs in {named}"


def _called(difference: FactDifference) -> str:
    """Return what messages call a difference."""
    if difference.key == PROFILES:
        return "the names of its profiles"
    if difference.extender:
        return f"the extender at {difference.extender}"
    if difference.profiles is None:
        return f"`{difference.path}`"
    where = f"profile {difference.profiles[1].label}"
    if difference.plugin is None:
        return f"`{difference.path or difference.place}` of {where}"
    what = f"`{difference.path}` of {difference.plugin}" if difference.path else f"`{difference.plugin}`"
    return f"{what} in {where}" if difference.place is None else f"{what} at `{difference.place}` in {where}"


def managed_target(
    form: ManagedForm, summary: str, file: Callable[[Fields, AcceptedConfig], GeneratedFile], remark: str
) -> DeploymentTarget:
    """Return the target of a form.

    Args:
        form: The form.
        summary: What its command does.
        file: Makes its file of settings.
        remark: How the file gets to work.
    """

    def files(config: AcceptedConfig, _options: TargetOptions) -> Iterator[GeneratedFile]:
        yield file(_choice(form, config).settings, config)

    def problems(config: AcceptedConfig, _options: TargetOptions) -> Iterator[Problem]:
        yield from _problems(form, config)

    def remarks(config: AcceptedConfig, _options: TargetOptions) -> Iterator[str]:
        yield remark
        yield from target.lost_comments(config, form.product)

    return DeploymentTarget(summary=summary, files=files, problems=problems, remarks=remarks, leader_elect=None)
