"""Why something differs after a step although the step means to keep behaviour: the reasons that are known."""

from collections.abc import Callable
from typing import NamedTuple

from schedcfg.effective.framework import DECIDING, POINTS
from schedcfg.effective.model import Configuration, PluginRef, Profile
from schedcfg.migrations.behaviour import resource_scorers
from schedcfg.migrations.differences import Difference
from schedcfg.migrations.key import ARGS, ORDER, SCORE, has_three_steps
from schedcfg.migrations.results import BehaviourDifference
from schedcfg.migrations.scene import Scene, by_default, of_any_profile, ref_of, runs
from schedcfg.plugins import find, volume_binding

_SUMMED = frozenset({"preScore", "score", "queueSort", "postBind"})
"""Points at which order changes nothing: results are summed up, there is one plugin, or nobody listens."""

_RATING = frozenset({"preScore", "score"})
"""Points at which nodes are rated."""

_REPEATABLE = frozenset({"preFilter", "filter", "preScore"})
"""Points at which asking a plugin a second time gives the same answer again."""

_INSECURE_UNTIL = 22
"""The last minor that serves health and metrics without TLS."""


class Why(NamedTuple):
    """A reason, and whether the difference can change where a Pod goes or how the scheduler runs."""

    reason: str
    matters: bool


def explain(difference: Difference, scene: Scene) -> BehaviourDifference | None:
    """Give the reason for a difference; None where no known one fits."""
    for known in _REASONS:
        why = known(difference, scene)
        if why is not None:
            return difference.because(why.reason, matters=why.matters)
    return None


def successions(scene: Scene) -> list[BehaviourDifference]:
    """Tell which plugin scores in place of another one, in the same way; for comparing they are one."""
    found: list[BehaviourDifference] = []
    for one, other in zip(scene.before.profiles, scene.after.profiles, strict=False):
        old, new = _scorer(one, scene.before, scene), _scorer(other, scene.after, scene)
        if old is None or new is None or old.name == new.name:
            continue
        reason = f"{new.name} scores as {old.name} did"
        start = f"{other.scheduler_name}.score."
        before, after = old.weight_at(SCORE), new.weight_at(SCORE)
        found.append(BehaviourDifference(start + old.name, before, None, reason, matters=False))
        found.append(BehaviourDifference(start + new.name, None, after, reason, matters=False))
    return found


def _scorer(profile: Profile, configuration: Configuration, scene: Scene) -> PluginRef | None:
    """Find the plugin by which a profile scores resources; None where there is none, or several."""
    scoring = resource_scorers(profile, configuration, scene.world)
    return scoring[0] if len(scoring) == 1 else None


def _on_purpose(difference: Difference, scene: Scene) -> Why | None:
    for key, reason in scene.allowed.items():
        if difference.key[: len(key)] == key:
            return Why(reason, matters=True)
    return None


def _order(difference: Difference, _scene: Scene) -> Why | None:
    if difference.key[-1] != ORDER or not has_three_steps(difference.key):
        return None
    before, after = (_names(value) for value in (difference.before, difference.after))
    common = [name for name in before if name in after]
    point = difference.key[1]
    if common == [name for name in after if name in before]:
        return Why("follows from what comes and goes", matters=False)
    if point in DECIDING:
        return None
    if point in _SUMMED:
        return Why("the order at this point changes nothing", matters=False)
    return Why("every plugin is asked; the order only tells whose objection is reported first", matters=False)


def _twice(difference: Difference, _scene: Scene) -> Why | None:
    """Explain a plugin that ran twice by a fault of 1.23 to 1.25, and no longer does, where nothing came of it."""
    if not has_three_steps(difference.key) or difference.key[1] not in _REPEATABLE:
        return None
    if not isinstance(difference.before, dict) or difference.before["runs"] != difference.after:
        return None
    return Why("a fault of Kubernetes 1.23 to 1.25 let it run twice at this point, with the same answer", matters=False)


def _names(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _idle(difference: Difference, scene: Scene) -> Why | None:
    release = scene.after.release
    _, part, name = (*difference.key, "", "", "")[:3]
    if name != "VolumeBinding" or volume_binding.rates_nodes(release):
        return None
    if part not in _RATING and not (part == ARGS and _only_rates(str(name), difference, scene)):
        return None
    gate = volume_binding.gate(release)
    return Why(f"VolumeBinding rates every node 0 as long as the feature gate {gate} is off", matters=False)


def _only_rates(name: str, difference: Difference, scene: Scene) -> bool:
    """Tell whether a plugin runs at most where nodes are rated, before and after."""
    others = (point for point in POINTS if point not in _RATING)
    keys = [(difference.key[0], point, name) for point in others]
    return not any(ref_of(key, one, scene) for key in keys for one in (scene.before, scene.after))


def _insecure_addresses(difference: Difference, scene: Scene) -> Why | None:
    if difference.key not in {("healthzBindAddress",), ("metricsBindAddress",)}:
        return None
    if scene.before.release.number > _INSECURE_UNTIL:
        return Why("nothing is served there any more since Kubernetes 1.23", matters=False)
    return None


def _default_gone(difference: Difference, scene: Scene) -> Why | None:
    """Explain what the target has no plugin for and the user never asked for."""
    name = difference.key[2] if has_three_steps(difference.key) else None
    removed = scene.after.release.removed_plugins.get(scene.target, frozenset())
    if name not in removed or difference.after is not None:
        return None
    ref = ref_of(difference.key, scene.before, scene)
    if ref is not None and ref.path is not None:
        return None
    plugin = find(str(name))
    advice = f" {plugin.successor}" if plugin is not None and plugin.successor else ""
    return Why(f"it ran by default, and {scene.target} does not have it.{advice}", matters=True)


def _new_default(difference: Difference, scene: Scene) -> Why | None:
    """Explain new defaults where they were asked for: what ran as by default before runs as by default now."""
    if not scene.adopts_defaults or not has_three_steps(difference.key):
        return None
    key = of_any_profile(difference.key, scene.before)
    before, after = (by_default(one, scene).get(key) for one in (scene.before, scene.after))
    if (before, after) != (difference.before, difference.after):
        return None
    refs = ref_of(difference.key, scene.before, scene), ref_of(difference.key, scene.after, scene)
    if any(ref is not None and ref.path is not None for ref in refs):
        return None
    return Why(f"{scene.target} has other defaults, and they were asked for", matters=True)


def _goes_along(difference: Difference, scene: Scene) -> Why | None:
    """Explain Args of a plugin that comes or goes as a whole: that it does is a difference of its own."""
    if difference.key[1:2] != (ARGS,):
        return None
    name = str(difference.key[2])
    runs_before, runs_after = (runs(difference.key[0], name, one, scene) for one in (scene.before, scene.after))
    if runs_before == runs_after:
        return None
    return Why(f"goes along with {name}, which {'no longer' if runs_before else 'now'} runs", matters=False)


_REASONS: tuple[Callable[[Difference, Scene], Why | None], ...] = (
    _on_purpose,
    _order,
    _twice,
    _idle,
    _insecure_addresses,
    _goes_along,
    _default_gone,
    _new_default,
)
