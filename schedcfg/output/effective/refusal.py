"""Why a document has no meaning, in one line."""

from schedcfg.findings import DocumentReport, FindingClass
from schedcfg.output.terminal import printable


def refusal(report: DocumentReport) -> str:
    """Say which release refuses a document, and the first reason."""
    first = next((one for one in report.findings if one.finding_class is FindingClass.REFUSED), None)
    judge = f" by Kubernetes {report.kubernetes}" if report.kubernetes else ""
    reason = "" if first is None else f": line {first.start.line}: {first.message}"
    return printable(f"refused{judge}{reason}")
