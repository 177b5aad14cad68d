"""One API version carried over to another: a stand-in until the steps are here, which changes `apiVersion` only."""

from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document.edit import Draft
from schedcfg.migrations.goal import Goal, Judgement, Outcome, Read
from schedcfg.releases import at, newest_serving
from schedcfg.releases.release import GROUP
from schedcfg.results.migration import MigrationStatus, Proof

__all__ = ["Goal", "Judgement", "Outcome", "Read", "migrate"]


def migrate(draft: Draft, goal: Goal, read: Read) -> Outcome:
    """Carry a document over to another API version."""
    source = "Policy" if is_policy(draft.data) else read_type_meta(draft.data).version or ""
    before = read(draft.document, at("1.22" if source == "Policy" else newest_serving(source) or "1.35"))
    if not before.accepted or source == "Policy":
        return Outcome(MigrationStatus.REFUSED, findings=before.findings)
    if source == goal.target:
        return Outcome(MigrationStatus.UNCHANGED)
    draft.replace(("apiVersion",), f"{GROUP}/{goal.target}")
    release = goal.release or at(newest_serving(goal.target) or "1.35")
    after = read(draft.document, release)
    if not after.accepted:
        return Outcome(MigrationStatus.REFUSED, findings=after.findings)
    return Outcome(MigrationStatus.MIGRATED, (Proof(source, goal.target, release.name, release.name),))
