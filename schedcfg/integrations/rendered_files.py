"""What a chart or an overlay becomes, validated: findings are where the user can edit what they are about."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from schedcfg.document import parse
from schedcfg.document.span import BREAK, Lines, Span
from schedcfg.document.texts import listing
from schedcfg.errors import FileGuard
from schedcfg.findings import DocumentReport, FileReport, Finding, Verdict, verdict_on
from schedcfg.integrations import rendering_tools
from schedcfg.integrations.kustomizations import kustomized
from schedcfg.integrations.rendering_origins import LineOrigin, Origins
from schedcfg.integrations.rendering_tools import Rendering, SourceFile, render
from schedcfg.sources import SearchTally
from schedcfg.sources.marks import may_concern_schedulers
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream

_MOST_NAMED = 3


class _Place(NamedTuple):
    """A document of the reports."""

    path: str
    kind: str
    key: str | None
    number: int


def validate_rendered(
    tool: str, paths: Iterable[str], values: tuple[str, ...], options: Options, tally: SearchTally
) -> Iterator[FileReport]:
    """Yield the reports on what charts or overlays become.

    Args:
        tool: `helm` or `kustomize`.
        paths: The charts, or the folders of the kustomizations.
        values: For each rendering of a chart the files of values, separated by commas; none: the chart's own.
        options: How the output is validated.
        tally: Counts what was seen.
    """
    wanted = [tuple(filter(None, one.split(","))) for one in values] or [()]
    for path in paths:
        with FileGuard() as guard:
            found = _validate_all(tool, path, wanted, options.at(path))
        if guard.reason:
            found = [FileReport(path, Verdict.UNREADABLE, reason=guard.reason)]
        for report in found:
            tally.looked_at += 1
            tally.found += report.holds_scheduler
            tally.unreadable += report.verdict is Verdict.UNREADABLE
            yield report


def _validate_all(tool: str, path: str, wanted: list[tuple[str, ...]], options: Options) -> list[FileReport]:
    """Return the reports on what one chart or overlay becomes, with the values of each of its renderings."""
    release, reports = options.release_name(), _Reports(len(wanted))
    for values in wanted:
        _validate(Rendering(tool, path, values, release), options, reports)
    return list(reports.finished())


def _validate(rendering: Rendering, options: Options, reports: "_Reports") -> None:
    label = f"{rendering.path}[{rendering.name or rendering.tool}]"
    with FileGuard() as guard:
        _validate_text(_without_others(render(rendering)), label, rendering, options, reports)
    if guard.reason:
        path = label if rendering.name else rendering.path
        reports.failed(FileReport(path, Verdict.UNREADABLE, reason=guard.reason))


def _validate_text(text: str, label: str, rendering: Rendering, options: Options, reports: "_Reports") -> None:
    stream = parse(text)
    report = full_report(validate_stream(stream, options, label), stream, options)
    placed, rendered = _PlacedFindings(rendering, text), SourceFile(label, text)
    alike: Counter[tuple[str, str, str | None]] = Counter()
    for document in report.documents:
        home = placed.home(document) or rendered
        kind = (home.path, document.kind, document.key)
        # Renderings have different documents: only those of the same kind, made from one file, are counted.
        # Lines of what is rendered are in no file.
        runner = document.runner and "what is rendered"
        numbered = replace(document, number=alike[kind], runner=runner)
        alike[kind] += 1
        reports.add(home, numbered, (), rendering.name)
        for finding in document.findings:
            file, moved = placed.finding_in_source(finding, document) or (rendered, replace(finding, fix=None))
            reports.add(file, numbered, (moved,), rendering.name)


def _without_others(text: str) -> str:
    """Return a text whose documents that have nothing to do with schedulers are empty, so that lines keep numbers."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("---")]
    kept: list[str] = []
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        part = lines[start:end]
        is_wanted = may_concern_schedulers("\n".join(part).encode("utf-8", "surrogatepass"))
        kept += part if is_wanted else [""] * len(part)
    return "\n".join(kept)


