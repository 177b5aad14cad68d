"""The JUnit report: Jenkins, GitLab and others show it as tests."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from schedcfg import __version__
from schedcfg.findings import DocumentReport, FileReport, Finding, Verdict
from schedcfg.output.finding_text import position, weight_name, with_help
from schedcfg.output.guard import each
from schedcfg.output.links import file_name
from schedcfg.output.summary import Summary
from schedcfg.patterns import pattern

_NOT_IN_XML = pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


_Fails: TypeAlias = Callable[[Finding], bool]
"""Whether a finding fails the run."""


class JUnitCase(NamedTuple):
    """One test."""

    name: str
    end: str | None = None  # The element for its result: `failure`, `error`, `skipped`; None: it passed
    text: str = ""
    message: str | None = None
    type: str | None = None  # The rule, or the kind of what happened
    seconds: float | None = None  # How long it took, where that is known


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a test suite per file, with a test per finding: what fails the run fails, the rest passes with a text.

    A document in which nothing is found is a test that passes.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="schedcfg">\n'
    yield from each(reports, partial(_suite, fails=summary.fails), summary)
    yield "</testsuites>\n"


def _suite(report: FileReport, fails: _Fails) -> Iterator[str]:
    path = file_name(report.path).path
    return suite(path, list(_cases(report, path, fails)), _properties(report))


def suite(path: str, cases: Sequence[JUnitCase], properties: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a test suite.

    Args:
        path: What it is called: its file.
        cases: Its tests.
        properties: What else is to be known of it.
    """
    ends = [case.end for case in cases]
    numbers = f'tests="{len(cases)}" failures="{ends.count("failure")}" errors="{ends.count("error")}"'
    yield f'  <testsuite name={_attribute(path)} {numbers} skipped="{ends.count("skipped")}">\n    <properties>\n'
    for name, value in (("schedcfg", __version__), *properties):
        yield f"      <property name={_attribute(name)} value={_attribute(value)}/>\n"
    yield "    </properties>\n"
    for case in cases:
        took = "" if case.seconds is None else f' time="{case.seconds:.3f}"'
        yield f"    <testcase name={_attribute(case.name)} classname={_attribute(path)}{took}{_inside(case)}\n"
    yield "  </testsuite>\n"


def _properties(report: FileReport) -> Iterator[tuple[str, str]]:
    releases = dict.fromkeys(document.kubernetes for document in report.documents if document.kubernetes)
    if releases:
        yield "kubernetes", " ".join(releases)


def _cases(report: FileReport, path: str, fails: _Fails) -> Iterator[JUnitCase]:
    if report.verdict is Verdict.UNREADABLE:
        reason = report.reason or "unreadable"
        yield JUnitCase("readable", "error", f"{path}: {reason}", reason)
    elif not report.documents:
        yield JUnitCase("kube-scheduler configuration", "skipped", "", report.reason or "nothing to validate")
    for number, document in enumerate(report.documents, 1):
        where = f"document {number}"
        if not document.findings:
            yield JUnitCase(f"{where}: {document.kind or 'kube-scheduler configuration'}")
        for finding in document.findings:
            case = _case(where, f"{path}:{position(report, finding)}", document, finding)
            yield case if fails(finding) else case._replace(end="system-out", message=None, type=None)


def _case(where: str, at: str, document: DocumentReport, finding: Finding) -> JUnitCase:
    place = finding.entry
    name = f"{where}: {finding.rule} at {place}" if place else f"{where}: {finding.rule}"
    release = f" (Kubernetes {document.kubernetes})" if document.kubernetes else ""
    text = f"{at}: {weight_name(finding)}{release}: {with_help(finding)}"
    return JUnitCase(name, "failure", text, finding.message, finding.rule)


def _inside(case: JUnitCase) -> str:
    """Write what follows a test's attributes."""
    if case.end is None:
        return "/>"
    attributes = "".join(
        f" {name}={_attribute(value)}"
        for name, value in (("message", case.message), ("type", case.type))
        if value is not None
    )
    return f"><{case.end}{attributes}>{_content(case.text)}</{case.end}></testcase>"


def _attribute(text: str) -> str:
    return _ascii(quoteattr(_allowed(text)))


def _content(text: str) -> str:
    # A reader would take a carriage return for a line feed; a tab is none of what a terminal obeys as a reference.
    return _ascii(escape(_allowed(text), {"\r": "&#13;", "\t": "&#9;"}))


def _allowed(text: str) -> str:
    """Write characters that no XML may have as escapes."""
    return _NOT_IN_XML.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _ascii(text: str) -> str:
    return text.encode("ascii", "xmlcharrefreplace").decode()
