"""v1beta1 ↔ v1beta2, both served by 1.22: six plugins are gone, and default plugins are overridden in their place.

Upstream: `pkg/scheduler/apis/config/v1beta2/default_plugins.go`, and `removedPluginsByVersion` in
`pkg/scheduler/apis/config/validation/validation.go`, of 1.22.
"""

from schedcfg.document.path import Path
from schedcfg.migrations.behaviour import lists
from schedcfg.migrations.resource_scoring import CURVE, FIT, STRATEGIES
from schedcfg.migrations.work import Work, items, mapping
from schedcfg.results.migration import NoteKind

_KIND = "NodeResourcesFitArgs"


def up(work: Work) -> None:
    """Let NodeResourcesFit score in place of the plugins that did so by resources."""
    scoring = _scoring(work)
    for path, profile in list(work.profiles()):
        names = scoring.get(path, [])
        if FIT not in names:
            _drop_sleeping_strategy(work, path)
        _rename_in_sets(work, path, profile)
        if len(names) == 1 and names[0] != FIT:
            _carry_args(work, path, names[0])


def down(work: Work) -> None:
    """Nothing beyond what every step does: NodeResourcesFit scores in v1beta1 of 1.22 as well."""


def _scoring(work: Work) -> dict[Path, list[str]]:
    """Map each profile to the plugins by which it scores resources."""
    return {
        profile.path: [
            ref.name
            for ref in lists(profile, work.before, work.goal.world).get("score", [])
            if ref.name in STRATEGIES or ref.name == FIT
        ]
        for profile in work.before.profiles
    }


def _drop_sleeping_strategy(work: Work, path: Path) -> None:
    """Take out a strategy that nobody followed: from v1beta2 on NodeResourcesFit scores by default."""
    where = _entry(work, path, FIT)
    if where is not None and work.draft.has((*where, "args", "scoringStrategy")):
        target = (*where, "args", "scoringStrategy")
        message = "NodeResourcesFit does not score here, so that its `scoringStrategy` did nothing; it would now"
        work.note(NoteKind.REMOVED, "sleeping-strategy", message, target)
        work.draft.remove_leaving_comments(target)


def _rename_in_sets(work: Work, path: Path, profile: dict[str, object]) -> None:
    """Give the removed plugins at `score` the name of their successor; what is left over of several goes."""
    for which in ("enabled", "disabled"):
        where = (*path, "plugins", "score", which)
        entries = items(mapping(mapping(profile.get("plugins")).get("score")).get(which))
        names = [mapping(one).get("name") for one in entries]
        known = FIT in names
        gone: list[Path] = []
        for index, name in enumerate(names):
            if name not in STRATEGIES:
                continue
            at = (*where, index)
            message = f"`{name}` is NodeResourcesFit with the scoring strategy {STRATEGIES[str(name)]} now"
            work.note(NoteKind.CHANGED, "resource-scoring", message, at)
            if known:
                gone.append(at)
            else:
                work.draft.replace((*at, "name"), FIT)
            known = True
        for at in reversed(gone):
            work.draft.remove_leaving_comments(at)


def _carry_args(work: Work, path: Path, plugin: str) -> None:
    """Turn the Args of the plugin that scored into a strategy of NodeResourcesFit."""
    own, fit = _entry(work, path, plugin), _entry(work, path, FIT)
    if own is None:
        if STRATEGIES[plugin] != "LeastAllocated":
            _write_strategy(work, path, fit, STRATEGIES[plugin])
        return
    work.note(NoteKind.CHANGED, "resource-scoring", f"the Args of `{plugin}` became a scoring strategy", own)
    if fit is None:
        _turn_into_fit(work, own, plugin)
    else:
        _move_into_fit(work, own, fit, plugin)


def _turn_into_fit(work: Work, own: Path, plugin: str) -> None:
    """Make an entry that of NodeResourcesFit, in its place."""
    work.draft.replace((*own, "name"), FIT)
    if work.draft.has((*own, "args", "kind")):
        work.draft.replace((*own, "args", "kind"), _KIND)
    work.draft.set((*own, "args", "scoringStrategy", "type"), STRATEGIES[plugin])
    _move_values(work, own, own)


def _move_into_fit(work: Work, own: Path, fit: Path, plugin: str) -> None:
    """Put the values into the entry that NodeResourcesFit has already, and take the plugin's own one away."""
    work.draft.set((*fit, "args", "scoringStrategy", "type"), STRATEGIES[plugin])
    _move_values(work, own, fit)
    work.draft.remove_leaving_comments(own)


def _move_values(work: Work, own: Path, fit: Path) -> None:
    strategy = (*fit, "args", "scoringStrategy")
    for field, place in (("resources", ("resources",)), ("shape", CURVE)):
        if work.draft.has((*own, "args", field)):
            if len(place) > 1:
                work.draft.set((*strategy, *place[:-1]), {})
            work.draft.move((*own, "args", field), (*strategy, *place))


def _write_strategy(work: Work, path: Path, fit: Path | None, strategy: str) -> None:
    value: dict[str, object] = {"type": strategy}
    if fit is None:
        where = (*path, "pluginConfig")
        count = len(items(work.draft.get(where))) if work.draft.has(where) else 0
        work.draft.insert((*where, count), {"name": FIT, "args": {"scoringStrategy": value}})
    else:
        work.draft.set((*fit, "args", "scoringStrategy"), value)


def _entry(work: Work, path: Path, plugin: str) -> Path | None:
    """Find the entry of `pluginConfig` for a plugin."""
    for where, entry in work.plugin_configs():
        if where[: len(path)] == path and entry.get("name") == plugin:
            return where
    return None
