"""What edits refuse: places where more than the text itself would change.

What an edit means for the data: the measure that every edited text has to meet.
"""

import math
from copy import deepcopy
from typing import Any, NoReturn

from schedcfg.document import scalars
from schedcfg.document.defect import DefectKind
from schedcfg.document.edit.layout import Slot, View, content_start
from schedcfg.document.nodes import Alias, Mapping, Node, Scalar, Sequence, resolved, walk
from schedcfg.document.span import Path, render
from schedcfg.document.stream import Document
from schedcfg.errors import EditConflict
from schedcfg.patterns import pattern

_TEMPLATE = pattern(r"\{\{|\{%|\$\{|<no value>")
BY_HAND = "Make this change by hand."
"""What helps where nothing better is known."""


def refuse(message: str, help: str, path: Path, start: int, end: int) -> NoReturn:  # noqa: A002
    """Refuse an edit.

    Raises:
        EditConflict: always.
    """
    raise EditConflict(message, help, path, start, end)


def name(path: Path) -> str:
    """Return a path as messages name it."""
    return f"`{render(path)}`" if path else "the document"


def check_readable(document: Document, length: int) -> None:
    """Refuse a document whose content is ambiguous; repeated keys are looked at one by one."""
    for defect in document.defects:
        if defect.kind is not DefectKind.DUPLICATE_KEY:
            start, end = defect.span.start.offset, min(defect.span.end.offset, length)
            refuse(defect.message, defect.help or "Fix this first.", defect.path, start, end)


def way(view: View, path: Path) -> list[Slot]:
    """Follow a path through what is written in the document itself, as far as it exists.

    Raises:
        EditConflict: where the path leads through an alias, a merge or a repeated key.
    """
    slots: list[Slot] = []
    node = view.root
    for count, step in enumerate(path):
        check_no_alias(path, count, node)
        slot = _step(view, node, path[: count + 1], step)
        if slot is None:
            break
        slots.append(slot)
        node = slot.value
    return slots


def check_no_alias(path: Path, count: int, node: Node) -> None:
    """Refuse to change something in an alias: what it represents is written in another place.

    Args:
        path: Where the change is to be made.
        count: How many of its steps lead to the node.
        node: What is there.
    """
    if isinstance(node, Alias):
        message = f"{name(path[:count])} is an alias: *{node.name} has the value of &{node.name}"
        help_ = f"Write the value in place of *{node.name}, or change the value at &{node.name}."
        refuse(message, help_, path, node.start, node.end)


def named(parent: Mapping, key: str) -> list[int]:
    """Return the indices of the entries that have a key."""
    found = []
    for index, (node, _) in enumerate(parent.entries):
        scalar = resolved(node)
        is_merge = isinstance(node, Scalar) and node.merge
        if isinstance(scalar, Scalar) and not is_merge and scalars.key_text(scalar.value) == key:
            found.append(index)
    return found


def check_unshared(view: View, path: Path, taken: list[Node]) -> None:
    """Refuse where another alias repeats something in what is taken away or changed."""
    inside = {id(node) for root in taken for node in walk(root)} if view.aliases else set()
    for node in view.aliases:
        if id(node) not in inside and id(node.target) in inside:
            line = view.line(node.start)
            message = f"the alias *{node.name} in line {line} repeats {name(path)}"
            help_ = f"Write the value in place of *{node.name} first."
            refuse(message, help_, path, node.start, node.end)


def check_around(view: View, path: Path, steps: list[Slot]) -> None:
    """Refuse where something changes inside of what an alias repeats."""
    around = {id(view.root), *(id(slot.value) for slot in steps)}
    for node in view.aliases:
        if id(node.target) in around:
            line = view.line(node.start)
            message = f"{name(path)} is the value of &{node.name}, which *{node.name} in line {line} repeats"
            help_ = f"Write the value in place of *{node.name} first."
            refuse(message, help_, path, node.start, node.end)


def check_no_template(view: View, path: Path, node: Node) -> None:
    """Refuse to write over what a template is yet to fill in."""
    if isinstance(node, Scalar) and node.end > node.start:
        written = view.text[content_start(view.text, node) : node.end]
        if written[:1] not in {"'", '"', "|", ">"} and _TEMPLATE.search(written):
            message = f"{name(path)} is a template: {written}"
            refuse(message, "Render the template first, or make the change by hand.", path, node.start, node.end)


def lost_place(path: Path, steps: list[Slot], view: View) -> NoReturn:
    """Refuse an edit of something that is not there.

    Raises:
        EditConflict: always.
    """
    node = steps[-1].value if steps else view.root
    refuse(f"there is no {name(path)}", BY_HAND, path, node.start, node.end)


