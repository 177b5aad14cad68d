"""A regular expression of somebody else, searched in steps that are counted: none takes longer than its budget.

Python's own engine tries one way after the other, so that `^(a+)+$` takes years on forty letters. This one follows all
ways at once, letter by letter: its work grows with the length of the text times that of the pattern.
"""

import importlib
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

STEPS = 200_000
"""How much may be done for the Args of one plugin; 0.2 seconds or so."""

_LARGEST = 5000
"""Instructions of a pattern: a repetition counts as often as it is allowed to repeat."""

_TREE: Any = importlib.import_module("re._parser")
_NAMES: Any = importlib.import_module("re._constants")


class TooMuchWork(Exception):  # noqa: N818
    """A pattern, or a schema, asks for more than the budget; its text says what."""


class StepBudget:
    """Counts steps down."""

    def __init__(self, steps: int = STEPS) -> None:
        self._left = steps

    def spend(self, steps: int, what: str) -> None:
        """Take steps off.

        Raises:
            TooMuchWork: if none are left, on account of `what`.
        """
        self._left -= steps
        if self._left < 0:
            raise TooMuchWork(what)


def search(pattern: str, text: str, budget: StepBudget) -> bool:
    """Return whether a pattern occurs in a text, as `re.search` does.

    Raises:
        TooMuchWork: if that takes too long, or the pattern refers back to what it has found.
        re.error: if it is none.
    """
    return _Search(_program(pattern), text, budget, f"the pattern `{pattern}`").found(0, moves_on=True)


_Test = Callable[[str], bool]


class _Step(NamedTuple):
    """An instruction: a letter to be read, a place to be at, or a choice of where to go on.

    Attributes:
        following: Where to go on; several for a choice.
        letter: Accepts a letter; None where none is read.
        place: Where one has to be, as `re` calls it, or a pattern that has to fit here; None: anywhere.
    """

    following: tuple[int, ...]
    letter: _Test | None = None
    place: "str | _Around | None" = None


class _Around(NamedTuple):
    """A look ahead or back: what has to fit, or must not, and how many letters before the place it begins."""

    program: list[_Step]
    fits: bool
    back: int


_END = 0
"""The first instruction of a program: it has fitted."""


@lru_cache(maxsize=256)
def _program(pattern: str) -> list[_Step]:
    tree = _TREE.parse(pattern)
    if tree.state.flags & ~int(re.UNICODE):
        raise TooMuchWork(f"the pattern `{pattern}` sets flags, which are not followed")
    return _Compiler(pattern).compiled(tree)


class _Compiler:
    """Writes a program from its end to its beginning, which is its last instruction."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._program: list[_Step] = [_Step(())]

    def compiled(self, tree: Any) -> list[_Step]:
        start = self._all(tree, _END)
        self._program.append(_Step((start,)))
        return self._program

    def _add(self, step: _Step) -> int:
        if len(self._program) >= _LARGEST:
            raise TooMuchWork(f"the pattern `{self._pattern}` has more than {_LARGEST} parts")
        self._program.append(step)
        return len(self._program) - 1

    def _all(self, tree: Any, end: int) -> int:
        for operation, argument in reversed(list(tree)):
            end = self._one(str(operation), argument, end)
        return end

    def _one(self, operation: str, argument: Any, end: int) -> int:
        if operation in {"MAX_REPEAT", "MIN_REPEAT"}:
            return self._repeated(argument, end)
        if operation == "BRANCH":
            return self._add(_Step(tuple(self._all(one, end) for one in argument[1])))
        if operation == "SUBPATTERN" and not (argument[1] or argument[2]):
            return self._all(argument[3], end)
        if operation == "AT":
            return self._add(_Step((end,), place=str(argument)))
        if operation in {"ASSERT", "ASSERT_NOT"}:
            direction, tree = argument
            around = _Around(_Compiler(self._pattern).compiled(tree), operation == "ASSERT", 0)
            return self._add(_Step((end,), place=around._replace(back=tree.getwidth()[0] if direction < 0 else 0)))
        test = _letter(operation, argument)
        if test is None:
            raise TooMuchWork(f"the pattern `{self._pattern}` refers back to what it found")
        return self._add(_Step((end,), test))

    def _repeated(self, argument: Any, end: int) -> int:
        least, most, tree = argument
        if most is _NAMES.MAXREPEAT:
            start = self._add(_Step(()))
            self._program[start] = _Step((self._all(tree, start), end))
        else:
            start = end
            for _ in range(most - least):
                start = self._add(_Step((self._all(tree, start), end)))
        for _ in range(least):
            start = self._all(tree, start)
        return start


def _letter(operation: str, argument: Any) -> _Test | None:
    """Return what accepts one letter; None where an operation is none that reads one."""
    match operation:
        case "LITERAL":
            return chr(argument).__eq__
        case "NOT_LITERAL":
            return chr(argument).__ne__
        case "ANY":
            return "\n".__ne__
        case "IN":
            return _in(argument)
    return None


_CLASSES = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w"}


def _in(items: Iterable[Any]) -> _Test:
    """Return what accepts the letters of a class; Python reads it, written as a pattern of one letter."""
    written, negated = "", ""
    for operation, argument in items:
        match str(operation):
            case "NEGATE":
                negated = "^"
            case "LITERAL":
                written += re.escape(chr(argument))
            case "RANGE":
                written += f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
            case "CATEGORY":
                *_, name = str(argument).split("_")
                written += _CLASSES[name].upper() if "_NOT_" in str(argument) else _CLASSES[name]
    fits = re.compile(f"[{negated}{written}]", re.DOTALL).match
    return lambda letter: fits(letter) is not None


class _Search(NamedTuple):
    """A program on its way through a text."""

    program: list[_Step]
    text: str
    budget: StepBudget
    name: str

    def found(self, position: int, *, moves_on: bool) -> bool:
        """Return whether the program fits at a position or, where it may move on, behind it."""
        here: set[int] = set()
        while True:
            if not here or moves_on:
                here.add(len(self.program) - 1)
            reached = self._reached(here, position)
            if _END in reached:
                return True
            if position >= len(self.text):
                return False
            letter = self.text[position]
            steps = (self.program[one] for one in reached)
            here = {step.following[0] for step in steps if step.letter is not None and step.letter(letter)}
            position += 1
            if not here and not moves_on:
                return False

    def _reached(self, starts: set[int], position: int) -> set[int]:
        """Return all instructions that can be reached from some without reading a letter."""
        reached, waiting = set(starts), list(starts)
        while waiting:
            step = self.program[waiting.pop()]
            self.budget.spend(1, self.name)
            if step.letter is None and self._is_at(step.place, position):
                new = [one for one in step.following if one not in reached]
                reached.update(new)
                waiting += new
        return reached

    def _is_at(self, place: str | _Around | None, position: int) -> bool:
        if place is None:
            return True
        if isinstance(place, _Around):
            start = position - place.back
            around = _Search(place.program, self.text, self.budget, self.name)
            return (start >= 0 and around.found(start, moves_on=False)) is place.fits
        text, end = self.text, len(self.text)
        match place:
            case "AT_BEGINNING" | "AT_BEGINNING_STRING":
                return position == 0
            case "AT_END":
                return position == end or (position == end - 1 and text[position] == "\n")
            case "AT_END_STRING":
                return position == end
        is_boundary = _is_word(text[position - 1 : position]) is not _is_word(text[position : position + 1])
        return is_boundary is (place == "AT_BOUNDARY")


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
