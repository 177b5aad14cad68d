"""The files of a folder: what a manifest there names may be among them.

The search of folders: which names it looks at, and what a run has seen, so that one that saw nothing says so.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TYPE_CHECKING

from schedcfg.document.texts import listing
from schedcfg.errors import UnreadableInput
from schedcfg.sources.marks import contains_configuration, contains_fields, starts_scheduler
from schedcfg.sources.source import STDIN, Source, explained
from schedcfg.sources.templates import UNREAD_SUFFIXES, UnreadKind, is_rendered, kind_of_unread

if TYPE_CHECKING:
    from schedcfg.output.cluster import ClusterSummary


SUFFIXES = (".yaml", ".yml", ".json", ".conf", ".cfg", ".service")
"""What the names of files end in that a search looks at."""

WITHOUT = ""
"""The suffix of names that have none."""

_ALSO_USED = (".config", ".txt")
"""Other suffixes that configurations are found under, as `--config` takes a file of any name."""

_SIFTED = (WITHOUT, *_ALSO_USED, *UNREAD_SUFFIXES)
"""Suffixes of files that a search does not read, but looks through for a configuration, to name them."""

_LARGEST = 1 << 20
"""Bytes of such a file; larger ones are data or programs."""

_OTHERS = frozenset({"deps", "node_modules", "site-packages", "testdata", "vendor"})
"""Folders of other people's files, and of files that are wrong on purpose; they are searched where they are named."""

_OF_GIT = ".git"
"""What Git keeps for itself."""

_CACHE_TAG = "CACHEDIR.TAG"
"""What a tool leaves in a folder of its own that anybody may remove: https://bford.info/cachedir/."""

_LOOKED_AT = 10_000
"""Files of a hidden folder that are at most looked at: a tool may keep very many in one."""

_KUSTOMIZATION = "kustomization."

_MOST = 1000
"""Names that are remembered for a hint."""

_EMPTY = "''"
"""How a shell writes nothing."""

_NAMED = 3
"""Files that a hint names."""


def with_suffixes(suffixes: Iterable[str]) -> tuple[str, ...]:
    """Return the suffixes that are always searched, and others as users write them: `conf` means `.conf`."""
    others = (suffix.lower() if "." in suffix or not suffix else f".{suffix.lower()}" for suffix in suffixes)
    return tuple(dict.fromkeys((*SUFFIXES, *others)))


def has_suffix(name: str, suffixes: tuple[str, ...]) -> bool:
    """Return whether a file's name ends in one of some suffixes, in small letters or capitals."""
    if WITHOUT not in suffixes:
        return name.lower().endswith(suffixes)
    return "." not in name or name.lower().endswith(tuple(filter(None, suffixes)))


