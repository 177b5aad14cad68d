"""Why a document has no meaning, in one line."""

from schedcfg.diagnostics import DocumentReport
from schedcfg.output.terminal import printable


def refusal(report: DocumentReport) -> str:
    """Say which release refuses a document, and the first reason."""
    first = next(iter(report.findings), None)
    judge = f" by Kubernetes {report.kubernetes}" if report.kubernetes else ""
    reason = "" if first is None else f": line {first.start.line}: {first.message}"
    return printable(f"refused{judge}{reason}")
