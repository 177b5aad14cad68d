"""What would the scheduler really run?"""

from collections.abc import Sequence
from typing import NamedTuple

from schedcfg.document import decode_text, parse
from schedcfg.document_validation import ValidatedDocument
from schedcfg.effective import OPEN, Configuration, World
from schedcfg.effective.build_view import meaning
from schedcfg.effective.provenance import Scene
from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Verdict
from schedcfg.options import DEFAULT, Options
from schedcfg.selection.selection import quiet
from schedcfg.sources import STDIN
from schedcfg.validation import refuse_undecodable, validate_stream


class ExplainedFile(NamedTuple):
    """A file explained, with what its views were made from.

    Attributes:
        file: What it means.
        configurations: Each of its configurations, completed; None where it could not be read.
        world: Which plugins exist.
    """

    file: FileMeaning
    configurations: tuple[Configuration | None, ...] = ()
    world: World = OPEN

    @property
    def verdict(self) -> Verdict:
        """What became of the file."""
        return self.file.verdict


def effective_configuration(
    text: str, kubernetes: str | None = None, *, path: str = STDIN, options: Options = DEFAULT
) -> FileMeaning:
    """Return what kube-scheduler would run with a file: every plugin, order, weight and argument, and why.

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
    return explain(text, options.by(kubernetes), path=path).file


def effective_bytes(raw: bytes, options: Options, *, path: str) -> FileMeaning:
    """Explain a file's bytes; see `effective_configuration`. What is no text is refused."""
    return explain_bytes(raw, options, path=path).file


def explain_bytes(raw: bytes, options: Options, *, path: str) -> ExplainedFile:
    """Return what `effective_bytes` does, with the completed configurations."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        report = refuse_undecodable(error, options.kubernetes, path)
        return ExplainedFile(_with_meanings(report, [None] * len(report.documents)))
    return explain(text, options, path=path)


def explain(text: str, options: Options, *, path: str = STDIN) -> ExplainedFile:
    """Return what `effective_configuration` does, with the completed configurations."""
    stream = parse(text)
    validated = validate_stream(stream, options, path)
    report = quiet(validated.report, stream, options.selection)
    views = [_meaning(document, options.registry) for document in validated.documents]
    configurations = tuple(document.configuration for document in validated.documents)
    return ExplainedFile(_with_meanings(report, views), configurations, options.registry)


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
