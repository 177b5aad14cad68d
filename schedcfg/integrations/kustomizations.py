"""What a kustomization is made from: the files that it names, with all that those name, and what is not on this disk.

Kustomize sends a request wherever it could read a file, and clones where it could look into a folder: `Load` and `New`
in upstream's api/internal/loader/fileloader.go. More than twenty fields do the one or the other, those of plugins
included. So every value is looked at, and the fields whose content is never loaded are the ones that are named here.
"""

import os
import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Path, Stream, decode_text, parse, render
from schedcfg.errors import UnreadableInput
from schedcfg.integrations.programs import one_line
from schedcfg.patterns import pattern
from schedcfg.sources import Source

_NAMES = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_MOST = 500
"""Kustomizations that are looked at, and files that are named."""

_CONTENT = frozenset(
    (
        *("annotations", "commonAnnotations", "commonLabels", "labels", "metadata"),
        *("apiVersion", "kind", "name", "namePrefix", "nameSuffix", "namespace"),
        *("images", "imageTag", "imageTags", "literals", "patch", "jsonOp"),
        *("source", "sourceValue", "target", "targets", "value", "vars"),
    )
)
"""Fields of kustomizations and of kustomize's own plugins that are never loaded; upstream: api/types, plugin/."""

_PLUGINS = frozenset(("generators", "transformers", "validators"))
"""Fields that name, or hold, what plugins do; those load files as well."""

_ADDRESS = "://"
_REPOSITORY = pattern(r"[a-z0-9+]+://|[a-z0-9]+::|gh:|github\.com[/:]|[a-z][a-z0-9-]*@[^/:]*[/:]", re.IGNORECASE)
"""How what is fetched begins: `NewRepoSpecFromURL` in api/internal/git/repospec.go, and that of older versions."""

_OLD_REPOSITORY = pattern(r"[\w.-]+\.[a-z]{2,}/[^/]+/|.*(?:\?ref=|//)")
"""What versions before 4 fetch if it is nothing on this disk."""


class Kustomized(NamedTuple):
    """What a kustomization names, with all that those name."""

    files: tuple[str, ...]
    refusals: tuple[str, ...]  # Why it is not built here


def kustomization_in(folder: str) -> str | None:
    """Return the kustomization of a folder; None where it has none."""
    paths = (os.path.join(folder, name) for name in _NAMES)
    return next(filter(os.path.isfile, paths), None)


def kustomized(folder: str) -> Kustomized:
    """Return what the kustomization of a folder names, itself included."""
    walk = _Walk(folder)
    while walk.left and len(walk.seen) < _MOST:
        walk.visit(walk.left.popleft())
    if walk.left:
        walk.refusals.append(f"it is made from more than {_MOST} kustomizations")
    return Kustomized(tuple(walk.files), tuple(walk.refusals))


class _Walk:
    """A walk over kustomizations and the folders that they name.

    Args:
        folder: The first.
    """

    def __init__(self, folder: str) -> None:
        self._root = folder
        self._real_root = os.path.realpath(folder)
        self.left = deque([self._real_root])
        self.seen: set[str] = set()
        self.files: dict[str, None] = {}
        self.refusals: list[str] = []

    def visit(self, folder: str) -> None:
        """Look at all that the kustomization of a folder names.

        Args:
            folder: Without links: what is named is below the folder itself, as upstream's loader has it.
        """
        kustomization = kustomization_in(folder)
        if kustomization is None or folder in self.seen:
            return
        self.seen.add(folder)
        for field, value in self._values(kustomization):
            # Kustomize reads names of fields in any case, as Go's JSON does.
            if len(field) == 2 and str(field[0]).casefold() in _PLUGINS:  # noqa: PLR2004 - a field, and its item
                self._plugin(folder, kustomization, field, value)
            else:
                self._take(folder, kustomization, field, value)

    def _take(self, folder: str, file: str, field: Path, value: str) -> None:
        """Take what a value names: a file, a folder, or something that is on another server."""
        there = [os.path.normpath(os.path.join(folder, name)) for name in (value, value.rpartition("=")[2])]
        if _is_remote(field, value, any(map(os.path.exists, there))):
            self._refuse(
                f"its kustomization takes {one_line(value)} from another server, which is not fetched here", file, field
            )
            return
        for path in there:
            if os.path.isdir(path):
                self.left.append(os.path.realpath(path))
            elif os.path.isfile(path) and os.path.realpath(path).startswith(os.path.join(folder, "")):
                self._add(path)

    def _plugin(self, folder: str, file: str, field: Path, value: str) -> None:
        """Take what a plugin loads, whose fields are in the kustomization itself or in a file."""
        path = os.path.normpath(os.path.join(folder, value))
        if _is_text(value):
            values = self._values_of(parse(value), file)
        elif not _is_remote(field, value, os.path.exists(path)) and os.path.isfile(path):
            values = self._values(path)
        elif os.path.isdir(path):
            self._refuse(f"{value} is itself built before it is run, so that what it fetches is not known", file, field)
            return
        else:
            self._take(folder, file, field, value)
            return
        for inner, named in values:
            self._take(folder, file, (*field, *inner), named)

    def _values(self, path: str) -> Iterator[tuple[Path, str]]:
        self._add(path)
        try:
            text = decode_text(Source(path).read())
        except UnreadableInput as error:
            self.refusals.append(f"{self._shown(path)} cannot be read: {error}")
            return iter(())
        return self._values_of(parse(text), path)

    def _values_of(self, stream: Stream, path: str) -> Iterator[tuple[Path, str]]:
        """Yield the values of all documents that may name something."""
        defect = stream.error
        for document in stream.documents:
            yield from _named(document.data)
            defect = defect or next(iter(document.defects), None)
        if defect is not None:
            self.refusals.append(
                f"{self._shown(path)} cannot be read, so that what it fetches is not known: {defect.message}"
            )

    def _add(self, path: str) -> None:
        if len(self.files) < _MOST:
            self.files.setdefault(self._shown(path))

    def _refuse(self, reason: str, file: str, field: Path) -> None:
        self.refusals.append(f"{reason}: `{render(field)}` in {self._shown(file)}")

    def _shown(self, path: str) -> str:
        """Return a path as it is seen from the folder that the user named."""
        seen = os.path.normpath(os.path.join(self._root, os.path.relpath(path, self._real_root)))
        return seen if os.path.realpath(seen) == os.path.realpath(path) else path


def _named(data: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the values that may be names of files, with their fields; of keys those that hold an address."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in _CONTENT:
                if _ADDRESS in key:
                    yield (*path, key), key
                yield from _named(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _named(value, (*path, index))
    elif isinstance(data, str):
        yield path, data


def _is_text(value: str) -> bool:
    """Return whether a value is content rather than a name: no address has a line end or begins with a bracket."""
    text = value.strip()
    return not _REPOSITORY.match(text) and ("\n" in text or text.startswith(("{", "[")))


def _is_remote(field: Path, value: str, is_here: bool) -> bool:
    """Return whether kustomize would fetch a value.

    Args:
        field: Where it is.
        value: It.
        is_here: Whether a file or a folder has that name: kustomize asks the server all the same.
    """
    if _is_text(value):
        return False
    # Folders, and so repositories, are named in lists only.
    is_listed = len(field) == 2 and isinstance(field[1], int)  # noqa: PLR2004 - a field, and its item
    return _ADDRESS in value or (
        is_listed
        and (_REPOSITORY.match(value) is not None or (not is_here and _OLD_REPOSITORY.match(value) is not None))
    )
