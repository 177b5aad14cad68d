"""The configurations of a file in a hop: rewritten where the newer release does not start with them, and not before."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.migrate.context import POLICY, MigrationPlan
from schedcfg.commands.migrate.documents import MigratedDocument, Migrator, joined
from schedcfg.commands.migrate.named_policy import policy_named_by
from schedcfg.commands.migrate.results import DocumentMigration, MigrationStatus, Note, NoteKind
from schedcfg.commands.upgrade.changes import Change, HopContext, Job, edited
from schedcfg.commands.upgrade.folder import FolderState
from schedcfg.commands.upgrade.found import from_finding
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.configuration.effective.equivalence import FactDifference, compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Document
from schedcfg.document.edit import Allowance, Draft
from schedcfg.errors import EditConflict
from schedcfg.findings import Verdict
from schedcfg.releases import gate_settings
from schedcfg.releases.gate_settings import FeatureGates
from schedcfg.releases.release import Release
from schedcfg.sources import Text
from schedcfg.sources.configurations import FoundConfiguration, Role
from schedcfg.sources.type_meta import is_policy, read_type_meta
from schedcfg.validation.completed import Completed, Completer
from schedcfg.validation.document import DocumentValidator
from schedcfg.validation.options import Options


def jobs(state: FolderState, hop: HopContext) -> Iterator[Job]:
    """Yield what makes each file's configurations fit for a hop."""
    for name in sorted(state.planned):
        if state.configurations(name):
            yield _FileJob(name, hop).locks
            yield _FileJob(name, hop).migrated


def version_of(found: FoundConfiguration) -> str:
    """Return the API version of a configuration, short; `Policy` for a Policy; empty where it has none."""
    if found.document is None:
        return ""
    if found.role is Role.POLICY or is_policy(found.document.data):
        return POLICY
    return read_type_meta(found.document.data).version or ""


def gates_of(state: FolderState, name: str, found: FoundConfiguration) -> FeatureGates:
    """Return the feature gates that a configuration is used with: those of the command line, or of its scheduler."""
    if state.options.feature_gates:
        return state.options.feature_gates
    schedulers = state.started_with(name, found.key)
    return schedulers[0].feature_gates or None if schedulers else None


_REMEMBERED = 4096
"""How many answers are kept: what a hop leads to is what the next one starts from."""


@lru_cache(maxsize=64)
def _completer(registry: PluginRegistry, gates: tuple[str, ...]) -> Completer:
    return Completer(registry, gates, _REMEMBERED)


def completed(document: Document, release: Release, registry: PluginRegistry, gates: FeatureGates = None) -> Completed:
    """Return what a release makes of a document, with the gates that it takes."""
    return _completer(registry, gate_settings.flags(gates)).of(document, releases.at(release.name))


def target_of(version: str, hop: HopContext) -> str:
    """Choose the API version for a hop: the one that is written, while it is read, else the newest that both read."""
    if version in hop.after.api_versions:
        return version
    both = [api_version for api_version in hop.after.api_versions if api_version in hop.before.api_versions]
    return (both or list(hop.after.api_versions))[-1]


def migrate(
    found: FoundConfiguration, hop: HopContext, gates: FeatureGates, texts: Iterable[Text] = ()
) -> MigratedDocument:
    """Migrate a configuration to what the newer release of a hop reads.

    Args:
        found: The configuration.
        hop: The hop.
        gates: The feature gates that it is used with.
        texts: The texts of its folder, among which a legacy Policy may be that it names.
    """
    registry = hop.options.registry
    policy = policy_named_by(found, registry, texts)
    plan = MigrationPlan(target_of(version_of(found), hop), hop.after, registry, policy=policy)
    return Migrator(plan, Completer(registry, gates), DocumentValidator(None, registry), Allowance()).migrate(found)


_LOCK = ("leaderElection", "resourceLock")


