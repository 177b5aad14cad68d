"""What `schedcfg generate` wrote into manifests: a checksum, by which a Pod follows its configuration, and a header."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.commands.generate.static_pod import described
from schedcfg.commands.upgrade.changes import Change, HopContext, Job, by_hand, draft_of, edited
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.document.span import Path
from schedcfg.errors import EditConflict
from schedcfg.rules.manifests import outdated_checksum
from schedcfg.sources.manifests.checksum import checksum, checksum_path, written_checksum


def jobs(state: FolderState, hop: HopContext, when: When) -> Iterator[Job]:
    """Yield what writes the checksums of configurations that changes of a hop, at a moment, have changed."""
    for scheduler in state.schedulers:
        if hop.concerns(hop.starts.of_scheduler(scheduler).number) and written_checksum(scheduler.running):
            yield _ChecksumJob(scheduler.identity, _actual(scheduler), when).change


def _actual(scheduler: FoundScheduler) -> str:
    """Return the checksum of what a scheduler is started with; empty where that is not here."""
    configuration = scheduler.configuration
    return checksum(configuration.content) if configuration is not None and configuration.content else ""


class _ChecksumJob(NamedTuple):
    """The checksum in the Pod of one scheduler."""

    identity: tuple[str, int, Path]
    before: str  # That of the configuration before the hop
    when: When

    def change(self, state: FolderState) -> Change | None:
        """Return how it becomes that of the configuration; None where that has not changed."""
        scheduler = state.scheduler(self.identity)
        actual = "" if scheduler is None else _actual(scheduler)
        if scheduler is None or actual in {"", self.before, written_checksum(scheduler.running)}:
            return None
        file, path = self.identity[0], checksum_path(scheduler.running)
        line, name = scheduler.line(path), "" if scheduler.configuration is None else scheduler.configuration.name
        message = f"the checksum of {name} becomes `{actual}`: by this change, the scheduler is started again"
        try:
            draft = draft_of(scheduler)
            draft.replace(path, actual)
            text = edited(state.texts[file], [draft])
        except EditConflict as conflict:
            return by_hand(outdated_checksum.ID, message, conflict.help, file, line, self.when)
        item = PlanItem(self.when, Action.EDIT, outdated_checksum.ID, message, places=(PlanPlace(file, line),))
        return Change(self.when, {file: text}, (item,))


def with_header(text: str, scheduler: FoundScheduler, written: str, wanted: str) -> str:
    """Return a text in which the comment above a generated manifest names the version that its image has now."""
    older, newer = (f"# {described(version.rpartition(':')[2])}" for version in (written, wanted))
    lines = text.splitlines(keepends=True)
    index = scheduler.line(()) - 2
    while index >= 0 and lines[index].startswith("#"):
        if lines[index].startswith(older):
            lines[index] = lines[index].replace(older, newer, 1)
        index -= 1
    return "".join(lines)
