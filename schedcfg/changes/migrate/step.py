"""One step: the text rewritten, behavior pinned, and both compared."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from schedcfg.changes.migrate import pins, step_edits, tidying
from schedcfg.changes.migrate.context import Interpretation, StepContext
from schedcfg.changes.migrate.explain import ComparisonContext
from schedcfg.changes.migrate.results import BehaviourDifference, Note, NoteKind
from schedcfg.changes.migrate.steps import Rewrite
from schedcfg.configuration.effective.equivalence import FactDifference
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document.edit import Draft
from schedcfg.document.edit.splices import origin
from schedcfg.document.span import lines_of
from schedcfg.findings import Finding


class StepComparison(NamedTuple):
    """The result of a step.

    Attributes:
        interpretation: What the release makes of the new text.
        explained: What differs for a known reason.
        unexplained: What else differs.
    """

    interpretation: Interpretation
    explained: tuple[BehaviourDifference, ...] = ()
    unexplained: tuple[FactDifference, ...] = ()

    @property
    def fits(self) -> bool:
        """Whether the new text is accepted and means the same."""
        return not any(self.lacks)

    @property
    def lacks(self) -> tuple[bool, int]:
        """How far the new text is from that: whether it is refused, and in how many values it differs."""
        return not self.interpretation.accepted, len(self.unexplained)


Repair: TypeAlias = Callable[[StepContext, Configuration, Iterable[FactDifference]], None]
"""Changes the text because of what differs; given what is meant now."""


def take(step: StepContext, rewrite: Rewrite) -> StepComparison:
    """Migrate a text: what this step alone has to do, what every step does, then pins until nothing differs."""
    rewrite(step)
    step_edits.change_type(step)
    step_edits.disable_overridden(step)
    step_edits.clear_points(step)
    step_edits.drop_removed_plugins(step)
    step_edits.drop_unknown_fields(step)
    compared = compare_with_before(step)
    for repair in _REPAIRS:
        if compared.fits or compared.interpretation.configuration is None:
            break
        compared = _repaired(step, repair, compared)
    return _tidied(step, compared)


def _tidied(step: StepContext, compared: StepComparison) -> StepComparison:
    """Write pinned weights in the way of the target version, unless that means something else."""
    saved = step.draft.copy()
    tidying.tidy_weights(step)
    if step.draft.text == saved.text:
        return compared
    again = compare_with_before(step)
    before, after = ({one.path for one in found.explained if one.matters} for found in (compared, again))
    if again.lacks <= compared.lacks and before == after:
        return again
    step.draft.restore(saved)
    return compared


def _repaired(step: StepContext, repair: Repair, compared: StepComparison) -> StepComparison:
    """Try a repair, and take it back where the text does not come nearer to what it meant."""
    saved, noted = step.draft.copy(), len(step.notes)
    assert compared.interpretation.configuration is not None
    repair(step, compared.interpretation.configuration, compared.unexplained)
    repaired = compare_with_before(step)
    if repaired.lacks < compared.lacks:
        return repaired
    step.draft.restore(saved)
    del step.notes[noted:]
    return compared


def _pin_in_rounds(step: StepContext, after: Configuration, unexplained: Iterable[FactDifference]) -> None:
    """Pin, and pin again what that changes elsewhere: entries at MultiPoint apply to all points."""
    for _ in range(_ROUNDS):
        pins.pin(step, after, unexplained)
        compared = compare_with_before(step)
        if compared.fits or compared.interpretation.configuration is None:
            return
        after, unexplained = compared.interpretation.configuration, compared.unexplained


_ROUNDS = 3

_REPAIRS: tuple[Repair, ...] = (pins.pin_args, pins.pin, pins.pin, _pin_in_rounds, pins.rewrite, pins.rewrite_scores)
"""What is tried in turn until the text fits."""


def compare_with_before(step: StepContext) -> StepComparison:
    """Compare what the text means now with what it meant before the step."""
    interpretation = step.interpretation()
    after = interpretation.configuration
    if after is None:
        return StepComparison(interpretation)
    context = ComparisonContext.of(step, after)
    found = context.explained()
    return StepComparison(
        interpretation,
        (*context.successions(), *(why for _, why in found if why is not None)),
        tuple(difference for difference, why in found if why is None),
    )


def in_original(finding: Finding, draft: Draft) -> Finding:
    """Place a finding in the new text in the user's own."""
    start, end = (origin(place.offset, draft.edits) for place in (finding.start, finding.end))
    span = lines_of(draft.original).span(start, end)
    return replace(finding, start=span.start, end=span.end)


def differs(difference: BehaviourDifference, name: str) -> Note:
    """Return a note on what will differ."""
    return Note(NoteKind.DIFFERS, "behaviour", f"{difference.path}: {difference.reason}", "", name)


def other_releases(step: StepContext, names: Iterable[str]) -> Note:
    """Return a note on the other releases, the newest of them first, that would not do the same with the new text."""
    message = (
        f"compared for Kubernetes {step.release.name}; {', '.join(reversed(list(names)))} would behave differently "
        "with the new text (`schedcfg diff` shows how)"
    )
    return Note(NoteKind.DIFFERS, "other-release", message, "", step.name)