class _FileJob(NamedTuple):
    """The configurations of a file in a hop."""

    name: str
    hop: HopContext

    def locks(self, state: FolderState) -> Change | None:
        """Write a lock that both releases have, where the newer one no longer has that of the older one."""
        drafts, items, when = [], [], When.BEFORE
        for configuration in self._concerned(state):
            draft = None if configuration.document is None else self._with_lock(configuration.document)
            if draft is not None and configuration.span is None:
                drafts.append(draft)
                lock = str(draft.get(_LOCK))
                if lock not in self.hop.before.leader_election_locks:
                    when = When.WITH
                items.append(self._lock_item(configuration, lock, when))
        if not drafts:
            return None
        try:
            text = edited(state.texts[self.name], drafts)
        except EditConflict:
            return None
        return Change(when, {self.name: text}, tuple(items))

    def _with_lock(self, document: Document) -> Draft | None:
        before = completed(document, self.hop.before, self.hop.options.registry).accepted
        if before is None or not before.leader_election.leader_elect:
            return None
        lock = bridge(before.leader_election.resource_lock, self.hop.after)
        if lock is None:
            return None
        try:
            draft = Draft.of(document)
            draft.set(_LOCK, lock)
        except EditConflict:
            return None
        return draft

    def _lock_item(self, found: FoundConfiguration, lock: str, when: When) -> PlanItem:
        return PlanItem(
            when,
            Action.EDIT,
            "resource-lock",
            f"`leaderElection.resourceLock: {lock}`: {lock_reason(lock, self.hop)}",
            lock_help(lock),
            places=(PlanPlace(self.name, _line(found)),),
        )

    def migrated(self, state: FolderState) -> Change | None:
        """Migrate what the newer release does not start with."""
        stream, concerned = (
            state.stream(self.name),
            {id(configuration.document) for configuration in self._concerned(state)},
        )
        configurations = state.configurations(self.name)
        results = [
            migrate(configuration, self.hop, gates_of(state, self.name, configuration), state.read)
            if id(configuration.document) in concerned and self._needs_change(state, configuration)
            else unchanged(configuration)
            for configuration in configurations
        ]
        if all(document.report.status is MigrationStatus.UNCHANGED for document in results):
            return None
        file = joined(self.name, stream, Role.ANY, results)
        if file.migrated is None or file.verdict is Verdict.REFUSED:
            return Change(When.WITH, {}, tuple(self._refusals(file.documents)))
        pairs = [
            pair
            for pair in zip(configurations, file.documents, strict=True)
            if pair[1].status is MigrationStatus.MIGRATED
        ]
        changed = state.with_texts({self.name: file.migrated})
        after = dict(zip(map(id, configurations), changed.configurations(self.name), strict=True))
        moments = [self._when(state, one, after[id(one)], report) for one, report in pairs]
        when = When.WITH if When.WITH in moments else When.BEFORE
        items = (item for one, report in pairs for item in self._items(one, report, when))
        return Change(when, {self.name: file.migrated}, tuple(items))

    def _concerned(self, state: FolderState) -> Iterator[FoundConfiguration]:
        for configuration in state.configurations(self.name):
            if self.hop.concerns(self.hop.starts.of_configuration(self.name, configuration).number):
                yield configuration

    def _needs_change(self, state: FolderState, found: FoundConfiguration) -> bool:
        """Return whether the newer release does not start with a configuration; a Policy's flags go with the Policy."""
        if found.document is None:
            return False
        if version_of(found) == POLICY and (self.hop.after.policy or state.started_with(self.name, found.key)):
            return False
        gates = gates_of(state, self.name, found)
        return completed(found.document, self.hop.after, self.hop.options.registry, gates).accepted is None

    def _when(
        self, state: FolderState, old: FoundConfiguration, new: FoundConfiguration, report: DocumentMigration
    ) -> When:
        """Return when a migrated text is put in place: before, if the older release does the same with it."""
        assert old.document is not None
        if new.document is None or self.hop.before.name not in report.accepted_by:
            return When.WITH
        gates, registry = gates_of(state, self.name, old), self.hop.options.registry
        one, other = (
            completed(each, self.hop.before, registry, gates).accepted for each in (old.document, new.document)
        )
        if one is None or other is None:
            return When.WITH
        return When.WITH if any(differing(one, other, self.hop.options)) else When.BEFORE

    def _items(self, found: FoundConfiguration, report: DocumentMigration, when: When) -> Iterator[PlanItem]:
        place = PlanPlace(self.name, _line(found))
        step = report.source if report.source == report.target else f"{report.source} → {report.target}"
        what = f"migrate {step}" if report.source != report.target else f"adapt to Kubernetes {self.hop.after.name}"
        changes = [
            note.message for note in report.notes if note.kind in {NoteKind.CHANGED, NoteKind.REMOVED, NoteKind.PINNED}
        ]
        count = (
            f" ({len(changes)} changes besides the version)"
            if len(changes) > 1
            else f" ({changes[0]})"
            if changes
            else ""
        )
        yield PlanItem(
            when,
            Action.EDIT,
            "configuration",
            what + count,
            None
            if when is When.BEFORE or self.hop.before.name not in report.accepted_by
            else _EARLIER.format(self.hop.before.name),
            proof=proof_of(report),
            since=_since(report, self.hop) if when is When.BEFORE else "",
            places=(place,),
        )
        yield from (self._note(note, when) for note in report.notes if note.kind in _FOR_PEOPLE)

    def _note(self, note: Note, when: When) -> PlanItem:
        action = Action.BY_HAND if note.kind is NoteKind.BY_HAND else Action.NOTE
        return PlanItem(when, action, note.id, note.message, places=(PlanPlace(self.name, note.line),))

    def _refusals(self, documents: tuple[DocumentMigration, ...]) -> Iterator[PlanItem]:
        for document in documents:
            for finding in document.findings if document.status is MigrationStatus.REFUSED else ():
                # What else is found there keeps nothing from being migrated.
                if finding.is_error:
                    yield from_finding(finding, self.name, When.WITH, Action.BY_HAND)


