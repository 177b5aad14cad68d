"""Names that nothing here has: what may have been meant."""

from schedcfg import models, plugins
from schedcfg.decode import fields
from schedcfg.errors import UnknownTarget
from schedcfg.operations.explaining.names import meant
from schedcfg.operations.explaining.places import Steps, places
from schedcfg.operations.rule_cards import cards
from schedcfg.releases.release import Release


def refusal(name: str, steps: Steps, looked_at: tuple[str, ...], release: Release | None) -> UnknownTarget:
    """Say that a name is not known, and what to ask for instead."""
    where = looked_at[0] if len(looked_at) == 1 else "any API version"
    where += f" in Kubernetes {release.name}" if release is not None else ""
    elsewhere = [version for version in models.API_VERSIONS if meant(steps, version, None)]
    if elsewhere:
        return UnknownTarget(f"`{name}` is not a field of {where}", _elsewhere(name, steps, elsewhere))
    return UnknownTarget(f"`{name}` is neither a field of {where} nor a plugin, nor a rule", _near(steps, looked_at))


def _elsewhere(name: str, steps: Steps, versions: list[str]) -> str:
    newest = versions[-1]
    since = min(cell.number for place in meant(steps, newest, None) for cell in place.cells())
    return (
        f"{', '.join(versions)} {'has' if len(versions) == 1 else 'have'} it, from Kubernetes 1.{since} on: "
        f"`schedcfg explain {name} --api-version {newest}`."
    )


def _near(steps: Steps, looked_at: tuple[str, ...]) -> str:
    """Find the nearest field below the same parent, else the nearest path or name of all."""
    known = places(looked_at[0]).values() if steps else ()
    parent = steps[:-1]
    beside = {place.steps[-1]: place.path for place in known if place.steps[-len(steps) : -1] == parent}
    paths = {place.path: place.path for place in known}
    names = {place.steps[-1]: place.steps[-1] for place in known}
    names |= {plugin.name: plugin.name for plugin in plugins.all_plugins()}
    names |= {rule: rule for rule in cards()}
    for written, candidates in ((steps[-1:], beside if parent else {}), (steps, paths), (steps[-1:], names)):
        close = fields.meant(".".join(written), list(candidates))
        if close is not None:
            return f"Did you mean `{candidates[close]}`?"
    return (
        "`schedcfg explain KubeSchedulerConfiguration` lists the fields, `schedcfg plugins` the plugins, "
        "`schedcfg rules` the rules."
    )
