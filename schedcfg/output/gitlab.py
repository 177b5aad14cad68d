"""GitLab's Code Quality report: an array that a merge request shows."""

from collections.abc import Iterable, Iterator

from schedcfg.findings import FileReport, Verdict
from schedcfg.output.finding_text import weight_name, with_help
from schedcfg.output.links import digest, file_name, items, marked
from schedcfg.output.summary import Summary

_SEVERITIES = {"refused": "blocker", "error": "critical", "warning": "major", "info": "info"}


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield the array, one finding per line."""
    yield "["
    yield from items(reports, _findings, summary)
    yield "\n]\n"


def _findings(report: FileReport) -> Iterator[dict[str, object]]:
    path = file_name(report.path).path
    if report.verdict is Verdict.UNREADABLE:
        yield _issue("unreadable", report.reason or "unreadable", "blocker", digest("unreadable", path), (path, 1))
    for _, finding, fingerprint in marked(report):
        place = (path, finding.start.line)
        yield _issue(
            finding.rule, with_help(finding), _SEVERITIES[weight_name(finding)], digest(path, fingerprint), place
        )


def _issue(rule: str, described: str, severity: str, fingerprint: str, place: tuple[str, int]) -> dict[str, object]:
    path, line = place
    return {
        "type": "issue",
        "check_name": rule,
        "description": described,
        "categories": ["Bug Risk"],
        "severity": severity,
        "fingerprint": fingerprint,
        "location": {"path": path, "lines": {"begin": line}},
    }
