"""Many files: found, read and judged one after the other, or by several processes."""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from schedcfg.effective import IN_TREE_ONLY, OPEN, World, catalogue, declared
from schedcfg.effective.registry import Declared, described
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Verdict
from schedcfg.operations import gates
from schedcfg.operations.patterns import Patterns
from schedcfg.operations.role import Role
from schedcfg.operations.surroundings.stages import Stages
from schedcfg.operations.terms import ForPaths, Scope
from schedcfg.operations.validation import validate_bytes
from schedcfg.releases.gate_flag import Remark
from schedcfg.selection.selection import EVERYTHING, Selection
from schedcfg.sources import (
    Source,
    TooLarge,
    find,
    large_file_may_hold_configuration,
    may_hold_configuration,
    may_hold_surroundings,
)

_CHUNK = 64
"""Files handed to a worker process at a time."""


class Settings(NamedTuple):
    """How to judge, in a form that can be sent to another process.

    Attributes:
        kubernetes: The release as the user wrote it; None: each file's own.
        role: What the files are taken for.
        in_tree_only: Whether only the stock scheduler's plugins exist.
        plugins: Names declared by the user.
        catalogues: Catalogues chosen by the user, as written: `scheduler-plugins@0.30`.
        skip_others: Whether named files that hold no configuration are passed over, as in a search.
        feature_gates: What follows each `--feature-gates`.
        selection: Which findings are told.
        own: What the project's settings say of declared plugins.
        per_path: What holds for some files only; later ones win.
        exclude: What a search passes over; None: nothing.
    """

    kubernetes: str | None = None
    role: Role = Role.ANY
    in_tree_only: bool = False
    plugins: frozenset[str] = frozenset()
    skip_others: bool = False
    feature_gates: tuple[str, ...] = ()
    catalogues: tuple[str, ...] = ()
    selection: Selection = EVERYTHING
    own: tuple[Declared, ...] = ()
    per_path: tuple[ForPaths, ...] = ()
    exclude: Patterns | None = None

    @property
    def world(self) -> World:
        """Which plugins exist.

        Raises:
            UnknownTarget: if a catalogue is not known.
            WrongSettings: if the package that describes a declared plugin cannot be used.
        """
        if self.in_tree_only:
            return IN_TREE_ONLY
        if not (self.plugins or self.catalogues):
            return OPEN
        own = declared(self.plugins, described(self.plugins, self.own)) if self.plugins else OPEN
        return catalogue(*self.catalogues)._replace(declared=own.declared, own=own.own)

    def at(self, path: str) -> Self:
        """Return what holds for one file."""
        found = self
        for one in self.per_path:
            if one.patterns.fit(path):
                release = one.kubernetes or found.kubernetes
                found = found._replace(kubernetes=release, selection=found.selection.ignoring(one.ignore))
        return found

    @property
    def scope(self) -> Scope:
        """The same as the verbs take it by keyword."""
        return Scope(world=self.world, role=self.role, feature_gates=self.feature_gates, selection=self.selection)

    def release_name(self) -> str | None:
        """Return the name of the release that judges every file, `1.29`, or None where there is no such one.

        Raises:
            UnknownTarget: if the release is not known.
            WrongFeatureGates: if it does not start with the feature gates or, where each file has its own, none does.
        """
        asked = [self.kubernetes, *(one.kubernetes or self.kubernetes for one in self.per_path)]
        targets = [gates.target(name, self.feature_gates) for name in asked]
        names = {None if one is None else one.name for one in targets}
        return names.pop() if len(names) == 1 else None

    def gate_warnings(self) -> tuple[Remark, ...]:
        """List what the release that was asked for logs about the feature gates."""
        return gates.warnings(self.kubernetes, self.feature_gates)


class Outcome(Protocol):
    """What a verb says about one file: `FileReport`, `FileMeaning`."""

    @property
    def verdict(self) -> Verdict:
        """What became of the file."""


Result = TypeVar("Result", bound=Outcome)


