"""Behavior before and after a fix, compared: by the release that validates, and by others that may read the file."""

from collections.abc import Iterator
from typing import NamedTuple

from schedcfg import releases
from schedcfg.changes.migrate.context import POLICY, serving
from schedcfg.configuration.effective.equivalence import compare
from schedcfg.configuration.effective.model import Configuration
from schedcfg.document import Stream
from schedcfg.findings import Verdict
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources.snapshot import ContentSnapshot, snapshot
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.completed import Completer
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.options import Options
from schedcfg.validation.text import ValidatedFile, full_report, validate_stream


class Comparison(NamedTuple):
    """The result of a comparison."""

    same: tuple[str, ...]  # The releases by which the scheduler behaves as before, the one that validates first
    different: tuple[str, ...] = ()  # What differs by the one that validates, as paths; empty where nothing does
    elsewhere: tuple[str, ...] = ()


class Prover(NamedTuple):
    """Compares."""

    completer: Completer
    is_release_known: bool  # Whether a release was named: then no other one matters

    def compare(self, before: ValidatedDocument, after: ValidatedDocument) -> Comparison | None:
        """Compare what a document means before and after; None where that cannot be compared: it is refused."""
        if not (_is_complete(before) and _is_complete(after)):
            return None
        assert before.configuration is not None
        assert after.configuration is not None
        assert before.release is not None
        different = tuple(self._differing(before.configuration, after.configuration))
        if different or before.release != after.release:
            return Comparison((), different or ("the release that reads it",))
        others = {name: self._is_equal(before, after, name) for name in self._others(before)}
        same = tuple(name for name, is_equal in others.items() if is_equal)
        elsewhere = tuple(name for name, is_equal in others.items() if is_equal is False)
        return Comparison((before.release.name, *same), (), elsewhere)

    def _others(self, validated: ValidatedDocument) -> list[str]:
        """Name the other releases that serve the API version, the newest first."""
        assert validated.document is not None
        assert validated.release is not None
        if self.is_release_known:
            return []
        version = POLICY if validated.decoded is None else read_type_meta(validated.document.data).version or ""
        return [one.name for one in reversed(serving(version)) if one.name != validated.release.name]

    def _is_equal(self, before: ValidatedDocument, after: ValidatedDocument, name: str) -> bool | None:
        """Compare by another release; None where it refuses the original text, so that it cannot be used there."""
        assert before.document is not None
        assert after.document is not None
        release = releases.at(name)
        if not self.completer.takes_gates(release):
            return None
        one = self.completer.of(before.document, release).accepted
        if one is None:
            return None
        other = self.completer.of(after.document, release).accepted
        return other is not None and not any(self._differing(one, other))

    def _differing(self, before: Configuration, after: Configuration) -> Iterator[str]:
        """Yield what differs and can matter: where a Pod goes, or how the scheduler runs."""
        different = compare(before, after, self.completer.registry)
        yield from map(".".join, sorted(tuple(map(str, one.key)) for one in different if one.matters))


def _is_complete(validated: ValidatedDocument) -> bool:
    return validated.report.verdict is Verdict.ACCEPTED and validated.configuration is not None


class ReadText(NamedTuple):
    """A text as it is now."""

    stream: Stream
    snapshot: ContentSnapshot
    validated: ValidatedFile

    @property
    def text(self) -> str:
        """The text."""
        return self.stream.text


class TextReader(NamedTuple):
    """Reads a text again and again, by the same rules."""

    options: Options
    path: str
    contexts: ContextCache | None  # What is beside the file; None where that is not looked at
    unsafe: bool

    @property
    def prover(self) -> Prover:
        """What compares the documents before and after a fix."""
        options = self.options
        return Prover(Completer(options.registry, options.feature_gates), options.kubernetes is not None)

    def read(self, stream: Stream) -> ReadText:
        """Validate a text that was parsed, with a snapshot of what it holds."""
        return self.validate(stream, snapshot(stream, self.options.role))

    def validate(self, stream: Stream, content: ContentSnapshot) -> ReadText:
        """Validate a text that was read."""
        validated = validate_stream(stream, self.options, self.path)
        report = full_report(validated, stream, self.options, self.contexts)
        return ReadText(stream, content, validated._replace(report=report))
