"""Managed clusters: a configuration as the few settings that a product takes, where these do the same.

The settings are chosen, the configuration that the product makes of them is completed, and compared with what was
given: where anything else would happen, nothing is written. What each product makes: `schedcfg.sources.products`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from schedcfg import releases
from schedcfg.commands.generate import checks
from schedcfg.commands.generate.generation import AcceptedConfig, written_fields
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
from schedcfg.sources.managed.made import made_of
from schedcfg.sources.managed.offer import ANY, Fields, OfferedSettings, unoffered
from schedcfg.sources.products.product import Product
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


def settings_for(product: Product, offered: OfferedSettings, config: AcceptedConfig) -> Fields:
    """Return the settings of a product that come closest to a configuration."""
    return _choice(product, offered, config).settings


def _choice(product: Product, offered: OfferedSettings, config: AcceptedConfig) -> _Choice:
    choices = [_Choice(one, _differences(product, offered, one, config)) for one in _settings(offered, config)]
    return min(choices, key=lambda one: (one.differences is None, len(one.differences or ())))


def _settings(offered: OfferedSettings, config: AcceptedConfig) -> Iterator[Fields]:
    """Yield all settings that may do what a configuration does."""
    if offered.chosen_by:
        yield from ({offered.chosen_by: name} for name in offered.profiles)
        return
    profile = config.configuration.profiles[0]
    args = of_plugin(_FIT, profile.args_entry(_FIT), config.configuration, OPEN)
    strategy: Any = args and getattr(args.completed, "scoring_strategy", None)
    # Also what is the default: what is not in a request keeps its value in the cluster.
    resources = [{"name": one.name, "weight": one.weight} for one in (strategy and strategy.resources) or ()]
    yield _nested(offered.value, {"type": strategy.type, "resources": resources} if strategy else {})


def _strategy_path(configuration: Configuration) -> Path:
    """Return where the first profile has the scoring strategy, or would have it."""
    entry = configuration.profiles[0].args_entry(_FIT)
    return (*(() if entry is None else entry.path), "args", "scoringStrategy")


def _nested(path: Path, value: object) -> Fields:
    for step in reversed(path):
        value = {str(step): value}
    assert isinstance(value, dict)
    return value


def _differences(
    product: Product, offered: OfferedSettings, settings: Fields, config: AcceptedConfig
) -> tuple[FactDifference, ...] | None:
    document = _nested(offered.at, settings)
    made = made_of(product, offered._replace(offer=ANY), document, None)  # What is not offered is reported by itself
    if made is None:
        return None
    text = yaml_writer.write(made.data(document))
    completed = DocumentValidator(config.release, OPEN).first(parse(text), Role.CONFIG).configuration
    if completed is None:
        return None
    found = compare(completed, config.configuration, OPEN)
    return tuple(one for one in found if one.has_effect and str(one.key[0]) not in _PRODUCTS_OWN)


def problems_of_settings(product: Product, offered: OfferedSettings, config: AcceptedConfig) -> Iterator[Problem]:
    """Yield why a product cannot do by its settings what a configuration does."""
    choice, release, name = _choice(product, offered, config), config.release, product.name
    since = max(minor(offered.since or "1.0"), minor(releases.serving("v1")[0]))
    if release.number < since:
        message = f"{name} takes these settings since Kubernetes 1.{since}, not in {release.name}"
        yield checks.obstacle("too-old", (), message, f"Generate it for a later release: `--kubernetes 1.{since}`.")
        return
    if release.gates_set and offered.offer.fields is not None and "featureGates" not in offered.offer.fields:
        message = f"{name} lets nobody set feature gates of its scheduler"
        yield checks.obstacle("not-offered", (), message, "Generate it without `--feature-gates`.")
    if choice.differences:
        yield checks.obstacle("not-offered", (), _refusal(name, offered, choice), _ELSEWHERE)
    for one in unoffered(offered.offer, choice.settings, (), release.name):
        path = (*_strategy_path(config.configuration), *one.path[len(offered.value) :])
        yield checks.obstacle("not-offered", path if offered.value else (), f"{name} {one.message}", one.help)
    for field in sorted(written_fields(config).keys() & _PRODUCTS_OWN):
        message = f"{name} sets `{field}` itself: what is written here has no effect there"
        yield checks.warning("set-by-product", (field,), message, "No change is needed.")


def problems_of_text(product: Product, offered: OfferedSettings, config: AcceptedConfig) -> Iterator[Problem]:
    """Yield what a product that takes a whole configuration as a text does not take in it."""
    if config.release.number < minor(offered.since):
        yield checks.obstacle(
            "too-old",
            (),
            f"{product.name} supports scheduler configurations since Kubernetes {offered.since}, not in "
            f"1.{config.release.number}",
            f"Generate it for the release of the cluster: `--kubernetes {offered.since}` or later.",
        )
    for one in unoffered(offered.text_offer, written_fields(config), (), config.release.name):
        is_reported = one.path == ("apiVersion",) or (one.plugin and one.plugin not in config.release.plugins)
        if not is_reported:
            report = checks.obstacle if one.is_refused else checks.warning
            yield report("not-offered", one.path, f"{product.name} {one.message}", one.help)


def _refusal(product: str, offered: OfferedSettings, choice: _Choice) -> str:
    named = listing(list(dict.fromkeys(map(_called, choice.differences or ()))), _MOST_LISTED)
    if not offered.chosen_by:
        return f"{product} offers the scoring strategy of {_FIT} only, and this also sets {named}"
    profiles = ", ".join(f"`{name}`" for name in offered.profiles)
    closest = choice.settings[offered.chosen_by]
    return f"{product} offers {profiles}, and none of them does this: `{closest}`, the closest, differs in {named}"


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
