"""From one API version to another, step by step, each judged by a release that serves both ends of it."""

from collections.abc import Iterable
from typing import NamedTuple

from schedcfg import releases
from schedcfg.decode import is_policy, read_type_meta
from schedcfg.document.edit import Draft
from schedcfg.findings import Finding
from schedcfg.migrations import context, release_compatibility, step, unsupported
from schedcfg.migrations.context import POLICY, Goal, Judgement, Outcome, Read, Refusal, Work
from schedcfg.migrations.explain import ComparisonContext
from schedcfg.migrations.results import BehaviourDifference, MigrationStatus, Note, Proof
from schedcfg.migrations.steps import rewriting, road
from schedcfg.models import API_VERSIONS
from schedcfg.releases.release import Release


class _Stopped(Exception):  # noqa: N818 - it says that a step cannot be taken, which is no error
    """A step cannot be taken; the findings say why.

    Attributes:
        of_new_text: What a release says of the text as it is now.
        findings: What is said of the original text.
    """

    def __init__(self, of_new_text: tuple[Finding, ...], findings: tuple[Finding, ...] = ()) -> None:
        super().__init__()
        self.of_new_text = of_new_text
        self.findings = findings


def migrate(draft: Draft, goal: Goal, read: Read) -> Outcome:
    """Carry a document over to another API version.

    Args:
        draft: The text; it is changed, unless the document is refused.
        goal: What is asked for.
        read: Judges a document by a release.

    Raises:
        EditConflict: where the text cannot be changed safely.
    """
    chain = _Chain(draft, goal, read)
    try:
        chain.walk()
    except _Stopped as stopped:
        findings = tuple(step.in_original(finding, draft) for finding in stopped.of_new_text) + stopped.findings
        return Outcome(MigrationStatus.REFUSED, tuple(chain.proofs), tuple(chain.notes), findings)
    status = MigrationStatus.MIGRATED if draft.edits else MigrationStatus.UNCHANGED
    return Outcome(status, tuple(chain.proofs), tuple(chain.notes), chain.findings)


class _Start(NamedTuple):
    """What a step starts from.

    Attributes:
        judgement: What a release made of the text: accepted.
        before: That release.
        release: The release that is to judge the text after the step; the same one if it serves both versions.
    """

    judgement: Judgement
    before: Release
    release: Release


