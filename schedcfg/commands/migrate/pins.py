"""Plugin sets written so that the same plugins run as before, with the same weights."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.commands.migrate.context import StepContext, items, mapping
from schedcfg.commands.migrate.results import NoteKind
from schedcfg.commands.migrate.step_edits import entry
from schedcfg.configuration.effective.behavior import lists, name_in
from schedcfg.configuration.effective.equivalence import FactDifference
from schedcfg.configuration.effective.facts import ARGS, FIT, ORDER, STRATEGIES
from schedcfg.configuration.effective.model import EMPTY_SET, Configuration, PluginRef, Profile
from schedcfg.configuration.effective.plugin_sets import (
    MULTI_POINT,
    POINTS,
    SCORE,
    appends,
    brings_by_multi_point,
    default_sets,
    does_nothing,
)
from schedcfg.document.span import Path, render


class PluginsAtPoint(NamedTuple):
    """One extension point of one profile, before and after."""

    profile: Profile
    point: str
    want: list[PluginRef]  # What ran there, in order, under the names of the target version
    have: list[PluginRef]


def pin(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:
    """Repair what differs in the plugins of each point, with as few entries as will do."""
    for spot, names in _spots(step, after, unexplained):
        if _can_list(step, spot) and (ORDER in names or _reads_shorter_as_a_list(spot, names)):
            _rewrite(step, spot)
            continue
        _disable_extra(step, spot, names)
        for ref in spot.want:
            if ref.name in names:
                _keep(step, spot, ref)


def rewrite(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:
    """Repair it by naming all plugins of each point at which something differs."""
    for spot, _ in _spots(step, after, unexplained):
        if _can_list(step, spot):
            _rewrite(step, spot)


def rewrite_scores(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:  # noqa: ARG001
    """Name all plugins at `score` where they ran in another order: sums of negative weights depend on it."""
    for one, other in zip(step.before.profiles, after.profiles, strict=False):
        want = _under_current_names(lists(one, step.before, step.plan.registry).get(SCORE, []), SCORE, step, after)
        have = lists(other, after, step.plan.registry).get(SCORE, [])
        if [ref.name for ref in want] != [ref.name for ref in have] and any(ref.weight < 0 for ref in want):
            _rewrite(step, PluginsAtPoint(other, SCORE, want, have))


def _spots(
    step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]
) -> Iterator[tuple[PluginsAtPoint, frozenset[str]]]:
    """Yield each point at which plugins differ, with the names of those that do."""
    found: dict[tuple[str, str], set[str]] = {}
    for difference in unexplained:
        if difference.place in POINTS:
            profile, point, name = map(str, difference.key)
            found.setdefault((profile, point), set()).add(name)
    for (name, point), names in found.items():
        for one, other in zip(step.before.profiles, after.profiles, strict=False):
            if other.scheduler_name == name:
                want = lists(one, step.before, step.plan.registry).get(point, [])
                have = lists(other, after, step.plan.registry).get(point, [])
                spot = PluginsAtPoint(other, point, _under_current_names(want, point, step, after), have)
                yield spot, frozenset(name_in(name, after.release) for name in names)


def _under_current_names(refs: list[PluginRef], point: str, step: StepContext, after: Configuration) -> list[PluginRef]:
    """Return plugins the names that they have now; of several that score by resources the first is kept."""
    removed = after.release.removed_plugins.get(after.api_version, frozenset())
    removed |= step.before.release.plugins - after.release.plugins
    found: dict[str, PluginRef] = {}
    for ref in refs:
        name = name_in(ref.name, after.release)
        if name not in removed:
            found.setdefault(name, ref._replace(name=name))
        elif name in STRATEGIES and point == SCORE:
            found.setdefault(FIT, ref._replace(name=FIT))
    return list(found.values())


def _can_list(step: StepContext, spot: PluginsAtPoint) -> bool:
    """Check whether the target listens to what is named at a point itself."""
    return not does_nothing(step.target, spot.point)


def _reads_shorter_as_a_list(spot: PluginsAtPoint, names: frozenset[str]) -> bool:
    """Check whether naming what runs takes fewer entries than naming what does not."""
    wanted = {ref.name for ref in spot.want}
    extra = [ref for ref in spot.have if ref.name in names and ref.name not in wanted]
    return 0 < len(spot.want) < len(extra) - 1


def _disable_extra(step: StepContext, spot: PluginsAtPoint, names: frozenset[str]) -> None:
    """Take away what did not run before."""
    wanted = {ref.name for ref in spot.want}
    extra = [ref for ref in spot.have if ref.name in names and ref.name not in wanted]
    point = _listening(step, spot.point)
    own = [ref.path for ref in extra if ref.path is not None and _is_own(ref, point)]
    by_default = [ref for ref in extra if not _is_own(ref, point)]
    is_any_wanted = any(ref.name in wanted for ref in spot.have if not _is_own(ref, point))
    for path in sorted(own, key=lambda path: path[-1], reverse=True):
        step.draft.remove_leaving_comments(path)
    if not by_default:
        return
    names_by_default = ", ".join(ref.name for ref in by_default)
    step.note(
        NoteKind.PINNED,
        "default-plugin",
        f"{spot.point} stays without {names_by_default}, which would run there by default in {step.target}",
        _base(spot.profile, step),
    )
    everything = point == spot.point and not is_any_wanted and len(by_default) > 1
    for name in ["*"] if everything else [ref.name for ref in by_default]:
        _add(step, spot, spot.point, "disabled", {"name": name})


def _keep(step: StepContext, spot: PluginsAtPoint, ref: PluginRef) -> None:
    """Make a plugin run as it did."""
    here = next((plugin_ref for plugin_ref in spot.have if plugin_ref.name == ref.name), None)
    if here is not None and _is_own(here, spot.point) and here.path is not None:
        if spot.point == SCORE:
            step.draft.set((*here.path, "weight"), ref.weight_at(spot.point))
        return
    if here is None:
        by_default = {
            plugin_ref.name for plugin_ref in default_sets(step.release, step.target).get(spot.point, EMPTY_SET).enabled
        }
        otherwise = "be disabled there" if ref.name in by_default else "not run there by default"
        message = f"{spot.point} keeps {ref.name}, which would {otherwise} in {step.target}"
        step.note(NoteKind.PINNED, "default-plugin", message, _base(spot.profile, step))
        _add(step, spot, spot.point, "enabled", entry(ref, spot.point))
        return
    now, then = here.weight_at(spot.point), ref.weight_at(spot.point)
    why = f"{spot.point} keeps {ref.name} at weight {then}; the default of {step.target} is {now}"
    step.note(NoteKind.PINNED, "default-weight", why, _base(spot.profile, step))
    if appends(step.target):
        _add(step, spot, spot.point, "disabled", {"name": ref.name})
    # By MultiPoint it keeps its place; at the point itself it would move to the front, and three or more of
    # those are put into a wrong order by 1.23 to 1.25.
    multi = brings_by_multi_point(step.target)
    path = _add(step, spot, MULTI_POINT if multi else spot.point, "enabled", entry(ref, spot.point))
    _comment(step, path, f"Default of {step.target}: {now}; pinned to what {step.source} has.")


def _is_own(ref: PluginRef, point: str) -> bool:
    """Check whether the user enables a plugin at the point itself."""
    return ref.path is not None and ref.path[-3:-1] == (point, "enabled")


def _rewrite(step: StepContext, spot: PluginsAtPoint) -> None:
    """Name all plugins of a point, in order, and none by default."""
    base = (*_base(spot.profile, step), "plugins", spot.point)
    message = f"{spot.point} names all its plugins, in the order in which they ran"
    step.note(NoteKind.PINNED, "plugin-list", message, _base(spot.profile, step))
    written = mapping(step.value(base))
    for index in reversed(range(len(items(written.get("enabled"))))):
        step.draft.remove_leaving_comments((*base, "enabled", index))
    if not any(mapping(one).get("name") == "*" for one in items(written.get("disabled"))):
        _add(step, spot, spot.point, "disabled", {"name": "*"})
    for ref in spot.want:
        _add(step, spot, spot.point, "enabled", entry(ref, spot.point))


def _base(profile: Profile, step: StepContext) -> Path:
    """Return where the profile is, or is to be."""
    return profile.path if profile.path or step.target == "v1alpha1" else ("profiles", 0)


def _add(step: StepContext, spot: PluginsAtPoint, point: str, which: str, item: dict[str, object]) -> Path | None:
    """Put an entry at the end of a plugin set's list; make what is missing around it.

    Returns:
        Where it is; None where the target version does not listen.
    """
    point = _listening(step, point)
    if does_nothing(step.target, point):
        return None
    base = _base(spot.profile, step)
    if base == ("profiles", 0) and not items(mapping(step.draft.data).get("profiles")):
        step.draft.set(base, {"schedulerName": spot.profile.scheduler_name})
    return step.append((*base, "plugins", point, which), item)


def _listening(step: StepContext, point: str) -> str:
    """Return the point for an entry: MultiPoint for points that the target does not read.

    What that does at other points, the next round repairs.
    """
    return MULTI_POINT if does_nothing(step.target, point) else point


def _comment(step: StepContext, path: Path | None, text: str) -> None:
    if step.plan.annotate and path is not None:
        step.draft.annotate(path, text)


def pin_args(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:
    """Write single values that a new default would change, where the user gives the plugin Args at all."""
    for difference in unexplained:
        where = _entry(difference, after)
        leaf = difference.key[3:]
        if (
            where is None
            or difference.before is None
            or not leaf
            or not _helps(step, (*where, "args"), leaf, difference.before)
        ):
            continue
        stays, default = difference.before, difference.after
        message = f"`{render(leaf)}` of {difference.key[2]} stays {stays}; the default of {step.target} is {default}"
        step.note(NoteKind.PINNED, "default-args", message, where)
        step.draft.set((*where, "args", *leaf), difference.before)


def _helps(step: StepContext, args: Path, leaf: Path, value: object) -> bool:
    """Check whether a value can be written, and is not there already, unheard.

    All items that it is in must be there: one value of a list is not enough.
    """
    inside = [(*args, *leaf[: index + 1]) for index, part in enumerate(leaf) if isinstance(part, int)]
    if not all(map(step.draft.has, inside)):
        return False
    path = (*args, *leaf)
    return not step.draft.has(path) or step.draft.get(path) != value


def _entry(one: FactDifference, after: Configuration) -> Path | None:
    """Find the user's entry for the plugin whose Args differ."""
    if one.key[1:2] != (ARGS,):
        return None
    for profile in after.profiles:
        for written in profile.plugin_config:
            if profile.scheduler_name == one.key[0] and written.name == one.key[2] and "pluginConfig" in written.path:
                return written.path
    return None
