"""Would the scheduler start with this file?"""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.decode import is_policy, read_type_meta
from schedcfg.diagnostics import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.document import Document, Position, Stream, decode_text, parse
from schedcfg.effective import OPEN, World
from schedcfg.errors import UnreadableInput
from schedcfg.operations import unread
from schedcfg.operations.judging import Judge
from schedcfg.operations.role import Role
from schedcfg.sources import Embedded, configurations_in, mentions_configuration


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
    judge = Judge(None if kubernetes is None else releases.at(kubernetes), world)
    stream = parse(text)
    reports = (judge.first(stream, role),) if role is not Role.ANY else tuple(_walk(stream, judge))
    if not reports:
        return FileReport(path, Verdict.SKIPPED, reason="holds no kube-scheduler configuration", text=text)
    refused = any(report.verdict is Verdict.REFUSED for report in reports)
    return FileReport(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, reports, text=text)


def _walk(stream: Stream, judge: Judge) -> Iterator[DocumentReport]:
    """Judge every configuration and Policy in a text, those inside ConfigMaps too."""
    found = 0
    for document in stream.documents:
        embedded = configurations_in(document, stream.text)
        if embedded:
            yield from (_judge_embedded(one, document.index, judge) for one in embedded)
            continue
        role = _role_of(document)
        if role is None:
            continue
        notes = [unread.FOLLOWING] if found else []
        found += 1
        if stream.error is not None and document.index == 0:
            notes.append(unread.broken_behind(stream.error))
        yield judge.document(document, role, tuple(notes))
    if (
        stream.error is not None
        and not _starts_with_configuration(stream)
        and (found or mentions_configuration(stream.text))
    ):
        yield judge.unparsed(stream)


def _role_of(document: Document) -> Role | None:
    """Tell what a document is by itself; None if it is nothing that kube-scheduler reads."""
    if read_type_meta(document.data).is_configuration:
        return Role.CONFIG
    return Role.POLICY if is_policy(document.data) else None


def _judge_embedded(embedded: Embedded, number: int, judge: Judge) -> DocumentReport:
    report = judge.first(parse(embedded.text), Role.POLICY if embedded.is_policy else Role.CONFIG)
    findings = report.findings
    if embedded.span is not None:
        # The value is quoted or folded: its lines are not lines of the file, so all of it is meant.
        start, end = embedded.span
        findings = tuple(finding._replace(start=start, end=end) for finding in findings)
    return report._replace(number=number, key=embedded.key, findings=findings)


def _starts_with_configuration(stream: Stream) -> bool:
    return bool(stream.documents) and _role_of(stream.documents[0]) is Role.CONFIG


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