def _step(view: View, node: Node, path: Path, step: str | int) -> Slot | None:
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return view.slot(node, step)
    if not isinstance(node, Mapping) or not isinstance(step, str):
        return None
    indices = named(node, step)
    if len(indices) > 1:
        start = node.entries[indices[0]][0].start
        message = f"{name(path)} is repeated {len(indices)} times; the last one counts"
        refuse(message, "Keep only the intended one.", path, start, node.entries[indices[-1]][0].end)
    if indices:
        return view.slot(node, indices[0])
    merged = [value for key, value in node.entries if isinstance(key, Scalar) and key.merge]
    if any(step in _merged_keys(value, ()) for value in merged):
        message = f"{name(path)} comes from a merge (`<<`)"
        refuse(message, "Write the merged entries in place of the `<<`.", path, node.start, node.end)
    return None


def _merged_keys(value: Node, within: tuple[int, ...]) -> set[str]:
    source = resolved(value)
    if source is None or id(source) in within:
        return set()
    within = (*within, id(source))
    if isinstance(source, Sequence):
        return {key for inner in source.items for key in _merged_keys(inner, within)}
    if not isinstance(source, Mapping):
        return set()
    keys: set[str] = set()
    for key, inner in source.entries:
        scalar = resolved(key)
        if isinstance(key, Scalar) and key.merge:
            keys |= _merged_keys(inner, within)
        elif isinstance(scalar, Scalar):
            keys.add(scalars.key_text(scalar.value) or "")
    return keys


def at(data: object, path: Path) -> object:
    """Return the data at a path.

    Raises:
        KeyError: where the path leads nowhere.
    """
    for step in path:
        is_key = isinstance(data, dict) and isinstance(step, str) and step in data
        is_index = isinstance(data, list) and isinstance(step, int) and 0 <= step < len(data)
        if not is_key and not is_index:
            raise KeyError(path)
        data = data[step]  # type: ignore[index]
    return data


def has(data: object, path: Path) -> bool:
    """Return whether a path leads to something, be it null."""
    try:
        at(data, path)
    except KeyError:
        return False
    return True


def replaced(data: object, path: Path, value: object) -> object:
    """Return the data with another value at a path."""
    if not path:
        return value
    result, parent = _opened_copy(data, path)
    parent[path[-1]] = value
    return result


def renamed(data: object, path: Path, key: str) -> object:
    """Return the data with another key for the entry at a path."""
    result, parent = _opened_copy(data, path)
    entries = [(key if name == path[-1] else name, value) for name, value in parent.items()]
    parent.clear()
    parent.update(entries)
    return result


def removed(data: object, path: Path) -> object:
    """Return the data without the entry or item at a path."""
    result, parent = _opened_copy(data, path)
    del parent[path[-1]]
    return result


def inserted(data: object, path: Path, value: object) -> object:
    """Return the data with a new entry or item; what the path lacks is made, and null counts as empty."""
    if not path:
        return value
    step = path[0]
    if isinstance(step, int):
        items: list[object] = [] if data is None else list(data)  # type: ignore[call-overload]
        if len(path) == 1 or step == len(items):
            items.insert(step, inserted(None, path[1:], value))
        else:
            items[step] = inserted(items[step], path[1:], value)
        return items
    entries: dict[str, object] = {} if data is None else dict(data)  # type: ignore[call-overload]
    entries[step] = inserted(entries.get(step), path[1:], value)
    return entries


def nested(path: Path, value: object) -> object:
    """Return a value inside the collections that a path names."""
    for step in reversed(path):
        value = [value] if isinstance(step, int) else {step: value}
    return value


def readable(value: object, *, is_json: bool) -> object:
    """Return a value as it is read back: through YAML, 16.0 becomes 16."""
    if isinstance(value, dict):
        return {str(key): readable(inner, is_json=is_json) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [readable(inner, is_json=is_json) for inner in value]
    if isinstance(value, str):
        return str(value)
    if is_json or (isinstance(value, float) and not math.isfinite(value)):
        return value
    return scalars.through_json(value)


def same(left: object, right: object) -> bool:
    """Return whether two data are equal, types included: 1 is neither 1.0 nor true."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def _opened_copy(data: object, path: Path) -> tuple[object, Any]:
    """Return a copy of the data, and in it what holds the last step of a path."""
    result = deepcopy(data)
    parent: Any = result
    for step in path[:-1]:
        parent = parent[step]
    return result, parent
