"""What was found, as results: the specification has no place for lines, so that messages and tags name them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from schedcfg.commands.krm.resources import ResourceRef
from schedcfg.commands.migrate.results import DocumentMigration, NoteKind
from schedcfg.commands.migrate.text import ranges
from schedcfg.document import Path, render
from schedcfg.document.secrets import hide_in_sentences
from schedcfg.document.span import Key
from schedcfg.document.texts import printable
from schedcfg.errors import EditConflict
from schedcfg.findings import FileReport, Finding, FindingClass, Problem, Severity
from schedcfg.output.finding_text import SEVERITY_COLORS
from schedcfg.output.summary import in_numbers
from schedcfg.output.terminal import BOLD, painter


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that the function found."""

    severity: Severity  # Its weight: an error lets the function fail
    message: str  # What, where and why, and what to do, in one line
    resource: ResourceRef | None = None  # The resource that it is about; None where it is about none
    field: str = ""  # The field of the resource, as upstream writes paths; empty where the whole of it is meant
    # What programs want to know besides, all of it text: the rule, the place in the configuration
    tags: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionRun:
    """What the function came to."""

    text: str  # The list, changed, with the results in it. Where the function failed, its items are as they were.
    results: tuple[Result, ...]  # What it found, in the order of the items

    @property
    def failed(self) -> bool:
        """Whether one of the results is an error."""
        return any(result.severity is Severity.ERROR for result in self.results)

    @property
    def is_complete(self) -> bool:
        """Whether schedcfg itself failed on none of the items."""
        return all(("rule", FAULT) not in result.tags for result in self.results)


FAULT = "internal-error"
"""The rule of what reports a bug in schedcfg itself."""

_SHOWN_NOTES = frozenset({NoteKind.BY_HAND, NoteKind.DROPPED, NoteKind.DIFFERS})
"""Which notes of a migration become results: what has to be known. The others describe how it was done."""


def key_of_data(key: str) -> Path:
    """Return the path of a key under `data`."""
    return ("data", Key(key))


def problem(one: Problem, resource: ResourceRef) -> Result:
    """Return what is wrong with a field of a resource, as a result."""
    return Result(one.severity, _sentence(one.message, one.help), resource, render(one.path), (("rule", one.rule),))


def wrong(rule: str, path: Path, message: str, help: str | None) -> Problem:  # noqa: A002
    """Return what keeps the function from its work: an error that no release finds."""
    return Problem(rule, path, message, help, finding_class=FindingClass.ADVISED)


def fault(reason: str, resource: ResourceRef) -> Result:
    """Return that nothing is known of a resource, because of a bug."""
    return problem(wrong(FAULT, (), reason, None), resource)


def by_hand(conflict: EditConflict) -> Problem:
    """Return the problem that an item cannot be changed where it would have to be."""
    return wrong("edit-conflict", (), str(conflict), conflict.help)


def file(
    report: FileReport, resource: ResourceRef, field: Path, more: tuple[tuple[str, str], ...] = ()
) -> Iterator[Result]:
    """Yield what was found in a configuration.

    Args:
        report: What was found; its places are those of the configuration.
        resource: What holds the configuration.
        field: The field that it is the text of.
        more: Tags of all results.
    """
    for document in report.documents:
        release = () if document.kubernetes is None else (("kubernetes", document.kubernetes),)
        yield from findings(document.findings, resource, field, (*release, *more))


def findings(
    found: Iterable[Finding], resource: ResourceRef, field: Path, more: tuple[tuple[str, str], ...] = ()
) -> Iterator[Result]:
    """Yield findings, with their places as tags; `more` are tags of all of them."""
    for finding in found:
        severity = Severity.ERROR if finding.is_error else finding.severity
        place = f"line {finding.start.line}, column {finding.start.column}"
        tags = {
            "class": finding.finding_class.value,
            "column": str(finding.start.column),
            "endColumn": str(finding.end.column),
            "endLine": str(finding.end.line),
            "line": str(finding.start.line),
            "path": finding.path,
            "rule": finding.rule,
            **dict(more),
        }
        yield Result(
            severity,
            f"{place}: {_sentence(finding.message, finding.help)}",
            resource,
            render(field),
            _sorted_tags(tags),
        )


