"""Reports to be written: of texts, and of anything that could ever be in one."""

import os
from collections.abc import Iterable
from typing import Any

from hypothesis import strategies as st

from schedcfg.document import parse_bytes
from schedcfg.document.span import Edit, Lines
from schedcfg.findings import DocumentReport, DocumentVerdict, FileReport, Finding, FindingClass, Fix, Severity, Verdict
from schedcfg.output import FORMATS, load
from schedcfg.output.summary import Summary
from schedcfg.rules.cards import cards
from schedcfg.validation.files import validate_file
from schedcfg.validation.options import Options

GOOD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
BAD = GOOD + "parallelism: 0\n"
FIXABLE = cards()["ineffective-disable"].bad


def written(output: str, reports: Iterable[FileReport], kubernetes: str | None = None) -> str:
    """Write reports in a format, or by a file of `schedcfg.output`."""
    render = load(FORMATS["github"], "render_step_summary") if output == "step summary" else load(FORMATS[output])
    summary = Summary(kubernetes, cards)
    return "".join(render(summary.counting(reports, lambda report: (report,)), summary, colored=False))


def report_of(text: str | bytes, path: str = "a.yaml", kubernetes: str = "1.29") -> FileReport:
    # Examples of rules have bytes that are no text as surrogates.
    raw = text if isinstance(text, bytes) else text.encode(errors="surrogateescape")
    return validate_file(parse_bytes(raw), Options(kubernetes), path=path)


def unreadable(path: str = "secret/a.yaml", reason: str = "no permission") -> FileReport:
    return FileReport(path, Verdict.UNREADABLE, reason=reason)


def finding(text: str, start: int, end: int, **changed: Any) -> Finding:
    """Make a finding about a stretch of a text."""
    span = Lines(text).span(start, end)
    known: dict[str, Any] = {
        "rule": "some-rule",
        "finding_class": FindingClass.REFUSED,
        "severity": Severity.ERROR,
        "path": "profiles[0].schedulerName",
        "message": "something is wrong",
        "help": None,
        "start": span.start,
        "end": span.end,
    }
    return Finding(**{**known, **changed})


def report_with(text: str, *findings: Finding, path: str = "a.yaml") -> FileReport:
    refused = any(one.finding_class is FindingClass.REFUSED for one in findings)
    verdict: DocumentVerdict = Verdict.REFUSED if refused else Verdict.ACCEPTED
    document = DocumentReport(0, 1, "v1", "KubeSchedulerConfiguration", "1.29", verdict, findings)
    return FileReport(path, verdict, (document,), text=text)


def edited(text: str, *changes: tuple[int, int, str], is_safe: bool = True) -> Fix:
    lines = Lines(text)
    edits = tuple(Edit(lines.span(start, end), replacement) for start, end, replacement in changes)
    return Fix("Mend it", is_safe, edits)


def odd_runs() -> dict[str, list[FileReport]]:
    """Make reports of what is rarely reported, by what that is."""
    return {
        "nothing": [],
        "unreadable": [unreadable()],
        "standard input": [report_of(BAD, "-")],
        "no text": [unreadable("-"), report_of(b"\xff\xfe\x00"), report_of(b"\x80abc")],
        "byte order mark": [report_of("\ufeff" + BAD)],
        "a name that is no UTF-8": [report_of(BAD, os.fsdecode(b"caf\xe9/a b.yaml"))],
    }


TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n\t\x00\x1b%,:;|`<>[]()&\"'\\#🙂é"))
NAMES = (
    st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\r\n%,:=#?🙂 \udc80\udcff"), min_size=1)
    .filter(lambda name: "\0" not in name and name.strip("/."))
)  # fmt: skip


@st.composite
def any_finding(draw: st.DrawFn, text: str) -> Finding:
    offsets = st.integers(0, len(text))
    start, end = sorted((draw(offsets), draw(offsets)))
    cuts = sorted(draw(st.sets(offsets, max_size=6)))
    changes = [(first, second, draw(TEXTS)) for first, second in zip(cuts[::2], cuts[1::2], strict=False)]
    return finding(
        text,
        start,
        end,
        rule=draw(st.sampled_from(["plugin-args", "unknown-field", "ineffective-disable"])),
        finding_class=draw(st.sampled_from(FindingClass)),
        severity=draw(st.sampled_from(Severity)),
        path=draw(TEXTS),
        message=draw(TEXTS.filter(bool)),
        help=draw(st.none() | TEXTS),
        fix=edited(text, *changes, is_safe=draw(st.booleans())) if changes else None,
    )


@st.composite
def any_report(draw: st.DrawFn) -> FileReport:
    """Make a report of any name and text, with any findings."""
    path = draw(NAMES | st.just("-"))
    if draw(st.booleans()):
        text = draw(TEXTS)
        return report_with(text, *draw(st.lists(any_finding(text), max_size=4)), path=path)
    if draw(st.booleans()):
        return FileReport(path, draw(st.sampled_from([Verdict.UNREADABLE, Verdict.SKIPPED])), reason=draw(TEXTS))
    return report_of(draw(TEXTS.map(lambda text: BAD + text)), path)
