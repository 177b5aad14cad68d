"""A draft of `schedcfg/releases/v1_NN.py`, and a list of what is new elsewhere, from the facts of two releases."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from schedcfg import releases
from schedcfg.releases import gate_history
from schedcfg.releases.default_plugins import Refs
from schedcfg.releases.release import GROUP, FeatureGate
from tools.record.module import minor

Facts = Mapping[str, Any]

SOURCE = "# upstream source:"
"""What someone has to complete, above each kind of change."""

_LONGEST_LINE = 120
_SHORT = 90

_DECLARED = [(state, name) for name, state in vars(gate_history).items() if isinstance(state, FeatureGate)]
_STATES = dict(sorted(_DECLARED, key=lambda one: not one[0].scheduler))
"""States and their names, those of the scheduler's own gates first, otherwise in the order of `changes.py`."""


def release_file(before: Facts, after: Facts, release: str) -> str:
    """Return the text of the file of a release: what changed since the one before, its sources left to be filled in.

    Args:
        before: The facts of the release before.
        after: Those of the release.
        release: Its name: `1.38`.
    """
    number = int(release.partition(".")[2])
    tables = "".join([*_flags(before, after), *_gates(before, after)])
    arguments = "".join(_arguments(before, after, tables))
    body = (
        f"{tables}\nV1_{number} = following(\n    V1_{number - 1},\n    number={number},\n"
        f'    source_version="{after["kubernetes"].split()[0]}",\n{arguments})\n"""Kubernetes {release}."""\n'
    )
    return (
        f'"""Kubernetes {release}: {SOURCE[2:]} say in one line what it changes."""\n\n{_imports(body, number)}{body}'
    )


def _imports(body: str, number: int) -> str:
    """Return the import statements that a body needs."""
    states = sorted({state for state in _STATES.values() if f"        {state}: (" in body})
    wanted = {
        "schedcfg.releases.gate_history": [*states, *(name for name in ("Flags", "Gates") if f"= {name}(" in body)],
        "schedcfg.releases.default_plugins": [
            name for name in ("append", "insert_after", "remove", "restate", "reweigh") if f"{name}(" in body
        ],
        "schedcfg.releases.following": ["following"],
        "schedcfg.releases.release": ["Flag"] if " Flag(" in body else [],
        f"schedcfg.releases.v1_{number - 1}": [f"V1_{number - 1}"],
    }
    return "".join(_import(module, names) for module, names in wanted.items() if names)


def _import(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}\n"
    if len(line) <= _LONGEST_LINE:
        return line
    return f"from {module} import (\n{''.join(f'    {name},{chr(10)}' for name in names)})\n"


def _flags(before: Facts, after: Facts) -> Iterator[str]:
    old, new = ({flag["name"]: flag for flag in facts["flags"]} for facts in (before, after))
    added = [f'        {SOURCE}\n        "{name}": {_flag(new[name])},\n' for name in sorted(new.keys() - old.keys())]
    changed = [
        f'        {SOURCE}\n        "{name}": {_changed(old[name], new[name])},\n'
        for name in sorted(old.keys() & new.keys())
        if old[name] != new[name]
    ]
    removed = [f'        "{name}",\n' for name in sorted(old.keys() - new.keys())]
    parts = [("added", added, "{}"), ("changed", changed, "{}"), ("removed", removed, "()")]
    if any(lines for _, lines, _ in parts):
        inside = "".join(
            f"    {key}={brackets[0]}\n{''.join(lines)}    {brackets[1]},\n" for key, lines, brackets in parts if lines
        )
        yield f"\n_FLAGS = Flags(\n{inside})\n"


def _flag(flag: Mapping[str, Any]) -> str:
    written = [_quoted(flag[key]) for key in ("type", "default", "section")]
    written += [
        f"{key}={_quoted(flag[key])}" for key in ("deprecated", "hidden", "shorthand", "no_opt_default") if flag[key]
    ]
    return f"Flag({', '.join(written)})"


