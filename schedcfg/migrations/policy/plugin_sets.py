"""What a configuration has to say of each extension point so that it runs what a Policy runs."""

from schedcfg.effective.framework import DECIDING, PIPELINE
from schedcfg.effective.model import PluginRef
from schedcfg.migrations.plugin_entries import entry
from schedcfg.migrations.policy.legacy import Legacy

_ALL = "*"

Written = dict[str, dict[str, list[dict[str, object]]]]
"""Extension point → `disabled` and `enabled`, as plain data."""


def plugin_sets(legacy: Legacy) -> Written:
    """Say what runs at each point at which it is not what runs there by default, in the order that Pods take.

    A section of the Policy lists all that it wants: where it is written, so do the points that it decides about.
    Elsewhere it reads better to name what differs, unless that is longer.
    """
    found: Written = {}
    for point in PIPELINE:
        want, have = legacy.running.get(point, []), legacy.by_default.get(point, [])
        if _same(point, want, have):
            continue
        whole = _whole(point, want)
        section = legacy.section_of(point)
        if (section is not None and legacy.is_written(section)) or point in DECIDING:
            found[point] = whole
        else:
            found[point] = min(_differing(point, want, have), whole, key=_length)
    return found


def _same(point: str, want: list[PluginRef], have: list[PluginRef]) -> bool:
    """Tell whether two lists do the same: in most places order changes nothing, and each plugin is asked."""
    one, other = ([(ref.name, ref.weight_at(point)) for ref in refs] for refs in (want, have))
    return one == other if point in DECIDING else sorted(one) == sorted(other)


def _whole(point: str, want: list[PluginRef]) -> dict[str, list[dict[str, object]]]:
    """Name everything, and nothing by default."""
    sets: dict[str, list[dict[str, object]]] = {"disabled": [{"name": _ALL}]}
    if want:
        sets["enabled"] = [entry(ref, point) for ref in want]
    return sets


def _differing(point: str, want: list[PluginRef], have: list[PluginRef]) -> dict[str, list[dict[str, object]]]:
    """Name what is not as by default; v1beta1 takes another weight only for a plugin that it disables first."""
    wanted = {ref.name: ref.weight_at(point) for ref in want}
    default = {ref.name: ref.weight_at(point) for ref in have}
    disabled: list[dict[str, object]] = [
        {"name": ref.name} for ref in have if wanted.get(ref.name) != default[ref.name]
    ]
    enabled = [entry(ref, point) for ref in want if default.get(ref.name) != wanted[ref.name]]
    return {name: refs for name, refs in (("disabled", disabled), ("enabled", enabled)) if refs}


def _length(sets: dict[str, list[dict[str, object]]]) -> int:
    return sum(map(len, sets.values()))
