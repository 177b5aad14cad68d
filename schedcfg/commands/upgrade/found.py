"""What validation finds on the way: what is wrong today, and what the newer release of a hop finds in addition."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from schedcfg.commands.upgrade.changes import RELEASE, HopContext
from schedcfg.commands.upgrade.folder import FolderState
from schedcfg.commands.upgrade.results import Action, PlanItem, PlanPlace, When
from schedcfg.findings import FileReport, Finding, FindingClass, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.manifests import image_api_version, image_release, missing_rbac
from schedcfg.validation.completed import BY_NEAREST_READER

_OF_IMAGES = frozenset({image_api_version.ID, image_release.ID})
"""Rules about the release that an image shows; where it is to become another by hand, it shows the old one here."""

_EARLY = frozenset({missing_rbac.ID})
"""Rules about what may be granted while the older release runs: it does not ask for it."""

_VERSION = pattern(r"\bv?\d\.\d+(?:\.\d+)?\b|\bv1(?:(?:alpha|beta)\d)?\b")
"""What differs in the messages of two releases about one thing."""


def today(state: FolderState, hop: HopContext) -> Iterator[PlanItem]:
    """Yield what keeps the older release of a hop from starting, before anything is done."""
    for name in sorted(state.planned):
        if hop.starts.of_file(name) == hop.before.number:
            for finding in findings(state.report(name, hop.before)):
                if finding.is_error:
                    yield from_finding(finding, name, When.BEFORE, Action.BY_HAND)


def later(state: FolderState, now: FolderState, hop: HopContext, items: Sequence[PlanItem]) -> Iterator[PlanItem]:
    """Yield what the newer release finds after the changes, and the older one did not before.

    Args:
        state: The folder before the hop.
        now: The folder after it.
        hop: The hop.
        items: What is reported about its changes.
    """
    said = {(item.places[0].path, item.id) for item in items if item.action is Action.BY_HAND}
    for name in sorted(state.planned):
        if not hop.concerns(hop.starts.of_file(name)):
            continue
        if (name, RELEASE) in said:
            said |= {(name, rule) for rule in _OF_IMAGES}
        for finding in _added(findings(state.report(name, hop.before)), findings(now.report(name, hop.after))):
            if (name, finding.rule) not in said:
                when = When.BEFORE if finding.rule in _EARLY else When.WITH
                yield from_finding(finding, name, when, Action.BY_HAND if finding.is_error else Action.NOTE)


def _added(before: Sequence[Finding], after: Sequence[Finding]) -> Iterator[Finding]:
    """Yield what is found after and not before; of a finding that lists more than before, only that."""
    pairs = _pairs(before, after)
    for number, finding in enumerate(after):
        old = pairs.get(number)
        more = () if old is None else tuple(one for one in finding.listed if one not in old.listed)
        if old is None:
            yield finding
        elif more:
            message = finding.message.replace(", ".join(finding.listed), ", ".join(more))
            yield replace(finding, message=message, listed=more)


def _pairs(before: Sequence[Finding], after: Sequence[Finding]) -> dict[int, Finding]:
    """Return which finding of before is the same as one of after, by its number: those first that are most alike."""
    pairs: dict[int, Finding] = {}
    left = list(before)
    for likeness in (_content, _content_anywhere, _place_and_severity, _place):
        known: dict[tuple[str, ...], list[Finding]] = defaultdict(list)
        for finding in left:
            known[likeness(finding)].append(finding)
        for number, finding in enumerate(after):
            alike = known[likeness(finding)]
            if number not in pairs and alike:
                pairs[number] = alike.pop(0)
        left = [finding for alike in known.values() for finding in alike]
    return pairs


def _content_of(message: str) -> str:
    """Return what the messages of two releases about one thing have in common."""
    return _VERSION.sub("", BY_NEAREST_READER.sub("", message))


def _content(finding: Finding) -> tuple[str, ...]:
    return finding.rule, finding.path, _content_of(finding.message)


def _content_anywhere(finding: Finding) -> tuple[str, ...]:
    """Return what is the same of a finding whose place has moved: a flag before it has gone."""
    return finding.rule, _content_of(finding.message)


def _place_and_severity(finding: Finding) -> tuple[str, ...]:
    """Return what distinguishes findings of a rule at one place: whether it lists things, and its weight."""
    return finding.rule, finding.path, finding.severity, "lists" if finding.listed else ""


def _place(finding: Finding) -> tuple[str, ...]:
    return finding.rule, finding.path


def without_known(items: Sequence[PlanItem], known: set[tuple[str, str, PlanPlace]]) -> tuple[PlanItem, ...]:
    """Return items without the findings that the plan has already: until they are fixed, each release has them.

    Args:
        items: Those of a hop, or of today.
        known: What the plan has; these are added.
    """
    new: list[PlanItem] = []
    for item in items:
        contents = {(item.id, _content_of(item.message), place) for place in item.places}
        if not item.is_finding or not contents <= known:
            new.append(item)
            known |= contents
    return tuple(new)


def findings(report: FileReport) -> list[Finding]:
    """Return the findings of a report that are more than information."""
    return [
        finding
        for document in report.documents
        for finding in document.findings
        if finding.finding_class is FindingClass.REFUSED or finding.severity is not Severity.INFO
    ]


def from_finding(finding: Finding, name: str, when: When, action: Action) -> PlanItem:
    """Return what a finding says as an item of a plan."""
    place = PlanPlace(name, finding.start.line)
    return PlanItem(when, action, finding.rule, finding.message, finding.help, places=(place,), is_finding=True)
