"""What schedcfg says of the recorded cases; each is judged once, however many tests ask."""

from functools import cache
from typing import Any, NamedTuple

from recordings import Recording, read

from schedcfg import IN_TREE_ONLY, Role, Verdict, validate
from schedcfg.diagnostics import FindingClass


class Judged(NamedTuple):
    case: str
    release: str
    answer: dict[str, Any]
    accepted: bool
    refused: frozenset[str]
    """The paths of all refused findings."""


def judge(case: Recording, release: str, role: Role) -> Judged:
    report = validate(case.text, release, world=IN_TREE_ONLY, role=role)
    paths = (
        finding.path
        for document in report.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED
    )
    return Judged(case.id, release, case.answers[release], report.verdict is Verdict.ACCEPTED, frozenset(paths))


@cache
def judged(recording: str, text_key: str = "yaml", role: Role = Role.CONFIG) -> tuple[Judged, ...]:
    return tuple(judge(case, release, role) for case in read(recording, text_key) for release in case.answers)
