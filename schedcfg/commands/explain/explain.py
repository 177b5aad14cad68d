"""From a name to an explanation."""

from schedcfg import models, plugins, releases
from schedcfg.commands.explain import rules
from schedcfg.commands.explain.explanation import (
    Explanation,
    FindingExplanation,
    Home,
    Homes,
    PresetExplanation,
    RuleExplanation,
)
from schedcfg.commands.explain.fields import field, plugin, whole
from schedcfg.commands.explain.places import (
    ROOT,
    SHOWN_POINT,
    ExplainOptions,
    Steps,
    is_clear,
    places,
    places_allowing,
    places_named,
    steps_of,
)
from schedcfg.commands.generate.presets import all_presets
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, POINTS
from schedcfg.errors import UnknownTarget
from schedcfg.releases.release import Release
from schedcfg.rules.cards import cards
from schedcfg.spelling import nearest


def refusal(name: str, steps: Steps, looked_at: tuple[str, ...], release: Release | None) -> UnknownTarget:
    """Return that a name is not known, and what to ask for instead."""
    where = looked_at[0] if len(looked_at) == 1 else "any API version"
    where += f" in Kubernetes {release.name}" if release is not None else ""
    others = [version for version in models.API_VERSIONS if places_named(steps, version, None)]
    if others:
        return UnknownTarget(f"`{name}` is not a field of {where}", _other_versions(name, steps, others))
    return UnknownTarget(
        f"`{name}` is not a field of {where}, a plugin, a rule or a preset", _near(name, steps, looked_at)
    )


def _other_versions(name: str, steps: Steps, versions: list[str]) -> str:
    newest = versions[-1]
    since = min(cell.number for place in places_named(steps, newest, None) for cell in place.cells())
    return (
        f"{', '.join(versions)} {'has' if len(versions) == 1 else 'have'} it, since Kubernetes 1.{since}: `schedcfg "
        f"explain {name} --api-version {newest}`."
    )


def _near(name: str, steps: Steps, looked_at: tuple[str, ...]) -> str:
    """Return where releases are listed, for one of them; else the nearest field, path or name."""
    known = places(looked_at[0]).values() if steps else ()
    parent = steps[:-1]
    beside = {place.steps[-1]: place.path for place in known if place.steps[-len(steps) : -1] == parent}
    if name in {*releases.names(), *models.API_VERSIONS}:
        return "`schedcfg list releases` lists what each release serves and changes."
    paths = {place.path: place.path for place in known}
    names = {place.steps[-1]: place.steps[-1] for place in known}
    names |= {plugin.name: plugin.name for plugin in plugins.all_plugins()}
    names |= {rule: rule for rule in cards()}
    for written, candidates in ((steps[-1:], beside if parent else {}), (steps, paths), (steps[-1:], names)):
        close = nearest(".".join(written), list(candidates))
        if close is not None:
            return f"Did you mean `{candidates[close]}`?"
    return (
        "`schedcfg explain KubeSchedulerConfiguration` lists the fields, `schedcfg list plugins` the plugins, "
        "`schedcfg list rules` the rules, `schedcfg list releases` the releases."
    )


def explain(name: str, *, api_version: str | None = None, kubernetes: str | None = None, depth: int = 1) -> Explanation:
    """Explain a field of the configuration or of a plugin's Args, an extension point, a plugin, a rule or a preset.

    Args:
        name: A dotted path, `leaderElection.leaseDuration` or `profiles[0].plugins.score`; the end of one that no
            other field has, `leaseDuration`; below `pluginConfig` a plugin's name leads to its Args:
            `pluginConfig.NodeResourcesFit.scoringStrategy`. A plugin's name, an extension point, or
            `KubeSchedulerConfiguration` for the whole; a rule's id, `unknown-field`; a value that a field may have,
            `MostAllocated`; a preset of `generate profile`, `bin-packing`.
        api_version: Short: `v1beta3`. None: the newest that has the field.
        kubernetes: Only what holds in this release, `1.29` or `v1.29.3`. None: all known ones.
        depth: How many levels of subfields to include; 1: only the field's own.

    Returns:
        The explanation; for a name that several fields have, where they are. That of a rule is its card;
        `rule.with_example` adds what `validate` finds in its example.

    Raises:
        UnknownTarget: there is no such name, API version or release, or the release does not serve the API version.
    """
    release = None if kubernetes is None else releases.at(kubernetes)
    options = ExplainOptions(_served(api_version, release), release, depth)
    meant = _MEANT_BY.get(name.lower().replace("-", " "), name)
    is_rule = rules.is_known(name)
    if rules.looks_like_rule_id(name) and (is_rule or (meant == name and name not in all_presets())):
        return _of_rule(name, api_version, kubernetes)
    steps = steps_of(meant)
    if name.strip(".") == ROOT:
        return whole(options)
    if steps and (steps[-1] in plugins.CATALOGUED or plugins.find(steps[-1]) is not None):
        return plugin(steps[-1], options)
    steps = _of_plugin_entry(steps)
    found = _of_field(name, steps, options) or (_of_rule(name, api_version, kubernetes) if is_rule else None)
    found = found or _of_preset(name) or _of_value(name, options)
    if found is None:
        raise refusal(name, steps, options.versions, release)
    return found