class _PlacedFindings:
    """The files that a rendering was made from, and where the findings about it belong."""

    def __init__(self, rendering: Rendering, text: str) -> None:
        self._rendering = rendering
        self._lines = BREAK.split(text)
        self._origins = Origins(text)
        self._read: dict[str, SourceFile | None] = {}
        self._kustomized = kustomized(rendering.path).files if rendering.tool == "kustomize" else ()

    def home(self, document: DocumentReport) -> SourceFile | None:
        """Return the file that a document was made from; None where that is not known."""
        source = self._template(document.line)
        return None if source is None else self._file(rendering_tools.template_path(self._rendering.path, source))

    def finding_in_source(self, finding: Finding, document: DocumentReport) -> tuple[SourceFile, Finding] | None:
        """Return where a finding belongs, moved there; None where that is not known."""
        source = self._template(document.line)
        origin = self._origins.find(Span(finding.start, finding.end), self._candidates(source))
        if origin is None:
            return None
        if origin.value and source is not None:
            origin = self._value(origin, source) or origin
        return origin.file, finding.moved_to(origin.span)

    def _candidates(self, source: tuple[str, ...] | None) -> Iterator[SourceFile]:
        if self._rendering.tool != "helm":
            yield from filter(None, map(self._file, self._kustomized))
        elif source is not None:
            template = self._file(rendering_tools.template_path(self._rendering.path, source))
            values = rendering_tools.values_of(self._rendering.path, self._rendering.values, source)
            yield from filter(None, (template, *(self._file(file.path) for file in values)))

    def _value(self, origin: LineOrigin, source: tuple[str, ...]) -> LineOrigin | None:
        """Return the value that an action of a template puts in; None where no file has it."""
        for one in rendering_tools.values_of(self._rendering.path, self._rendering.values, source):
            file = self._file(one.path)
            place = None if file is None else rendering_tools.value_at(file, (*one.prefix, *origin.value))
            if file is not None and place is not None:
                return LineOrigin(file, Lines(file.text).span(*place))
        return None

    def _template(self, line: int) -> tuple[str, ...] | None:
        """Return the template that Helm names in the comment at the beginning of a document."""
        for number in range(min(line, len(self._lines)) - 1, -1, -1):
            source = rendering_tools.template_of(self._lines[number])
            if source is not None or (self._lines[number].startswith("---") and number < line - 1):
                return source
        return None

    def _file(self, path: str) -> SourceFile | None:
        shown = os.path.relpath(path) if os.path.isabs(path) and not os.path.isabs(self._rendering.path) else path
        if shown not in self._read:
            self._read[shown] = rendering_tools.read(shown)
        return self._read[shown]


class _Reports:
    """The reports of one chart or overlay: what several renderings have in common is reported once.

    Args:
        renderings: How many there are.
    """

    def __init__(self, renderings: int) -> None:
        self._renderings = renderings
        self._texts: dict[str, str] = {}
        self._documents: dict[_Place, DocumentReport] = {}
        self._findings: dict[_Place, dict[Finding, list[str]]] = {}
        self._failed: list[FileReport] = []

    def failed(self, report: FileReport) -> None:
        """Take the report on what could not be rendered."""
        self._failed.append(report)

    def add(self, file: SourceFile, document: DocumentReport, findings: tuple[Finding, ...], name: str) -> None:
        """Take findings about a document where they belong.

        Args:
            file: The file that they are in.
            document: What they are about.
            findings: They.
            name: That of the rendering.
        """
        self._texts.setdefault(file.path, file.text)
        place = _Place(file.path, document.kind, document.key, document.number)
        self._documents.setdefault(place, document)
        found = self._findings.setdefault(place, {})
        for finding in findings:
            names = found.setdefault(finding, [])
            if name not in names:
                names.append(name)

    def finished(self) -> Iterator[FileReport]:
        """Yield the reports."""
        for path, text in self._texts.items():
            documents = tuple(self._document(place) for place in self._documents if place.path == path)
            refused = any(document.verdict is Verdict.REFUSED for document in documents)
            yield FileReport(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, documents, text=text)
        yield from self._failed

    def _document(self, place: _Place) -> DocumentReport:
        document = self._documents[place]
        findings = [self._named(finding, names) for finding, names in self._findings[place].items()]
        findings.sort(key=lambda finding: (finding.start.offset, finding.end.offset, finding.rule))
        line = min((finding.start.line for finding in findings), default=1)
        return replace(document, findings=tuple(findings), verdict=verdict_on(findings), line=line)

    def _named(self, finding: Finding, names: list[str]) -> Finding:
        """Return a finding with the renderings in which it is, unless that is every one."""
        if len(names) == self._renderings:
            return finding
        return replace(finding, message=f"{finding.message} (rendered with {listing(names, _MOST_NAMED)})")
