"""From one API version to another, step by step, each validated against a release that serves both versions."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from schedcfg import releases
from schedcfg.commands.generate.carried_flags import FlagValue
from schedcfg.commands.migrate import context, explain, release_compatibility
from schedcfg.commands.migrate.context import (
    POLICY,
    START,
    UNSUPPORTED,
    MigrationOutcome,
    MigrationPlan,
    Refusal,
    StepContext,
)
from schedcfg.commands.migrate.explain import ComparisonContext
from schedcfg.commands.migrate.flags_beside import PolicyStart, write_values
from schedcfg.commands.migrate.legacy_args import compare_with_before, differs, in_original, other_releases, take_step
from schedcfg.commands.migrate.results import BehaviorDifference, MigrationStatus, Note, NoteKind, Proof, obstacle
from schedcfg.commands.migrate.step_edits import MigrationSource
from schedcfg.commands.migrate.steps import rewriting, version_steps
from schedcfg.configuration.effective.policy import with_policy
from schedcfg.document.edit import Draft
from schedcfg.document.span import render
from schedcfg.findings import Finding
from schedcfg.models import API_VERSIONS
from schedcfg.releases.release import Release
from schedcfg.sources.type_meta import is_policy, read_type_meta
from schedcfg.validation.completed import Completed, Completer


class _StepStopped(Exception):  # noqa: N818 - an expected outcome, not an error
    """A step cannot be taken; the findings give the reason."""

    def __init__(self, of_new_text: tuple[Finding, ...], findings: tuple[Finding, ...] = ()) -> None:
        super().__init__()
        self.of_new_text = of_new_text
        self.findings = findings


def migrate(draft: Draft, plan: MigrationPlan, completer: Completer) -> MigrationOutcome:
    """Migrate a document to another API version.

    Args:
        draft: The text; it is changed, unless the document is refused.
        plan: What is requested.
        completer: Answers what a release makes of a document.

    Raises:
        EditConflict: where the text cannot be changed safely.
    """
    chain = _Chain(draft, plan, completer)
    try:
        chain.walk()
    except _StepStopped as stopped:
        findings = (*in_original(stopped.of_new_text, draft), *stopped.findings)
        return MigrationOutcome(MigrationStatus.REFUSED, tuple(chain.proofs), tuple(chain.notes), findings)
    status = MigrationStatus.MIGRATED if draft.edits else MigrationStatus.UNCHANGED
    return chain.arrived._replace(status=status, proofs=tuple(chain.proofs), notes=tuple(chain.notes))


class _Start(NamedTuple):
    """What a step starts from."""

    completed: Completed  # What a release made of the text: accepted
    before: Release
    release: Release  # The release that is to validate the text after the step; the same one if it serves both versions


class _Chain:
    """The steps of one document."""

    def __init__(self, draft: Draft, plan: MigrationPlan, completer: Completer) -> None:
        self.draft = draft
        self.plan = plan
        self.completer = completer
        self.proofs: list[Proof] = []
        self.notes: list[Note] = []
        self.arrived = MigrationOutcome(MigrationStatus.UNCHANGED)

    def walk(self) -> None:
        """Take all steps, and see to it that the requested release takes the result."""
        source = self._source()
        if source == POLICY or source in API_VERSIONS:
            begun = MigrationSource(self.draft.document, source, self.completer, self.plan.registry)
            for one, other in version_steps(source, self.plan.target):
                self._take_step(one, other)
                if one == POLICY and self.plan.starts:
                    self._write_flags(self.plan.starts)
            self._arrive(begun)
        else:
            raise _StepStopped(self._completed(releases.at(releases.NEWEST)).findings)

    def _write_flags(self, starts: tuple[PolicyStart, ...]) -> None:
        """Write what the flags of the schedulers say that were started with the Policy, and lose their effect."""
        release = releases.at(self.proofs[-1].kubernetes)
        configuration = self._accepted(release).configuration
        assert configuration is not None
        values = [start.unsaid(configuration, self.draft.data) for start in starts]
        known = [[value for value in each if value.is_known] for each in values]
        if len({repr([value.edits for value in each]) for each in known}) > 1:
            raise _StepStopped((), (_several(starts, known),))
        for value in known[0]:
            path, _ = value.edits[0]
            message = f"{value.shown} ({starts[0].place}) has no effect with `--config`: it becomes `{render(path)}`"
            self.notes.append(Note(NoteKind.CHANGED, _CARRIED, message, "", POLICY))
        for value in (one for one in values[0] if not one.is_known):
            message = f"{value.shown} ({starts[0].place}) has no effect with `--config`: write its value in the file"
            self.notes.append(Note(NoteKind.BY_HAND, _CARRIED, message, "", POLICY))
        write_values(self.draft, known[0], starts[0].kubeconfig)

    def _source(self) -> str:
        data = self.draft.data
        return POLICY if is_policy(data) else read_type_meta(data).version or ""

    def _completed(self, release: Release) -> Completed:
        return self.completer.of(self.draft.document, release)

    def _take_step(self, source: str, target: str) -> None:
        start = self._start(source, target)
        begun = self.draft.copy()
        step = self._step(source, target, start)
        try:
            compared = take_step(step, rewriting(source, target))
        except Refusal as refusal:
            raise _StepStopped((), (refusal.finding,)) from None
        if not compared.completed.is_accepted and not compared.unexplained:
            raise _StepStopped(compared.completed.findings)
        differing = list(compared.explained)
        if compared.unexplained:
            if not self.plan.drop_unsupported:
                raise _StepStopped((), explain.findings(compared.unexplained, step, begun))
            differing += explain.dropped(compared.unexplained, step, begun)
        if not compared.completed.is_accepted:
            raise _StepStopped(compared.completed.findings)
        also = () if start.before != start.release else self._also(begun, step, differing)
        proof = Proof(source, target, start.release.name, start.before.name, also, tuple(differing))
        self.proofs.append(proof)
        self.notes += [
            *step.notes,
            *(differs(difference, step.name) for difference in compared.explained if difference.matters),
        ]

    def _step(self, source: str, target: str, start: _Start) -> StepContext:
        before = start.completed.configuration
        assert before is not None
        if source == _NAMING_POLICY and self.plan.policy is not None:
            before = with_policy(before, self.plan.policy.policy)
        return StepContext(
            draft=self.draft,
            plan=self.plan,
            completer=self.completer,
            source=source,
            target=target,
            before=before,
            release=start.release,
        )

    def _start(self, source: str, target: str) -> _Start:
        """Choose a release that serves both versions and accepts the text, if need be once that is made compatible."""
        common = context.common(source, target, self.plan.release)
        for release in common:
            completed = self._completed(release)
            if not completed.is_accepted and self.plan.release is not None and release.name == self.plan.release.name:
                completed = self._completed_when_compatible(source, release, completed)
            if completed.is_accepted:
                return _Start(completed, release, release)
        if not common:
            release = context.nearest(source, target)
            before, completed = self._accepting(source, release)
            return _Start(completed, before, release)
        before, completed = self._accepting(source, common[0])
        self._make_compatible(source, before, completed, common[0])
        return _Start(self._accepted(common[0]), common[0], common[0])

    def _completed_when_compatible(self, source: str, release: Release, refused: Completed) -> Completed:
        """Make the text compatible with the requested release, which then validates; undo it if it is still refused."""
        saved, noted, proven = self.draft.copy(), len(self.notes), len(self.proofs)
        try:
            self._make_compatible(source, *self._accepting(source, release), release)
            completed = self._completed(release)
        except _StepStopped:
            completed = refused
        if not completed.is_accepted:
            self.draft.restore(saved)
            del self.notes[noted:], self.proofs[proven:]
        return completed

    def _accepting(self, source: str, near: Release) -> tuple[Release, Completed]:
        """Find the release nearest to another one that accepts the text as it is; of two the newer one."""
        near_ones = context.near(source, near)
        for release in near_ones:
            completed = self._completed(release)
            if completed.is_accepted:
                return release, completed
        raise _StepStopped(self._completed(near_ones[0]).findings)

    def _accepted(self, release: Release) -> Completed:
        completed = self._completed(release)
        if not completed.is_accepted:
            raise _StepStopped(completed.findings)
        return completed

    def _make_compatible(self, version: str, before: Release, completed: Completed, release: Release) -> None:
        """Change what a newer release no longer takes, and note what that changes for the older one."""
        step = self._step(version, version, _Start(completed, before, before))
        self._compare_changed(step, lambda: release_compatibility.make_compatible(step, release))

    def _compare_changed(self, step: StepContext, change: Callable[[], None]) -> None:
        """Change the text for a newer release; prove by the step's own that nothing but what is meant differs."""
        begun = self.draft.copy()
        change()
        if not self.draft.edits or self.draft.text == begun.text:
            return
        compared = compare_with_before(step)
        if compared.unexplained or not compared.completed.is_accepted:
            raise _StepStopped(compared.completed.findings, explain.findings(compared.unexplained, step, begun))
        target_release = step.release.name
        self.proofs.append(Proof(step.source, step.target, target_release, target_release, (), compared.explained))
        self.notes += step.notes

    def _also(self, begun: Draft, step: StepContext, known: Iterable[BehaviorDifference]) -> tuple[str, ...]:
        """Name the other releases that serve both versions and in which nothing else that matters differs either."""
        known_paths = {difference.path for difference in known if difference.matters}
        same: list[str] = []
        differing: list[str] = []
        for release in context.common(step.source, step.target, self.plan.release):
            if release == step.release:
                continue
            one = self.completer.of(begun.document, release)
            if not one.is_accepted or one.configuration is None:
                continue
            other = self.completer.of(self.draft.document, release)
            equal = other.is_accepted and other.configuration is not None and _equal(step, one, other, known_paths)
            (same if equal else differing).append(release.name)
        concerned = [name for name in differing if self.plan.target in releases.at(name).api_versions]
        if concerned:
            self.notes.append(other_releases(step, concerned))
        return tuple(same)

    def _arrive(self, source: MigrationSource) -> None:
        """Find out what the release that is to take the result makes of it, after what it needs is changed.

        Without a requested one it is the newest that serves the target, for which nothing is given up.
        """
        served = context.serving(self.plan.target)
        target_release = self.plan.release or served[-1]
        self._fit(source, target_release)
        # A second migration would compare the result with what any release makes of it: it is to find nothing to do.
        self._fit(
            MigrationSource(self.draft.document, self.plan.target, self.completer, self.plan.registry), target_release
        )
        completed = self._completed(target_release)
        accepted = completed.is_accepted
        self.arrived = self.arrived._replace(
            findings=tuple(finding for finding in completed.findings if finding.is_error or not accepted),
            new_errors=source.new_errors(completed),
            validated_by=target_release.name,
            accepted_by=tuple(release.name for release in served if self._completed(release).is_accepted),
            assumed_plugins=completed.assumed_plugins,
        )

    def _fit(self, source: MigrationSource, target_release: Release) -> None:
        """Change what a release makes of the text, unless it is as good as a source."""
        if self._fits(self._completed(target_release), source):
            return
        self._prepare(source, target_release)
        if self.plan.release is not None:
            before, old = self._fitting(source, target_release)
            self._make_compatible(self.plan.target, before, old, target_release)
            self._accepted(target_release)

    @staticmethod
    def _fits(completed: Completed, source: MigrationSource) -> bool:
        return completed.is_accepted and not source.new_errors(completed)

    def _fitting(self, source: MigrationSource, near: Release) -> tuple[Release, Completed]:
        """Find the release nearest to another one in which the text is as good as it was; else one that accepts it."""
        for release in context.near(self.plan.target, near):
            completed = self._completed(release)
            if self._fits(completed, source):
                return release, completed
        return self._accepting(self.plan.target, near)

    def _prepare(self, source: MigrationSource, target_release: Release) -> None:
        """Let plugins run where they prepare, if only later releases make them fail without."""
        unprepared = source.newly_unprepared(self._completed(target_release))
        before, old = self._fitting(source, target_release)
        if unprepared:
            step = self._step(self.plan.target, self.plan.target, _Start(old, before, before))
            self._compare_changed(step, lambda: release_compatibility.prepare(step, unprepared))


_NAMING_POLICY = "v1alpha1"
"""The API version in which a configuration can name a Policy."""
_CARRIED = "carried-flag"


def _several(starts: tuple[PolicyStart, ...], values: list[list[FlagValue]]) -> Finding:
    """Return that one configuration cannot replace a Policy for schedulers whose flags differ."""
    shown = [", ".join(value.shown for value in each) or "nothing of that kind" for each in values]
    each = "; ".join(f"{start.place} has {flags}" for start, flags in zip(starts, shown, strict=True))
    message = f"schedulers whose flags differ are started with this Policy, and one file cannot say both: {each}"
    help_ = "Copy the Policy, so that each of them has its own, and run this command again."
    return obstacle(UNSUPPORTED, (), message, help_, START)


def _equal(step: StepContext, one: Completed, other: Completed, known_paths: set[str]) -> bool:
    """Check whether two texts differ, to one release, in nothing that matters but what is known."""
    assert one.configuration is not None
    assert other.configuration is not None
    found = ComparisonContext.of(step, other.configuration)._replace(before=one.configuration).explained()
    return all(why is not None and (why.path in known_paths or not why.matters) for _, why in found)
