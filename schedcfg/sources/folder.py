"""The files of a folder: what a manifest there names may be among them."""

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from schedcfg.document import Stream, decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.sources.marks import may_concern_schedulers
from schedcfg.sources.search import SUFFIXES, has_suffix
from schedcfg.sources.source import Source
from schedcfg.sources.templates import template_kind

_MOST = 2000
"""Files of a folder: with more it is not the folder of one deployment, and nothing is concluded from what is there."""

_PATCHES, _TARGET = "patches", "kube-scheduler"


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
    patches = os.path.join(folder, _PATCHES)  # noqa: PTH118 - strings in, strings out
    yield from _texts(
        patches, [name for name in _names(patches, SUFFIXES) if name.startswith(_TARGET)], lambda _raw: True
    )


def texts_in(folder: str, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Text]:
    """Yield the files of a folder that may have to do with schedulers, in order of name.

    Files that cannot be read are left out here; their own validation reports it.
    """
    yield from _texts(folder, _names(folder, suffixes), may_concern_schedulers)


def _names(folder: str, suffixes: tuple[str, ...]) -> list[str]:
    """List the files of a folder that may be manifests, in order; none where there are too many, or no folder."""
    try:
        found = os.listdir(folder)  # noqa: PTH208 - as above
    except OSError:
        return []
    names = sorted(name for name in found if has_suffix(name, suffixes) and not name.startswith("."))
    return names if len(names) <= _MOST else []


def _texts(folder: str, names: list[str], is_wanted: Callable[[bytes], bool]) -> Iterator[Text]:
    for name in names:
        path = os.path.join(folder, name)  # noqa: PTH118 - as above
        try:
            raw = Source(path).read() if os.path.isfile(path) else b""  # noqa: PTH113 - as above
            if is_wanted(raw):
                stream = parse(decode_text(raw))
                if template_kind(stream, path) is None:
                    yield Text(name, stream)
        except UnreadableInput:
            continue
