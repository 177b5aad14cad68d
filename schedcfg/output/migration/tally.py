"""What became of the files of one run, in numbers."""

from collections import Counter
from dataclasses import dataclass, field

from schedcfg.output.counting import counted
from schedcfg.results.migration import FileMigration, MigrationStatus

_WORDS = {
    MigrationStatus.UNCHANGED: "unchanged",
    MigrationStatus.REFUSED: "refused",
    MigrationStatus.SKIPPED: "without a configuration",
    MigrationStatus.UNREADABLE: "could not be read",
    MigrationStatus.UNWRITTEN: "could not be written",
}


@dataclass(slots=True)
class Tally:
    """Counts of files by what became of them.

    Attributes:
        target: The API version that was asked for, short.
        kubernetes: The release that was asked for; None where none was.
        done: What is said of a file that changes: `migrated`, or `to migrate` where nothing is done yet.
        documents: How many configurations there were.
        files: Status → number of files.
    """

    target: str
    kubernetes: str | None = None
    done: str = "migrated"
    documents: int = 0
    files: Counter[MigrationStatus] = field(default_factory=Counter)

    def count(self, file: FileMigration) -> None:
        """Take one file into account."""
        self.documents += len(file.documents)
        self.files[file.status] += 1

    def line(self) -> str:
        """Sum up in one line: `3 files migrated to v1, 2 unchanged, 1 refused`."""
        words = {MigrationStatus.MIGRATED: f"{self.done} to {self.target}", **_WORDS}
        seen = [(self.files[status], word) for status, word in words.items() if self.files[status]]
        if not seen:
            return "no scheduler configuration found"
        (number, word), *rest = seen
        first = f"{counted(number, 'file')} {word}"
        return ", ".join([first, *(f"{number} {word}" for number, word in rest)])