@dataclass(slots=True, eq=False, repr=False)
class SearchTally:
    """What a run has seen so far."""

    has_searched: bool = False  # Whether a folder was searched, rather than files named
    looked_at: int = 0  # Files that were named or found, and not excluded
    excluded: int = 0  # Files that the settings exclude from a search
    found: int = 0
    unreadable: int = 0  # Files that could not be read
    kustomizations: list[str] = field(default_factory=list)
    folders_of_others: list[str] = field(default_factory=list)  # Folders that are not searched because of their names
    hidden_folders: list[str] = field(default_factory=list)  # Hidden folders that contain a configuration
    others: list[str] = field(default_factory=list)  # Named files without a configuration, and what each is
    # What keeps files from being read → those that contain a configuration; None: nothing but their names
    unread: defaultdict[UnreadKind | None, list[str]] = field(default_factory=lambda: defaultdict(list))
    # Returns whether the settings exclude a path from a search
    is_excluded: Callable[[str], bool] = lambda _: False
    cluster: "ClusterSummary | None" = None  # What was seen of a cluster; None where files were read
    # Is called after each file, with how many are done, and what counts all
    watch: Callable[[int, Callable[[], int]], None] = lambda _done, _total: None

    @property
    def is_empty(self) -> bool:
        """Whether all files could be read, and none was worth a report."""
        return not (self.found or self.unreadable)

    def pass_over(self, path: str) -> None:
        """Look through a file that is not searched because of its name, and remember it if it has a configuration.

        What a program writes before it is used is remembered, too, if it starts a scheduler.
        """
        if not has_suffix(os.path.basename(path), _SIFTED) or self.is_excluded(path):
            return
        raw = _content(path)
        if _has_configuration(raw) or (is_rendered(path) and starts_scheduler(raw)):
            self.remember_unread(path, kind_of_unread(path, raw))

    def remember_unread(self, path: str, kind: UnreadKind | None) -> None:
        """Remember a file with a configuration that is not read."""
        self.unread[kind].append(path)

    def pass_over_folder(self, path: str) -> bool:
        """Return whether a folder is one of other people's files, which is not searched; remember it then."""
        is_of_others = os.path.basename(path) in _OTHERS
        self.folders_of_others += [path] if is_of_others and len(self.folders_of_others) < _MOST else []
        return is_of_others

    def pass_over_hidden(self, path: str, suffixes: tuple[str, ...]) -> None:
        """Look through a hidden folder, which is not searched, and remember it if a file in it has a configuration."""
        is_of_a_tool = os.path.basename(path) == _OF_GIT or os.path.isfile(os.path.join(path, _CACHE_TAG))
        if is_of_a_tool or self.is_excluded(path):
            return
        files = islice(_files_below(path), _LOOKED_AT)
        wanted = (file for file in files if has_suffix(os.path.basename(file), suffixes) and not self.is_excluded(file))
        if any(_has_configuration(_content(file)) for file in wanted):
            self.hidden_folders.append(path)

    def look_at(self, source: Source) -> None:
        """Count a file that is about to be read."""
        self.looked_at += 1
        # Few paths have the word, and to take the name from each would take longer.
        if source.searched and _KUSTOMIZATION in source.path:
            name = os.path.basename(source.path)
            self.kustomizations += [source.path] if name.startswith(_KUSTOMIZATION) else []

    def lines(self, suffixes: tuple[str, ...]) -> Iterator[str]:
        """Yield what was skipped and, where nothing was found, that and what to do about it.

        Args:
            suffixes: Those that were searched.
        """
        yield from self._passed_over()
        if self.is_empty:
            yield from self._nothing(suffixes)

    def _passed_over(self) -> Iterator[str]:
        """Yield what named files are, which folders and files with a configuration are not read, and what to do."""
        yield from self.others
        if self.folders_of_others:
            yield (
                f"not searched, as files of others or test data: {listing(self.folders_of_others, _NAMED)}; "
                "name such a folder to search it"
            )
        if self.hidden_folders:
            yield (
                f"not searched, as hidden, although a configuration is in it: {listing(self.hidden_folders, _NAMED)}; "
                "name such a folder to search it"
            )
        for kind in UnreadKind:
            paths = self.unread[kind]
            if paths:
                count = f"{len(paths)} {kind}{'' if len(paths) == 1 else 's'}"
                yield f"{count} skipped: {listing(paths, _NAMED)}; {kind.help(paths)}"
        likely = self.unread[None]
        if likely:
            them = "it" if len(likely) == 1 else "them"
            yield (
                f"not read because of the name: {listing(likely, _NAMED)}; name {them}, or search such files: "
                f"{_options(likely)}"
            )

    def _nothing(self, suffixes: tuple[str, ...]) -> Iterator[str]:
        files = "1 file" if self.looked_at == 1 else f"{self.looked_at} files"
        none = (
            ", and none contains one"
            if self.looked_at > 1
            else ", and it does not contain one"
            if self.looked_at
            else ""
        )
        excluded = f"; `exclude` skips {self.excluded}" if self.excluded else ""
        yield f"no scheduler configuration found: {files} read{none}{excluded}"
        if self.kustomizations:
            folder = os.path.dirname(self.kustomizations[0]) or "."
            yield (
                f"  help: {listing(self.kustomizations, _NAMED)} may take one from another folder: name that folder, "
                f"or run `kubectl kustomize {folder} | schedcfg validate -`."
            )
        elif self.has_searched and not any(self.unread.values()):
            known = ", ".join(filter(None, suffixes))
            yield f"  help: A search reads names that end in {known}; `--suffix` adds others."


