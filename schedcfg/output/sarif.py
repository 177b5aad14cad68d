"""The rules of a run, and the tool that has them."""

from collections.abc import Iterable, Iterator, Mapping

from schedcfg import __version__
from schedcfg.cards import RuleCard
from schedcfg.document.span import Span
from schedcfg.findings import DocumentReport, FileReport, Finding, FindingClass, Fix, Severity, Verdict
from schedcfg.output.finding_text import severity, utf16, with_help
from schedcfg.output.links import explained_by, file_name, items, line, marked, rule_page, site
from schedcfg.output.summary import Summary

BASE_ID = "%SRCROOT%"
"""Represents the folder in which schedcfg ran."""


def artifact(path: str) -> dict[str, object]:
    """Return the name of a file: relative where it lies below the working directory.

    Args:
        path: As the user gave it.
    """
    name = file_name(path)
    if name.is_stdin:
        return {"uri": name.uri, "description": {"text": "Standard input."}}
    return {"uri": name.uri, "uriBaseId": BASE_ID} if name.is_below else {"uri": name.uri}


def region(text: str, span: Span) -> dict[str, object]:
    """Write a stretch of a text; its end is the place behind it.

    Args:
        text: The whole text.
        span: The stretch.
    """
    return {
        "startLine": span.start.line,
        "startColumn": utf16(text, span.start),
        "endLine": span.end.line,
        "endColumn": utf16(text, span.end),
    }


LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}

_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
"""What GitHub calls them."""


class Rules:
    """The rules that were needed so far, each with its place in the list."""

    def __init__(self, cards: Mapping[str, RuleCard]) -> None:
        self._cards = cards
        self._places: dict[str, int] = {}

    def place(self, rule: str) -> int:
        """Return a rule's place in the list, from 0; it gets one if it has none."""
        return self._places.setdefault(rule, len(self._places))

    def described(self) -> list[dict[str, object]]:
        """List the cards of the rules; those that only a reader of files knows have no more than a name."""
        return [
            _rule_stub(rule) | (_rule_description(self._cards[rule]) if rule in self._cards else {})
            for rule in self._places
        ]


def driver(rules: Rules) -> dict[str, object]:
    """Describe this program."""
    return {
        "name": "schedcfg",
        "fullName": f"schedcfg {__version__}",
        "semanticVersion": __version__,
        **({"informationUri": address} if (address := site()) else {}),
        "rules": rules.described(),
    }


def _rule_stub(rule: str) -> dict[str, object]:
    """Return what an id means; GitHub takes no rule without descriptions and help."""
    words = rule.split("-")
    title = " ".join(words).capitalize()
    # A name must differ from the id.
    name = {"name": "".join(map(str.capitalize, words))} if len(words) > 1 else {}
    return {
        "id": rule,
        **name,
        "shortDescription": {"text": title},
        "fullDescription": {"text": f"{title}: the result has the details, and what to do."},
        "help": {"text": f"See {site() or '`schedcfg list rules`'}"},
    }


def _rule_description(card: RuleCard) -> dict[str, object]:
    is_fact = card.finding_class is FindingClass.REFUSED
    page = rule_page(card.id)
    return {
        "shortDescription": {"text": card.title},
        "fullDescription": {"text": f"{card.title}. {card.why}"},
        "help": {"text": _help(card), "markdown": _markdown(card)},
        **({"helpUri": page} if page else {}),
        "defaultConfiguration": {"level": LEVELS[card.severity]},
        "properties": {
            "tags": ["kubernetes", "kube-scheduler", card.finding_class.value],
            "precision": "very-high" if is_fact else "high",
            "problem.severity": _PROBLEMS[card.severity],
        },
    }


def _help(card: RuleCard) -> str:
    return f"{card.why}\nSee {rule_page(card.id) or f'`{explained_by(card.id)}`'}"


