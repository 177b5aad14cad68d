"""One document judged: from its data through all stages to a report."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Self

from schedcfg import releases
from schedcfg.decode import LAST_WITH_POLICY, Decoded, TypeMeta, decode, read_type_meta
from schedcfg.document import Document, Span, Stream
from schedcfg.effective import Configuration, World, resolve
from schedcfg.effective.resolve import Completion, of_configuration
from schedcfg.findings import DocumentReport, FileReport, FindingClass, Problem, Verdict
from schedcfg.operations import gates, placing
from schedcfg.operations.role import Role
from schedcfg.releases.release import Release
from schedcfg.rules import Subject, run
from schedcfg.rules.input import unread_document


class Judged(NamedTuple):
    """A document with all that was found out about it.

    Attributes:
        report: What is said about it.
        document: The document; None where the text could not be parsed.
        release: The release that judged it; None likewise.
        configuration: Completed; None where nothing could be read.
        completion: How other releases would complete it; None likewise.
        decoded: As read; None for a Policy, or where nothing was read.
        span: Where it stands as a whole, where lines of its own mean nothing; None otherwise.
    """

    report: DocumentReport
    document: Document | None = None
    release: Release | None = None
    configuration: Configuration | None = None
    completion: Completion | None = None
    decoded: Decoded | None = None
    span: Span | None = None

    def with_problems(self, problems: Iterable[Problem]) -> Self:
        """Add to what is said about a document that was read."""
        assert self.document is not None
        findings = placing.in_order([*self.report.findings, *placing.place(problems, self.document)])
        return self._replace(report=self.report._replace(findings=findings))

    def file_report(self, path: str, text: str) -> FileReport:
        """Report about a file of which this is all that counts."""
        return FileReport(path, self.report.verdict, (self.report,), text=text)


class Judge(NamedTuple):
    """By whose rules documents are judged.

    Attributes:
        release: The release, with feature gates set; None: each document's own, the newest that reads it.
        world: Which plugins exist beside the in-tree ones.
        feature_gates: What to set in each document's own release.
    """

    release: Release | None
    world: World
    feature_gates: gates.FeatureGates = None

    def first(self, stream: Stream, role: Role) -> Judged:
        """Judge the first document of a text: kube-scheduler reads no other, whatever stands there."""
        if not stream.documents and stream.error is not None:
            return self.unparsed(stream)
        document = stream.documents[0] if stream.documents else Document.empty(stream.text)
        more = len(stream.documents) > 1 or stream.error is not None
        told = more and read_type_meta(document.data).is_configuration
        return self.document(document, role, (unread_document.FOLLOWED,) if told else ())

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> Judged:
        """Judge one document as what its role says.

        Args:
            document: The document.
            role: `CONFIG` or `POLICY`.
            notes: What is to be said about it besides.
        """
        meta = read_type_meta(document.data)
        release, told = self._release(meta, role)
        found = _in(role)(document, meta, release, self.world)
        findings = placing.place([*notes, *told, *found.problems], document)
        refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
        report = DocumentReport(
            number=document.index,
            line=document.line,
            api_version=meta.api_version,
            kind=meta.kind,
            kubernetes=release.name,
            verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
            findings=findings,
        )
        return Judged(report, document, release, found.configuration, found.completion, found.decoded)

    def configuration(self, stream: Stream, release: Release | None) -> Configuration | None:
        """Complete the first document of a text without judging it; None where nothing could be read.

        Args:
            stream: The text.
            release: The release that completes it; None: the one that judges it.
        """
        if not stream.documents:
            return None
        document = stream.documents[0]
        meta = read_type_meta(document.data)
        chosen = release or self._release(meta, Role.CONFIG).release
        decoded = decode(document, meta, chosen, lambda name: self.world.known(name, chosen))
        return None if decoded.shape is None else resolve(decoded, self.world)

    def completed(self, document: Document, role: Role) -> Configuration | None:
        """Complete a document without saying anything about it; None where the release refuses it."""
        meta = read_type_meta(document.data)
        release, told = self._release(meta, role)
        found = _in(role)(document, meta, release, self.world)
        is_refused = any(problem.finding_class is FindingClass.REFUSED for problem in (*told, *found.problems))
        return None if is_refused else found.configuration

    def _release(self, meta: TypeMeta, role: Role) -> gates.Gated:
        if self.release is not None:
            return gates.Gated(self.release)
        return gates.own(releases.at(_own_release(meta, role)), self.feature_gates)

    def unparsed(self, stream: Stream) -> Judged:
        """Report the text that could not be parsed; it counts as the document that it would have been."""
        assert stream.error is not None
        finding = placing.of_defect(stream.error)
        report = DocumentReport(
            number=len(stream.documents),
            line=finding.start.line,
            api_version="",
            kind="",
            kubernetes=None if self.release is None else self.release.name,
            verdict=Verdict.REFUSED,
            findings=(finding,),
        )
        return Judged(report)

    def embedded(self, result: Judged, key: str | None, number: int, span: Span | None) -> Judged:
        """Say of a judged document in which one it stands, and under which key; see `Reader.embedded`."""
        report = result.report._replace(number=number, key=key)
        if span is not None:
            # The value is quoted, folded or an alias: its lines are not lines of the file, so all of it is meant, and
            # what would mend them is no edit of the file.
            findings = tuple(finding._replace(start=span.start, end=span.end, fix=None) for finding in report.findings)
            report = report._replace(line=span.start.line, findings=findings)
        return result._replace(report=report, span=span)


class _Found(NamedTuple):
    problems: list[Problem]
    configuration: Configuration | None = None
    completion: Completion | None = None
    decoded: Decoded | None = None


def _in(role: Role) -> Callable[[Document, TypeMeta, Release, World], _Found]:
    """Choose how a document is read."""
    return _in_policy if role is Role.POLICY else _in_configuration


def _own_release(meta: TypeMeta, role: Role) -> str:
    """Choose the release for a document that none was named for: the newest that reads it."""
    if role is Role.POLICY:
        return LAST_WITH_POLICY
    return releases.newest_serving(meta.version or "") or releases.NEWEST


def _in_configuration(document: Document, meta: TypeMeta, release: Release, world: World) -> _Found:
    decoded = decode(document, meta, release, lambda name: world.known(name, release))
    problems = list(decoded.problems)
    if decoded.shape is None:
        return _Found(problems, decoded=decoded)
    configuration = resolve(decoded, world)
    problems.extend(run(Subject(configuration, decoded, world, document)))
    return _Found(problems, configuration, of_configuration(decoded, world), decoded)


def _in_policy(document: Document, _meta: TypeMeta, release: Release, _world: World) -> _Found:
    # Few files are Policies.
    from schedcfg.decode.configuration import decode_policy  # noqa: PLC0415
    from schedcfg.effective.policy import of_policy  # noqa: PLC0415
    from schedcfg.rules.input.policy_not_allowed import problems  # noqa: PLC0415

    policy, found = decode_policy(document, release)
    if policy is None:
        return _Found(found)
    completion = of_policy(policy)
    return _Found([*found, *problems(policy, release)], completion.by(release), completion)