def _content(path: str) -> bytes:
    """Return what is in a file that a search does not read; nothing where that is large, or cannot be read."""
    with suppress(UnreadableInput):
        return Source(path).read(_LARGEST) if os.path.isfile(path) else b""
    return b""


def _has_configuration(raw: bytes) -> bool:
    return contains_configuration(raw) or contains_fields(raw)


def _files_below(folder: str) -> Iterator[str]:
    """Yield the files of a folder and of those below it, but for folders of others."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(set(folders) - _OTHERS)
        yield from (os.path.join(path, name) for name in sorted(names))


def find(paths: Iterable[str], suffixes: tuple[str, ...], tally: SearchTally) -> Iterator[Source]:
    """Return every file that is named or found in a folder that is named, once; each folder's in order of name.

    Args:
        paths: Files, folders, or `-` for standard input.
        suffixes: What names end in that are looked at in a folder; `WITHOUT`: those without a suffix too.
        tally: Takes what is skipped.
    """
    named = list(paths)
    found = chain.from_iterable(_found_sources(path, suffixes, tally) for path in named)
    return found if len(named) == 1 else _once(found)


def _found_sources(path: str, suffixes: tuple[str, ...], tally: SearchTally) -> Iterator[Source]:
    if path != STDIN and os.path.isdir(path):
        return _search(path, suffixes, tally)
    return iter([Source(path)])


def _once(sources: Iterable[Source]) -> Iterator[Source]:
    """Yield each file once, under the first of its names."""
    seen: set[str] = set()
    for source in sources:
        where = source.path if source.path == STDIN else os.path.abspath(source.path)
        if where not in seen:
            seen.add(where)
            yield source


def _search(folder: str, suffixes: tuple[str, ...], tally: SearchTally) -> Iterator[Source]:
    """Search a folder and those below it; what is hidden, links to folders and what is no file are skipped.

    What cannot be looked at is yielded with the obstacle, so that the rest is searched all the same.
    """
    tally.has_searched = True
    # Not by recursion: a tree may be deeper than Python's stack.
    left = [_listed_folder(folder)]
    while left:
        entry = next(left[-1], None)
        if entry is None:
            left.pop()
        elif isinstance(entry, Source):
            yield entry
        elif entry.is_dir(follow_symlinks=False):
            if entry.name.startswith("."):
                tally.pass_over_hidden(entry.path, suffixes)
            elif not tally.pass_over_folder(entry.path):
                left.append(_listed_folder(entry.path))
        elif not has_suffix(entry.name, suffixes):
            tally.pass_over(entry.path)
        else:
            yield from _file(entry)


def _listed_folder(folder: str) -> "Iterator[os.DirEntry[str] | Source]":
    """List the files that are not hidden, and the folders, in order of name; or the folder, if that is not possible."""
    try:
        with os.scandir(folder) as entries:
            dir_entries = sorted(entries, key=lambda entry: entry.name)
    except OSError as error:
        return iter([Source(folder, searched=True, obstacle=f"the folder cannot be listed: {error.strerror}")])
    return (entry for entry in dir_entries if not entry.name.startswith(".") or entry.is_dir(follow_symlinks=False))


def _file(entry: "os.DirEntry[str]") -> Iterator[Source]:
    """Yield a file, or a link that should lead to one: a pipe would keep the search waiting."""
    try:
        is_wanted = entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError as error:
        yield Source(entry.path, searched=True, obstacle=". ".join(filter(None, explained(entry.path, error))))
    else:
        if is_wanted:
            yield Source(entry.path, searched=True)


def _options(paths: list[str]) -> str:
    """Return the options that have some files searched."""
    suffixes = dict.fromkeys(os.path.splitext(path)[1] for path in paths)
    return " ".join(f"--suffix {suffix or _EMPTY}" for suffix in suffixes)
