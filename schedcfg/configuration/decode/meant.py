"""What was probably meant by what cannot be read: reading goes on with that, so that further mistakes show at once.

Each guess belongs to a problem that is reported. Where what is read so is in the text is kept in `Moved`.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from pydantic_core import ErrorDetails

from schedcfg.configuration.decode import fields, unknown_fields
from schedcfg.document.span import Path, follow
from schedcfg.findings import Act, Problem
from schedcfg.models.base import Shape
from schedcfg.spelling import nearest


class Moved:
    """Where values are in the text that are read as if they were elsewhere.

    Args:
        steps: Paths as read, and as written, in the order of the guesses: each begins with what the one before left.
    """

    def __init__(self, steps: Sequence[tuple[Path, Path]] = ()) -> None:
        self.steps = steps

    @cached_property
    def _by_read(self) -> dict[Path, list[int]]:
        """The numbers of the steps, in order, by what they read."""
        found: dict[Path, list[int]] = {}
        for number, (read, _) in enumerate(self.steps):
            found.setdefault(read, []).append(number)
        return found

    def written(self, path: Path) -> Path:
        """Return where a path that was read leads to in the text."""
        number = len(self.steps)
        while (number := self._last(path, number)) >= 0:
            read, written = self.steps[number]
            path = (*written, *path[len(read) :])
        return path

    def _last(self, path: Path, end: int) -> int:
        """Return the number of the last step before another that reads a path, or what leads to it; -1 for none."""
        if not self.steps:
            return -1
        numbers = (self._by_read.get(path[:length], ()) for length in range(len(path) + 1))
        return max((those[at - 1] for those in numbers if (at := bisect_left(those, end))), default=-1)

    def problem(self, problem: Problem) -> Problem:
        """Return a problem with all its places as they are in the text."""
        if not self.steps:
            return problem
        remedy = problem.remedy
        if remedy is not None:
            changes = tuple(change._replace(path=self.written(change.path)) for change in remedy.changes)
            remedy = remedy._replace(changes=changes)
        if problem.place is not None:
            return problem._replace(place=self.written(problem.place), remedy=remedy)
        return problem._replace(path=self.written(problem.path), remedy=remedy)

    def renamed(self) -> Iterator[Path]:
        """Yield the paths that end in a key that is a guess itself."""
        return (read for read, written in self.steps if read[:-1] == written[:-1])

    def below(self, prefix: Path) -> "Moved":
        """Return the same for a path of a larger document."""
        return Moved([((*prefix, *read), (*prefix, *written)) for read, written in self.steps])


NOTHING_MOVED = Moved()


class Copies:
    """Copies of mappings and lists, each made once however often it is changed: the original stays as it is."""

    def __init__(self) -> None:
        self._own: dict[int, Any] = {}

    def of(self, data: Any) -> Any:
        """Return a mapping or list that may be changed: a copy, or what is one."""
        if id(data) in self._own:
            return data
        copy: Any = list(data) if isinstance(data, list) else dict(data)
        self._own[id(copy)] = copy
        return copy

    def replaced(self, data: Any, path: Path, value: object) -> Any:
        """Return data with another value at a path."""
        if not path:
            return value
        copy = self.of(data)
        copy[path[0]] = self.replaced(copy[path[0]], path[1:], value)
        return copy

    def without(self, data: Any, path: Path) -> Any:
        """Return data without the value at a path; a list item becomes null, so that the others keep their places."""
        step, rest = path[0], path[1:]
        is_item = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if not is_item and not (isinstance(data, dict) and step in data):
            return data
        copy = self.of(data)
        if rest:
            copy[step] = self.without(copy[step], rest)
        elif is_item:
            copy[step] = None
        else:
            del copy[step]
        return copy


class Guess(NamedTuple):
    """Data as it was probably meant."""

    data: Any
    moved: Moved = NOTHING_MOVED  # Where that is, as far as it is elsewhere


def guess(shape: type[Shape], data: Any, detail: ErrorDetails, problem: Problem, copies: Copies) -> Guess | None:
    """Return data with one thing as it was probably meant; None where nothing suggests itself.

    Args:
        shape: What the data should be.
        data: The data, with what was guessed before.
        detail: What does not fit.
        problem: The same as it is reported; its remedy is the first guess.
        copies: What of the data was copied before.
    """
    where, found = detail["loc"], detail["input"]
    if detail["type"] == "extra_forbidden":
        return _guess_of_renamed(data, where, problem, copies) or _guess_of_moved(shape, data, where, copies)
    change = problem.remedy.changes[0] if problem.remedy is not None else None
    if change is not None and change.act is Act.REPLACE:
        return Guess(copies.replaced(data, where, change.value))
    form = _FORMS.get(detail["type"])
    return None if form is None else form(shape, data, where, found, copies)


def _guess_of_renamed(data: Any, where: Path, problem: Problem, copies: Copies) -> Guess | None:
    """Take a misspelled key for the one that is offered, unless that is there."""
    change = problem.remedy.changes[0] if problem.remedy is not None else None
    parent = follow(data, where[:-1])
    if change is None or change.act is not Act.RENAME or not isinstance(parent, dict) or change.value in parent:
        return None
    name = str(change.value)
    renamed = {name if key == where[-1] else key: value for key, value in parent.items()}
    return Guess(copies.replaced(data, where[:-1], renamed), Moved((((*where[:-1], name), where),)))


def _guess_of_moved(shape: type[Shape], data: Any, where: Path, copies: Copies) -> Guess | None:
    """Take a misplaced key for one that is where it belongs, if there is one such place, and nothing there."""
    target = unknown_fields.place_for(shape, data, where)
    if target is None:
        return None
    parent = follow(data, target[:-1])
    filled = {**(parent if isinstance(parent, dict) else {}), target[-1]: follow(data, where)}
    return Guess(copies.replaced(copies.without(data, where), target[:-1], filled), Moved(((target, where),)))


def _as_list(shape: type[Shape], data: Any, where: Path, found: Any, copies: Copies) -> Guess | None:
    """Read a value in the place of a list as its only item, or as items by their names."""
    item = fields.shape_at(shape, where)
    known = [] if item is None else list(fields.names(item))
    if isinstance(found, dict):
        if not any(nearest(str(key), known) for key in found):
            return _named(data, where, found, copies) if {"name", "args"} <= set(known) else None
    elif not isinstance(found, str):
        return None
    elif "name" in known:
        return Guess(copies.replaced(data, where, [{"name": found}]), Moved((((*where, 0, "name"), where),)))
    return Guess(copies.replaced(data, where, [found]), Moved((((*where, 0), where),)))


def _named(data: Any, where: Path, found: dict[str, Any], copies: Copies) -> Guess | None:
    """Take a mapping from plugins to Args for a list of both."""
    if not found or not all(isinstance(value, dict) for value in found.values()):
        return None
    items: list[dict[str, Any]] = []
    steps: list[tuple[Path, Path]] = []
    for index, (name, value) in enumerate(found.items()):
        has_args = value.keys() == {"args"}
        items.append({"name": name, "args": value["args"] if has_args else value})
        place = (*where, name)
        steps.append(((*where, index, "name"), place))
        steps.append(((*where, index, "args"), (*place, "args") if has_args else place))
    return Guess(copies.replaced(data, where, items), Moved(tuple(steps)))


def _as_mapping(shape: type[Shape], data: Any, where: Path, found: Any, copies: Copies) -> Guess | None:
    """Take a text for a name, and a list for what is enabled, or for the parts of one mapping."""
    target = fields.shape_at(shape, where)
    known = fields.names(target) if target is not None else {}
    if isinstance(found, str):
        return _below("name", data, where, found, copies) if "name" in known else None
    if not isinstance(found, list) or not found:
        return None
    if "enabled" in known and all(isinstance(item, str) or _keys(item) & {"name", "weight"} for item in found):
        return _below("enabled", data, where, found, copies)
    places = {key: index for index, item in enumerate(found) for key in _keys(item) & known.keys()}
    if not places or sum(len(_keys(item)) for item in found) != len(places):
        return None
    steps = tuple(((*where, key), (*where, index, key)) for key, index in places.items())
    return Guess(copies.replaced(data, where, {key: found[index][key] for key, index in places.items()}), Moved(steps))


def _below(key: str, data: Any, where: Path, found: object, copies: Copies) -> Guess:
    return Guess(copies.replaced(data, where, {key: found}), Moved((((*where, key), where),)))


def _keys(item: object) -> set[str]:
    return set(item) if isinstance(item, dict) else set()


_Form: TypeAlias = Callable[[type[Shape], Any, Path, Any, Copies], Guess | None]

_FORMS: dict[str, _Form] = {
    "list_type": _as_list,
    "model_type": _as_mapping,
    "model_attributes_type": _as_mapping,
}
"""Type of pydantic's error → how another form of the same is guessed."""