def _changed(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    return f"{{{', '.join(f'{_quoted(key)}: {_quoted(value)}' for key, value in new.items() if old[key] != value)}}}"


def _quoted(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) and '"' not in value else repr(value)


def _gates(before: Facts, after: Facts) -> Iterator[str]:
    old, new = ({name: _state(gate) for name, gate in facts["feature_gates"].items()} for facts in (before, after))
    added = {name: state for name, state in new.items() if name not in old}
    changed = {name: state for name, state in new.items() if name in old and old[name] != state}
    removed = sorted(old.keys() - new.keys(), key=str.lower)
    needing = _needing(before, after)
    inside = [
        f"    {key}={{\n{_by_state(gates)}    }},\n" for key, gates in (("added", added), ("changed", changed)) if gates
    ]
    if removed:
        inside.append(f"    removed={_tuple(removed, indent=4)},\n")
    if needing:
        lines = "".join(f"        {_quoted(gate)}: {_tuple(needing[gate])},\n" for gate in sorted(needing))
        inside.append(f"    {SOURCE}\n    needing={{\n{lines}    }},\n")
    if inside:
        yield f"\n{SOURCE}\n_GATES = Gates(\n{''.join(inside)})\n"


def _needing(before: Facts, after: Facts) -> dict[str, list[str]]:
    """Return what gates depend on, where it is not as before; facts that were not recorded by this program lack it."""
    new = after.get("feature_gate_dependencies")
    if new is None:
        return {}
    previous = releases.at(f"1.{minor(before['kubernetes'])}").gate_dependencies
    old = {gate: sorted(needed) for gate, needed in previous.items() if gate in after["feature_gates"]}
    return {gate: new.get(gate, []) for gate in old.keys() | new.keys() if old.get(gate, []) != new.get(gate, [])}


def _state(gate: Mapping[str, Any]) -> FeatureGate:
    return FeatureGate(gate["default"], gate["prerelease"] or "GA", gate["lockToDefault"], gate["scheduler"])


def _by_state(gates: Mapping[str, FeatureGate]) -> str:
    """Return lines with the gates by their states, in the order in which the states are declared."""
    lines = ""
    for state, name in _STATES.items():
        names = sorted((gate for gate, one in gates.items() if one == state), key=str.lower)
        if names:
            lines += f"        {name}: {_tuple(names, remark=f'  {SOURCE}' * state.scheduler)},\n"
    unnamed = sorted(gate for gate, state in gates.items() if state not in _STATES)
    return lines + "".join(f"        # {gate}: {gates[gate]} has no name in gate_history.py\n" for gate in unnamed)


def _tuple(names: Sequence[str], indent: int = 8, remark: str = "") -> str:
    """Return a tuple of names: in one line where that is short and nothing is remarked on each."""
    line = f"({', '.join(map(_quoted, names))}{',' * (len(names) == 1)})"
    if not remark and len(line) + indent <= _SHORT:
        return line
    inside = "".join(f"{' ' * (indent + 4)}{_quoted(name)},{remark}\n" for name in names)
    return f"(\n{inside}{' ' * indent})"


def _arguments(before: Facts, after: Facts, tables: str) -> Iterator[str]:
    old, new = (dict(_default_plugins(facts)) for facts in (before, after))
    for version in sorted(new.keys() - old.keys()):
        yield f"    {SOURCE}\n    serves={{{_quoted(version)}: {new[version]!r}}},\n"
    gone = sorted(old.keys() - new.keys())
    if gone:
        yield f"    {SOURCE}\n    stops_serving={_tuple(gone, indent=4)},\n"
        yield from _without(gone, f"1.{minor(after['kubernetes']) - 1}")
    edits = "".join(
        f"        {_quoted(version)}: {{\n{points}        }},\n"
        for version in sorted(old.keys() & new.keys())
        if (points := "".join(_edited_points(old[version], new[version])))
    )
    if edits:
        yield f"    {SOURCE}\n    default_plugins={{\n{edits}    }},\n"
    for key, names in (
        ("plugins_added", sorted(after["plugins"].keys() - before["plugins"].keys())),
        ("plugins_removed", sorted(before["plugins"].keys() - after["plugins"].keys())),
    ):
        if names:
            yield f"    {SOURCE}\n    {key}={_tuple(names, indent=4)},\n"
    for table, key in (("_GATES", "gates"), ("_FLAGS", "flags")):
        if f"\n{table} = " in tables:
            yield f"    {key}={table},\n"


def _without(gone: list[str], previous: str) -> Iterator[str]:
    """Yield what else speaks of API versions that are no longer served, and goes with them."""
    for key in ("deprecated", "removed_plugins", "conflicting_score_plugins"):
        said = getattr(releases.at(previous), key)
        kept = {version: value for version, value in said.items() if version not in gone}
        if kept != said:
            yield f"    {key}={kept!r},\n"


def _default_plugins(facts: Facts) -> Iterator[tuple[str, dict[str, Refs]]]:
    for version, points in facts["default_plugins"].items():
        yield (
            version.removeprefix(f"{GROUP}/"),
            {point: tuple((ref["name"], ref["weight"]) for ref in refs) for point, refs in points.items()},
        )


def _edited_points(old: Mapping[str, Refs], new: Mapping[str, Refs]) -> Iterator[str]:
    for point in sorted(old.keys() | new.keys()):
        edits = edits_between(old.get(point, ()), new.get(point, ()))
        if len(edits) == 1:
            yield f"            {_quoted(point)}: ({edits[0]},),\n"
        elif edits:
            inside = "".join(f"                {edit},\n" for edit in edits)
            yield f"            {_quoted(point)}: (\n{inside}            ),\n"


def edits_between(old: Refs, new: Refs) -> list[str]:
    """Return the edits that turn one list of default plugins into another, as `following` takes them."""
    names, wanted = [name for name, _ in old], [name for name, _ in new]
    weights = dict(old)
    removed: list[str] = []
    placed: list[str] = []
    for tag, start, end, first, last in SequenceMatcher(None, names, wanted, autojunk=False).get_opcodes():
        if tag != "equal":
            removed += [f"remove({_quoted(name)})" for name in names[start:end]]
            placed += [_placed(new, place, at_end=end == len(names)) for place in range(first, last)]
    moved_or_new = {wanted[place] for place in range(len(wanted)) if f"({_quoted(wanted[place])}" in "".join(placed)}
    reweighed = [
        f"reweigh({_quoted(name)}, {weight})"
        for name, weight in new
        if name in weights and weights[name] != weight and name not in moved_or_new
    ]
    return removed + placed + reweighed


def _placed(new: Refs, place: int, *, at_end: bool) -> str:
    name, weight = new[place]
    written = f"{_quoted(name)}, {weight}" if weight else _quoted(name)
    if at_end:
        return f"append({written})"
    anchor = _quoted(new[place - 1][0]) if place else None
    return f"insert_after({anchor}, {written})"


def elsewhere(before: Facts, after: Facts, release: str) -> Iterator[str]:
    """Yield what changed and has its place in other files than the release's: fields, defaults, extension points."""
    yield from _fields(before, after, release)
    yield from _points(before, after)
    yield from _default_args(before, after)


def _fields(before: Facts, after: Facts, release: str) -> Iterator[str]:
    for version in sorted(before["types"].keys() & after["types"].keys()):
        old, new = before["types"][version], after["types"][version]
        short = version.removeprefix(f"{GROUP}/")
        yield from (f"{short}.{name}: a new struct" for name in sorted(new.keys() - old.keys()))
        yield from (f"{short}.{name}: no longer there" for name in sorted(old.keys() - new.keys()))
        for name in sorted(old.keys() & new.keys()):
            was, now = ({field["goName"]: field for field in fields[name]} for fields in (old, new))
            for field in (field for field in now if was.get(field) != now[field]):
                what = f"changed from {was[field]['goType']}" if field in was else f'new, Since("{release}")'
                yield f"{short}.{name}.{now[field]['json']}: {now[field]['goType']}, {what}"
            yield from (f"{short}.{name}.{was[field]['json']}: no longer there" for field in was if field not in now)


def _points(before: Facts, after: Facts) -> Iterator[str]:
    for name, plugin in sorted(after["plugins"].items()):
        was = before["plugins"].get(name)
        points = plugin["extension_points"]
        if was is None:
            yield f"{name}: a new plugin, extension points {', '.join(points)}{'; takes Args' * plugin['has_args']}"
        elif was["extension_points"] != points:
            yield f"{name}: extension points {', '.join(points)}; before {', '.join(was['extension_points'])}"


def _default_args(before: Facts, after: Facts) -> Iterator[str]:
    for name, plugin in sorted(after["plugins"].items()):
        for version, args in plugin["default_args"].items():
            was = before["plugins"].get(name, plugin)["default_args"].get(version, args)
            for key in sorted(was.keys() | args.keys()):
                if was.get(key) != args.get(key):
                    yield f"{name} Args: default of {key} is {args.get(key)}; before {was.get(key)}"
