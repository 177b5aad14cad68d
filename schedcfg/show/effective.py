"""What would the scheduler really run?"""

from collections.abc import Sequence
from typing import NamedTuple, Unpack

from schedcfg.document import decode_text, parse
from schedcfg.effective import OPEN, Configuration, World
from schedcfg.effective.build_view import meaning
from schedcfg.effective.provenance import Scene
from schedcfg.effective.view import DocumentMeaning, FileMeaning, Meaning
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Verdict
from schedcfg.operations.judging import Judged
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import judge_stream, undecodable
from schedcfg.selection.selection import EVERYTHING, quiet


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


def effective_configuration(text: str, kubernetes: str | None = None, **terms: Unpack[Terms]) -> FileMeaning:
    """Tell what kube-scheduler would run with a file: every plugin, order, weight and argument, and why.

    Args:
        text: The file's text.
        kubernetes: The release to judge by (`1.29`, `v1.29.3`); None: the newest that serves the file's API version.
        terms: `world`, `role`, `path`, `feature_gates` and `selection`, as in `validate`.

    Returns:
        The meaning of each scheduler configuration in the text, with what `validate` finds in it.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
    """
    return explain(text, kubernetes, **terms).file


def explain(text: str, kubernetes: str | None = None, **terms: Unpack[Terms]) -> ExplainedFile:
    """Return what `effective_configuration` does, with the completed configurations."""
    stream = parse(text)
    judged = judge_stream(stream, kubernetes, **terms)
    world = terms.get("world", OPEN)
    report = quiet(judged.report, stream, terms.get("selection", EVERYTHING))
    file = _with_meanings(report, [_meaning(document, world) for document in judged.documents])
    return ExplainedFile(file, tuple(document.configuration for document in judged.documents), world)


def _with_meanings(report: FileReport, meanings: Sequence[Meaning | None]) -> FileMeaning:
    documents = tuple(map(DocumentMeaning, report.documents, meanings))
    return FileMeaning(report.path, report.verdict, documents, report.reason, report.text)


def _meaning(judged: Judged, world: World) -> Meaning | None:
    """Explain what was accepted."""
    if judged.report.verdict is not Verdict.ACCEPTED or judged.configuration is None:
        return None
    assert judged.document is not None
    assert judged.completion is not None

    line = None if judged.span is None else judged.span.start.line
    return meaning(Scene(judged.document, judged.configuration, world, judged.completion, line))


def effective_bytes(raw: bytes, kubernetes: str | None = None, **terms: Unpack[Terms]) -> FileMeaning:
    """Explain a file's bytes; see `effective_configuration`. What is no text is refused."""
    return explain_bytes(raw, kubernetes, **terms).file


def explain_bytes(raw: bytes, kubernetes: str | None = None, **terms: Unpack[Terms]) -> ExplainedFile:
    """Return what `effective_bytes` does, with the completed configurations."""
    try:
        text = decode_text(raw)
    except UnreadableInput as error:
        report = undecodable(error, kubernetes, terms.get("path", "-"))
        return ExplainedFile(_with_meanings(report, [None] * len(report.documents)))
    return explain(text, kubernetes, **terms)
