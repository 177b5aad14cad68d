"""The file that names the servers, judged as `effective` judges it: only what would start is tried."""

from schedcfg.document import Path, decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.findings import Verdict
from schedcfg.operations.files import Settings
from schedcfg.operations.judging import Judged
from schedcfg.operations.role import Role
from schedcfg.operations.terms import Terms
from schedcfg.operations.validation import JudgedFile, judge_stream, undecodable
from schedcfg.selection.selection import quiet


def judge(raw: bytes, path: str, settings: Settings) -> JudgedFile:
    """Judge a file that was named.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    settings = settings.at(path)
    try:
        stream = parse(decode_text(raw))
    except UnreadableInput as error:
        return JudgedFile(undecodable(error, settings.kubernetes, path), ())
    terms = Terms(path=path, **settings.scope)
    judged = judge_stream(stream, settings.kubernetes, **terms)
    if judged.report.verdict is Verdict.SKIPPED:
        # A file that was named must hold what was asked for: say what it is instead.
        terms["role"] = Role.CONFIG
        judged = judge_stream(stream, settings.kubernetes, **terms)
    return judged._replace(report=quiet(judged.report, stream, settings.selection))


def release_of(judged: JudgedFile) -> str | None:
    """Name the release that judged a file; None where it holds nothing to judge."""
    return judged.report.documents[0].kubernetes if judged.report.documents else None


def line_of(judged: Judged, path: Path) -> int:
    """Tell on which line of the file an entry stands; of a configuration without lines of its own, where that does."""
    assert judged.document is not None
    if judged.span is not None:
        return judged.span.start.line
    place = judged.document.locate(path)
    return (place.value if place.key is None else place.key).start.line
