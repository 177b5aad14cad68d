"""Workflow commands: GitHub Actions shows them beside the lines of a change.

Mirrors actions/runner: `ActionCommand.cs` reads the commands, `ExecutionContext.cs` makes annotations of the first.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from schedcfg.document.texts import printable
from schedcfg.findings import DocumentReport, FileReport, Finding, Severity, Verdict
from schedcfg.output.concise import line
from schedcfg.output.finding_text import position, severity, shown, weight_name, with_help
from schedcfg.output.guard import each
from schedcfg.output.links import file_name, rule_page
from schedcfg.output.summary import Summary, counted
from schedcfg.output.terminal import painter
from schedcfg.patterns import pattern

SHOWN = 10
"""How many annotations of each kind the runner keeps of a step; the others are in its log only."""

_BREAK = pattern(r"([\r\n])")

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a command per finding as they come: errors never take the place of warnings, each kind has its own.

    The last notice gives their number. The runner would drop it after ten others, so that place is kept for it:
    what is for reading only is then written to the log as it is.
    """
    notices = 0

    def commands(report: FileReport) -> Iterator[str]:
        nonlocal notices
        if report.verdict is Verdict.UNREADABLE:
            yield command(
                "error",
                file_property(report.path),
                "unreadable",
                _with_file_name(report, report.reason or "unreadable"),
            )
        for document, finding in _each(report):
            notices += severity(finding) is Severity.INFO
            is_logged = severity(finding) is Severity.INFO and notices >= SHOWN
            yield _logged(report, finding) if is_logged else _annotation(report, document, finding)

    yield from each(reports, commands, summary)
    if text := "; ".join(chain(_sum(summary), _left_out(summary, notices))):
        yield command("notice", {}, "schedcfg", text)


def _each(report: FileReport) -> Iterator[tuple[DocumentReport, Finding]]:
    return ((document, finding) for document in report.documents for finding in document.findings)


def _annotation(report: FileReport, document: DocumentReport, finding: Finding) -> str:
    place: dict[str, object] = {**file_property(report.path), "line": finding.start.line, "endLine": finding.end.line}
    if finding.start.line == finding.end.line:
        # Columns are only taken where both are on one line.
        text = report.text or ""
        place |= {"col": shown(text, finding.start), "endColumn": shown(text, finding.end)}
    release = f" (Kubernetes {document.kubernetes})" if document.kubernetes else ""
    title = f"{weight_name(finding)}: {finding.rule}{release}"
    return command(_COMMANDS[severity(finding)], place, title, _with_file_name(report, with_help(finding)))


def file_property(path: str) -> dict[str, object]:
    """Return the property of a command that names a file; none for standard input."""
    name = file_name(path)
    return {} if name.is_stdin else {"file": name.path}


def _with_file_name(report: FileReport, message: str) -> str:
    """Return a message with the file's name where the place cannot."""
    name = file_name(report.path)
    return f"{name.path}: {message}" if name.is_stdin else message


def command(name: str, properties: dict[str, object], title: str, message: str) -> str:
    """Return a workflow command, with its line break.

    Args:
        name: `error`, `warning` or `notice`.
        properties: The place that it is about; none for the whole run.
        title: What it is called.
        message: What it says, of one line or several.
    """
    written = ",".join(f"{key}={_property(value)}" for key, value in {**properties, "title": title}.items())
    return f"::{name} {written}::{_data(message)}\n"


def _data(value: object) -> str:
    """Escape a message of one line or several; what a terminal would obey is shown as escapes."""
    shown = "".join(part if part in {"\r", "\n"} else printable(part) for part in _BREAK.split(str(value)))
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    """Escape a property, in which colons and commas mean something as well."""
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _logged(report: FileReport, finding: Finding) -> str:
    """Write a finding to the log, as no command: neither `::` at the beginning nor `##[` anywhere."""
    text = line(report, finding, painter(colored=False)).replace("##[", "## [")
    return f"info: {text}\n"


def _sum(summary: Summary) -> Iterator[str]:
    if text := summary.line():
        yield text


def _left_out(summary: Summary, notices: int) -> Iterator[str]:
    errors = summary.refusals + summary.errors + summary.unreadable
    if max(errors, summary.warnings, notices + 1 if notices else 0) > SHOWN:
        yield f"GitHub shows {SHOWN} of each kind, the log of this step has all"


_ROWS = 200
"""As many rows are shown of each weight and in all: GitHub takes 1 MiB of a step."""

_CELL = 600
"""Longer cells are cut."""

_WEIGHTS = ("unreadable", "refused", "error", "warning", "info")
"""In the order of the table."""

_CODE = pattern(r"`([^`]*)`")

_MARKUP = pattern(r"[^\w\s.,:;()/='\"-]|_")


def render_step_summary(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a heading, what the findings add up to, and a table of them, the heaviest first."""
    rows: dict[str, list[str]] = defaultdict(list)
    found = 0
    for weight, row in each(reports, partial(_rows, summary=summary), summary):
        found += 1
        if len(rows[weight]) < _ROWS:
            rows[weight].append(row)
    yield f"### schedcfg\n\n{cell(summary.headline)}\n\n"
    if found:
        yield "| | where | what |\n| --- | --- | --- |\n"
        shown = [row for weight in _WEIGHTS for row in rows[weight]][:_ROWS]
        yield from shown
        yield f"\n{counted(found - len(shown), 'more finding')}, in the log.\n" if found > len(shown) else ""
        yield "\n"


def _rows(report: FileReport, summary: Summary) -> Iterator[tuple[str, str]]:
    path = file_name(report.path).path
    if report.verdict is Verdict.UNREADABLE:
        yield "unreadable", _row("unreadable", path, report.reason or "")
    for document in report.documents:
        for finding in document.findings:
            weight = weight_name(finding)
            page = rule_page(finding.rule) if finding.rule in summary.cards() else None
            rule = f"[{finding.rule}]({page})" if page else cell(finding.rule)
            yield weight, _row(f"{weight} {rule}", f"{path}:{position(report, finding)}", with_help(finding))


def _row(first: str, where: str, what: str) -> str:
    return f"| {first} | {cell(where)} | {cell(what)} |\n"


def cell(text: str) -> str:
    """Write a text for a cell: what could be Markdown or HTML becomes a reference, what is code stays code."""
    cut = text if len(text) <= _CELL else text[: _CELL - 1] + "…"
    marked = _CODE.sub("\0\\1\1", "\n".join(map(printable, cut.split("\n"))))
    lines = _MARKUP.sub(_reference, marked).splitlines()
    return "<br>".join(lines).replace("\0", "<code>").replace("\1", "</code>")


def _reference(found: re.Match[str]) -> str:
    letter = found[0]
    return letter if letter in "\0\1" else f"&#{ord(letter)};"
