"""What would the scheduler really run?"""

from collections.abc import Sequence

from schedcfg.document import Stream, decode_text, parse
from schedcfg.document_validation import ValidatedDocument
from schedcfg.effective import World
from schedcfg.effective.build_view import meaning
from schedcfg.effective.provenance import Scene
from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Verdict
from schedcfg.options import DEFAULT, Options
from schedcfg.selection.selection import quiet
from schedcfg.sources import STDIN
from schedcfg.validation import refuse_undecodable, validate_stream


def effective_configuration(
    text: str, kubernetes: str | None = None, *, path: str = STDIN, options: Options = DEFAULT
) -> FileMeaning:
    """Tell what kube-scheduler would run with a file: every plugin, order, weight and argument, and why.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        path: Its name in the result.
        options: How it is judged, as in `validate`.

    Returns:
        The meaning of each scheduler configuration in the text, with what `validate` finds in it.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    return _of_stream(parse(text), options.by(kubernetes), path)


def effective_bytes(raw: bytes, options: Options, *, path: str) -> FileMeaning:
    """Explain a file's bytes; see `effective_configuration`. What is no text is refused."""
    try:
        stream = parse(decode_text(raw))
    except UnreadableInput as error:
        report = refuse_undecodable(error, options.kubernetes, path)
        return _with_meanings(report, [None] * len(report.documents))
    return _of_stream(stream, options, path)


def _of_stream(stream: Stream, options: Options, path: str) -> FileMeaning:
    validated = validate_stream(stream, options, path)
    report = quiet(validated.report, stream, options.selection)
    return _with_meanings(report, [_meaning(document, options.registry) for document in validated.documents])


def _with_meanings(report: FileReport, meanings: Sequence[Meaning | None]) -> FileMeaning:
    documents = tuple(map(DocumentMeaning, report.documents, meanings))
    return FileMeaning(report.path, report.verdict, documents, report.reason, report.text)


def _meaning(judged: ValidatedDocument, world: World) -> Meaning | None:
    """Explain what was accepted."""
    if judged.report.verdict is not Verdict.ACCEPTED or judged.configuration is None:
        return None
    assert judged.document is not None
    assert judged.completion is not None

    line = None if judged.span is None else judged.span.start.line
    return meaning(Scene(judged.document, judged.configuration, world, judged.completion, line))
