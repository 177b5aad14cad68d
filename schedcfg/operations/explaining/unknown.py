"""Names that nothing here has: what may have been meant."""

import re

from schedcfg import models, plugins, rules
from schedcfg.decode import fields
from schedcfg.errors import UnknownTarget
from schedcfg.operations.explaining.names import meant
from schedcfg.operations.explaining.places import Steps, places
from schedcfg.releases.release import Release

_RULE = re.compile(r"[a-z]+(-[a-z0-9]+)+")


def refusal(name: str, steps: Steps, looked_at: tuple[str, ...], release: Release | None) -> UnknownTarget:
    """Say that a name is not known, and what to ask for instead."""
    if _RULE.fullmatch(name):
        return _rule(name)
    where = looked_at[0] if len(looked_at) == 1 else "any API version"
    where += f" in Kubernetes {release.name}" if release is not None else ""
    elsewhere = [version for version in models.API_VERSIONS if meant(steps, version, None)]
    if elsewhere:
        return UnknownTarget(f"`{name}` is not a field of {where}", _elsewhere(name, steps, elsewhere))
    return UnknownTarget(f"`{name}` is neither a field of {where} nor a plugin", _near(steps, looked_at))


def _rule(name: str) -> UnknownTarget:
    """Tell of a rule what its file says; explaining rules in full is still to come."""
    for rule in rules.every_rule():
        if rule.id == name:
            return UnknownTarget(
                f"`{name}` is a rule, and `explain` tells of fields and plugins only, so far: {rule.title}", rule.why
            )
    return UnknownTarget(
        f"`{name}` looks like a rule, and `explain` tells of fields and plugins only, so far",
        "What a finding of `schedcfg validate` means, and what to do, stands in its message and help.",
    )


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
    for written, candidates in ((steps[-1:], beside if parent else {}), (steps, paths), (steps[-1:], names)):
        close = fields.meant(".".join(written), list(candidates))
        if close is not None:
            return f"Did you mean `{candidates[close]}`?"
    return "`schedcfg explain KubeSchedulerConfiguration` lists the fields, `schedcfg plugins` the plugins."
