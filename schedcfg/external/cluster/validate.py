"""What runs in a cluster validated together, as a folder of manifests is."""

from collections.abc import Iterator
from dataclasses import replace

from schedcfg.document.span import BREAK, Lines, Position
from schedcfg.external.cluster.configurations import ClusterContext
from schedcfg.external.cluster.objects import ClusterObject
from schedcfg.external.cluster.reading import ClusterReading
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.sources import SearchTally, Text
from schedcfg.sources.manifests.fields import fields, text
from schedcfg.validation.options import Options
from schedcfg.validation.text import full_report, validate_stream


def validate_cluster(reading: ClusterReading, options: Options, tally: SearchTally) -> Iterator[FileReport]:
    """Yield the reports on the objects of a cluster, and on what could not be read.

    Args:
        reading: What was read.
        options: How it is validated; without a release, schedulers are by that of their image, and configurations
            by that of their scheduler or, where that is not known, of the API server.
        tally: Counts what was seen.
    """
    options = replace(options, selection=options.selection.ignoring(reading.undecided))
    context = ClusterContext(reading, options)
    for one in reading.objects:
        tally.looked_at += 1
        for report in _reports(one, context):
            tally.found += report.holds_scheduler
            yield report
    for unseen in reading.unseen:
        tally.unreadable += 1
        yield FileReport(unseen.path, Verdict.UNREADABLE, reason=unseen.reason)


def _reports(one: ClusterObject, context: ClusterContext) -> Iterator[FileReport]:
    written, own = context.texts[one.path], context.options_for(one)
    report = full_report(validate_stream(written.stream, own, one.path), written.stream, own, context.together)
    data = fields(one.data.get("data"))
    for key in dict.fromkeys(document.key for document in report.documents):
        documents = tuple(document for document in report.documents if document.key == key)
        if key is None or not isinstance(data.get(key), str):
            yield _report(report.path, tuple(one.without_fixes() for one in documents), written.stream.text)
        else:
            moved = OfValue(written, key, text(data[key]))
            yield _report(f"{one.path}[{key}]", tuple(map(moved.document, documents)), moved.value)


def _report(path: str, documents: tuple[DocumentReport, ...], written: str) -> FileReport:
    refused = any(document.verdict is Verdict.REFUSED for document in documents)
    return FileReport(path, Verdict.REFUSED if refused else Verdict.ACCEPTED, documents, text=written)


class OfValue:
    """Positions in the text of a ConfigMap's key, rather than in the ConfigMap as it is written here.

    Args:
        written: The ConfigMap.
        key: The key.
        value: Its text.
    """

    def __init__(self, written: Text, key: str, value: str) -> None:
        self.value = value
        self._lines = Lines(value)
        place = written.stream.documents[0].locate(("data", key)).value
        rows = BREAK.split(written.stream.text)[place.start.line :]
        pairs = list(zip(BREAK.split(value.rstrip("\r\n")), rows, strict=False))
        # A block begins in the line behind its key; what is no block has no lines of its own.
        self._is_block = bool(pairs) and all(row.strip() == line.strip() for line, row in pairs)
        self._above = place.start.line
        self._before = next((len(row) - len(line) for line, row in pairs if line), 0)

    def document(self, document: DocumentReport) -> DocumentReport:
        """Return the report on a configuration with its places in the value."""
        found = tuple(
            replace(finding, start=self._moved(finding.start), end=self._moved(finding.end))
            for finding in document.without_fixes().findings
        )
        return replace(document, findings=found, line=self._moved(Position(document.line, 1, 0)).line, number=0)

    def line(self, line: int) -> int:
        """Return the line in the value of a line here; in an edited value, it may be behind its end."""
        return max(line - self._above, 1) if self._is_block else 1

    def _moved(self, position: Position) -> Position:
        if not self._is_block:
            return Position(1, 1, 0)
        line = min(max(position.line - self._above, 1), len(self._lines.starts))
        column = max(position.column - self._before, 1)
        return self._lines.position(self._lines.starts[line - 1] + column - 1)