class Verb(NamedTuple, Generic[Result]):
    """What is done with each file.

    Attributes:
        read: Takes the bytes, the release or None, and by keyword world, role, path and feature_gates.
        failed: Makes a result of a path, a verdict and, by keyword, a reason, where nothing can be read.
        may_hold: Tells from its bytes whether a file that a search turned up is worth reading.
    """

    read: Callable[..., Result]
    failed: Callable[..., Result]
    may_hold: Callable[[bytes], bool] = may_hold_configuration


def validate_files(paths: Iterable[str], settings: Settings, jobs: int = 1) -> Iterator[FileReport]:
    """Validate files and folders; see `each_file`."""
    verb = Verb(partial(validate_bytes, stages=Stages()), FileReport, may_hold_surroundings)
    for report in each_file(verb, paths, settings, jobs):
        # Only who shows findings needs the text, and thousands of texts would fill the memory.
        yield report if any(document.findings for document in report.documents) else report._replace(text=None)


def each_file(verb: Verb[Result], paths: Iterable[str], settings: Settings, jobs: int = 1) -> Iterator[Result]:
    """Read files and folders, yielding results in the order of the paths.

    Args:
        verb: What to do with each.
        paths: Files, folders, or `-` for standard input.
        settings: How to judge.
        jobs: Processes to work with.
    """
    sources = find(paths)
    if settings.skip_others:
        sources = (source._replace(searched=True) for source in sources)
    if settings.exclude is not None:
        exclude = settings.exclude
        sources = (source for source in sources if not (source.searched and exclude.fit(source.path)))
    judge = partial(_judge, verb, settings)
    results = map(judge, sources) if jobs == 1 else _spread(judge, sources, jobs)
    for result, searched in results:
        # What a search turned up by the way and holds no configuration is nobody's business.
        if not (searched and result.verdict is Verdict.SKIPPED):
            yield result


def one_file(verb: Verb[Result], path: str, settings: Settings) -> Result:
    """Read one file; a folder cannot be read."""
    return _judge(verb, settings, Source(path))[0]


def _judge(verb: Verb[Result], settings: Settings, source: Source) -> tuple[Result, bool]:
    try:
        return _result(verb, settings, source), source.searched
    except Exception as error:
        if os.environ.get("SCHEDCFG_TRACEBACK"):
            raise
        return verb.failed(source.path, Verdict.UNREADABLE, reason=_fault(error)), source.searched


def _fault(error: Exception) -> str:
    """Explain a fault of schedcfg itself: it must not keep the other files from being judged."""
    return (
        f"schedcfg itself failed on this file ({type(error).__name__}: {error}). Please report it with the file; "
        "SCHEDCFG_TRACEBACK=1 shows where"
    )


def _result(verb: Verb[Result], settings: Settings, source: Source) -> Result:
    settings = settings.at(source.path)
    looked_for = source.searched and settings.role is Role.ANY
    try:
        raw = source.read()
    except UnreadableInput as error:
        if looked_for and isinstance(error, TooLarge) and not large_file_may_hold_configuration(source.path):
            return verb.failed(source.path, Verdict.SKIPPED)
        reason = f"{error}. {error.help}" if error.help else str(error)
        return verb.failed(source.path, Verdict.UNREADABLE, reason=reason)
    if looked_for and not verb.may_hold(raw):
        return verb.failed(source.path, Verdict.SKIPPED)
    read = partial(verb.read, raw, settings.kubernetes, path=source.path, **settings.scope)
    result = read()
    if result.verdict is Verdict.SKIPPED and not source.searched:
        # A file that was named must hold what was asked for: say what it is instead.
        result = read(role=Role.CONFIG)
    return result


def _spread(
    judge: "partial[tuple[Result, bool]]", sources: Iterator[Source], jobs: int
) -> Iterator[tuple[Result, bool]]:
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only those who want processes pay for it

    with ProcessPoolExecutor(jobs) as pool:
        while batch := list(islice(sources, _CHUNK * jobs)):
            yield from pool.map(judge, batch, chunksize=_CHUNK)
