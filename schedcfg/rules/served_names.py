"""The names by which Pods find a scheduler: those that are served in one folder, or in all folders of a run."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.document.placeholders import placeholder
from schedcfg.document.texts import listing
from schedcfg.patterns import pattern

if TYPE_CHECKING:
    from schedcfg.configuration.effective.model import Configuration
    from schedcfg.sources.manifests.reading import ConfigurationText, LocatedManifest
    from schedcfg.sources.manifests.running import RunningScheduler

_MOST_LISTED = 20
_MOST_COMPARED = 100
"""Schedulers of others that a name is looked for in: with more, any of them may serve it."""
_LONGEST = 1000
"""Characters of what one of them says of itself."""

_WORD = pattern(r"[a-z0-9]{3,}")
_COMMON = frozenset({"default", "kube", "scheduler"})
"""Words that the names of any schedulers have."""


class UnknownScheduler(NamedTuple):
    """A scheduler of which is not known what it serves.

    Attributes:
        file: The file that has it.
        words: What its manifest says of it, if it is some other program than kube-scheduler, as Volcano's: it serves
            names that are like these. Empty where it may serve any.
    """

    file: str
    words: str = ""


@dataclass(frozen=True, eq=False)
class ServedNames:
    """The names that schedulers serve, which are one cluster's.

    Attributes:
        files: Name → the file that shows that it is served; None for the default scheduler's, where none does. There
            are no names where there is no scheduler.
        unknown: Schedulers of which is not known what they serve.
    """

    files: Mapping[str, str | None] = field(default_factory=dict)
    unknown: tuple[UnknownScheduler, ...] = ()

    @classmethod
    def together(cls, parts: Iterable["ServedNames"]) -> Self:
        """Return the names of several folders; of a name that several serve, the first file is kept."""
        files: dict[str, str | None] = {}
        unknown: dict[UnknownScheduler, None] = {}
        for part in parts:
            for name, file in part.files.items():
                files[name] = file if files.get(name) is None else files[name]
            unknown.update(dict.fromkeys(part.unknown))
        return cls(files, tuple(unknown))

    def located(self, locate: Callable[[str], str]) -> Self:
        """Return them with other names of their files."""
        files = {name: None if file is None else locate(file) for name, file in self.files.items()}
        return replace(self, files=files, unknown=tuple(one._replace(file=locate(one.file)) for one in self.unknown))

    def with_those_of(self, folder: "ServedNames") -> "ServedNames":
        """Return them with those of a folder, which are mostly among them."""
        if not folder.unknown and folder.files.keys() <= self.files.keys():
            return self
        return ServedNames.together([folder, self])

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All of the names, in order."""
        return tuple(sorted(self.files))

    def may_have(self, name: str) -> bool:
        """Return whether a name is served, or may be by a scheduler of which that is not known."""
        if name in self.files or len(self.unknown) > _MOST_COMPARED:
            return True
        own = frozenset(_WORD.findall(name.lower())) - _COMMON
        return any(not one.words or not own or any(word in one.words for word in own) for one in self.unknown)

    def listed(self, most: int) -> str:
        """Return the names for messages, each with its file; the first of them where there are more."""
        shown = [f"`{name}`{f' ({file})' if (file := self.files[name]) else ''}" for name in self.names]
        return listing(shown, most)

    def lines(self) -> Iterator[str]:
        """Yield which names are served, in words."""
        if self.files:
            yield f"  schedulers serve {self.listed(_MOST_LISTED)}"
        if self.unknown:
            files = list(dict.fromkeys(one.file for one in self.unknown))
            yield f"  it is not known which names are served by the schedulers of {listing(files, _MOST_LISTED)}"


class _Scheduler(Protocol):
    """A scheduler in its context."""

    @property
    def file(self) -> str:
        """The file that runs it."""

    @property
    def running(self) -> "RunningScheduler | None":
        """How it runs."""

    @property
    def is_hidden(self) -> bool:
        """Whether it has a configuration that is not there."""


def served_in(
    manifests: Iterable["LocatedManifest"],
    schedulers: Sequence[_Scheduler],
    configurations: Iterable[tuple["ConfigurationText", "Configuration | None"]],
) -> ServedNames:
    """Return the names that the schedulers of one folder serve.

    Args:
        manifests: All manifests.
        schedulers: The schedulers that they run.
        configurations: All configurations, started or not; None where nothing could be read.
    """
    files: dict[str, str | None] = {}
    unreadable: list[UnknownScheduler] = []
    for one, configuration in configurations:
        if configuration is None:
            unreadable.append(UnknownScheduler(one.place[0]))
        for profile in () if configuration is None else configuration.profiles:
            if placeholder(profile.scheduler_name):
                unreadable.append(UnknownScheduler(one.place[0]))
            else:
                files.setdefault(profile.scheduler_name, one.place[0])
    for context in schedulers:
        flag = None if context.running is None else context.running.flag("scheduler-name")
        if flag is not None and flag.value and flag.is_known:
            files.setdefault(flag.value, context.file)
    if files or schedulers:
        files.setdefault(DEFAULT_SCHEDULER, None)
    return ServedNames(files, (*unreadable, *_unknown(manifests, schedulers)))


def _unknown(manifests: Iterable["LocatedManifest"], schedulers: Iterable[_Scheduler]) -> Iterator[UnknownScheduler]:
    """Yield the schedulers of which is not known what they serve, and what may be one."""
    known: set[int] = set()
    for context in schedulers:
        known.add(id(context.running))
        if context.is_hidden:
            yield UnknownScheduler(context.file)
    for manifest in manifests:
        words = manifest.words_of_other_scheduler
        if any(running.is_named_so and id(running) not in known for running in manifest.running):
            yield UnknownScheduler(manifest.file)
        elif words:
            yield UnknownScheduler(manifest.file, words[:_LONGEST].lower())
