"""A draft at one moment: its text, what is read from it, and whether that is what it should be.

Each edit from one state of a text to the next: its checks, the ways to do it, and the result it must have.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn, Self

from schedcfg.document.edit import inserting, moving, removing, replacing, safety
from schedcfg.document.edit.inserting import without_last_break
from schedcfg.document.edit.layout import Slot, View, parts
from schedcfg.document.edit.moving import own_comments
from schedcfg.document.edit.removing import annotation
from schedcfg.document.edit.safety import BY_HAND, name, refuse, same
from schedcfg.document.edit.splices import Pieces, Splice
from schedcfg.document.nodes import Mapping, Node
from schedcfg.document.span import Path
from schedcfg.document.stream import Document, Stream, parse


@dataclass(frozen=True)
class State:
    """A text read as documents."""

    pieces: Pieces  # How the text came from the original
    text: str
    stream: Stream  # What is read from it
    index: int
    original: View | None = None  # The text before all changes, which has the user's style; None for that one

    @classmethod
    def of_stream(cls, stream: Stream, index: int) -> Self:
        """Return the first state of a text that was read."""
        return cls(Pieces.of(stream.text), stream.text, stream, index)

    @property
    def document(self) -> Document:
        """The document that is edited."""
        return self.stream.documents[self.index]

    @property
    def data(self) -> object:
        """What Kubernetes decodes from it."""
        return self.document.data

    @cached_property
    def view(self) -> View:
        """The text, to be looked at for the next edit."""
        return View(self.stream.source, self.index, self.original)

    @cached_property
    def comments(self) -> Counter[str]:
        """The comments of the whole text, and how often each is there."""
        return Counter(self.stream.comment_texts)

    def check(self) -> None:
        """Refuse a text that cannot be read to its end.

        Raises:
            EditConflict: with what is wrong with it.
        """
        if not self.stream.source.can_be_edited:
            refuse("units of systemd and scripts are not edited", BY_HAND, (), 0, len(self.text))
        error = self.stream.error
        if error is not None:
            help_ = error.help or "Fix this first."
            refuse(error.message, help_, error.path, error.span.start.offset, error.span.end.offset)
        if not 0 <= self.index < len(self.stream.documents):
            refuse("the text does not contain this document", "Write it first.", (), 0, len(self.text))

    def changed(
        self, path: Path, ways: Iterable[list[Splice]], data: object, comments: Counter[str] | None = None
    ) -> Self:
        """Return the state after the first way that leads to the data and the comments that are meant.

        Args:
            path: What is changed.
            ways: The ways to do it, the best one first.
            data: What the document has to hold then.
            comments: The comments that the text has to have then; those of now if not given.

        Raises:
            EditConflict: where none of the ways leads there.
        """
        meant = self.comments if comments is None else comments
        then = next((one for one in map(self.spliced, ways) if one.follows(self, data, meant)), None)
        if then is None:
            self.refuse(path, f"{name(path)} cannot be changed safely here")
        return then

    def refuse(self, path: Path, message: str) -> NoReturn:
        """Refuse an edit.

        Raises:
            EditConflict: always, with the place that the path leads to.
        """
        place = self.document.locate(path).value
        refuse(message, BY_HAND, path, place.start.offset, place.end.offset)

    def spliced(self, splices: Iterable[Splice]) -> Self:
        """Return the state after changes, whose places are those of the present text."""
        pieces = self.pieces.spliced(splices)
        original = self.original or self.view
        return replace(self, pieces=pieces, text=pieces.text, stream=parse(pieces.text), original=original)

    def follows(self, before: "State", data: object, comments: Counter[str]) -> bool:
        """Return whether this is what a change of `before` should give: this data, these comments, nothing else."""
        now, then = self.stream.documents, before.stream.documents
        if self.stream.error is not None or len(now) != len(then) or self.document.is_json != before.document.is_json:
            return False
        if not same(self.document.data, data) or len(self.document.defects) > len(before.document.defects):
            return False
        others = (index for index in range(len(now)) if index != self.index)
        return all(same(now[one].data, then[one].data) for one in others) and self.comments == comments


def replaced(state: State, path: Path, value: object) -> State:
    """Write another value at a path."""
    steps = way(state, path)
    node = steps[-1].value if steps else state.view.root
    safety.check_unshared(state.view, path, [node])
    safety.check_no_template(state.view, path, node)
    value = safety.readable(value, is_json=state.document.is_json)
    ways = replacing.replacement(state.view, steps[-1] if steps else None, value, path)
    return state.changed(path, ways, safety.replaced(state.data, path, value))


def renamed(state: State, path: Path, key: str) -> State:
    """Write another key for an entry."""
    slot = _entry(state, path)
    assert slot.key is not None
    if key != path[-1]:
        _check_absent(state, (*path[:-1], key))
    safety.check_unshared(state.view, path, [slot.key])
    ways = replacing.renaming(state.view, slot, key)
    return state.changed(path, ways, safety.renamed(state.data, path, key))


def removed(state: State, path: Path) -> State:
    """Remove an entry or item with its own comments."""
    holder, slot = taken(state, path)
    own = Counter(comment.text for comment in own_comments(state.view, slot).all)
    ways = removing.removal(state.view, holder, slot)
    return state.changed(path, ways, safety.removed(state.data, path), state.comments - own)


def removed_leaving_comments(state: State, path: Path) -> State:
    """Remove an entry or item and leave all comments."""
    ways = removing.removal_leaving_comments(state.view, *taken(state, path))
    return state.changed(path, ways, safety.removed(state.data, path))


def is_repeated(state: State, path: Path) -> bool:
    """Return whether a later entry with the same key overrides another one."""
    return _repeated(state, path) is not None


def removed_repeated(state: State, path: Path) -> State:
    """Remove the first of the entries that a later one with the same key overrides."""
    found = _repeated(state, path)
    assert found is not None
    return state.changed(path, removing.removal_leaving_comments(state.view, *found), state.data)


def inserted(state: State, path: Path, value: object) -> State:
    """Insert an item at its index, or an entry at the end of its mapping."""
    return _put_in(state, path, safety.readable(value, is_json=state.document.is_json), None, moving.NOTHING)


def inserted_after(state: State, path: Path, key: str, value: object) -> State:
    """Insert an entry behind another one."""
    place = _entry(state, path).number + 1
    value = safety.readable(value, is_json=state.document.is_json)
    return _put_in(state, (*path[:-1], key), value, place, moving.NOTHING)


def moved(state: State, path: Path, to: Path) -> State:
    """Move an entry or item with its own comments to another place."""
    if unsaid := without_last_break(state.view, taken(state, path)[1].value):
        state = state.changed(path, [unsaid], state.data)
    slot = taken(state, path)[1]
    lifted = moving.lift(state.view, slot, to[-1] if to else 0)
    return _put_in(removed(state, path), to, safety.at(state.data, path), None, lifted)


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
    new = moving.New(key, safety.nested(missing, value), lifted.within(missing, key))
    end = parts(node) if place is None else place
    ways = inserting.insertion(state.view, holder, first if isinstance(first, int) else end, new)
    data = safety.inserted(state.data, path, value)
    return state.changed(path, ways, data, state.comments + Counter(lifted.comments))


def _check_absent(state: State, path: Path) -> None:
    if safety.has(state.data, path):
        state.refuse(path, f"{safety.name(path)} already exists")


def _check_can_hold(state: State, path: Path, node: Node, done: int) -> None:
    """Refuse to put something into what is not such a collection, or behind the end of a list."""
    safety.check_no_alias(path, done, node)
    there, step = safety.at(state.data, path[:done]), path[done]
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
