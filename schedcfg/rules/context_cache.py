"""Files with what is around them: each folder is read, and its contexts are built, once for all of its files.

Most files need none of this: what reads manifests is imported with the first folder that is.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.document import Stream
from schedcfg.errors import BugGuard
from schedcfg.sources import (
    NOTHING_OPEN,
    STDIN,
    SUFFIXES,
    StaticPodFolder,
    Text,
    patches_in,
    starting_in,
    static_pods_in,
    texts_in,
)
from schedcfg.sources.marks import may_take_configurations

if TYPE_CHECKING:
    from schedcfg.rules.deployment import FirstCompleter
    from schedcfg.rules.folder_context import FolderContext
    from schedcfg.rules.served_names import ServedNames

_ADDED = (".yaml.d", ".yml.d", ".service.d")
"""What the names of folders end in whose files k3s and RKE2, or systemd, add to the file of that name."""

_KEPT = 16
"""Folders: a search comes back to one after those below it, and a large tree must not fill the memory."""


class FileInContext(NamedTuple):
    """A text, and the folder that it is in."""

    text: Text
    folder: "FolderContext"
    is_with_folder: bool = False  # Whether the other files of the folder are validated in the same run


class ContextCache:
    """The contexts of the folders that were read last.

    Args:
        suffixes: What the names of the files end in that are read.
        read: Yields the texts of a folder; None: those that its files have now.
        patches: Yields kubeadm's patches of the scheduler for a folder; by default, likewise.
        read_run: Returns the names that schedulers serve in all files of the run; None: each folder is a cluster.
        opened: Path → what an editor has of a file, which counts in place of what is saved.
        searched: The folders in which all files are validated, and in those below.
    """

    def __init__(
        self,
        suffixes: tuple[str, ...] = SUFFIXES,
        read: Callable[[str], Iterable[Text]] | None = None,
        patches: Callable[[str], Iterable[Text]] = patches_in,
        read_run: "Callable[[ContextCache], ServedNames] | None" = None,
        opened: Mapping[str, bytes] = NOTHING_OPEN,
        searched: tuple[str, ...] = (),
    ) -> None:
        self._suffixes, self._read_run, self._opened, self._searched = suffixes, read_run, opened, searched
        self._read = read or partial(texts_in, suffixes=suffixes, opened=opened)
        self._patches, self._is_of_files = patches, read is None
        self._kept: dict[str, FolderContext] = {}
        self._starting: dict[str, bytes] = {}
        self._served: ServedNames | None = None

    def may_be_run(self, path: str) -> bool:
        """Return whether another file of its folder may start a scheduler with a file: it has the file's name.

        That of a product which takes configurations as objects beside it needs no name.
        """
        if path == STDIN:
            return False
        if not self._is_of_files:
            # What the files have now says nothing about another revision.
            return True
        folder, name = os.path.split(os.path.abspath(path))
        if folder not in self._starting:
            if len(self._starting) >= _KEPT:
                self._starting.clear()
            self._starting[folder] = b"\n".join(
                starting_in(each, self._suffixes, self._opened) for each in related_folders(folder)
            )
        starting = self._starting[folder]
        return os.fsencode(name) in starting or may_take_configurations(starting)

    def __reduce__(self) -> tuple[object, tuple[()]]:
        """Return a cache of the other process: what was read is not worth the way. Each has one for all its work."""
        return partial(ContextCache, self._suffixes, read_run=self._read_run, searched=self._searched), ()

    def served_in_run(self) -> "ServedNames":
        """Return the names that schedulers serve in all files of the run, which are read for the first that asks."""
        from schedcfg.rules.served_names import ServedNames  # noqa: PLC0415 - most runs have nothing to do with it

        if self._served is None:
            self._served = ServedNames() if self._read_run is None else self._read_run(self)
        return self._served

    def file(self, path: str, stream: Stream, completer: "FirstCompleter") -> FileInContext:
        """Return a file in its folder; on its own if it is standard input.

        Args:
            path: The file.
            stream: What was read from it.
            completer: Completes configurations.
        """
        if path == STDIN:
            own = Text("", stream)
            return FileInContext(own, _build((own,), completer, served_in_run=self.served_in_run))
        folder, name = os.path.split(os.path.abspath(path))
        context = self._folder(folder, completer)
        here = next((text for text in context.texts if text.name == name), None)
        if here is not None and here.stream.text == stream.text:
            return FileInContext(here, context, self._is_searched(folder))
        # It was not found there, as under another ending, or has changed since.
        own = Text(name, stream)
        others = (text for text in context.texts if text is not here)
        built = _build((own, *others), completer, served_in_run=self.served_in_run)
        return FileInContext(own, built, self._is_searched(folder))

    def _is_searched(self, folder: str) -> bool:
        return any(PurePath(folder).is_relative_to(os.path.abspath(each)) for each in self._searched)

    def _folder(self, folder: str, completer: "FirstCompleter") -> "FolderContext":
        kept = self._kept.pop(folder, None)
        if kept is None:
            kept = self._read_folder(folder, completer)
        elif kept.completer != completer:
            kept = kept.completed_by(completer)
        self._kept[folder] = kept
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return kept

    def _read_folder(self, folder: str, completer: "FirstCompleter") -> "FolderContext":
        texts = tuple(text for related_folder in related_folders(folder) for text in self._read(related_folder))
        # Of another revision, what is not searched is not known.
        static_pods = static_pods_in(folder, self._suffixes) if self._is_of_files else None
        patches = tuple(self._patches(folder))
        with BugGuard():
            return _build(texts, completer, patches, static_pods, self.served_in_run)
        # One that brings a bug to light costs the others nothing but what it would add to them.
        sound = tuple(text for text in texts if _is_sound(text, completer))
        return _build(sound, completer, patches, static_pods, self.served_in_run)


class TextsInContext:
    """Texts that belong together without a folder, as the objects of a cluster do.

    Args:
        texts: All of them; their names are their paths.
        completer: Completes configurations.
    """

    def __init__(self, texts: tuple[Text, ...], completer: "FirstCompleter") -> None:
        self.folder = _build(texts, completer)
        self._texts = {text.name: text for text in texts}

    def may_be_run(self, path: str) -> bool:  # noqa: ARG002 - a cache's signature
        """Return True: all texts are here, and have been read."""
        return True

    def file(self, path: str, stream: Stream, completer: "FirstCompleter") -> FileInContext:  # noqa: ARG002 - a cache's signature
        """Return a text with all others.

        Args:
            path: Its name.
            stream: What was read from it.
            completer: Completes configurations; the texts have their own.
        """
        return FileInContext(self._texts.get(path, Text(path, stream)), self.folder, is_with_folder=True)


def related_folders(folder: str) -> tuple[str, ...]:
    """Return the folders whose files belong together: `config.yaml.d` adds to the `config.yaml` beside it."""
    parent, name = os.path.split(folder)
    return (folder, parent) if name.endswith(_ADDED) else (folder,)


def isolated(stream: Stream, completer: "FirstCompleter") -> FileInContext:
    """Return a text with nothing around it."""
    text = Text("", stream)
    return FileInContext(text, _build((text,), completer))


def _is_sound(text: Text, completer: "FirstCompleter") -> bool:
    with BugGuard() as guard:
        _build((text,), completer)
    return not guard.reason


def _build(
    texts: tuple[Text, ...],
    completer: "FirstCompleter",
    patches: tuple[Text, ...] = (),
    static_pods: StaticPodFolder | None = None,
    served_in_run: "Callable[[], ServedNames] | None" = None,
) -> "FolderContext":
    from schedcfg.rules.folder_context import FolderContext  # noqa: PLC0415 - most texts have nothing to do with it

    return FolderContext(texts, completer, patches, static_pods, served_in_run)
