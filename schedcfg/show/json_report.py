"""The meaning for programs, version 1: a contract; extend it, do not rename."""

from collections.abc import Iterable, Iterator

from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning
from schedcfg.output.json_report import VERSION, finding, written
from schedcfg.output.summary import Summary


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield one JSON object in pieces, a line per configuration.

    `configuration` is what `kube-scheduler --write-config-to` writes, `plugins` what each profile's framework runs;
    both are null where the file is refused.
    """
    yield f'{{"version": {VERSION}, "kubernetes": {written(summary.kubernetes)}, "files": ['
    separator = "\n"
    for meaning in meanings:
        summary.count(meaning.report)
        for entry in _entries(meaning):
            yield separator + written(entry)
            separator = ",\n"
    yield "\n]}\n"


def _entries(meaning: FileMeaning) -> Iterator[dict[str, object]]:
    if not meaning.documents:
        nothing: dict[str, object] = {"configuration": None, "plugins": None, "findings": []}
        yield {"path": meaning.path, "verdict": meaning.verdict, "reason": meaning.reason, **nothing}
    for document in meaning.documents:
        yield {"path": meaning.path, **_document(document)}


def _document(document: DocumentMeaning) -> dict[str, object]:
    report = document.report
    shown: dict[str, object] = {
        "verdict": report.verdict,
        "index": report.number,
        "line": report.line,
        "apiVersion": report.api_version,
        "kubernetes": report.kubernetes,
    }
    if report.key is not None:
        shown["key"] = report.key
    shown["configuration"] = None if document.meaning is None else document.meaning.configuration
    shown["plugins"] = None if document.meaning is None else _plugins(document.meaning)
    shown["findings"] = [finding(one) for one in report.findings]
    return shown


def _plugins(meaning: Meaning) -> dict[str, object]:
    return {
        profile: {point: [one._asdict() for one in running] for point, running in points.items()}
        for profile, points in meaning.plugins.items()
    }
