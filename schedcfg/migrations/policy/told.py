"""What is said about the sections of a Policy: one sentence for each."""

from schedcfg.migrations.policy.arguments import Args
from schedcfg.migrations.policy.legacy import ALWAYS, HARD_WEIGHT, PREDICATES, PRIORITIES, Legacy
from schedcfg.migrations.policy.plugin_sets import Written
from schedcfg.migrations.work import Work
from schedcfg.results.migration import NoteKind

_RUN_AT = {PREDICATES: "preFilter, filter, reserve and preBind", PRIORITIES: "preScore and score"}


def tell(work: Work, legacy: Legacy, sets: Written, args: list[Args]) -> None:
    """Say what becomes of each section, and what has to be done outside the file."""
    for section in (PREDICATES, PRIORITIES):
        if legacy.is_written(section):
            _written(work, section)
        elif any(legacy.section_of(point) == section for point in sets):
            _unwritten(work, section)
    _hard_weight(work, args)
    if work.draft.has((ALWAYS,)) and not legacy.policy.always_check_all_predicates:
        work.note(NoteKind.REMOVED, "policy-always-check", f"`{ALWAYS}` said what is so anyway", (ALWAYS,))
    message = "give the new file with `--config` instead of `--policy-config-file` or `--policy-configmap`"
    work.note(NoteKind.BY_HAND, "policy-flag", message, ())


def _written(work: Work, section: str) -> None:
    message = f"{section} are plugins at {_RUN_AT[section]} now: those that they turned into run there, and no others"
    work.note(NoteKind.CHANGED, f"policy-{section}", message, (section,))


def _unwritten(work: Work, section: str) -> None:
    message = (
        f"no {section} are written, so that those of Kubernetes {work.release.name} hold; at {_RUN_AT[section]} "
        f"it says where they are not the default plugins of {work.target}"
    )
    work.note(NoteKind.CHANGED, f"policy-{section}", message, (section,) if work.draft.has((section,)) else ())


def _hard_weight(work: Work, args: list[Args]) -> None:
    if not work.draft.has((HARD_WEIGHT,)):
        return
    if any(one.path == (HARD_WEIGHT,) for one in args):
        message = f"`{HARD_WEIGHT}` is `hardPodAffinityWeight` of InterPodAffinity now"
        work.note(NoteKind.CHANGED, "policy-hard-weight", message, (HARD_WEIGHT,))
    else:
        message = f"`{HARD_WEIGHT}` did nothing: it is as by default, or InterPodAffinityPriority is not used"
        work.note(NoteKind.REMOVED, "policy-hard-weight", message, (HARD_WEIGHT,))
