"""Would the scheduler start with this file?"""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.decode import LAST_WITH_POLICY, TypeMeta, decode, is_policy, read_type_meta
from schedcfg.diagnostics import (
    DocumentReport,
    FileReport,
    Finding,
    FindingClass,
    Problem,
    Severity,
    Verdict,
)
from schedcfg.document import Document, Position, Stream, decode_text, parse
from schedcfg.effective import OPEN, World, resolve
from schedcfg.errors import UnreadableInput
from schedcfg.operations import placing, unread
from schedcfg.operations.role import Role
from schedcfg.releases.release import Release
from schedcfg.rules import Subject, run


def validate(
    text: str,
    kubernetes: str | None = None,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    path: str = "-",
) -> FileReport:
    """Tell whether kube-scheduler would start with a file, and if not, everything that is wrong with it.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        world: Which plugins exist beside the in-tree ones; by default any may.
        role: What the file is taken for.
        path: Its name in the report.

    Returns:
        A report on each scheduler configuration in the text.

    Raises:
        UnknownTarget: if the release is not known.
    """
    release = None if kubernetes is None else releases.at(kubernetes)
    stream = parse(text)
    reports = tuple(_walk(stream, release, world, role))
    if not reports:
        return FileReport(path, Verdict.SKIPPED, reason="holds no kube-scheduler configuration", text=text)
    refused = any(report.verdict is Verdict.REFUSED for report in reports)
    return FileReport(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, reports, text=text)


def _walk(stream: Stream, release: Release | None, world: World, role: Role) -> Iterator[DocumentReport]:
    if role is not Role.ANY:
        yield _first(stream, release, world, role)
        return
    found = 0
    for document in stream.documents:
        meta = read_type_meta(document.data)
        if meta.is_configuration:
            own_role = Role.CONFIG
        elif is_policy(document.data):
            own_role = Role.POLICY
        else:
            continue
        notes = [unread.FOLLOWING] if found else []
        found += 1
        if stream.error is not None and document.index == 0:
            notes.append(unread.broken_behind(stream.error))
        yield _judge(document, meta, release, world, own_role, tuple(notes))
    if stream.error is not None and not _starts_with_configuration(stream) and (found or _mentions(stream.text)):
        yield _unparsed(stream, release)


def _starts_with_configuration(stream: Stream) -> bool:
    return bool(stream.documents) and read_type_meta(stream.documents[0].data).is_configuration


def _mentions(text: str) -> bool:
    return "kubescheduler.config.k8s.io" in text or "KubeSchedulerConfiguration" in text


def _first(stream: Stream, release: Release | None, world: World, role: Role) -> DocumentReport:
    """Judge the first document: kube-scheduler reads no other, whatever stands there."""
    if not stream.documents and stream.error is not None:
        return _unparsed(stream, release)
    document = stream.documents[0] if stream.documents else Document.empty(stream.text)
    meta = read_type_meta(document.data)
    more = len(stream.documents) > 1 or stream.error is not None
    return _judge(document, meta, release, world, role, (unread.FOLLOWED,) if more and meta.is_configuration else ())


def _judge(
    document: Document,
    meta: TypeMeta,
    release: Release | None,
    world: World,
    role: Role,
    notes: tuple[Problem, ...] = (),
) -> DocumentReport:
    judged_by = release or releases.at(_own_release(meta, role))
    find = _in_policy if role is Role.POLICY else _in_configuration
    findings = placing.place([*notes, *find(document, meta, judged_by, world)], document)
    refused = any(finding.finding_class is FindingClass.REFUSED for finding in findings)
    return DocumentReport(
        number=document.index,
        line=document.line,
        api_version=meta.api_version,
        kind=meta.kind,
        kubernetes=judged_by.name,
        verdict=Verdict.REFUSED if refused else Verdict.ACCEPTED,
        findings=findings,
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


def _unparsed(stream: Stream, release: Release | None) -> DocumentReport:
    """Report the text that could not be parsed; it counts as the document that it would have been."""
    assert stream.error is not None
    finding = placing.of_defect(stream.error)
    return DocumentReport(
        number=len(stream.documents),
        line=finding.start.line,
        api_version="",
        kind="",
        kubernetes=None if release is None else release.name,
        verdict=Verdict.REFUSED,
        findings=(finding,),
    )


def validate_bytes(
    raw: bytes,
    kubernetes: str | None = None,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    path: str = "-",
) -> FileReport:
    """Validate a file's bytes; see `validate`. What is no text is refused, as the scheduler refuses it."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        return _undecodable(error, kubernetes, path)
    return validate(text, kubernetes, world=world, role=role, path=path)


def _undecodable(error: UnreadableInput, kubernetes: str | None, path: str) -> FileReport:
    start = Position(error.line, error.column, 0)
    finding = Finding(
        rule="encoding",
        finding_class=FindingClass.REFUSED,
        severity=Severity.ERROR,
        path="",
        message=str(error),
        help=error.help,
        start=start,
        end=start,
    )
    release = None if kubernetes is None else releases.at(kubernetes).name
    document = DocumentReport(0, 1, "", "", release, Verdict.REFUSED, (finding,))
    return FileReport(path, Verdict.REFUSED, (document,), text="")
