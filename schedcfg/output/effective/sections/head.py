"""What stands above a report: the file, who judged it, and what was found."""

from collections.abc import Iterator

from schedcfg.effective.view import DocumentMeaning, FileMeaning
from schedcfg.findings import DocumentReport, FileReport
from schedcfg.output.effective.sections.paper import Paper, measure
from schedcfg.output.terminal import printable
from schedcfg.output.text import block, weight


def title(file: FileMeaning, document: DocumentMeaning, paper: Paper) -> Iterator[str]:
    """Yield the title: file, API version, release."""
    report = document.report
    verdict = "run by" if document.meaning else "refused by"
    release = f"{verdict} Kubernetes {report.kubernetes}" if report.kubernetes else "refused"
    told = f"{where(file, report)}: {', '.join(filter(None, (_version(document), release)))}"
    yield paper.heading(told)
    yield paper.heading("=" * min(measure(told), paper.columns))


def where(file: FileMeaning, report: DocumentReport) -> str:
    """Name the file, and the key or line where the file alone does not tell which configuration is meant."""
    path = printable("standard input" if file.path == "-" else file.path)
    if report.key is not None:
        return f"{path}, key {printable(report.key)}"
    return f"{path}, line {report.line}" if len(file.documents) > 1 else path


def advice(report: DocumentReport, paper: Paper) -> Iterator[str]:
    """Yield the findings about a file that is accepted, in short."""
    for finding in report.findings:
        word, colour = weight(finding)
        first = f"{paper.paint(colour, f'{word}[{finding.rule}]')} line {finding.start.line}: "
        yield from paper.wrapped(finding.message.split(), first, 2)


def refusal(file: FileReport, report: DocumentReport, paper: Paper) -> Iterator[str]:
    """Yield the findings about a file that is refused, as `validate` shows them."""
    by = f"kube-scheduler {report.kubernetes}" if report.kubernetes else "kube-scheduler"
    yield f"{by} does not start with this file, so nothing runs:"
    yield ""
    for finding in report.findings:
        yield from block(file, report, finding, paper.paint).rstrip("\n").split("\n")
        yield ""


def _version(document: DocumentMeaning) -> str:
    """Name the API version in short; a Policy by its kind, as versions do not tell it apart."""
    if document.meaning is not None:
        return document.meaning.api_version
    kind, version = document.report.kind, document.report.api_version
    return kind if kind == "Policy" else printable(version.rpartition("/")[2])