class _Chain:
    """The steps of one document."""

    def __init__(self, draft: Draft, goal: Goal, read: Read) -> None:
        self.draft = draft
        self.goal = goal
        self.read = read
        self.proofs: list[Proof] = []
        self.notes: list[Note] = []
        self.findings: tuple[Finding, ...] = ()

    def walk(self) -> None:
        """Take all steps, and see to it that the release which was asked for takes the result."""
        source = self._source()
        if source == POLICY or source in API_VERSIONS:
            for one, other in road(source, self.goal.target):
                self._step(one, other)
            self._arrive()
        else:
            raise _Stopped(self._judged(releases.at(releases.NEWEST)).findings)

    def _source(self) -> str:
        data = self.draft.data
        return POLICY if is_policy(data) else read_type_meta(data).version or ""

    def _judged(self, release: Release) -> Judgement:
        return self.read(self.draft.document, release)

    def _step(self, source: str, target: str) -> None:
        start = self._start(source, target)
        begun = self.draft.copy()
        work = self._work(source, target, start)
        try:
            compared = step.take(work, rewriting(source, target))
        except Refusal as refusal:
            raise _Stopped((), (refusal.finding,)) from None
        if not compared.judgement.accepted and not compared.unexplained:
            raise _Stopped(compared.judgement.findings)
        differing = list(compared.explained)
        if compared.unexplained:
            if not self.goal.drop_unsupported:
                raise _Stopped((), unsupported.findings(compared.unexplained, work, begun))
            differing += unsupported.dropped(compared.unexplained, work, begun)
        if not compared.judgement.accepted:
            raise _Stopped(compared.judgement.findings)
        also = () if start.before != start.release else self._also(begun, work, differing)
        proof = Proof(source, target, start.release.name, start.before.name, also, tuple(differing))
        self.proofs.append(proof)
        self.notes += [*work.notes, *(step.differs(one, work.name) for one in compared.explained if one.matters)]

    def _work(self, source: str, target: str, start: _Start) -> Work:
        assert start.judgement.configuration is not None
        return Work(
            draft=self.draft,
            goal=self.goal,
            read=self.read,
            source=source,
            target=target,
            before=start.judgement.configuration,
            release=start.release,
        )

    def _start(self, source: str, target: str) -> _Start:
        """Choose who judges: a release that serves both versions and accepts the text, if need be after making room."""
        common = context.common(source, target, self.goal.release)
        for release in common:
            judgement = self._judged(release)
            if not judgement.accepted and self.goal.release is not None and release.name == self.goal.release.name:
                judgement = self._judged_with_room(source, release, judgement)
            if judgement.accepted:
                return _Start(judgement, release, release)
        if not common:
            release = context.nearest(source, target)
            before, judgement = self._accepting(source, release)
            return _Start(judgement, before, release)
        before, judgement = self._accepting(source, common[0])
        self._make_room(source, before, judgement, common[0])
        return _Start(self._accepted(common[0]), common[0], common[0])

    def _judged_with_room(self, source: str, release: Release, refused: Judgement) -> Judgement:
        """Make room for the release that was asked for, so that it is the judge; undo it where that is not enough."""
        kept, told, proven = self.draft.copy(), len(self.notes), len(self.proofs)
        try:
            self._make_room(source, *self._accepting(source, release), release)
            judgement = self._judged(release)
        except _Stopped:
            judgement = refused
        if not judgement.accepted:
            self.draft.restore(kept)
            del self.notes[told:], self.proofs[proven:]
        return judgement

    def _accepting(self, source: str, near: Release) -> tuple[Release, Judgement]:
        """Find the release nearest to another one that accepts the text as it is; of two the newer one."""
        judged = [(release, self._judged(release)) for release in context.near(source, near)]
        for release, judgement in judged:
            if judgement.accepted:
                return release, judgement
        raise _Stopped(judged[0][1].findings)

    def _accepted(self, release: Release) -> Judgement:
        judgement = self._judged(release)
        if not judgement.accepted:
            raise _Stopped(judgement.findings)
        return judgement

    def _make_room(self, version: str, before: Release, judgement: Judgement, release: Release) -> None:
        """Change what a newer release no longer takes, and note what that changes for the older one."""
        begun = self.draft.copy()
        work = self._work(version, version, _Start(judgement, before, before))
        release_compatibility.make(work, release)
        if not self.draft.edits or self.draft.text == begun.text:
            return
        compared = step.compare(work)
        if compared.unexplained or not compared.judgement.accepted:
            raise _Stopped(compared.judgement.findings, unsupported.findings(compared.unexplained, work, begun))
        self.proofs.append(Proof(version, version, before.name, before.name, (), compared.explained))
        self.notes += work.notes

    def _also(self, begun: Draft, work: Work, known: Iterable[BehaviourDifference]) -> tuple[str, ...]:
        """Name the other releases that serve both versions and in which nothing else that matters differs either."""
        borne = {one.path for one in known if one.matters}
        same: list[str] = []
        differing: list[str] = []
        for release in context.common(work.source, work.target, self.goal.release):
            one = self.read(begun.document, release)
            if release == work.release or not one.accepted or one.configuration is None:
                continue
            other = self.read(self.draft.document, release)
            equal = other.accepted and other.configuration is not None and _equal(work, one, other, borne)
            (same if equal else differing).append(release.name)
        concerned = [name for name in differing if self.goal.target in releases.at(name).api_versions]
        if concerned:
            self.notes.append(step.other_releases(work, concerned))
        return tuple(same)

    def _arrive(self) -> None:
        """See to it that the release which was asked for takes the result; else say from when on none does."""
        newest = context.serving(self.goal.target)[-1]
        asked = self.goal.release or newest
        judgement = self._judged(asked)
        if not judgement.accepted and self.goal.release is not None:
            before, old = self._accepting(self.goal.target, asked)
            self._make_room(self.goal.target, before, old, asked)
            judgement = self._accepted(asked)
        self.findings = () if judgement.accepted else judgement.findings


def _equal(work: Work, one: Judgement, other: Judgement, borne: set[str]) -> bool:
    """Tell whether nothing that matters differs between the meanings of two texts in one release, but what is borne."""
    assert one.configuration is not None
    assert other.configuration is not None
    found = ComparisonContext.of(work, other.configuration)._replace(before=one.configuration).explained()
    return all(why is not None and (why.path in borne or not why.matters) for _, why in found)
