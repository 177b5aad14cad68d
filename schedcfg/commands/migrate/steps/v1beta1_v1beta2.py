"""v1beta1 ↔ v1beta2, both served by 1.22: six plugins are gone, and default plugins are overridden in their place.

Upstream: `pkg/scheduler/apis/config/v1beta2/default_plugins.go`, and `removedPluginsByVersion` in
`pkg/scheduler/apis/config/validation/validation.go`, of 1.22.
"""

from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.configuration.effective.behavior import resource_scorers
from schedcfg.configuration.effective.facts import CURVE, FIT, STRATEGIES
from schedcfg.configuration.effective.plugin_sets import SCORE
from schedcfg.document.golang.net import is_ip, split_host_port
from schedcfg.document.span import Path

_KIND = "NodeResourcesFitArgs"

_DEFAULT = "NodeResourcesLeastAllocated"
"""What scores by resources in v1beta1 by default."""


def up(step: StepContext) -> None:
    """Let NodeResourcesFit score in place of the plugins that did so by resources."""
    _complete_addresses(step)
    scoring = _scoring(step)
    for path, profile in list(step.profiles()):
        names = scoring.get(path, {})
        if FIT not in names:
            _drop_sleeping_strategy(step, path)
        _rename_in_sets(step, path, profile)
        if names and FIT not in names:
            _move_args(step, path, next(iter(names)))


def _complete_addresses(step: StepContext) -> None:
    """Write addresses as they are understood: v1beta1 puts its default in the place of nonsense, v1beta2 does not."""
    for field, understood in step.before.bind_addresses.items():
        written = mapping(step.draft.data).get(field)
        if written is not None and written != understood and not _is_valid_address(str(written)):
            message = f"`{field}` is read as {understood} in v1beta1, but as written in v1beta2"
            step.note(NoteKind.CHANGED, "address-as-understood", message, (field,))
            step.draft.replace((field,), understood)


def _is_valid_address(address: str) -> bool:
    return split_host_port(address) is not None or is_ip(address)


def down(step: StepContext) -> None:
    """Let NodeResourcesFit score in place of v1beta1's default, which cannot score beside it."""
    scoring = _scoring(step)
    for path, profile in list(step.profiles()):
        where = (*path, "plugins", SCORE)
        disabled = _names(profile, "disabled")
        if FIT in disabled:
            step.draft.replace((*where, "disabled", disabled.index(FIT), "name"), _DEFAULT)
            disabled[disabled.index(FIT)] = _DEFAULT
        own = FIT in _names(profile, "enabled")
        if FIT not in scoring.get(path, {}) or not (own or _entry(step, path, FIT)):
            continue
        message = f"NodeResourcesFit scores in place of `{_DEFAULT}`, the default of v1beta1"
        step.note(NoteKind.CHANGED, "resource-scoring", message, where if own else path)
        if not {"*", _DEFAULT} & set(disabled):
            step.append((*where, "disabled"), {"name": _DEFAULT})
        if not own:
            step.append((*where, "enabled"), {"name": FIT, "weight": scoring[path][FIT]})


def _scoring(step: StepContext) -> dict[Path, dict[str, int]]:
    """Map each profile to the plugins by which it scores resources, with their weights."""
    return {
        profile.path: {
            ref.name: ref.weight_at(SCORE) for ref in resource_scorers(profile, step.before, step.plan.registry)
        }
        for profile in step.before.profiles
    }


def _names(profile: dict[str, object], which: str) -> list[object]:
    """List the names in a plugin set's list at `score`."""
    entries = items(mapping(mapping(profile.get("plugins")).get(SCORE)).get(which))
    return [mapping(entry).get("name") for entry in entries]


def _drop_sleeping_strategy(step: StepContext, path: Path) -> None:
    """Remove a strategy without effect: since v1beta2, NodeResourcesFit scores by default."""
    where = _entry(step, path, FIT)
    if where is not None and step.draft.has((*where, "args", "scoringStrategy")):
        target = (*where, "args", "scoringStrategy")
        message = "NodeResourcesFit does not score here, so its `scoringStrategy` had no effect; it would take effect"
        step.note(NoteKind.REMOVED, "sleeping-strategy", message, target)
        step.draft.remove_leaving_comments(target)


