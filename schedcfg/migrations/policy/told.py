"""What is said about the sections of a Policy: one sentence for each."""

from schedcfg.document.path import Path
from schedcfg.migrations.policy.arguments import Args
from schedcfg.migrations.policy.legacy import ALWAYS, HARD_WEIGHT, PREDICATES, PRIORITIES, Legacy
from schedcfg.migrations.work import Work
from schedcfg.results.migration import NoteKind

_RUN_AT = {PREDICATES: "preFilter, filter, reserve and preBind", PRIORITIES: "preScore and score"}


def tell(work: Work, legacy: Legacy, args: list[Args]) -> None:
    """Say what becomes of each section, and what has to be done outside the file."""
    for section in (PREDICATES, PRIORITIES):
        _section(work, legacy, section)
    _hard_weight(work, args)
    if work.draft.has((ALWAYS,)) and not legacy.policy.always_check_all_predicates:
        work.note(NoteKind.REMOVED, "policy-always-check", f"`{ALWAYS}` said what is so anyway", (ALWAYS,))
    if legacy.policy.extenders:
        message = "extenders stay, with keys spelled as here and `httpTimeout` as a duration"
        work.note(NoteKind.CHANGED, "policy-extenders", message, ("extenders",))
    message = "give the new file with `--config` instead of `--policy-config-file` or `--policy-configmap`"
    work.note(NoteKind.BY_HAND, "policy-flag", message, ())


def _section(work: Work, legacy: Legacy, section: str) -> None:
    points = _RUN_AT[section]
    path: Path = (section,) if work.draft.has((section,)) else ()
    if legacy.is_written(section):
        message = f"{section} are plugins at {points} now: those that they turned into run there, and no others"
    else:
        message = (
            f"{section} are not written, so that those of Kubernetes {work.release.name} hold: where the plugins at "
            f"{points} are others by default, that is said"
        )
    work.note(NoteKind.CHANGED, f"policy-{section}", message, path)


def _hard_weight(work: Work, args: list[Args]) -> None:
    if not work.draft.has((HARD_WEIGHT,)):
        return
    if any(one.path == (HARD_WEIGHT,) for one in args):
        message = f"`{HARD_WEIGHT}` is `hardPodAffinityWeight` of InterPodAffinity now"
        work.note(NoteKind.CHANGED, "policy-hard-weight", message, (HARD_WEIGHT,))
    else:
        message = f"`{HARD_WEIGHT}` did nothing: it is as by default, or InterPodAffinityPriority is not used"
        work.note(NoteKind.REMOVED, "policy-hard-weight", message, (HARD_WEIGHT,))
