"""One document judged: from its data through all stages to a report."""

from typing import NamedTuple

from schedcfg import releases
from schedcfg.decode import LAST_WITH_POLICY, TypeMeta, decode, read_type_meta
from schedcfg.diagnostics import DocumentReport, FindingClass, Problem, Verdict
from schedcfg.document import Document, Stream
from schedcfg.effective import World, resolve
from schedcfg.operations import placing, unread
from schedcfg.operations.role import Role
from schedcfg.releases.release import Release
from schedcfg.rules import Subject, run


class Judge(NamedTuple):
    """By whose rules documents are judged.

    Attributes:
        release: The release; None: each document's own, the newest that reads it.
        world: Which plugins exist beside the in-tree ones.
    """

    release: Release | None
    world: World

    def first(self, stream: Stream, role: Role) -> DocumentReport:
        """Judge the first document of a text: kube-scheduler reads no other, whatever stands there."""
        if not stream.documents and stream.error is not None:
            return self.unparsed(stream)
        document = stream.documents[0] if stream.documents else Document.empty(stream.text)
        more = len(stream.documents) > 1 or stream.error is not None
        told = more and read_type_meta(document.data).is_configuration
        return self.document(document, role, (unread.FOLLOWED,) if told else ())

    def document(self, document: Document, role: Role, notes: tuple[Problem, ...] = ()) -> DocumentReport:
        """Judge one document as what its role says.

        Args:
            document: The document.
            role: `CONFIG` or `POLICY`.
            notes: What is to be said about it besides.
        """
        meta = read_type_meta(document.data)
        release = self.release or releases.at(_own_release(meta, role))
        find = _in_policy if role is Role.POLICY else _in_configuration
        findings = placing.place([*notes, *find(document, meta, release, self.world)], document)
        refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
        return DocumentReport(
            number=document.index,
            line=document.line,
            api_version=meta.api_version,
            kind=meta.kind,
            kubernetes=release.name,
            verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
            findings=findings,
        )

    def unparsed(self, stream: Stream) -> DocumentReport:
        """Report the text that could not be parsed; it counts as the document that it would have been."""
        assert stream.error is not None
        finding = placing.of_defect(stream.error)
        return DocumentReport(
            number=len(stream.documents),
            line=finding.start.line,
            api_version="",
            kind="",
            kubernetes=None if self.release is None else self.release.name,
            verdict=Verdict.REFUSED,
            findings=(finding,),
        )


def _own_release(meta: TypeMeta, role: Role) -> str:
    """Choose the release for a document that none was named for: the newest that reads it."""
    if role is Role.POLICY:
        return LAST_WITH_POLICY
    return releases.newest_serving(meta.version or "") or releases.NEWEST


def _in_configuration(document: Document, meta: TypeMeta, release: Release, world: World) -> list[Problem]:
    decoded = decode(document, meta, release, lambda name: world.known(name, release))
    problems = list(decoded.problems)
    if decoded.shape is not None:
        problems.extend(run(Subject(resolve(decoded, world), decoded, world)))
    return problems


def _in_policy(document: Document, _meta: TypeMeta, release: Release, _world: World) -> list[Problem]:
    from schedcfg.rules import policy  # noqa: PLC0415 - few files are Policies

    return list(policy.problems(document, release))
