"""What became of the fixes of a file: those that were made, and those that were not, with the reason.

Whether a fix is safe is declared by its rule (`schedcfg.findings.Remedy`) and proven by
`schedcfg.commands.validate.fix_attempts`.
"""

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Fixed:
    """A fix that was made.

    Attributes:
        rule: The rule that found what it fixes.
        title: What was done, as an order.
        line: Where that was found, in the text before all fixes, from 1.
        is_safe: Whether kube-scheduler is meant to behave as before.
        proven_by: The releases by which it was proven to; empty where nothing was compared.
    """

    rule: str
    title: str
    line: int = field(metadata={"minimum": 1})
    is_safe: bool = field(metadata={"json": "safe"})
    proven_by: tuple[str, ...] = ()


class WhyLeft(StrEnum):
    """Why a fix was not made.

    `UNPROVEN`: it is not proven that behavior is kept; with `--unsafe-fixes` it is made all the same. `FAULT`: it does
    not keep what it promises, which is a bug in the rule. `CONFLICT`: the text is in the way, and someone has to
    make this change by hand.
    """

    UNPROVEN = "unproven"
    FAULT = "fault"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Unfixed:
    """A fix that was not made although it was requested.

    Attributes:
        rule: The rule that found what it would fix.
        title: What it would do, as an order.
        line: Where that is found, in the text after all fixes, from 1.
        why: Why it was not made.
        reason: The same in words, with what to do.
    """

    rule: str
    title: str
    line: int = field(metadata={"minimum": 1})
    why: WhyLeft = field(metadata={"open": True})
    reason: str

    @property
    def is_fault(self) -> bool:
        """Whether the fix does not keep what it promises."""
        return self.why is WhyLeft.FAULT


@dataclass(frozen=True, slots=True)
class Fixing:
    """What fixes made of a file."""

    before: str  # Its text before; the report and its `text` are those after
    made: tuple[Fixed, ...] = ()
    left: tuple[Unfixed, ...] = ()  # Those that were not, although they were requested
    encoding: str = "utf-8"  # How its bytes become text, as Python names it; a byte order mark is part of the text
    is_written: bool = False
    unwritten: str | None = None  # Why it could not be written; None where it was, or where that was not requested

    def leaves_unproven(self, rule: str, line: int) -> bool:
        """Return whether a finding that has a fix still has it only because that is not proven to keep behavior.

        Args:
            rule: The rule that found it.
            line: Its line, from 1.
        """
        left = {(unfixed.rule, unfixed.line): unfixed.why for unfixed in self.left}
        return left.get((rule, line), WhyLeft.UNPROVEN) is WhyLeft.UNPROVEN