def _of_field(name: str, steps: Steps, options: ExplainOptions) -> Explanation | None:
    """Explain the field that a path leads to, or list those of the name; None where there is none."""
    for version in options.versions if steps else ():
        found = places_named(steps, version, options.release)
        if found and is_clear(steps, found):
            also = () if found[0].point else tuple(place.path for place in found[1:])
            return field(found[0], also, version, options)
        if found:
            homes = (Home(place.path, place.field.type_name, place.field.description) for place in found)
            return Homes(kubernetes=options.kubernetes, api_version=version, name=name, places=tuple(homes))
    return None


def _of_value(value: str, options: ExplainOptions) -> Explanation | None:
    """Explain the field that may have a value, that of a plugin of Kubernetes first; None where no field takes it."""
    for version in options.versions:
        found = places_allowing(value, version, options.release)
        if found:
            return field(found[0], tuple(place.path for place in found[1:]), version, options)
    return None


def _of_plugin_entry(steps: Steps) -> Steps:
    """Return the path that is meant by a plugin's name and what it has in a plugin set: `TaintToleration.weight`."""
    *before, last = steps or ("",)
    if not before or plugins.find(before[-1]) is None:
        return steps
    if last in {"weight", "name"}:
        return ("plugins", SHOWN_POINT, "enabled", last)
    return ("plugins", last) if last in (*POINTS, MULTI_POINT) else steps


_STRATEGY = "NodeResourcesFit.scoringStrategy.type"
_MEANT_BY = {
    "extender": "extenders",
    "extension point": "profiles.plugins",
    "extension points": "profiles.plugins",
    "point": "profiles.plugins",
    "points": "profiles.plugins",
    "scores": "score",
    "scoring strategy": _STRATEGY,
    "strategies": _STRATEGY,
    "strategy": _STRATEGY,
    "weights": "weight",
}
"""What people call a thing → the field that is it."""


def _of_preset(name: str) -> PresetExplanation | None:
    preset = all_presets().get(name)
    if preset is None:
        return None
    command = f"schedcfg generate profile {name}"
    return PresetExplanation(name=name, summary=preset.summary, description=preset.explanation, command=command)


def _of_rule(name: str, api_version: str | None, kubernetes: str | None) -> RuleExplanation | FindingExplanation:
    """Explain a rule, which has its own releases."""
    found = rules.explained(name)
    if api_version is not None or kubernetes is not None:
        raise UnknownTarget(
            f"`{name}` is a rule, and rules are explained for all releases and API versions",
            "Omit --kubernetes and --api-version.",
        )
    return found


def _served(api_version: str | None, release: Release | None) -> tuple[str, ...]:
    """List the API versions to look at, the newest first."""
    served = models.API_VERSIONS if release is None else release.api_versions
    if api_version is None:
        return tuple(reversed(served))
    releases.refuse_release(api_version)
    models.shape_of(api_version)  # complains about one that never was
    if release is not None and api_version not in served:
        serving = releases.serving(api_version)
        raise UnknownTarget(
            f"Kubernetes {release.name} does not serve `{api_version}`; {serving[0]} to {serving[-1]} do",
            f"Kubernetes {release.name} serves {' and '.join(served)}.",
        )
    return (api_version,)
