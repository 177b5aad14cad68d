"""What schedcfg finds in the recorded cases; each is read once, and validated once by a release."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from schedcfg import IN_TREE_ONLY, FileReport, FindingClass, PluginRegistry, Role, Verdict
from schedcfg.document import Stream, parse
from schedcfg.findings import Finding
from schedcfg.sources import STDIN
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream
from tests.conformance.recordings import Recording, at_changes, read


class Judged(NamedTuple):
    case: str
    release: str
    answer: dict[str, Any]
    accepted: bool
    refused: frozenset[str]
    """The paths of all refused findings."""
    rules: frozenset[tuple[str, str, str]] = frozenset()
    """Of all findings: the rule, the release that read what is wrong, and how much it weighs."""


_READER = re.compile(r" \(refused by Kubernetes (?P<release>1\.\d+), the (?:first|last) to read `\w+`\)\Z")


def reader_of(finding: Finding, release: str) -> str:
    """Give the release that found it: the nearest that reads the API version, where the one that judged does not."""
    match = _READER.search(finding.message)
    return release if match is None else match["release"]


def report(stream: Stream, release: str, role: Role, registry: PluginRegistry = IN_TREE_ONLY) -> FileReport:
    """Validate a text that was read before, as `validate` does."""
    options = Options(kubernetes=release, registry=registry, role=role)
    return full_report(validate_stream(stream, options, STDIN), stream, options)


def judge(case: Recording, role: Role) -> Iterator[Judged]:
    """Validate a case by the releases that say most about it, or when searching by every one that has answered."""
    stream = parse(case.text)
    for release, answer in at_changes(case.id, case.answers).items():
        found = report(stream, release, role)
        findings = [finding for document in found.documents for finding in document.findings]
        refused = {finding for finding in findings if finding.finding_class is FindingClass.REFUSED}
        yield Judged(
            case=case.id,
            release=release,
            answer=answer,
            accepted=found.verdict is Verdict.ACCEPTED,
            refused=frozenset(one.path for one in refused),
            rules=frozenset(
                (finding.rule, reader_of(finding, release), "refused" if finding in refused else finding.severity.value)
                for finding in findings
            ),
        )


@cache
def judged(recording: str, text_key: str = "yaml", role: Role = Role.CONFIG) -> tuple[Judged, ...]:
    return tuple(one for case in read(recording, text_key) for one in judge(case, role))
