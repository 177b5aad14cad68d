"""The file that names the servers, judged as `effective` judges it: only what would start is tried."""

from dataclasses import replace

from schedcfg.document import Path, decode_text, parse
from schedcfg.document_validation import ValidatedDocument
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Verdict
from schedcfg.options import Options
from schedcfg.selection.selection import quiet
from schedcfg.sources.configurations import Role
from schedcfg.validation import ValidatedFile, refuse_undecodable, validate_stream


def judge(raw: bytes, path: str, options: Options) -> ValidatedFile:
    """Judge a file that was named.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    options = options.at(path)
    try:
        stream = parse(decode_text(raw))
    except UnreadableInput as error:
        return ValidatedFile(refuse_undecodable(error, options.kubernetes, path), ())
    judged = validate_stream(stream, options, path)
    if judged.report.verdict is Verdict.SKIPPED:
        # A file that was named must hold what was asked for: say what it is instead.
        judged = validate_stream(stream, replace(options, role=Role.CONFIG), path)
    return judged._replace(report=quiet(judged.report, stream, options.selection))


def release_of(judged: ValidatedFile) -> str | None:
    """Name the release that judged a file; None where it holds nothing to judge."""
    return judged.report.documents[0].kubernetes if judged.report.documents else None


def line_of(judged: ValidatedDocument, path: Path) -> int:
    """Tell on which line of the file an entry stands; of a configuration without lines of its own, where that does."""
    assert judged.document is not None
    if judged.span is not None:
        return judged.span.start.line
    place = judged.document.locate(path)
    return (place.value if place.key is None else place.key).start.line
