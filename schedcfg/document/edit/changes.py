"""Each edit from one state of a text to the next: its checks, the ways to do it, and the result it must have."""

from collections import Counter

from schedcfg.document.edit import expected, inserting, moving, removing, replacing, safety
from schedcfg.document.edit.inserting import without_last_break
from schedcfg.document.edit.layout import Slot, parts
from schedcfg.document.edit.own_comments import own_comments
from schedcfg.document.edit.removing import annotation
from schedcfg.document.edit.state import State
from schedcfg.document.nodes import Mapping, Node
from schedcfg.document.path import Path


def replaced(state: State, path: Path, value: object) -> State:
    """Write another value at a path."""
    steps = way(state, path)
    node = steps[-1].value if steps else state.view.root
    safety.check_unshared(state.view, path, [node])
    safety.check_no_template(state.view, path, node)
    value = expected.readable(value, is_json=state.document.is_json)
    ways = replacing.replacement(state.view, steps[-1] if steps else None, value, path)
    return state.changed(path, ways, expected.replaced(state.data, path, value))


def renamed(state: State, path: Path, key: str) -> State:
    """Write another key for an entry."""
    slot = _entry(state, path)
    assert slot.key is not None
    if key != path[-1]:
        _check_absent(state, (*path[:-1], key))
    safety.check_unshared(state.view, path, [slot.key])
    ways = replacing.renaming(state.view, slot, key)
    return state.changed(path, ways, expected.renamed(state.data, path, key))


def removed(state: State, path: Path) -> State:
    """Remove an entry or item with its own comments."""
    holder, slot = taken(state, path)
    own = Counter(comment.text for comment in own_comments(state.view, slot).all)
    ways = removing.removal(state.view, holder, slot)
    return state.changed(path, ways, expected.removed(state.data, path), state.comments - own)


def removed_leaving_comments(state: State, path: Path) -> State:
    """Remove an entry or item and leave all comments."""
    ways = removing.removal_leaving_comments(state.view, *taken(state, path))
    return state.changed(path, ways, expected.removed(state.data, path))


def removed_repeated(state: State, path: Path) -> State:
    """Remove the entries that a later one with the same key overrides."""
    while (found := _repeated(state, path)) is not None:
        ways = removing.removal_leaving_comments(state.view, *found)
        state = state.changed(path, ways, state.data)
    return state


def inserted(state: State, path: Path, value: object) -> State:
    """Insert an item at its index, or an entry at the end of its mapping."""
    return _put_in(state, path, expected.readable(value, is_json=state.document.is_json), None, moving.NOTHING)


def inserted_after(state: State, path: Path, key: str, value: object) -> State:
    """Insert an entry behind another one."""
    place = _entry(state, path).number + 1
    value = expected.readable(value, is_json=state.document.is_json)
    return _put_in(state, (*path[:-1], key), value, place, moving.NOTHING)


def moved(state: State, path: Path, to: Path) -> State:
    """Move an entry or item with its own comments to another place."""
    if unsaid := without_last_break(state.view, taken(state, path)[1].value):
        state = state.changed(path, [unsaid], state.data)
    slot = taken(state, path)[1]
    lifted = moving.lift(state.view, slot, to[-1] if to else 0)
    return _put_in(removed(state, path), to, expected.at(state.data, path), None, lifted)


def annotated(state: State, path: Path, comment: str) -> State:
    """Write a comment above an entry or item; in brackets do nothing."""
    steps = way(state, path)
    if state.document.is_json or not steps or any(step.parent.flow for step in steps):
        return state
    lines = tuple((line if line.startswith("#") else f"# {line}").rstrip() for line in comment.splitlines())
    added = Counter(line[1:].strip() for line in lines)
    return state.changed(path, annotation(state.view, steps[-1], lines), state.data, state.comments + added)


def way(state: State, path: Path) -> list[Slot]:
    """Follow a path to its end, and refuse what cannot be changed there."""
    safety.check_readable(state.document, len(state.text))
    steps = safety.way(state.view, path)
    if len(steps) < len(path):
        safety.lost_place(path, steps, state.view)
    safety.check_around(state.view, path, steps[:-1])
    return steps


def taken(state: State, path: Path) -> tuple[Slot | None, Slot]:
    """Return what is to be taken out, and what holds its collection."""
    steps = way(state, path)
    if not steps:
        state.refuse(path, "the whole document cannot be removed")
    slot = steps[-1]
    safety.check_unshared(state.view, path, [slot.value] if slot.key is None else [slot.key, slot.value])
    return (steps[-2] if len(steps) > 1 else None), slot


def _entry(state: State, path: Path) -> Slot:
    """Follow a path to an entry of a mapping."""
    steps = way(state, path)
    if not steps or steps[-1].key is None:
        state.refuse(path, f"{safety.name(path)} is not an entry of a mapping")
    return steps[-1]


def _put_in(state: State, path: Path, value: object, place: int | None, lifted: moving.Lifted) -> State:
    """Insert a value; as an entry, before the one that is number `place` of its mapping, or at the end."""
    safety.check_readable(state.document, len(state.text))
    if not path or isinstance(path[-1], str):
        _check_absent(state, path)
    steps = safety.way(state.view, path[:-1])
    holder = steps[-1] if steps else None
    node = holder.value if holder else state.view.root
    safety.check_around(state.view, path, steps)
    _check_can_hold(state, path, node, len(steps))
    first, missing = path[len(steps)], path[len(steps) + 1 :]
    key = first if isinstance(first, str) else None
    new = inserting.New(key, expected.nested(missing, value), lifted.within(missing, key))
    end = parts(node) if place is None else place
    ways = inserting.insertion(state.view, holder, first if isinstance(first, int) else end, new)
    data = expected.inserted(state.data, path, value)
    return state.changed(path, ways, data, state.comments + Counter(lifted.comments))


def _check_absent(state: State, path: Path) -> None:
    if expected.has(state.data, path):
        state.refuse(path, f"{safety.name(path)} already exists")


def _check_can_hold(state: State, path: Path, node: Node, done: int) -> None:
    """Refuse to put something into what is not such a collection, or behind the end of a list."""
    safety.check_no_alias(path, done, node)
    there, step = expected.at(state.data, path[:done]), path[done]
    fits = there is None or isinstance(there, dict if isinstance(step, str) else list)
    end = len(there) if isinstance(there, list) else 0
    beyond = isinstance(step, int) and not 0 <= step <= end
    lonely = any(isinstance(one, int) and one for one in path[done + 1 :])
    if not fits or beyond or lonely:
        state.refuse(path, f"{safety.name(path)} cannot be added here")


def _repeated(state: State, path: Path) -> tuple[Slot | None, Slot] | None:
    """Find the first entry that a later one with the same key overrides, and what holds its mapping."""
    safety.check_readable(state.document, len(state.text))
    steps = safety.way(state.view, path[:-1])
    node = steps[-1].value if steps else state.view.root
    if not path or len(steps) < len(path) - 1 or not isinstance(node, Mapping) or not isinstance(path[-1], str):
        safety.lost_place(path, steps, state.view)
    indices = safety.named(node, path[-1])
    if len(indices) < 2:  # noqa: PLR2004 - one that counts and one that it overrides
        return None
    safety.check_around(state.view, path, steps)
    safety.check_unshared(state.view, path, list(node.entries[indices[0]]))
    return (steps[-1] if steps else None), state.view.slot(node, indices[0])
