"""One step at work: the text, what it means, and what was done to it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from schedcfg.document import Position, Span
from schedcfg.document.edit import Draft
from schedcfg.document.path import Path, render
from schedcfg.effective import Configuration
from schedcfg.errors import EditConflict
from schedcfg.findings import Finding
from schedcfg.migrations.goal import Goal, Judgement, Read
from schedcfg.migrations.key import Key
from schedcfg.releases.release import Release
from schedcfg.results.migration import Note, NoteKind, obstacle

POLICY = "Policy"
"""What a legacy Policy is written in, where others have an API version."""

CANNOT_BE_KEPT = "cannot-be-kept"
"""The rule by which a step is refused, and the id of a note on what is dropped instead."""

START = Span(*[Position(1, 1, 0)] * 2)
"""Where something is said that has no place in the text."""


class Refusal(Exception):  # noqa: N818 - it says that a step cannot be taken, which is no error
    """A step cannot be taken, whatever is asked for.

    Attributes:
        finding: Why.
    """

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass(slots=True)
class Work:
    """A text on its way from one API version to the next.

    Attributes:
        draft: The text; steps change it.
        goal: What is asked for.
        read: Judges it.
        source: The version that the step starts from, short; `Policy` for a legacy Policy.
        target: The version that it leads to; the same where only room is made for a newer release.
        before: What the text meant before the step.
        release: The release that judges the text after the step; before it as well if it serves the source.
        notes: What was done.
        allowed: Key → why it differs after the step, for what the step changes on purpose; a key stands for all that
            begin with it.
    """

    draft: Draft
    goal: Goal
    read: Read
    source: str
    target: str
    before: Configuration
    release: Release
    notes: list[Note] = field(default_factory=list)
    allowed: dict[Key, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The step as people call it: `v1beta2 → v1beta3`."""
        return self.source if self.source == self.target else f"{self.source} → {self.target}"

    def judge(self) -> Judgement:
        """Have the text judged as it is now."""
        return self.read(self.draft.document, self.release)

    def note(self, kind: NoteKind, id_: str, message: str, path: Path) -> None:
        """Say what is done, before it is done: the line is that of the entry as it stands in the user's text."""
        span = self.draft.original_span(path)
        self.notes.append(Note(kind, id_, message, render(path), self.name, span and span.start.line))

    def refuse(self, path: Path, message: str, advice: str) -> NoReturn:
        """Give up: this cannot be said in the target version, and nothing can be left out instead.

        Raises:
            Refusal: always.
        """
        span = self.draft.original_span(path) or START
        raise Refusal(obstacle(CANNOT_BE_KEPT, path, message, advice, span))

    def value(self, path: Path) -> object:
        """Give the plain data at a path; None where it leads nowhere."""
        return self.draft.get(path) if self.draft.has(path) else None

    def append(self, path: Path, item: object) -> Path:
        """Put an item at the end of a list, which is made if it is missing; return where it stands."""
        count = len(items(self.value(path)))
        self.draft.insert((*path, count), item)
        return (*path, count)

    def move(self, path: Path, to: Path) -> None:
        """Move an entry or item; where its comments have no place, in brackets, they stay behind."""
        kept, value = self.draft.copy(), self.draft.get(path)
        try:
            self.draft.move(path, to)
        except EditConflict:
            self.draft.restore(kept)
            self.draft.remove_leaving_comments(path)
            self.draft.insert(to, value)

    def profiles(self) -> Iterator[tuple[Path, dict[str, object]]]:
        """Yield the written profiles with their paths; v1alpha1 has its single one at the top."""
        data = self.draft.data
        if not isinstance(data, dict):
            return
        if "profiles" not in data and self.source == "v1alpha1":
            yield (), data
        for index, profile in enumerate(items(data.get("profiles"))):
            if isinstance(profile, dict):
                yield ("profiles", index), profile

    def plugin_configs(self) -> Iterator[tuple[Path, dict[str, object]]]:
        """Yield every entry of `pluginConfig` with its path."""
        for path, profile in self.profiles():
            for index, entry in enumerate(items(profile.get("pluginConfig"))):
                if isinstance(entry, dict):
                    yield (*path, "pluginConfig", index), entry


def items(value: object) -> list[object]:
    """Return a list as it is, and an empty one for anything else."""
    return value if isinstance(value, list) else []


def mapping(value: object) -> dict[str, object]:
    """Return a mapping as it is, and an empty one for anything else."""
    return value if isinstance(value, dict) else {}
