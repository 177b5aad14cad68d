"""Plugins that scored by resources and are gone: how NodeResourcesFit does so in their place.

`migrate` writes the same from v1beta1: `schedcfg/commands/migrate/steps/v1beta1_v1beta2.py`.
"""

from collections.abc import Iterator

from schedcfg.configuration.effective.facts import CURVE, FIT, STRATEGIES, is_by_strategy
from schedcfg.configuration.effective.model import EMPTY_SET, ArgsEntry, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import MULTI_POINT, SCORE
from schedcfg.document.span import Path
from schedcfg.findings import Act, Remedy, RemedyChange
from schedcfg.rules.rule import Subject

_DEFAULT = "NodeResourcesLeastAllocated"
"""What scored by default, and had to be disabled for another one."""


def scorers(profile: Profile, subject: Subject) -> list[PluginRef]:
    """List the entries by which a profile scores with plugins whose work is a strategy of NodeResourcesFit."""
    config = subject.configuration
    if not is_by_strategy(config.api_version, config.release):
        return []
    sets = (profile.written.get(point, EMPTY_SET) for point in (SCORE, MULTI_POINT))
    return [ref for at in sets for ref in at.enabled if ref.name in STRATEGIES and ref.path is not None]


def as_strategy(profile: Profile, subject: Subject) -> Remedy | None:
    """Return what lets NodeResourcesFit score as the plugin did that is enabled; None where several are, or none is."""
    found = scorers(profile, subject)
    enabled = (ref.name for at in profile.written.values() for ref in at.enabled)
    if len(found) != 1 or FIT in enabled:
        return None
    (scorer,) = found
    return Remedy(
        f"Let `{FIT}` score by `{STRATEGIES[scorer.name]}`",
        tuple(_changes(scorer, profile)),
        unsafe="another plugin scores than the file names",
    )


def as_strategy_at(path: Path, subject: Subject) -> Remedy | None:
    """Return the same for the profile that a path is in."""
    profiles = (one for one in subject.configuration.profiles if one.path and one.path == path[:2])
    return next((as_strategy(profile, subject) for profile in profiles), None)


def _changes(scorer: PluginRef, profile: Profile) -> Iterator[RemedyChange]:
    yield RemedyChange(Act.REPLACE, (*(scorer.path or ()), "name"), FIT)
    yield from _disabled(profile)
    yield from _args(scorer.name, profile)


def _disabled(profile: Profile) -> Iterator[RemedyChange]:
    """Yield how NodeResourcesFit is named where its predecessors are disabled; the last first, as entries go."""
    refs = profile.written.get(SCORE, EMPTY_SET).disabled
    names = [ref.name for ref in refs]
    for index, ref in reversed([*enumerate(refs)]):
        if ref.name not in STRATEGIES or ref.path is None:
            continue
        if ref.name == _DEFAULT and FIT not in names and names.index(_DEFAULT) == index:
            yield RemedyChange(Act.REPLACE, (*ref.path, "name"), FIT)
        else:
            yield RemedyChange(Act.REMOVE, ref.path)


def _args(plugin: str, profile: Profile) -> Iterator[RemedyChange]:
    """Yield how the Args of a plugin become those of the strategy."""
    own, fit = profile.args_entry(plugin), profile.args_entry(FIT)
    strategy = {"type": STRATEGIES[plugin]}
    if own is None and fit is None:
        place = (*profile.path, "pluginConfig", len(profile.plugin_config))
        yield RemedyChange(Act.INSERT, place, {"name": FIT, "args": {"scoringStrategy": strategy}})
        return
    target = fit or own
    assert target is not None
    if fit is None:
        yield RemedyChange(Act.REPLACE, (*target.path, "name"), FIT)
    yield RemedyChange(Act.SET, (*target.path, "args", "scoringStrategy"), strategy)
    if own is not None:
        yield from _moved(own, target)
    if own is not None and fit is not None:
        yield RemedyChange(Act.REMOVE, own.path)


def _moved(own: ArgsEntry, target: ArgsEntry) -> Iterator[RemedyChange]:
    written = own.raw if isinstance(own.raw, dict) else {}
    strategy: Path = (*target.path, "args", "scoringStrategy")
    if own is target and "kind" in written:
        yield RemedyChange(Act.REPLACE, (*own.path, "args", "kind"), f"{FIT}Args")
    if "resources" in written:
        yield RemedyChange(Act.MOVE, (*own.path, "args", "resources"), (*strategy, "resources"))
    if "shape" in written:
        yield RemedyChange(Act.SET, (*strategy, CURVE[0]), {})
        yield RemedyChange(Act.MOVE, (*own.path, "args", "shape"), (*strategy, *CURVE))
