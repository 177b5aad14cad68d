"""The file that names the servers, validated as for `effective`: only what would start is tried."""

from dataclasses import replace

from schedcfg.document import Path, parse_bytes
from schedcfg.findings import Verdict
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources.configurations import Role
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.selection.selection import quiet
from schedcfg.validation.text import ValidatedFile, validate_stream


def validate_file(raw: bytes, path: str, options: Options) -> ValidatedFile:
    """Validate a file that was named on the command line.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates.
    """
    options = options.at(path)
    stream = parse_bytes(raw)
    validated = validate_stream(stream, options, path, ContextCache(options.suffixes))
    if stream.undecodable is not None:
        return validated
    if validated.report.verdict is Verdict.SKIPPED:
        # A file that was named must hold what was requested: the report names what it is instead.
        validated = validate_stream(stream, replace(options, role=Role.CONFIG), path)
    return validated._replace(report=quiet(validated.report, stream, options.selection))


def release_of(validated: ValidatedFile) -> str | None:
    """Return the release that a file was validated for; None where it holds nothing to validate."""
    return validated.report.documents[0].kubernetes if validated.report.documents else None


def line_of(validated: ValidatedDocument, path: Path) -> int:
    """Return the line of an entry in the file; of a configuration without lines of its own, the line of that."""
    assert validated.document is not None
    if validated.span is not None:
        return validated.span.start.line
    place = validated.document.locate(path)
    return (place.value if place.key is None else place.key).start.line
