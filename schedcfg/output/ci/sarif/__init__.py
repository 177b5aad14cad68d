"""SARIF 2.1.0: GitHub's code scanning, Azure DevOps and editors read it."""

from collections.abc import Iterable, Iterator

from schedcfg.findings import FileReport, Verdict
from schedcfg.output.ci.json_lines import items, line
from schedcfg.output.ci.sarif.places import BASE_ID, artifact
from schedcfg.output.ci.sarif.results import results
from schedcfg.output.ci.sarif.rules import Rules, driver
from schedcfg.output.summary import Summary

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(reports: Iterable[FileReport], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one log with one run, a result per line.

    The rules come last, when it is known which are needed: the results are written as they come.
    """
    rules, notifications = Rules(summary.cards()), list[dict[str, object]]()
    yield f'{{"$schema": {line(SCHEMA)}, "version": "2.1.0", "runs": [{{"results": ['
    yield from items(_results(reports, summary, rules, notifications))
    yield "\n]"
    for name, value in _run(summary, rules, notifications):
        yield f",\n{line(name)}: {line(value)}"
    yield "}]}\n"


def _results(
    reports: Iterable[FileReport], summary: Summary, rules: Rules, notifications: list[dict[str, object]]
) -> Iterator[dict[str, object]]:
    for report in reports:
        summary.count(report)
        if report.verdict is Verdict.UNREADABLE:
            notifications.append(_notification(report))
        yield from results(report, rules)


def _notification(report: FileReport) -> dict[str, object]:
    return {
        "level": "error",
        "message": {"text": report.reason or "unreadable"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact(report.path)}}],
    }


def _run(summary: Summary, rules: Rules, notifications: list[dict[str, object]]) -> Iterator[tuple[str, object]]:
    """Yield what a run has beside its results."""
    yield "tool", {"driver": driver(rules)}
    invocation: dict[str, object] = {"executionSuccessful": not summary.unreadable}
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    yield "invocations", [invocation]
    # Runs by several releases are told apart, and none takes another's alerts away.
    yield "automationDetails", {"id": f"schedcfg/{summary.kubernetes}/" if summary.kubernetes else "schedcfg/"}
    yield "originalUriBaseIds", {BASE_ID: {"description": {"text": "The folder in which schedcfg ran."}}}
    yield "columnKind", "utf16CodeUnits"
    yield "newlineSequences", ["\r\n", "\n", "\r"]
