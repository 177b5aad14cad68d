"""One change of a hop: what is edited, when, and what is said about it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler, Starts
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.document.edit import Draft
from schedcfg.document.edit.splices import applied, merged
from schedcfg.errors import EditConflict
from schedcfg.releases.release import Release
from schedcfg.sources.draft_alone import draft_alone
from schedcfg.sources.in_place import edit_of_file
from schedcfg.validation.options import Options


@dataclass(frozen=True)
class HopContext:
    """What a hop is about."""

    before: Release
    after: Release
    options: Options
    starts: Starts  # Where each scheduler starts from
    version: str | None = None  # The patch release to go to, as it was requested; None: any

    def concerns(self, start: int) -> bool:
        """Return whether what runs a release at the beginning takes part in the hop."""
        return start <= self.before.number


class Change(NamedTuple):
    """One change."""

    when: When
    texts: Mapping[str, str]  # Name of a file → its new text; empty where everything is to be done by hand
    items: tuple[PlanItem, ...]  # What is said about it; their places name files of the folder
    stops: bool = False  # Whether nothing later can be planned before somebody has decided


RELEASE = "release"
"""The id of items about the release that a manifest names."""

Job = Callable[[FolderState], Change | None]
"""Makes a change in the texts as they are now; None where nothing is to be done."""


def by_hand(id_: str, message: str, help_: str | None, name: str, line: int | None, when: When = When.WITH) -> Change:
    """Return a change that someone has to make."""
    item = PlanItem(when, Action.BY_HAND, id_, message, help_, places=(PlanPlace(name, line),))
    return Change(when, {}, (item,))


def edited(text: str, drafts: Iterable[Draft]) -> str:
    """Return a text with what drafts changed in parts of it.

    Raises:
        EditConflict: where that cannot be written in its place.
    """
    edits = [edit_of_file(edit, draft.original, text) for draft in drafts for edit in draft.edits]
    own = [edit for edit in edits if edit is not None]
    together = merged(own)
    result = None if len(own) < len(edits) or together is None else applied(text, together)
    if result is None:
        raise EditConflict(
            "the text cannot be changed in place, because it is quoted, folded or contains aliases",
            "Write it as a literal block (`|`), or change it by hand.",
            (),
            0,
            0,
        )
    return result


def draft_of(scheduler: FoundScheduler) -> Draft:
    """Begin to edit the manifest of a scheduler.

    Raises:
        EditConflict: where it is not in the file as it is.
    """
    manifest = scheduler.manifest
    if manifest.span is not None:
        raise EditConflict(
            "the manifest is in a text that is quoted or folded",
            "Change it by hand.",
            (),
            manifest.span.start.offset,
            0,
        )
    return draft_alone(manifest.document)
