"""One step: the text rewritten, behaviour pinned, and both compared."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from schedcfg.document.edit import Draft
from schedcfg.document.edit.splices import origin
from schedcfg.document.span import Lines
from schedcfg.effective.model import Configuration
from schedcfg.findings import Finding
from schedcfg.migrations import carry, pins
from schedcfg.migrations.behaviour import behaviour
from schedcfg.migrations.context import Judgement, Work
from schedcfg.migrations.differences import Difference, differences
from schedcfg.migrations.explain import explain, successions
from schedcfg.migrations.results import BehaviourDifference, Note, NoteKind
from schedcfg.migrations.scene import Scene
from schedcfg.migrations.steps import Rewrite


class Compared(NamedTuple):
    """What a step came to.

    Attributes:
        judgement: What the release makes of the new text.
        explained: What differs for a known reason.
        unexplained: What else differs.
    """

    judgement: Judgement
    explained: tuple[BehaviourDifference, ...] = ()
    unexplained: tuple[Difference, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the new text is accepted and means the same."""
        return not any(self.lacks)

    @property
    def lacks(self) -> tuple[bool, int]:
        """How far the new text is from that: whether it is refused, and in how many values it differs."""
        return not self.judgement.accepted, len(self.unexplained)


Mend: TypeAlias = Callable[[Work, Configuration, Iterable[Difference]], None]
"""Changes the text because of what differs; given what is meant now."""


def take(work: Work, rewrite: Rewrite) -> Compared:
    """Carry a text over: what this step alone has to do, what every step does, then pins until nothing differs."""
    rewrite(work)
    carry.change_type(work)
    carry.disable_overridden(work)
    carry.clear_points(work)
    carry.drop_removed_plugins(work)
    carry.drop_unknown_fields(work)
    compared = compare(work)
    for mend in _MENDS:
        if compared.fits or compared.judgement.configuration is None:
            break
        compared = _mended(work, mend, compared)
    return compared


def _mended(work: Work, mend: Mend, compared: Compared) -> Compared:
    """Try a mend, and take it back where the text does not come nearer to what it meant."""
    kept, told = work.draft.copy(), len(work.notes)
    assert compared.judgement.configuration is not None
    mend(work, compared.judgement.configuration, compared.unexplained)
    mended = compare(work)
    if mended.lacks < compared.lacks:
        return mended
    work.draft.restore(kept)
    del work.notes[told:]
    return compared


def _pin_in_rounds(work: Work, after: Configuration, unexplained: Iterable[Difference]) -> None:
    """Pin, and pin again what that changes elsewhere: what is said at MultiPoint goes for all points."""
    for _ in range(_ROUNDS):
        pins.pin(work, after, unexplained)
        compared = compare(work)
        if compared.fits or compared.judgement.configuration is None:
            return
        after, unexplained = compared.judgement.configuration, compared.unexplained


_ROUNDS = 3

_MENDS: tuple[Mend, ...] = (pins.pin_args, pins.pin, pins.pin, _pin_in_rounds, pins.rewrite, pins.rewrite_scores)
"""What is tried in turn until the text fits."""


def compare(work: Work) -> Compared:
    """Compare what the text means now with what it meant before the step."""
    judgement = work.judge()
    after = judgement.configuration
    if after is None:
        return Compared(judgement)
    scene = Scene.of(work, after)
    found = compare_meanings(scene)
    return Compared(
        judgement,
        (*successions(scene), *(why for _, why in found if why is not None)),
        tuple(difference for difference, why in found if why is None),
    )


def compare_meanings(scene: Scene) -> list[tuple[Difference, BehaviourDifference | None]]:
    """List what differs, each with its reason; None where no known one fits."""
    found = differences(behaviour(scene.before, scene.world), behaviour(scene.after, scene.world))
    return [(difference, explain(difference, scene)) for difference in found]


def in_original(finding: Finding, draft: Draft) -> Finding:
    """Place what is said of the new text in the user's own."""
    start, end = (origin(place.offset, draft.edits) for place in (finding.start, finding.end))
    span = Lines(draft.original).span(start, end)
    return finding._replace(start=span.start, end=span.end)


def differs(difference: BehaviourDifference, name: str) -> Note:
    """Say what will differ."""
    return Note(NoteKind.DIFFERS, "behaviour", f"{difference.path}: {difference.reason}", "", name)


def other_releases(work: Work, names: Iterable[str]) -> Note:
    """Say which other releases, the newest of them first, would not do the same with the new text."""
    message = (
        f"proven for Kubernetes {work.release.name}; "
        f"{', '.join(reversed(list(names)))} would not do the same with the new text (`schedcfg diff` shows what)"
    )
    return Note(NoteKind.DIFFERS, "other-release", message, "", work.name)
