"""`Draft`: a text that is changed step by step, each step small, checked and reversible."""

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from schedcfg.document.edit import expected, inserting, moving, removing, replacing, safety
from schedcfg.document.edit.annotating import annotation
from schedcfg.document.edit.change import Edit
from schedcfg.document.edit.own import own_comments
from schedcfg.document.edit.pieces import Pieces, Splice
from schedcfg.document.edit.slots import Slot, parts
from schedcfg.document.edit.state import State
from schedcfg.document.nodes import Alias, Mapping, Node
from schedcfg.document.path import Path
from schedcfg.document.stream import Document


class Draft:
    """A text on its way to another one, by edits of one of its documents.

    After each change the text is read again: unless its data is exactly what the change means and no comment is lost
    or made, the change is refused with an `EditConflict` and the draft stays as it was.

    Args:
        text: The text.
        index: Which of its documents is edited, from 0.

    Raises:
        EditConflict: where the text cannot be read, or has no such document.

    Attributes:
        original: The text at the beginning.
    """

    def __init__(self, text: str, index: int = 0) -> None:
        self.original = text
        self._now = State.read(Pieces.of(text), index)
        self._now.check()

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._now.text

    @property
    def document(self) -> Document:
        """The document that is edited, as it is now."""
        return self._now.document

    @property
    def data(self) -> object:
        """What Kubernetes decodes from the document now."""
        return self._now.document.data

    @property
    def edits(self) -> tuple[Edit, ...]:
        """What leads from the original to the text now: in order, not touching each other, places in the original."""
        return self._now.pieces.edits

    def has(self, path: Path) -> bool:
        """Tell whether a path leads to something, be it null."""
        try:
            self.get(path)
        except KeyError:
            return False
        return True

    def get(self, path: Path) -> object:
        """Give the plain data at a path.

        Raises:
            KeyError: where the path leads nowhere.
        """
        return expected.at(self.data, path)

    def replace(self, path: Path, value: object) -> None:
        """Write another value at a path; a scalar in the place of a scalar keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or a collection with comments inside would go.
        """
        steps = self._way(path)
        view = self._now.view
        node = steps[-1].value if steps else view.root
        safety.check_unshared(view, path, [node])
        safety.check_no_template(view, path, node)
        value = expected.readable(value, is_json=view.is_json)
        ways = replacing.replacement(view, steps[-1] if steps else None, value, path)
        self._change(path, ways, expected.replaced(self.data, path, value))

    def rename(self, path: Path, key: str) -> None:
        """Write another key for the entry at a path; it keeps its quotes.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        steps = self._way(path)
        if not steps or steps[-1].key is None:
            self._refuse(path, f"{safety.name(path)} has no key that could be changed")
        slot = steps[-1]
        assert slot.key is not None
        if key != path[-1] and self.has((*path[:-1], key)):
            self._refuse(path, f"{safety.name((*path[:-1], key))} is there already")
        safety.check_unshared(self._now.view, path, [slot.key])
        ways = replacing.renaming(self._now.view, slot, key)
        self._change(path, ways, expected.renamed(self.data, path, key))

    def set(self, path: Path, value: object) -> None:
        """Replace the value at a path, or insert it together with the parents that are missing.

        Raises:
            EditConflict: as `replace` and `insert`.
        """
        if self.has(path):
            self.replace(path, value)
        else:
            self.insert(path, value)

    def insert(self, path: Path, value: object) -> None:
        """Put in an item before the one at an index (or at the end), or an entry at the end of its mapping.

        Parents that are missing are made, lists too where an index is just behind the end; null counts as empty.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        self._insert(path, expected.readable(value, is_json=self.document.is_json))

    def insert_after(self, path: Path, key: str, value: object) -> None:
        """Put in an entry right behind the one at a path.

        Raises:
            EditConflict: where that is not safe, or the key is there already.
        """
        steps = self._way(path)
        if not steps or steps[-1].key is None:
            self._refuse(path, f"{safety.name(path)} is no entry of a mapping")
        value = expected.readable(value, is_json=self.document.is_json)
        self._insert((*path[:-1], key), value, place=steps[-1].number + 1)

    def remove(self, path: Path) -> None:
        """Take out an entry or item with its own comments (see `own_comments`) and no others.

        Raises:
            EditConflict: where that is not safe.
        """
        holder, slot = self._taken(path)
        view = self._now.view
        own = Counter(comment.text for comment in own_comments(view, slot).all)
        ways = removing.removal(view, holder, slot)
        self._change(path, ways, expected.removed(self.data, path), self._now.comments - own)

    def remove_leaving_comments(self, path: Path) -> None:
        """Take out an entry or item; every comment stays, in a line of its own where it stood.

        Raises:
            EditConflict: where that is not safe.
        """
        holder, slot = self._taken(path)
        ways = removing.removal_leaving_comments(self._now.view, holder, slot)
        self._change(path, ways, expected.removed(self.data, path))

    def remove_repeated(self, path: Path) -> None:
        """Take out all entries that the last one with the same key overrides; comments stay.

        Raises:
            EditConflict: where that is not safe.
        """
        before = self._now
        try:
            while (found := self._repeated(path)) is not None:
                ways = removing.removal_leaving_comments(self._now.view, *found)
                self._change(path, ways, self.data)
        except Exception:
            self._now = before
            raise

    def move(self, path: Path, to: Path) -> None:
        """Take an entry or item with its own comments to another place, re-indented, otherwise as it is written.

        Args:
            path: Where it is.
            to: Where it goes, as for `insert`, in the document without it; the last step is its key there.

        Raises:
            EditConflict: where that is not safe, or it has comments and would go from a block into brackets.
        """
        slot = self._taken(path)[1]
        lifted = moving.lift(self._now.view, slot, to[-1] if to else 0)
        value = self.get(path)
        before = self._now
        try:
            self.remove(path)
            self._insert(to, value, lifted=lifted)
        except Exception:
            self._now = before
            raise

    def annotate(self, path: Path, comment: str) -> None:
        """Put a comment in a line of its own directly above an entry or item; in JSON and in brackets do nothing.

        Raises:
            EditConflict: where the path leads nowhere, or through an alias.
        """
        steps = self._way(path)
        if self.document.is_json or not steps or any(step.parent.flow for step in steps):
            return
        lines = tuple(f"# {line}".rstrip() for line in comment.splitlines())
        added = Counter(line[1:].strip() for line in lines)
        self._change(path, annotation(self._now.view, steps[-1], lines), self.data, self._now.comments + added)

    def _way(self, path: Path) -> list[Slot]:
        """Follow a path to its end, and refuse what cannot be changed there."""
        view = self._now.view
        safety.check_readable(self.document, len(self.text))
        steps = safety.way(view, path)
        if len(steps) < len(path):
            safety.lost_place(path, steps, view)
        safety.check_around(view, path, steps[:-1])
        return steps

    def _taken(self, path: Path) -> tuple[Slot | None, Slot]:
        """Give what is to be taken out, and what holds its collection."""
        steps = self._way(path)
        if not steps:
            self._refuse(path, "the whole document cannot be taken out")
        slot = steps[-1]
        taken = [slot.value] if slot.key is None else [slot.key, slot.value]
        safety.check_unshared(self._now.view, path, taken)
        return (steps[-2] if len(steps) > 1 else None), slot

    def _insert(
        self, path: Path, value: object, *, place: int | None = None, lifted: moving.Lifted = moving.NOTHING
    ) -> None:
        """Put in a value; as an entry, before the one that is number `place` of its mapping, or at the end."""
        view = self._now.view
        safety.check_readable(self.document, len(self.text))
        if not path or (isinstance(path[-1], str) and self.has(path)):
            self._refuse(path, f"{safety.name(path)} is there already")
        steps = safety.way(view, path[:-1])
        node = steps[-1].value if steps else view.root
        safety.check_around(view, path, steps)
        first, missing = path[len(steps)], path[len(steps) + 1 :]
        self._check_room(path, node, len(steps))
        key = first if isinstance(first, str) else None
        new = inserting.New(key, expected.nested(missing, value), lifted.within(missing, key))
        end = parts(node) if place is None else place
        index = first if isinstance(first, int) else end
        ways = inserting.insertion(view, steps[-1] if steps else None, index, new)
        comments = self._now.comments + Counter(lifted.comments)
        self._change(path, ways, expected.inserted(self.data, path, value), comments)

    def _check_room(self, path: Path, node: Node, done: int) -> None:
        """Refuse to put something into what is not such a collection, or behind the end of a list."""
        there, step = self.get(path[:done]), path[done]
        shape, end = (dict, 0) if isinstance(step, str) else (list, len(there) if isinstance(there, list) else 0)
        fits = there is None or isinstance(there, shape)
        beyond = isinstance(step, int) and not 0 <= step <= end
        if (
            isinstance(node, Alias)
            or not fits
            or beyond
            or any(isinstance(one, int) and one for one in path[done + 1 :])
        ):
            self._refuse(path, f"there is no place for {safety.name(path)}")

    def _repeated(self, path: Path) -> tuple[Slot | None, Slot] | None:
        """Find the first entry that a later one with the same key overrides, and what holds its mapping."""
        view = self._now.view
        safety.check_readable(self.document, len(self.text))
        steps = safety.way(view, path[:-1])
        node = steps[-1].value if steps else view.root
        if len(steps) < len(path) - 1 or not isinstance(node, Mapping) or not isinstance(path[-1], str):
            safety.lost_place(path, steps, view)
        indices = safety.named(node, path[-1])
        if len(indices) < 2:  # noqa: PLR2004 - one that counts and one that it overrides
            return None
        safety.check_around(view, path, steps)
        slot = view.slot(node, indices[0])
        safety.check_unshared(view, path, list(node.entries[indices[0]]))
        return (steps[-1] if steps else None), slot

    def _change(
        self, path: Path, ways: Iterable[list[Splice]], data: object, comments: Counter[str] | None = None
    ) -> None:
        """Take the first way that gives the data and the comments that are meant."""
        for splices in ways:
            then = self._now.spliced(splices)
            if then.follows(self._now, data, self._now.comments if comments is None else comments):
                self._now = then
                return
        self._refuse(path, f"no safe way was found to change {safety.name(path)} in this place")

    def _refuse(self, path: Path, message: str) -> NoReturn:
        place = self.document.locate(path).value
        help_ = "Make this change by hand."
        safety.refuse(message, help_, path, place.start.offset, place.end.offset)
