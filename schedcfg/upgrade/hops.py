"""One hop of a folder: its changes in order, what validation finds afterwards, what the scheduler does otherwise."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from schedcfg.decode import is_policy
from schedcfg.differences.changes import Explained
from schedcfg.differences.diff import compared
from schedcfg.differences.results import AnyChange
from schedcfg.document import Document, parse
from schedcfg.document_validation import DocumentValidator
from schedcfg.effective.build_view import build_view
from schedcfg.effective.provenance import ProvenanceContext
from schedcfg.findings import FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.options import Options
from schedcfg.releases import chosen_gates
from schedcfg.releases.chosen_gates import FeatureGates
from schedcfg.releases.gate_settings import settings
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources.configurations import Role
from schedcfg.upgrade import configurations, flags, policies, versions
from schedcfg.upgrade.changes import Change, HopContext, Job
from schedcfg.upgrade.configurations import from_finding, gates_of
from schedcfg.upgrade.folder import FolderState, FoundScheduler
from schedcfg.upgrade.results import Action, HopBehavior, Place, PlanItem, When

_CHAPTERS = (policies.jobs, configurations.jobs, flags.jobs, versions.jobs)
"""What makes changes, in the order in which they are made."""


class FolderHop(NamedTuple):
    """A hop of a folder.

    Attributes:
        state: The folder afterwards.
        moments: Name of a file → the last moment at which it is edited.
        items: What is to be done.
        behavior: What is different afterwards.
    """

    state: FolderState
    moments: dict[str, When]
    items: tuple[PlanItem, ...]
    behavior: tuple[HopBehavior, ...]


def take(state: FolderState, hop: HopContext, until: When = When.WITH) -> FolderHop:
    """Make the changes of a hop.

    Args:
        state: The folder before the hop.
        hop: The hop.
        until: The last moment of which edits are made: `BEFORE` leaves those out that go with the control plane.
    """
    made: list[Change] = []
    later: list[Job] = []
    now = state
    for job in [job for chapter in _CHAPTERS for job in chapter(state, hop)]:
        change = job(now)
        if change is not None and change.when is When.BEFORE:
            made.append(change)
            now = now.with_texts(change.texts)
        elif change is not None:
            later.append(job)
    for job in later if until is When.WITH else ():
        change = job(now)
        if change is not None:
            made.append(change)
            now = now.with_texts(change.texts)
    moments = {name: change.when for change in made for name in change.texts}
    items = [item for change in made for item in change.items]
    found = _after(state, now, hop, items)
    return FolderHop(now, moments, (*items, *found), tuple(_behavior(state, now, hop)))


def today(state: FolderState, hop: HopContext) -> Iterator[PlanItem]:
    """Yield what keeps the older release of a hop from starting, before anything is done."""
    for name in sorted(state.planned):
        if hop.starts.of_file(name) == hop.before.number:
            for finding in _findings(state.report(name, hop.before)):
                if finding.is_error:
                    yield from_finding(finding, name, When.BEFORE, Action.BY_HAND)


def _after(state: FolderState, now: FolderState, hop: HopContext, items: list[PlanItem]) -> Iterator[PlanItem]:
    """Yield what the newer release finds after the changes, and the older one did not before."""
    said = {(item.places[0].path, item.id) for item in items if item.action is Action.BY_HAND}
    for name in sorted(state.planned):
        if not hop.concerns(hop.starts.of_file(name)):
            continue
        known = Counter((one.rule, one.path) for one in _findings(state.report(name, hop.before)))
        for finding in _findings(now.report(name, hop.after)):
            known[finding.rule, finding.path] -= 1
            if known[finding.rule, finding.path] < 0 and (name, finding.rule) not in said:
                yield from_finding(finding, name, When.WITH, Action.BY_HAND if finding.is_error else Action.NOTE)


def _findings(report: FileReport) -> list[Finding]:
    return [
        finding
        for document in report.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED or finding.severity is not Severity.INFO
    ]


def _behavior(state: FolderState, now: FolderState, hop: HopContext) -> Iterator[HopBehavior]:
    for name in sorted(state.planned):
        later = now.configurations(name)
        for index, found in enumerate(state.configurations(name)):
            new = later[index] if index < len(later) else None
            if new is None or new.document is None or found.document is None:
                continue
            if not hop.concerns(hop.starts.of_configuration(name, found).number):
                continue
            gates = gates_of(state, name, found), gates_of(now, name, new)
            changes = _changes(found.document, new.document, gates, hop)
            if changes:
                yield HopBehavior((Place(name, found.document.line),), "", changes)
    for scheduler in state.schedulers:
        if _runs_defaults(scheduler) and hop.concerns(hop.starts.of_scheduler(scheduler).number):
            later_one = now.scheduler(scheduler.identity)
            gates = scheduler.feature_gates, () if later_one is None else later_one.feature_gates
            changes = _changes(_defaults(hop.before), _defaults(hop.after), gates, hop)
            if changes:
                yield HopBehavior((Place(scheduler.manifest.file, scheduler.line(scheduler.running.container)),), "", changes)


def _runs_defaults(scheduler: FoundScheduler) -> bool:
    """Return whether a scheduler has neither a configuration nor a Policy."""
    running = scheduler.running
    return not any(running.flag(name) for name in ("config", "policy-config-file", "policy-configmap"))


def _defaults(release: Release) -> Document:
    """Return a configuration without fields, of the version whose defaults hold without `--config`.

    Upstream: `Default` in `pkg/scheduler/apis/config/latest/latest.go`.
    """
    return _document(f"apiVersion: {GROUP}/{release.api_versions[-1]}\nkind: KubeSchedulerConfiguration\n")


@lru_cache(maxsize=32)
def _document(text: str) -> Document:
    return parse(text).documents[0]


def _changes(
    before: Document, after: Document, gates: tuple[FeatureGates, FeatureGates], hop: HopContext
) -> tuple[AnyChange, ...]:
    one = explained(before, hop.before, hop.options, gates[0])
    other = explained(after, hop.after, hop.options, gates[1])
    return () if one is None or other is None else compared(one, other, hop.options)


def explained(document: Document, release: Release, options: Options, gates: FeatureGates) -> Explained | None:
    """Explain a configuration as a release completes it; None where it does not start with it."""
    known = gates if gates and not settings(chosen_gates.flags(gates), release).refused else None
    validator = DocumentValidator(chosen_gates.own(release, known).release, options.registry)
    validated = validator.document(document, Role.POLICY if is_policy(document.data) else Role.CONFIG)
    if validated.report.verdict is not Verdict.ACCEPTED or validated.configuration is None:
        return None
    assert validated.completion is not None
    context = ProvenanceContext(document, validated.configuration, options.registry, validated.completion, None)
    return Explained(build_view(context), validated.configuration, options.registry)