def _markdown(card: RuleCard) -> str:
    parts = [f"**{card.title}.** {card.why}"]
    for heading, example in (("Wrong", card.bad), ("Right", card.good)):
        if example:
            parts.append(f"{heading}:\n\n```yaml\n{example.rstrip()}\n```")
    page = rule_page(card.id)
    parts.append(f"[More about this rule]({page})" if page else f"More about this rule: `{explained_by(card.id)}`")
    return "\n\n".join(parts)


def results(report: FileReport, rules: Rules) -> Iterator[dict[str, object]]:
    """Yield a result per finding of a file."""
    for document, finding, fingerprint in marked(report):
        result: dict[str, object] = {
            "ruleId": finding.rule,
            "ruleIndex": rules.place(finding.rule),
            "level": LEVELS[severity(finding)],
            "message": {"text": with_help(finding)},
            "locations": [_location(report, finding)],
            "partialFingerprints": {"primaryLocationLineHash": fingerprint},
            "properties": _properties(document, finding),
        }
        if fix := finding.offered_fix:
            result["fixes"] = [_fix(report, fix)]
        yield result


def _location(report: FileReport, finding: Finding) -> dict[str, object]:
    span = Span(finding.start, finding.end)
    location: dict[str, object] = {
        "physicalLocation": {
            "artifactLocation": artifact(report.path),
            "region": region(report.text or "", span),
        }
    }
    if place := finding.entry:
        location["logicalLocations"] = [{"fullyQualifiedName": place, "kind": "member"}]
    return location


def _properties(document: DocumentReport, finding: Finding) -> dict[str, object]:
    """Return what SARIF has no property for."""
    properties: dict[str, object] = {"class": finding.finding_class.value}
    if document.kubernetes:
        properties["kubernetes"] = document.kubernetes
    if (standard := finding.standard) is not None:
        shown = {"id": standard.id, "reason": standard.reason, "link": standard.link}
        properties["standard"] = {**shown, "suppressible": standard.is_suppressible}
    return properties


def _fix(report: FileReport, fix: Fix) -> dict[str, object]:
    replacements = [
        {"deletedRegion": region(report.text or "", edit.span), "insertedContent": {"text": edit.replacement}}
        for edit in fix.edits
    ]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": artifact(report.path), "replacements": replacements}],
        "properties": {"safe": fix.is_safe},
    }


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def render(reports: Iterable[FileReport], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one log with one run, a result per line.

    The rules come last, when it is known which are needed: the results are written as they come.
    """
    rules, notifications = Rules(summary.cards()), list[dict[str, object]]()
    yield f'{{"$schema": {line(SCHEMA)}, "version": "2.1.0", "runs": [{{"results": ['

    def of_file(report: FileReport) -> Iterator[dict[str, object]]:
        if report.verdict is Verdict.UNREADABLE:
            notifications.append(_notification(report))
        return results(report, rules)

    yield from items(reports, of_file, summary)
    yield "\n]"
    for name, value in _run_properties(summary, rules, notifications):
        yield f",\n{line(name)}: {line(value)}"
    yield "}]}\n"


def _notification(report: FileReport) -> dict[str, object]:
    return {
        "level": "error",
        "message": {"text": report.reason or "unreadable"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact(report.path)}}],
    }


def _run_properties(
    summary: Summary, rules: Rules, notifications: list[dict[str, object]]
) -> Iterator[tuple[str, object]]:
    """Yield what a run has beside its results."""
    yield "tool", {"driver": driver(rules)}
    invocation: dict[str, object] = {"executionSuccessful": not summary.unreadable}
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    yield "invocations", [invocation]
    # Runs by several releases are kept apart, and none takes another's alerts away.
    yield "automationDetails", {"id": f"schedcfg/{summary.kubernetes}/" if summary.kubernetes else "schedcfg/"}
    yield "originalUriBaseIds", {BASE_ID: {"description": {"text": "The folder in which schedcfg ran."}}}
    yield "columnKind", "utf16CodeUnits"
    yield "newlineSequences", ["\r\n", "\n", "\r"]
