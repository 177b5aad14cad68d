"""Would the scheduler start with this file?"""

from collections.abc import Iterable
from typing import NamedTuple, Unpack

from schedcfg import releases
from schedcfg.decode import read_type_meta
from schedcfg.document import Position, Stream, decode_text, parse
from schedcfg.effective import OPEN, World
from schedcfg.errors import UnreadableInput
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Severity, Verdict
from schedcfg.operations import gates
from schedcfg.operations.judging import Judge, Judged
from schedcfg.operations.role import Role
from schedcfg.operations.surroundings.stages import Stages, alone
from schedcfg.operations.terms import Terms
from schedcfg.operations.walking import walk
from schedcfg.selection.selection import EVERYTHING, Selection, selected
from schedcfg.sources import STDIN, mentions_surroundings


def validate(  # noqa: PLR0913 - one word each for what is asked
    text: str,
    kubernetes: str | None = None,
    *,
    world: World = OPEN,
    role: Role = Role.ANY,
    path: str = "-",
    feature_gates: gates.FeatureGates = None,
    selection: Selection = EVERYTHING,
) -> FileReport:
    """Tell whether kube-scheduler would start with a file, and if not, everything that is wrong with it.

    Manifests that run a scheduler, or name one, are judged too: alone, and with what stands in the same text.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        world: Which plugins exist beside the in-tree ones; by default any may.
        role: What the file is taken for.
        path: Its name in the report.
        feature_gates: Gate → whether it is on; or what follows each `--feature-gates`, as kube-scheduler takes it.
        selection: Which advice is told. What comments in the text silence never is.

    Returns:
        A report on each scheduler configuration in the text, and each manifest that has to do with one.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    terms = Terms(world=world, role=role, path=path, feature_gates=feature_gates, selection=selection)
    return judge_all(parse(text), kubernetes, None, terms).report


def judge_all(stream: Stream, kubernetes: str | None, stages: Stages | None, terms: Terms) -> "JudgedFile":
    """Judge a text with its manifests, and tell what was chosen of it; see `validate`.

    With stages, what is beside the file is looked at as well.
    """
    judged = judge_stream(stream, kubernetes, **terms)
    is_asked_for = terms.get("role", Role.ANY) is Role.ANY and mentions_surroundings(stream.text)
    report = judged.report
    if is_asked_for and not _has_nothing_else(stream):
        feature_gates = terms.get("feature_gates")
        judge = Judge(gates.target(kubernetes, feature_gates), terms.get("world", OPEN), feature_gates)
        report = _with_manifests(report, stream, judge, stages)
    looked_around = stages is not None and report.path != STDIN
    chosen = terms.get("selection", EVERYTHING)
    return judged._replace(report=selected(report, stream, chosen, looked_around=looked_around))


def _has_nothing_else(stream: Stream) -> bool:
    """Tell whether a text has configurations only, as most files do: nothing more has to be loaded for them."""
    return all(read_type_meta(document.data).is_configuration for document in stream.documents)


def _with_manifests(report: FileReport, stream: Stream, judge: Judge, stages: Stages | None) -> FileReport:
    """Add the reports on manifests to that on configurations."""
    from schedcfg.operations.surroundings.finding import has_manifests  # noqa: PLC0415 - many texts have none
    from schedcfg.operations.surroundings.judging import judge_manifests  # noqa: PLC0415 - likewise
    from schedcfg.operations.surroundings.settling import settled  # noqa: PLC0415 - likewise

    if not has_manifests(stream):
        return report
    standing = alone(stream, judge) if stages is None else stages.standing(report.path, stream, judge)
    found = tuple(judge_manifests(standing))
    if not found:
        return report
    documents = sorted((*settled(report.documents, stream, standing), *found), key=lambda document: document.number)
    return FileReport(report.path, _verdict(documents), tuple(documents), text=report.text)


class JudgedFile(NamedTuple):
    """A file's report, and all that was found out about each configuration in it."""

    report: FileReport
    documents: tuple[Judged, ...]


def judge_text(text: str, kubernetes: str | None = None, **terms: Unpack[Terms]) -> JudgedFile:
    """Judge every scheduler configuration in a text; see `validate`."""
    return judge_stream(parse(text), kubernetes, **terms)


def judge_stream(stream: Stream, kubernetes: str | None = None, **terms: Unpack[Terms]) -> JudgedFile:
    """Judge every scheduler configuration in a text that was parsed; see `validate`."""
    path, feature_gates = terms.get("path", "-"), terms.get("feature_gates")
    judge = Judge(gates.target(kubernetes, feature_gates), terms.get("world", OPEN), feature_gates)
    documents = tuple(_of_file(one, stream) for one in walk(stream, terms.get("role", Role.ANY), judge))
    if not documents:
        nothing = FileReport(path, Verdict.SKIPPED, reason="holds no kube-scheduler configuration", text=stream.text)
        return JudgedFile(nothing, ())
    reports = tuple(judged.report for judged in documents)
    return JudgedFile(FileReport(path, _verdict(reports), reports, text=stream.text), documents)


def _of_file(judged: Judged, stream: Stream) -> Judged:
    """Give the fixes of what was found in a part of a text as edits of the whole."""
    findings = judged.report.findings
    if judged.document is None or judged.document.text is stream.text or all(one.fix is None for one in findings):
        return judged
    from schedcfg.operations.remedies import in_file  # noqa: PLC0415 - few findings have a fix

    found = tuple(in_file(one, judged.document.text, stream.text) for one in findings)
    return judged._replace(report=judged.report._replace(findings=found))


def _verdict(reports: Iterable[DocumentReport]) -> Verdict:
    refused = any(report.verdict is Verdict.REFUSED for report in reports)
    return Verdict.REFUSED if refused else Verdict.ACCEPTED


def validate_bytes(
    raw: bytes, kubernetes: str | None = None, *, stages: Stages | None = None, **terms: Unpack[Terms]
) -> FileReport:
    """Validate a file's bytes; see `validate`. What is no text is refused, as the scheduler refuses it.

    With `stages`, what is beside the file that `path` names is looked at as well.
    """
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        return undecodable(error, kubernetes, terms.get("path", "-"))
    return judge_all(parse(text), kubernetes, stages, Terms(**terms)).report


def undecodable(error: UnreadableInput, kubernetes: str | None, path: str) -> FileReport:
    """Refuse what is no text."""
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
