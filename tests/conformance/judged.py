"""What schedcfg says of the recorded cases; each is judged once, however many tests ask."""

from functools import cache
from typing import Any, NamedTuple

from recordings import Recording, read

from schedcfg import IN_TREE_ONLY, Role, Verdict, validate
from schedcfg.findings import FindingClass
from schedcfg.options import Options


class Judged(NamedTuple):
    case: str
    release: str
    answer: dict[str, Any]
    accepted: bool
    refused: frozenset[str]
    """The paths of all refused findings."""
    rules: frozenset[tuple[str, str, str]] = frozenset()
    """Of all findings: the rule, the release that judged, and how much it weighs."""


def judge(case: Recording, release: str, role: Role) -> Judged:
    report = validate(case.text, release, options=Options(registry=IN_TREE_ONLY, role=role))
    findings = [finding for document in report.documents for finding in document.findings]
    refused = {one for one in findings if one.finding_class is FindingClass.REFUSED}
    return Judged(
        case=case.id,
        release=release,
        answer=case.answers[release],
        accepted=report.verdict is Verdict.ACCEPTED,
        refused=frozenset(one.path for one in refused),
        rules=frozenset((one.rule, release, "refused" if one in refused else one.severity.value) for one in findings),
    )


@cache
def judged(recording: str, text_key: str = "yaml", role: Role = Role.CONFIG) -> tuple[Judged, ...]:
    return tuple(judge(case, release, role) for case in read(recording, text_key) for release in case.answers)