_EARLIER = "Kubernetes {0} also starts with the result, and then already behaves as the notes describe."
_FOR_PEOPLE = frozenset({NoteKind.BY_HAND, NoteKind.DIFFERS, NoteKind.DROPPED})


def unchanged(found: FoundConfiguration) -> MigratedDocument:
    """Return a configuration that stays as it is."""
    version = version_of(found)
    return MigratedDocument(
        DocumentMigration(found.number, _line(found), version, version, MigrationStatus.UNCHANGED, key=found.key)
    )


def differing(one: Configuration, other: Configuration, options: Options) -> Iterator[FactDifference]:
    """Yield what matters and is not the same in two configurations."""
    return (each for each in compare(one, other, options.registry) if each.matters)


def proof_of(report: DocumentMigration) -> str:
    """Return what proves that a migration keeps behavior; empty where it does not."""
    if not report.proofs or not all(proof.kept for proof in report.proofs):
        return ""
    by = dict.fromkeys(name for proof in report.proofs for name in (*reversed(proof.also), proof.kubernetes))
    names = sorted(by, key=lambda name: releases.at(name).number)
    return f"same behavior in {', '.join(names)}"


def _since(report: DocumentMigration, hop: HopContext) -> str:
    """Return the oldest release, without a gap before the hop, that starts with a result; empty if it is the last."""
    number = hop.before.number
    while f"1.{number - 1}" in report.accepted_by and number > hop.starts.origin.number:
        number -= 1
    return "" if number == hop.before.number else f"1.{number}"


def _line(found: FoundConfiguration) -> int:
    if found.span is not None:
        return found.span.start.line
    return 1 if found.document is None else found.document.line


_BRIDGES = {"endpoints": "endpointsleases", "configmaps": "configmapsleases"}
"""Lock → the one that holds it and a lease, so that schedulers with either of them see each other."""


def bridge(lock: str, after: Release) -> str | None:
    """Return the lock to have instead of one that a release no longer has; None where it still has it."""
    if lock in after.leader_election_locks or lock not in {*_BRIDGES, *_BRIDGES.values()}:
        return None
    between = _BRIDGES.get(lock, "")
    return between if between in after.leader_election_locks else "leases"


def lock_reason(lock: str, hop: HopContext) -> str:
    """Return why a lock is written."""
    if lock == "leases":
        return f"Kubernetes {hop.after.name} has no other; schedulers that still hold two locks see this one"
    return f"Kubernetes {hop.after.name} no longer has the old lock alone; this one holds it and a lease"


def lock_help(lock: str) -> str:
    """Return what to do when a lock changes."""
    return (
        "Roll it out to every replica before the next change of the lock, so that never two of them lead; the account "
        "needs `leases` of the group `coordination.k8s.io`."
        if lock != "leases"
        else "Every replica must hold both locks before: do not skip the change before this one."
    )
