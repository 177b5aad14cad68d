"""One hop of a folder: its changes in order, what validation finds afterwards, what the scheduler does differently."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from schedcfg.commands.diff.changes import Explained
from schedcfg.commands.diff.diff import compared
from schedcfg.commands.diff.results import AnyChange
from schedcfg.commands.generate.static_pod_fix import retagged
from schedcfg.commands.upgrade import ageing, checksums, configurations, flags, found, policies
from schedcfg.commands.upgrade.changes import RELEASE, Change, HopContext, Job, by_hand, draft_of, edited
from schedcfg.commands.upgrade.configurations import completed, gates_of
from schedcfg.commands.upgrade.folder import FolderState, FoundScheduler
from schedcfg.commands.upgrade.results import Action, HopBehavior, PlanItem, PlanPlace, When
from schedcfg.configuration.effective.build_view import build_view
from schedcfg.configuration.effective.equivalence import compare
from schedcfg.configuration.effective.provenance import ProvenanceContext
from schedcfg.configuration.effective.registry import PluginRegistry
from schedcfg.document import Document, parse
from schedcfg.document.span import Path, follow
from schedcfg.errors import EditConflict
from schedcfg.findings import Finding, FindingClass
from schedcfg.patterns import pattern
from schedcfg.plugins.catalog import SCHEDULER_PLUGINS
from schedcfg.releases.gate_settings import FeatureGates
from schedcfg.releases.kubeadm_layout import version_of
from schedcfg.releases.release import GROUP, Release
from schedcfg.sources.manifests.pod import image
from schedcfg.sources.manifests.running import RunningScheduler
from schedcfg.sources.manifests.versions import release
from schedcfg.sources.type_meta import KIND, POLICY_KIND
from schedcfg.validation.completed import Completed
from schedcfg.validation.options import Options

_STARTED_WITH = frozenset({KIND, POLICY_KIND})
_PLAIN = pattern(r"v?1\.\d+\.\d+")
_PLUGINS_IMAGE = "scheduler-plugins/kube-scheduler"


def _version_jobs(state: FolderState, hop: HopContext) -> Iterator[Job]:
    """Yield what makes each scheduler one of the newer release."""
    for scheduler in state.schedulers:
        if hop.concerns(hop.starts.of_scheduler(scheduler).number):
            yield _VersionJob(scheduler.identity, hop).change


class _VersionJob(NamedTuple):
    """The release of one scheduler."""

    identity: tuple[str, int, Path]
    hop: HopContext

    def change(self, state: FolderState) -> Change | None:
        """Return how it becomes one of the newer release; None where it is, or nothing here decides."""
        scheduler = state.scheduler(self.identity)
        if scheduler is None or scheduler.running.kubernetes == self.hop.after.name:
            return None
        running, file = scheduler.running, self.identity[0]
        path, line = running.kubernetes_path, scheduler.line(running.kubernetes_path or running.container)
        written = follow(scheduler.manifest.document.data, path) if path else None
        if not isinstance(written, str) or not written:
            return None if running.is_partial or running.is_managed else self._unknown(running, file, line)
        wanted = self._wanted(running, written)
        if wanted is None:
            return self._unknown(running, file, line, written)
        refusal = self._refusal(state, scheduler)
        if refusal is not None:
            return self._unchanged_release(written, refusal, file, line)
        try:
            draft = draft_of(scheduler)
            draft.replace(path, wanted)
            text = checksums.with_header(edited(state.texts[file], [draft]), scheduler, written, wanted)
        except EditConflict as conflict:
            return by_hand(RELEASE, f"`{written}` becomes `{wanted}`", conflict.help, file, line)
        return Change(When.WITH, {file: text}, (self._item(written, wanted, PlanPlace(file, line)),))

    def _refusal(self, state: FolderState, scheduler: FoundScheduler) -> Finding | None:
        """Return why the newer release would not start with what the scheduler is started with; None where it would."""
        reports = ((key, state.report(name, self.hop.after)) for name, key in sorted(scheduler.places))
        documents = (
            document for key, report in reports for document in report.documents if (document.key or "") == key
        )
        found = (finding for document in documents for finding in document.findings if document.kind in _STARTED_WITH)
        return next((finding for finding in found if finding.finding_class is FindingClass.REFUSED), None)

    def _unchanged_release(self, written: str, refusal: Finding, file: str, line: int) -> Change:
        """Return that a scheduler stays where it is: with the newer release it would not start."""
        message = f"`{written}` stays: kube-scheduler {self.hop.after.name} would not start: {refusal.message}"
        help_ = "Change the configuration first, then plan again: what comes after this hop depends on it."
        return by_hand(RELEASE, message, help_, file, line)._replace(stops=True)

    def _wanted(self, running: RunningScheduler, written: str) -> str | None:
        """Return what is to be written; None where only the user can know it."""
        version = version_of(self.hop.after, self.hop.version)
        if running.image is not None and running.image.name == written and running.image.tag:
            its = running.image
            if not its.is_stock or "@" in written or not _PLAIN.fullmatch(its.tag):
                return None
            return retagged(its, version)
        if running.image is None and release(written) == self.hop.before.name and _PLAIN.fullmatch(written):
            return str(version) if written.startswith("v") else str(version).removeprefix("v")
        return None

    def _item(self, written: str, wanted: str, place: PlanPlace) -> PlanItem:
        return PlanItem(When.WITH, Action.EDIT, RELEASE, f"`{written}` becomes `{wanted}`", places=(place,))

    def _unknown(self, running: RunningScheduler, file: str, line: int, written: str = "") -> Change:
        """Return that someone has to choose the image, or build it."""
        after = self.hop.after
        its = image(written)
        if its.repository.endswith(_PLUGINS_IMAGE):
            has_one = SCHEDULER_PLUGINS.has(after.number)
            help_ = (
                f"Use the image of scheduler-plugins for Kubernetes {after.name}: `v0.{after.number}.N`."
                if has_one
                else f"No release of scheduler-plugins for {after.name} is known here: look for one, or build it."
            )
        elif running.is_process:
            help_ = f"Install the program of Kubernetes {after.name} on the node."
        elif running.image is None:
            help_ = f"Write the version in which the product has Kubernetes {after.name}."
        elif its.is_named_like_stock or its.is_stock:
            help_ = f"Write the image of Kubernetes {after.name}, and its digest, where there is one."
        else:
            help_ = f"Build it with `k8s.io/kubernetes` of {after.name}, then write its image here."
        part = "program" if running.is_process else "image"
        named = f"`{written}`" if written else f"the {part} of {running.described}"
        return by_hand(RELEASE, f"{named} becomes one of Kubernetes {after.name}", help_, file, line)


_CHAPTERS = (policies.jobs, configurations.jobs, flags.jobs, _version_jobs)
"""What makes changes, in the order in which they are made."""


_MIGRATE = "schedcfg migrate"


class FolderHop(NamedTuple):
    """A hop of a folder.

    What the scheduler will do differently is seen from where the edits before the control plane lead: these are proven.
    """

    halfway: FolderState
    state: FolderState
    items: tuple[PlanItem, ...]
    behavior: tuple[HopBehavior, ...]
    is_stopped: bool  # Whether somebody has to decide before anything later can be planned


def take_hop(state: FolderState, hop: HopContext) -> FolderHop:
    """Make the changes of a hop: those before the control plane is upgraded first."""
    edits = _Edits(state)
    chapters = [tuple(chapter(state, hop)) for chapter in _CHAPTERS]
    later = [edits.make(jobs, frozenset({When.BEFORE})) for jobs in chapters]
    edits.make(checksums.jobs(state, hop, When.BEFORE), frozenset(When))
    halfway = edits.state
    for jobs in later:
        edits.make(jobs, frozenset(When))
    edits.make(checksums.jobs(halfway, hop, When.WITH), frozenset(When))
    now, items = edits.state, [item for change in edits.made for item in change.items]
    every = (*items, *found.later(state, now, hop, items), *ageing.left_out(now, hop))
    is_stopped = any(change.stops for change in edits.made)
    if is_stopped:
        # It was tried, and does not work here.
        every = tuple(replace(item, help=None) if _MIGRATE in (item.help or "") else item for item in every)
    return FolderHop(halfway, now, every, tuple(_behavior(halfway, now, hop)), is_stopped)


class _Edits:
    """Changes, one after the other.

    What is known of a folder has to be found out again when a text of it changes. So a job is asked about the folder as
    it was, and asked again only if its answer is about a file that has changed since.

    Attributes:
        state: The folder with the changes that were made.
        made: These, in order.
    """

    def __init__(self, state: FolderState) -> None:
        self.state = state
        self.made: list[Change] = []

    def make(self, jobs: Iterable[Job], moments: frozenset[When]) -> list[Job]:
        """Make the changes of these moments; return the jobs whose changes are made at another one.

        Args:
            jobs: What makes changes of one kind: none depends on what another one does to other files than its own.
            moments: When the changes are made.
        """
        left, texts = [], dict[str, str]()
        for job in jobs:
            change = job(self.state)
            if change is not None and not texts.keys().isdisjoint(_files(change)):
                self.state, texts = self.state.with_texts(texts), {}
                change = job(self.state)
            if change is None:
                continue
            if change.when not in moments:
                left.append(_remembering(job, change, self.state))
                continue
            self.made.append(change)
            texts |= change.texts
        self.state = self.state.with_texts(texts)
        return left


def _remembering(job: Job, change: Change, state: FolderState) -> Job:
    """Return a job that does not work out once more what it answered about a folder."""
    return lambda now: change if now is state else job(now)


def _files(change: Change) -> set[str]:
    """Return the files that a change edits, or says something about."""
    return {*change.texts, *(place.path for item in change.items for place in item.places)}


def _behavior(state: FolderState, now: FolderState, hop: HopContext) -> Iterator[HopBehavior]:
    for place, changed in (*_of_configurations(state, now, hop), *_of_defaults(state, now, hop)):
        if changed.changes:
            yield HopBehavior((place,), "", changed.changes, changed.profiles)


class _Changed(NamedTuple):
    """What a configuration does differently."""

    changes: tuple[AnyChange, ...] = ()
    profiles: tuple[str, ...] = ()  # All of its profiles


_Changes = tuple[PlanPlace, _Changed]


def _of_configurations(state: FolderState, now: FolderState, hop: HopContext) -> Iterator[_Changes]:
    for name in sorted(state.planned):
        for configuration, new in zip(state.configurations(name), now.configurations(name), strict=False):
            if configuration.document is None or new.document is None:
                continue
            if hop.concerns(hop.starts.of_configuration(name, configuration).number):
                gates = gates_of(state, name, configuration), gates_of(now, name, new)
                compared_by = hop.before, hop.after, hop.options
                yield (
                    PlanPlace(name, configuration.document.line),
                    _changes(configuration.document, new.document, gates, compared_by),
                )


def _of_defaults(state: FolderState, now: FolderState, hop: HopContext) -> Iterator[_Changes]:
    """Yield what changes for schedulers that are started without a configuration."""
    for scheduler in state.schedulers:
        if _runs_defaults(scheduler) and hop.concerns(hop.starts.of_scheduler(scheduler).number):
            later = now.scheduler(scheduler.identity)
            gates = scheduler.feature_gates, () if later is None else later.feature_gates
            place = PlanPlace(scheduler.manifest.file, scheduler.line(scheduler.running.container))
            yield place, _default_changes(gates, hop.before, hop.after, hop.options.registry)


@lru_cache(maxsize=64)
def _default_changes(
    gates: tuple[tuple[str, ...], tuple[str, ...]], before: Release, after: Release, registry: PluginRegistry
) -> _Changed:
    """Return what changes without a configuration: in a fleet, the same for many."""
    return _changes(_defaults(before), _defaults(after), gates, (before, after, Options(registry=registry)))


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
    before: Document,
    after: Document,
    gates: tuple[FeatureGates, FeatureGates],
    by: tuple[Release, Release, Options],
) -> _Changed:
    older, newer, options = by
    registry = options.registry
    one, other = completed(before, older, registry, gates[0]), completed(after, newer, registry, gates[1])
    if one.accepted is None or other.accepted is None:
        return _Changed()
    if not any(each.has_effect for each in compare(one.accepted, other.accepted, registry)):
        return _Changed()
    left, right = _explained(one, registry), _explained(other, registry)
    if left is None or right is None:
        return _Changed()
    return _Changed(compared(left, right, options), tuple(profile.name for profile in right.view.profiles))


@lru_cache(maxsize=64)
def _explained(found: Completed, registry: PluginRegistry) -> Explained | None:
    """Explain a configuration as a release completes it; None where it does not start with it.

    What a hop leads to is most often what the next one begins with.
    """
    if found.accepted is None or found.completion is None:
        return None
    context = ProvenanceContext(found.document, found.accepted, registry, found.completion, None)
    return Explained(build_view(context), found.accepted, registry)
