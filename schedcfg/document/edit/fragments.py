"""Items of lists edited apart from the text around them: a change is checked by reading little again.

What becomes of the whole text is checked once for all of them, when they are put back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from schedcfg.document.edit import safety
from schedcfg.document.edit.layout import Collection, Slot, is_bracketed, parts
from schedcfg.document.edit.splices import Pieces, Splice
from schedcfg.document.edit.state import State
from schedcfg.document.nodes import Node
from schedcfg.document.span import Path
from schedcfg.document.stream import SourceText


class Fragment(NamedTuple):
    """An item of a list, read as a collection with this item only: its lines, or itself in brackets."""

    start: int  # Where that begins in the whole text, or would begin
    before: State
    now: State
    within: Path = ()  # Where that collection is in what is read

    @property
    def item(self) -> object:
        """The data of the item."""
        return safety.at(self.now.data, (*self.within, 0))

    def inside(self, path: Path, item: Path) -> Path:
        """Return the path in what is read of a path that leads into the item."""
        return (*self.within, 0, *path[len(item) :])

    @property
    def splices(self) -> Iterator[Splice]:
        """The changes, with their places in the text."""
        for edit in self.now.pieces.edits:
            yield Splice(self.start + edit.span.start.offset, self.start + edit.span.end.offset, edit.replacement)


class Fragments:
    """Items that are edited apart, none of them in another."""

    def __init__(self, found: Mapping[Path, Fragment] | None = None) -> None:
        self._found = dict(found or {})
        self._above = Counter(above for path in self._found for above in _prefixes(path))

    def __bool__(self) -> bool:
        return bool(self._found)

    def copy(self) -> "Fragments":
        """Return the same items, which can be changed without these."""
        return Fragments(self._found)

    def holding(self, path: Path) -> tuple[Path, Fragment] | None:
        """Return the item that a path leads to, or into, with its own path; None where it is not edited apart."""
        for own in (path[: number + 1] for number, step in enumerate(path) if isinstance(step, int)):
            if own in self._found:
                return own, self._found[own]
        return None

    def holds_part_of(self, path: Path) -> bool:
        """Return whether something in what a path leads to is edited apart."""
        return path in self._above

    def for_change(self, base: State, paths: tuple[Path, ...]) -> tuple[Path, Fragment] | None:
        """Return the smallest item that all paths lead into, to be edited apart, with its own path; None for none."""
        common = _common([path[:-1] for path in paths])
        found = self.holding(common)
        if found is not None:
            return found
        own = next((common[:end] for end in range(len(common), 0, -1) if isinstance(common[end - 1], int)), None)
        fragment = None if own is None else _apart(base, own)
        return None if own is None or fragment is None else self._with_inner(own, fragment)

    def _with_inner(self, path: Path, fragment: Fragment) -> tuple[Path, Fragment] | None:
        """Return an item with the changes of all that are edited apart inside of it."""
        if not self.holds_part_of(path):
            return path, fragment
        inner = {own: one for own, one in self._found.items() if _leads(path, own)}
        splices = [
            Splice(start - fragment.start, end - fragment.start, new)
            for one in inner.values()
            for start, end, new in one.splices
        ]
        now = fragment.now.spliced(splices)
        meant = composed(fragment.now.data, {fragment.inside(own, path): one.item for own, one in inner.items()})
        if not now.follows(fragment.now, meant, _comments(fragment.now.comments, inner.values())):
            return None
        for own in inner:
            del self._found[own]
            self._above -= Counter(_prefixes(own))
        self.keep(path, fragment._replace(now=now))
        return path, self._found[path]

    def keep(self, path: Path, fragment: Fragment) -> None:
        """Keep an item that is edited apart."""
        if path not in self._found:
            self._above.update(_prefixes(path))
        self._found[path] = fragment

    def data(self, base: State) -> object:
        """Return the data of a text with the items as they are to be."""
        return composed(base.data, {path: one.item for path, one in self._found.items()}) if self._found else base.data

    def pieces(self, base: State) -> Pieces:
        """Return the pieces of a text with the items as they are to be."""
        return base.pieces.spliced(self._splices()) if self._found else base.pieces

    def put_back(self, base: State) -> State | None:
        """Return a text with the items as they are to be; None where that is not what they mean alone."""
        base.check_read_again(())
        then = base.spliced(self._splices())
        return then if then.follows(base, self.data(base), _comments(base.comments, self._found.values())) else None

    def _splices(self) -> Iterator[Splice]:
        return (splice for fragment in self._found.values() for splice in fragment.splices)


def _common(paths: Iterable[Path]) -> Path:
    """Return the longest path that all paths begin with."""
    first, *others = paths
    return next(
        path for path in (first[:end] for end in range(len(first), -1, -1)) if all(_leads(path, one) for one in others)
    )


def _leads(path: Path, to: Path) -> bool:
    return to[: len(path)] == path


def _prefixes(path: Path) -> Iterator[Path]:
    return (path[:end] for end in range(len(path)))


def _comments(before: Counter[str], fragments: Iterable[Fragment]) -> Counter[str]:
    found = Counter(before)
    for fragment in fragments:
        found.subtract(fragment.before.comments)
        found.update(fragment.now.comments)
    return +found


def composed(data: object, items: Mapping[Path, object]) -> object:
    """Return data with other items in their places; what is around them is copied, and nothing else."""
    copies: dict[Path, Any] = {}
    top: list[object] = [data]
    for path, item in items.items():
        holder: Any = top
        steps = (0, *path)
        for number, step in enumerate(steps[:-1]):
            if path[:number] not in copies:
                there = holder[step]
                copies[path[:number]] = holder[step] = list(there) if isinstance(there, list) else dict(there)
            holder = holder[step]
        holder[steps[-1]] = item
    return top[0]


def _apart(base: State, path: Path) -> Fragment | None:
    """Read an item on its own; None where that gives something else."""
    slot = _slot(base, path)
    if slot is None:
        return None
    data = safety.at(base.data, path)
    if not slot.parent.flow:
        return _read_apart(base, slot, slot, [data])
    # What changes is between its own brackets, so that those around it do not get into the text.
    return _read_in_brackets(base, slot, slot, [data]) if is_bracketed(base.view.text, slot.value) else None


def with_neighbors(base: State, path: Path) -> tuple[Path, Fragment] | None:
    """Read an item, or an entry, of a long collection with the one before and the one behind it on their own.

    Returns:
        Its path there, and what was read; None where that gives something else, or it has no such neighbors.
    """
    slot = _slot(base, path)
    if slot is None or not 0 < slot.number < parts(slot.parent) - 1:
        return None
    first, last = (base.view.slot(slot.parent, slot.number + step) for step in (-1, 1))
    there, step = safety.at(base.data, path[:-1]), path[-1]
    data = _between(there, step, [base.view.key(one) for one in (first, slot, last)])
    if data is None:
        return None
    fragment = _read_in_brackets(base, first, last, data) if slot.parent.flow else _read_apart(base, first, last, data)
    if fragment is None:
        return None
    return (*fragment.within, 1 if isinstance(step, int) else step), fragment


def _between(there: object, step: str | int, keys: list[str | None]) -> list[object] | dict[str, object] | None:
    """Return what a collection has at a step, with what is before and behind it; None where the data lacks something.

    Args:
        there: The collection.
        step: The number or the key of what is in the middle.
        keys: Those of the entries; of items None.
    """
    if isinstance(step, int) and isinstance(there, list):
        return there[step - 1 : step + 2]
    # What cannot be a key, such as one with a wrong tag, is in the text and not in the data.
    if not isinstance(there, dict) or any(key not in there for key in keys):
        return None
    return {key: there[key] for key in keys if key is not None}


_BRACKETS: dict[tuple[bool, bool], tuple[Path, str, str]] = {
    (False, False): ((0,), "[{", "}]"),  # what begins with a brace is JSON
    (False, True): ((), "[", "]"),
    (True, False): ((), "{", "}"),
    (True, True): (("",), '{"":[', "]}"),  # and what does not is not
}
"""Whether a text is JSON, and whether a collection is a list → where that is in its brackets, and these."""


def _read_in_brackets(base: State, first: Slot, last: Slot, data: list[object] | dict[str, object]) -> Fragment | None:
    """Read parts of a collection with brackets of their own, indented as they are; None where that is not the data."""
    view = base.view
    if not is_bracketed(view.text, first.parent):
        return None
    within, opening, closing = _BRACKETS[base.document.is_json, isinstance(data, list)]
    line = view.indentation(first.start)
    if view.begins_line(first.start):
        before = f"{opening}{view.eol(view.previous_end(first.start))}{line}"
    else:
        before = f"{line}{opening}"
    alone = State.of_part(base, SourceText(before + view.text[first.start : last.end] + closing))
    is_one = alone.stream.error is None and len(alone.stream.documents) == 1
    if not is_one or not safety.has(alone.data, within) or not safety.same(safety.at(alone.data, within), data):
        return None
    return Fragment(first.start - len(before), alone, alone, within)


def _read_apart(base: State, first: Slot, last: Slot, data: object) -> Fragment | None:
    """Read the lines from one part of a block to another; None where that does not give the data."""
    view = base.view
    if not view.begins_line(first.start):
        return None
    start, end = view.line_start(first.start), view.next_line(last.end)
    lines = view.text[start:end]
    if not lines.endswith(("\n", "\r")):
        return None
    alone = State.of_part(base, SourceText(lines))
    is_one = alone.stream.error is None and len(alone.stream.documents) == 1
    return Fragment(start, alone, alone) if is_one and safety.same(alone.data, data) else None


def _slot(base: State, path: Path) -> Slot | None:
    """Return the item or entry at a path, if nothing is shared by aliases."""
    view = base.view
    if view.aliases:
        return None
    node: Node = view.root
    slot = None
    for step in path:
        number = view.number(node, step)
        if number is None or not isinstance(node, Collection):
            return None
        slot = view.slot(node, number)
        node = slot.value
    return slot
