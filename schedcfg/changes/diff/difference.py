"""How the configurations of two files differ in behavior: what `schedcfg diff` shows."""

from dataclasses import dataclass, replace

from schedcfg.changes.diff.results import AnyChange, ChangeKind
from schedcfg.findings import DocumentReport, FileReport
from schedcfg.sources import STDIN


@dataclass(frozen=True, slots=True)
class Side:
    """What is compared.

    Attributes:
        report: The report of `validate` on the file.
        api_version: Short: `v1beta3`; empty where the side is refused.
        kubernetes: The release that validated it; None where none could.
        document: The report on the configuration that is compared; None where the file has none.
        stdin_name: What reports for people call standard input.
    """

    report: FileReport
    api_version: str
    kubernetes: str | None
    document: DocumentReport | None = None
    stdin_name: str = "standard input"

    @property
    def compared(self) -> bool:
        """Whether there was a meaning to compare."""
        return bool(self.api_version)

    @property
    def lacks_configuration(self) -> bool:
        """Whether the file has others, but not the configuration that is compared."""
        return self.document is None and bool(self.report.documents)

    @property
    def name(self) -> str:
        """What reports for people call it."""
        return self.stdin_name if self.report.path == STDIN else self.report.path


@dataclass(frozen=True, slots=True)
class EmptiedPoint:
    """A profile that runs plugins at an extension point on the left side, and none there on the right.

    Attributes:
        profile: Its name.
        point: The extension point.
    """

    profile: str
    point: str


@dataclass(frozen=True, slots=True)
class Difference:
    """How two sides differ in behavior.

    Attributes:
        left: The one from which the changes lead.
        right: The one to which they lead.
        changes: Profile by profile, then what is above them; empty where the sides behave alike, or one is refused.
        emptied: What runs nowhere any more, at points where that changes what becomes of every Pod.
        configuration: Which configuration of the files it is about; empty where each file has one.
        others: How their other configurations differ.
    """

    left: Side
    right: Side
    changes: tuple[AnyChange, ...] = ()
    emptied: tuple[EmptiedPoint, ...] = ()
    configuration: str = ""
    others: tuple["Difference", ...] = ()

    @property
    def each(self) -> tuple["Difference", ...]:
        """The difference of each configuration, one by one."""
        return replace(self, others=()), *self.others

    @property
    def presence(self) -> ChangeKind | None:
        """Whether the configuration comes or goes; None where both sides have it."""
        if self.left.lacks_configuration:
            return ChangeKind.ADDED
        return ChangeKind.REMOVED if self.right.lacks_configuration else None

    @property
    def in_both(self) -> "Difference":
        """The difference of the first configuration that both sides have, without those that only one of them has."""
        both = [one for one in self.each if one.presence is None]
        return replace(both[0], others=tuple(both[1:])) if both else self

    @property
    def differs(self) -> bool:
        """Whether some configuration behaves differently, comes or goes."""
        return any(one.changes or one.presence is not None for one in self.each)

    @property
    def is_same(self) -> bool:
        """Whether all configurations are compared, and behave the same."""
        return not self.differs and all(one.compared for one in self.each)

    @property
    def compared(self) -> bool:
        """Whether both sides have a meaning; if not, there are no changes."""
        return self.left.compared and self.right.compared

    def with_stdin_as(self, name: str) -> "Difference":
        """Return the same difference, in which reports for people call standard input by this name."""
        sides = (replace(side, stdin_name=name) for side in (self.left, self.right))
        left, right = sides
        others = tuple(one.with_stdin_as(name) for one in self.others)
        return replace(self, left=left, right=right, others=others)
