"""One text, looked at once: what `validate` finds in it, what a scheduler would run with it, and what is where."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from schedcfg.commands.effective.effective import effective_of
from schedcfg.configuration.effective.view import EffectiveView, FileView
from schedcfg.document import Document, Stream, parse
from schedcfg.document.span import Path, follow
from schedcfg.findings import DocumentReport, FileReport, Verdict
from schedcfg.releases.release import Release
from schedcfg.rules.context_cache import ContextCache, FileInContext, isolated
from schedcfg.sources import STDIN, expect_text
from schedcfg.sources.type_meta import read_type_meta
from schedcfg.validation.document import DocumentValidator, ValidatedDocument
from schedcfg.validation.options import DEFAULT, Options
from schedcfg.validation.text import full_report, validate_stream


@dataclass(frozen=True, eq=False)
class AnalyzedConfiguration:
    """One configuration of a text.

    Attributes:
        validated: All that was found out about it.
        document: The document, with the places of its values in the whole text.
        release: The release that it is validated against.
        api_version: The one it is written in, short: `v1beta3`; None where there is none that is known.
        analysis: The text that it is in.
    """

    validated: ValidatedDocument
    document: Document
    release: Release
    api_version: str | None
    analysis: "Analysis" = field(repr=False)

    @property
    def view(self) -> EffectiveView | None:
        """What it means; None where it is refused. It is worked out with the first that is asked of its text."""
        own = _place(self.validated.report)
        return next((one.view for one in self.analysis.view.documents if _place(one.report) == own), None)

    @property
    def start(self) -> int:
        """Offset of its first content."""
        return self.document.locate(()).value.start.offset

    @property
    def end(self) -> int:
        """Offset behind its last content."""
        return self.document.locate(()).value.end.offset


class Analysis:
    """A text that was validated; what else is asked of it is worked out when somebody asks.

    Args:
        stream: The text, parsed.
        options: How it is validated.
        path: Its path.
        contexts: What is around the file; None: nothing is.

    Attributes:
        stream: The text, parsed.
        options: How it is validated.
        path: Its path.
        contexts: What is around the file; None where that is not looked at.
        report: What `validate` finds in it.
    """

    def __init__(self, stream: Stream, options: Options, path: str, contexts: ContextCache | None = None) -> None:
        self.stream, self.options, self.path, self.contexts = stream, options, path, contexts
        self._validated = validate_stream(stream, options, path, contexts)
        self.report: FileReport = full_report(self._validated, stream, options, contexts).named_in_commands()

    @property
    def text(self) -> str:
        """The whole text."""
        return self.stream.text

    @property
    def verdict(self) -> Verdict:
        """What became of the text."""
        return self.report.verdict

    @property
    def reason(self) -> str | None:
        """Why it is skipped or unreadable; None where neither is the case."""
        return self.report.reason

    @property
    def holds_scheduler(self) -> bool:
        """Whether it holds a configuration, or runs a scheduler."""
        return self.report.holds_scheduler

    @cached_property
    def view(self) -> FileView:
        """What a scheduler would run with it, as `effective` shows it."""
        return effective_of(self._validated, self.stream, self.options, self.contexts)

    @cached_property
    def here(self) -> FileInContext:
        """The text in its folder, with all files that may concern a scheduler; alone where nothing is around it.

        Raises:
            UnreadableInput: if there is more in the files than is looked at.
        """
        if self._validated.here is not None:
            return self._validated.here
        validator = DocumentValidator.of(self.options)
        if self.contexts is None:
            return isolated(self.stream, validator)
        return self.contexts.file(self.path, self.stream, validator)

    @cached_property
    def configurations(self) -> tuple[AnalyzedConfiguration, ...]:
        """The configurations whose values have places of their own in the text, in order."""
        return tuple(self._configurations())

    def configuration_at(self, offset: int) -> AnalyzedConfiguration | None:
        """Return the configuration that is written at an offset; None where none is."""
        return next((one for one in self.configurations if one.start <= offset <= one.end), None)

    def _configurations(self) -> Iterator[AnalyzedConfiguration]:
        for validated in self._validated.documents:
            document, release = validated.document, validated.release
            if document is not None and release is not None and validated.span is None:
                version = read_type_meta(document.data).version
                yield AnalyzedConfiguration(validated, document, release, version, self)


def _place(report: DocumentReport) -> tuple[int, tuple[str, str]]:
    return report.line, report.within


def analyze(text: str, kubernetes: str | None = None, *, path: str = STDIN, options: Options = DEFAULT) -> Analysis:
    """Look at a text as an editor does: what `validate` finds, and what is at each place.

    Args:
        text: The file's text.
        kubernetes: The release to validate against; see `validate`.
        path: Its name in the report.
        options: How it is validated, as in `validate`.

    Raises:
        UnknownTarget: if the release is not known.
        WrongFeatureGates: if the release does not start with these gates or, where each file has its own, none does.
        UnreadableInput: if the text is the name of a file.
    """
    return Analysis(parse(expect_text(text)), options.by(kubernetes), path)


class Entry(NamedTuple):
    """What is written at one place of a configuration.

    Attributes:
        configuration: The configuration.
        path: The path of the innermost entry or item: `("profiles", 0, "schedulerName")`.
        on_key: Whether the place is on its key; else it is on its value.
    """

    configuration: AnalyzedConfiguration
    path: Path
    on_key: bool

    @property
    def start(self) -> int:
        """Offset of the key, or of the value, that the place is on."""
        return self._span[0]

    @property
    def end(self) -> int:
        """Offset behind it."""
        return self._span[1]

    @property
    def _span(self) -> tuple[int, int]:
        place = self.configuration.document.locate(self.path)
        span = place.key if self.on_key and place.key is not None else place.value
        return span.start.offset, span.end.offset


def entry_at(analysis: Analysis, offset: int) -> Entry | None:
    """Return what is written at an offset; None where no configuration is, or only its blanks and comments are."""
    configuration = analysis.configuration_at(offset)
    if configuration is None:
        return None
    path: Path = ()
    while True:
        step = _step_at(configuration.document, path, offset)
        if step is None:
            return Entry(configuration, path, on_key=False) if path and _is_scalar(configuration, path) else None
        path = (*path, step)
        key = configuration.document.locate(path).key
        if key is not None and key.start.offset <= offset <= key.end.offset:
            return Entry(configuration, path, on_key=True)


def _step_at(document: Document, path: Path, offset: int) -> str | int | None:
    """Return the entry or item below a path that is written at an offset; None where none is."""
    data = follow(document.data, path)
    steps = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for step in steps:
        place = document.locate((*path, step))
        start = place.value.start.offset if place.key is None else place.key.start.offset
        if start <= offset <= max(place.value.end.offset, start) and len(place.path) == len(path) + 1:
            return step
    return None


def _is_scalar(configuration: AnalyzedConfiguration, path: Path) -> bool:
    return not isinstance(follow(configuration.document.data, path), dict | list)
