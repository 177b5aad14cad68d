"""The files of a folder: what a manifest there names may be among them."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from schedcfg.document import Stream, decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.sources.marks import may_concern_schedulers
from schedcfg.sources.search import SUFFIXES, has_suffix
from schedcfg.sources.source import Source
from schedcfg.sources.templates import template_kind

_MOST = 2000
"""Files of a folder: with more it is not the folder of one deployment, and nothing is concluded from what is there."""

PATCHES = "patches"
"""The folder of kubeadm's patches, beside what names it."""

_TARGET = "kube-scheduler"


class Text(NamedTuple):
    """A file that was read.

    Attributes:
        name: Its name within the folder; empty where it is in none.
        stream: Its documents.
    """

    name: str
    stream: Stream


def patches_in(folder: str) -> Iterator[Text]:
    """Yield kubeadm's patches of the scheduler, where a folder has them: `patches/kube-scheduler*`.

    Upstream: `getPatchSetsFromPath` in `cmd/kubeadm/app/util/patches/patches.go`.
    """
    patches = os.path.join(folder, PATCHES)  # noqa: PTH118 - strings in, strings out
    yield from patches_of(_contents(patches, _names(patches, SUFFIXES)), patches)


def patches_of(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    """Yield kubeadm's patches of the scheduler among the files of a folder of patches, given by name and content."""
    yield from _texts(((name, raw) for name, raw in contents if name.startswith(_TARGET)), folder)


def texts_in(folder: str, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Text]:
    """Yield the files of a folder that may have to do with schedulers, in order of name.

    Files that cannot be read are left out here; their own validation reports it.
    """
    yield from texts_of(_contents(folder, _names(folder, suffixes)), folder)


def texts_of(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    """Yield the files that may have to do with schedulers, of those that a folder has, given by name and content."""
    yield from _texts(((name, raw) for name, raw in contents if may_concern_schedulers(raw)), folder)


def _names(folder: str, suffixes: tuple[str, ...]) -> list[str]:
    """List the files of a folder that may be manifests, in order; none where there are too many, or no folder."""
    try:
        found = os.listdir(folder)  # noqa: PTH208 - as above
    except OSError:
        return []
    names = sorted(name for name in found if has_suffix(name, suffixes) and not name.startswith("."))
    return names if len(names) <= _MOST else []


def _contents(folder: str, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        path = os.path.join(folder, name)  # noqa: PTH118 - as above
        with suppress(UnreadableInput):
            if os.path.isfile(path):  # noqa: PTH113 - as above
                yield name, Source(path).read()


def _texts(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    for name, raw in contents:
        with suppress(UnreadableInput):
            stream = parse(decode_text(raw))
            if template_kind(stream, os.path.join(folder, name)) is None:  # noqa: PTH118 - as above
                yield Text(name, stream)
