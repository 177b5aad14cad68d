"""The texts that an editor has open, each looked at with the settings and files of its own folder.

What the editor itself sets comes with `protocol`, options of the command line with `command`.
"""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeAlias

from schedcfg.commands.server.analysis import Analysis
from schedcfg.document import parse
from schedcfg.errors import FileGuard, SchedcfgError
from schedcfg.findings import FileReport, Verdict
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import STDIN, Source, may_hold_manifests
from schedcfg.validation.each_file import Verb, one_source
from schedcfg.validation.options import Options
from schedcfg.validation.selection import baseline
from schedcfg.validation.settings.discovery import find_settings
from schedcfg.validation.settings.reading import Project, read

OptionsFor: TypeAlias = Callable[[Project | None, str | None], Options]
"""Makes the options of a file of the settings of its folder, and the release that was chosen in the editor."""

_TRUSTED = 2.0
"""Seconds for which what was read of a folder counts, without news that it changed: not each editor watches files."""


class EditedText(NamedTuple):
    """A text that edits are for."""

    uri: str
    version: int | None  # None where it is not open


class OpenText(NamedTuple):
    """A text as the editor has it."""

    uri: str
    path: str  # As the command line would name it; `-` where it is no file yet
    version: int
    text: str

    @property
    def edited(self) -> EditedText:
        """What edits of it are for."""
        return EditedText(self.uri, self.version)


class Settings(NamedTuple):
    """What the settings of a folder say."""

    project: Project | None
    options: Options
    wrong: str = ""  # What is wrong with them, so that they do not count; empty where nothing is


class _Unread(NamedTuple):
    """A text that holds nothing to validate, or cannot be read."""

    path: str
    verdict: Verdict
    reason: str | None = None
    holds_scheduler: bool = False


class Looked(NamedTuple):
    """What is known of one version of a text."""

    text: OpenText
    settings: Settings
    analysis: Analysis | None  # None where it holds nothing to validate, or cannot be read
    report: FileReport  # Without what the baseline has

    @property
    def meaning(self) -> Analysis:
        """What is known of the text, where it holds nothing to validate, too: it may be half-typed."""
        if self.analysis is not None:
            return self.analysis
        with FileGuard():
            return Analysis(parse(self.text.text), self.settings.options, self.text.path)
        return Analysis(parse(""), self.settings.options, self.text.path)


class Workspace:
    """All texts that are open.

    Args:
        options_for: Makes the options of a file.
    """

    def __init__(self, options_for: OptionsFor) -> None:
        self._options_for = options_for
        self._texts: dict[str, OpenText] = {}
        self._looked: dict[str, Looked] = {}
        self._settings: dict[str, Settings] = {}
        self._contexts: dict[tuple[int, tuple[str, ...]], ContextCache] = {}
        # Counts what has changed beside a text: what was looked at meanwhile, in the thread for work, is not kept.
        self._changes = 0
        self._read = time.monotonic()
        self.kubernetes: str | None = None

    @property
    def texts(self) -> tuple[OpenText, ...]:
        """All texts, in the order in which they were opened."""
        return tuple(self._texts.values())

    def find(self, uri: str) -> OpenText | None:
        """Return a text as it is now; None where it is not open."""
        return self._texts.get(uri)

    def put(self, text: OpenText) -> None:
        """Take a text that was opened, or has changed."""
        self._texts[text.uri] = text
        if len(self._texts) > 1:
            # Others may be looked at beside it.
            self._forget_files()

    def close(self, uri: str) -> None:
        """Leave a text that was closed: from now on what is saved counts."""
        self._texts.pop(uri, None)
        self._looked.pop(uri, None)
        self._forget_files()

    def choose(self, kubernetes: str | None) -> None:
        """Validate all texts against a release, whatever their settings name; None: by their settings.

        Raises:
            UnknownTarget: if the release is not known.
        """
        self._options_for(None, kubernetes).release_name()
        self.kubernetes = kubernetes
        self.forget()

    def forget(self) -> None:
        """Read files and settings again when they are needed next."""
        self._settings.clear()
        self._forget_files()

    def _forget_files(self) -> None:
        self._changes += 1
        self._contexts.clear()
        self._looked.clear()

    def look(self, text: OpenText) -> Looked:
        """Return what is known of a text; it is looked at once, as long as nothing changes that matters."""
        if time.monotonic() - self._read > _TRUSTED:
            self.forget()
            self._read = time.monotonic()
        known, changes = self._looked.get(text.uri), self._changes
        if known is not None and known.text == text:
            return known
        looked = self._look(text)
        if changes == self._changes:
            self._looked[text.uri] = looked
        return looked

    def _look(self, text: OpenText) -> Looked:
        settings = self.settings(text.path)
        options = settings.options
        # As in a search: what is no configuration of a scheduler is nobody's business.
        source = Source(text.path, searched=True, content=text.text.encode("utf-8", "replace"))
        contexts = None if text.path == STDIN else self._beside(options)
        verb = Verb[Analysis | _Unread](partial(Analysis, contexts=contexts), _Unread, may_hold_manifests)
        found = one_source(verb, source, options)
        if isinstance(found, Analysis):
            return Looked(text, settings, found, self._without_known(found.report, settings.project))
        return Looked(text, settings, None, FileReport(text.path, found.verdict, reason=found.reason))

    def settings(self, path: str) -> Settings:
        """Return the settings of a file's folder; where something is wrong with them, what holds without."""
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._settings:
            self._settings[folder] = self._read_settings(folder)
        return self._settings[folder]

    def _read_settings(self, folder: str) -> Settings:
        try:
            path = find_settings(folder)
            # What is merely found may be of somebody whom nobody knows.
            project = None if path is None else read(path, within=os.path.dirname(path))
            return Settings(project, self._options_for(project, self.kubernetes))
        except SchedcfgError as error:
            return Settings(None, self._options_for(None, self.kubernetes), " ".join(map(str, error.lines)))

    def _beside(self, options: Options) -> ContextCache:
        key = self._changes, options.suffixes
        contexts = self._contexts.get(key)
        if contexts is None:
            contexts = self._contexts[key] = ContextCache(options.suffixes, opened=self._opened())
        return contexts

    def _opened(self) -> Mapping[str, bytes]:
        files = (text for text in self.texts if text.path != STDIN)
        return {os.path.abspath(text.path): text.text.encode("utf-8", "replace") for text in files}

    def _without_known(self, report: FileReport, project: Project | None) -> FileReport:
        if project is None or project.baseline is None:
            return report
        try:
            [left] = baseline.read(project.baseline).new([report])
        except SchedcfgError:
            return report
        return replace(left, text=report.text)