def _rename_in_sets(step: StepContext, path: Path, profile: dict[str, object]) -> None:
    """Return the removed plugins at `score` the name of their successor; what is left over of several goes."""
    for which in ("enabled", "disabled"):
        where = (*path, "plugins", SCORE, which)
        names = _names(profile, which)
        kept = _successor(names) if which == "enabled" else _disabled_successor(names)
        removed: list[Path] = []
        for index, name in enumerate(names):
            at = (*where, index)
            if index != kept and (name in STRATEGIES or (which == "disabled" and name == FIT)):
                message = f"`{name}` is not needed here: NodeResourcesFit scores by resources since v1beta2"
                step.note(NoteKind.REMOVED, "resource-scoring", message, at)
                removed.append(at)
            elif name in STRATEGIES:
                message = f"`{name}` becomes NodeResourcesFit with the scoring strategy {STRATEGIES[str(name)]}"
                step.note(NoteKind.CHANGED, "resource-scoring", message, at)
                step.draft.replace((*at, "name"), FIT)
        for at in reversed(removed):
            step.draft.remove_leaving_comments(at)


def _successor(enabled: list[object]) -> int | None:
    """Choose which of the enabled plugins becomes NodeResourcesFit, or is it already."""
    found = [index for index, name in enumerate(enabled) if name in STRATEGIES]
    return enabled.index(FIT) if FIT in enabled else next(iter(found), None)


def _disabled_successor(disabled: list[object]) -> int | None:
    """Choose which disabled plugin becomes NodeResourcesFit: none, unless v1beta1's default is disabled.

    To disable another one did nothing; to disable NodeResourcesFit would take away the new default.
    """
    if _DEFAULT not in disabled:
        return None
    return disabled.index(FIT if FIT in disabled else _DEFAULT)


def _move_args(step: StepContext, path: Path, plugin: str) -> None:
    """Turn the Args of the plugin that scored into a strategy of NodeResourcesFit."""
    own, fit = _entry(step, path, plugin), _entry(step, path, FIT)
    if own is None:
        if STRATEGIES[plugin] != "LeastAllocated":
            _write_strategy(step, path, fit, STRATEGIES[plugin])
        return
    step.note(NoteKind.CHANGED, "resource-scoring", f"the Args of `{plugin}` become a scoring strategy", own)
    if fit is None:
        _turn_into_fit(step, own, plugin)
    else:
        _move_into_fit(step, own, fit, plugin)


def _turn_into_fit(step: StepContext, own: Path, plugin: str) -> None:
    """Make an entry that of NodeResourcesFit, in its place."""
    step.draft.replace((*own, "name"), FIT)
    if step.draft.has((*own, "args", "kind")):
        step.draft.replace((*own, "args", "kind"), _KIND)
    step.draft.set((*own, "args", "scoringStrategy", "type"), STRATEGIES[plugin])
    _move_values(step, own, own)


def _move_into_fit(step: StepContext, own: Path, fit: Path, plugin: str) -> None:
    """Put the values into the entry that NodeResourcesFit has already, and take the plugin's own one away."""
    step.draft.set((*fit, "args", "scoringStrategy", "type"), STRATEGIES[plugin])
    _move_values(step, own, fit)
    step.draft.remove_leaving_comments(own)


def _move_values(step: StepContext, own: Path, fit: Path) -> None:
    strategy = (*fit, "args", "scoringStrategy")
    for field, place in (("resources", ("resources",)), ("shape", CURVE)):
        if step.draft.has((*own, "args", field)):
            if len(place) > 1:
                step.draft.set((*strategy, *place[:-1]), {})
            step.move((*own, "args", field), (*strategy, *place))


def _write_strategy(step: StepContext, path: Path, fit: Path | None, strategy: str) -> None:
    value: dict[str, object] = {"type": strategy}
    if fit is None:
        step.append((*path, "pluginConfig"), {"name": FIT, "args": {"scoringStrategy": value}})
    else:
        step.draft.set((*fit, "args", "scoringStrategy"), value)


def _entry(step: StepContext, path: Path, plugin: str) -> Path | None:
    """Find the entry of `pluginConfig` for a plugin."""
    for where, entry in step.plugin_configs():
        if where[: len(path)] == path and entry.get("name") == plugin:
            return where
    return None
