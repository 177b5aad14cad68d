"""What fixes made of a file: frozen values, nothing else."""

from enum import StrEnum
from typing import NamedTuple


class Fixed(NamedTuple):
    """A fix that was made.

    Attributes:
        rule: The rule that found what it mends.
        title: What was done, as an order.
        line: Where that was found, in the text before all fixes, from 1.
        is_safe: As the fix says.
        proven_by: The releases by which the scheduler behaves as before; empty where nothing was compared.
    """

    rule: str
    title: str
    line: int
    is_safe: bool
    proven_by: tuple[str, ...] = ()


class WhyLeft(StrEnum):
    """Why a fix was not made.

    `UNPROVEN`: nobody can tell that behaviour is kept; with `--unsafe-fixes` it is made all the same. `FAULT`: it does
    not keep what it promises, which is a fault of the rule. `CONFLICT`: the text is in the way, and someone has to
    make this change by hand.
    """

    UNPROVEN = "unproven"
    FAULT = "fault"
    CONFLICT = "conflict"


class Unfixed(NamedTuple):
    """A fix that was not made although it was asked for.

    Attributes:
        rule: The rule that found what it would mend.
        title: What it would do, as an order.
        line: Where that is found, in the text after all fixes, from 1.
        why: Why it was not made.
        reason: The same in words, with what to do.
    """

    rule: str
    title: str
    line: int
    why: WhyLeft
    reason: str


class Fixing(NamedTuple):
    """What fixes made of a file.

    Attributes:
        before: Its text before; the report and its `text` are those after.
        made: The fixes that were made, in that order.
        left: Those that were not, although they were asked for.
        encoding: How its bytes become text, as Python names it; a byte order mark is part of the text.
        is_written: Whether the new text stands in the file now.
        unwritten: Why it could not be written; None where it was, or where nobody asked for that.
    """

    before: str
    made: tuple[Fixed, ...] = ()
    left: tuple[Unfixed, ...] = ()
    encoding: str = "utf-8"
    is_written: bool = False
    unwritten: str | None = None
