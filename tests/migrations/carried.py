"""One text carried over, as the tests of steps ask for it."""

from typing import NamedTuple

from schedcfg import IN_TREE_ONLY, Role, World, releases
from schedcfg.document.edit import Draft
from schedcfg.migrations import Goal, Outcome, migrate
from schedcfg.operations.migration import reader


class Carried(NamedTuple):
    text: str
    outcome: Outcome

    @property
    def told(self) -> list[tuple[str, str]]:
        """Kind and id of every note."""
        return [(str(note.kind), note.id) for note in self.outcome.notes]


def carry(text: str, to: str, kubernetes: str | None = None, world: World = IN_TREE_ONLY, **options: bool) -> Carried:
    draft = Draft(text)
    release = None if kubernetes is None else releases.at(kubernetes)
    return Carried(*(lambda outcome: (draft.text, outcome))(migrate(draft, Goal(to, release, world, **options), reader(world, Role.ANY))))