def migration(document: DocumentMigration, resource: ResourceRef, field: Path) -> Iterator[Result]:
    """Yield that a configuration was migrated, and what its users should know."""
    tags = {"from": document.source, "rule": "migrated", "to": document.target}
    yield Result(Severity.INFO, _proven(document), resource, render(field), _sorted_tags(tags))
    seen: set[str] = set()
    for note in _notes(document):
        if note.message not in seen:
            seen.add(note.message)
            tags = {"path": note.path, "rule": note.rule}
            yield Result(Severity.WARNING, note.message, resource, render(field), _sorted_tags(tags))


class _Note(NamedTuple):
    rule: str
    path: str
    message: str


def _proven(document: DocumentMigration) -> str:
    kept = all(proof.kept for proof in document.proofs)
    releases = ", ".join(dict.fromkeys(proof.kubernetes for proof in document.proofs))
    what = "behavior is unchanged" if kept else "behavior changes"
    return (
        f"migrated from {document.source} to {document.target}: {what}, compared for Kubernetes {releases}; accepted "
        f"by Kubernetes {ranges(document.accepted_by)}"
    )


def _notes(document: DocumentMigration) -> Iterator[_Note]:
    """Yield what differs, and what was noted; some of it is the same."""
    for proof in document.proofs:
        for difference in proof.differences:
            if difference.matters:
                yield _Note("behaviour", difference.path, f"{difference.path}: {difference.reason}")
    for note in document.notes:
        if note.kind in _SHOWN_NOTES:
            yield _Note(note.id, note.path, note.message)


def _sorted_tags(tags: dict[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((key, value) for key, value in tags.items() if value))


def _sentence(message: str, help: str | None) -> str:  # noqa: A002
    return f"{message}. {help}" if help else message


_WRAPPED = ("config.kubernetes.io/v1alpha1", "config.kubernetes.io/v1beta1")
"""API versions of functions that wrote results as items of an object (kustomize, `kyaml/fn/framework`: `Result`)."""


def results_as_data(found: Iterable[Result], api_version: object) -> object:
    """Return results as plain data, as a list of this API version has them."""
    items = [hide_in_sentences(_result(one)) for one in found]
    return {"name": "schedcfg", "items": items} if api_version in _WRAPPED else items


def _result(one: Result) -> dict[str, object]:
    """Write one as kustomize's `kyaml/fn/framework/result.go` reads it: tags are text."""
    shown: dict[str, object] = {"message": one.message, "severity": one.severity.value}
    if one.resource is not None:
        shown["resourceRef"] = _reference(one.resource)
    if one.field:
        shown["field"] = {"path": one.field}
    if one.resource is not None and one.resource.file:
        shown["file"] = _file(one.resource)
    if one.tags:
        shown["tags"] = dict(one.tags)
    return shown


def _reference(resource: ResourceRef) -> Mapping[str, str]:
    reference = {"apiVersion": resource.api_version, "kind": resource.kind, "name": resource.name}
    return {**reference, "namespace": resource.namespace} if resource.namespace else reference


def _file(resource: ResourceRef) -> dict[str, object]:
    file: dict[str, object] = {"path": resource.file}
    return file if resource.place is None else {**file, "index": resource.place}


_REFUSED = ("class", FindingClass.REFUSED.value)
"""The tag of what kube-scheduler refuses."""


def render_results(run: FunctionRun, *, colored: bool) -> Iterator[str]:
    """Yield a line per result: its weight, the resource and field, what and where; then how many of each there are."""
    paint = painter(colored=colored)
    for result in run.results:
        weight = paint(SEVERITY_COLORS[result.severity], result.severity.value)
        yield f"{weight}: {paint(BOLD, printable(_place(result)))}: {printable(result.message)}\n"
    if run.failed:
        refused = sum(_REFUSED in result.tags for result in run.results)
        weights = Counter(result.severity for result in run.results)
        errors = weights[Severity.ERROR] - refused
        yield ", ".join(in_numbers(refused, errors, weights[Severity.WARNING], weights[Severity.INFO])) + "\n"


def _place(result: Result) -> str:
    resource = result.resource
    named = () if resource is None else _name_and_namespace(resource)
    return " ".join(filter(None, (*named, result.field))) or "schedcfg"


def _name_and_namespace(resource: ResourceRef) -> tuple[str, str]:
    name = "/".join(filter(None, (resource.namespace, resource.name)))
    return resource.kind, f"{name} ({resource.file})" if resource.file else name
