"""Files made around a configuration: it is judged first, and nothing is made around one that its release refuses."""

from collections.abc import Callable, Iterable
from typing import Unpack

from schedcfg.diagnostics import FileReport, Problem, Verdict
from schedcfg.document import parse
from schedcfg.effective import OPEN
from schedcfg.generate.given import Given
from schedcfg.operations import gates, placing
from schedcfg.operations.judging import Judge, Judged
from schedcfg.operations.role import Role
from schedcfg.operations.terms import Terms
from schedcfg.results.generation import GeneratedFile, Generation

Generator = Callable[[Given], Iterable[GeneratedFile]]
"""Makes files around a configuration."""

Check = Callable[[Given], Iterable[Problem]]
"""Says what keeps a configuration from being run the way that is asked for, and what to know about it."""

Remarks = Callable[[Given], Iterable[str]]
"""Says what to know about the files that were made around a configuration, a sentence or two each."""


def unremarked(_given: Given) -> Iterable[str]:
    """Say nothing about the files."""
    return ()


def around(
    text: str,
    name: str,
    kubernetes: str | None,
    generator: Generator,
    check: Check,
    remarks: Remarks = unremarked,
    **terms: Unpack[Terms],
) -> Generation:
    """Make files around a configuration.

    Args:
        text: The configuration.
        name: The name that its file has beside the generated ones.
        kubernetes: The release that is to run it; None: the newest that serves its API version.
        generator: Makes the files.
        check: Says what keeps them from being made (as errors), and what to know.
        remarks: Says what to know about the files.
        terms: `world`, `path` and `feature_gates`, as in `validate`.

    Returns:
        The files, sorted by path; none where the configuration is refused or `check` finds an error.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if it does not start with these gates.
    """
    feature_gates = terms.get("feature_gates")
    judge = Judge(gates.target(kubernetes, feature_gates), terms.get("world", OPEN), feature_gates)
    judged = judge.first(parse(text), Role.CONFIG)
    path = terms.get("path", name)
    if judged.configuration is None or judged.report.verdict is Verdict.REFUSED:
        return Generation((), _report(judged, path, text))
    given = Given(name, text, judged.configuration)
    judged = _with(judged, check(given))
    report = _report(judged, path, text)
    if any(finding.is_error for finding in judged.report.findings):
        return Generation((), report)
    return Generation(tuple(sorted(generator(given))), report, tuple(remarks(given)))


def _with(judged: Judged, problems: Iterable[Problem]) -> Judged:
    """Add to what is said about a document."""
    assert judged.document is not None
    findings = placing.in_order([*judged.report.findings, *placing.place(problems, judged.document)])
    return judged._replace(report=judged.report._replace(findings=findings))


def _report(judged: Judged, path: str, text: str) -> FileReport:
    return FileReport(path, judged.report.verdict, (judged.report,), text=text)
