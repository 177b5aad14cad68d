"""The files beside a file that may have to do with schedulers: those of its folder, kubeadm's patches, static Pods."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from schedcfg.document import decode_text, parse
from schedcfg.errors import FileGuard, UnreadableInput
from schedcfg.sources.folder import SUFFIXES, has_suffix
from schedcfg.sources.marks import may_concern_schedulers, may_start_scheduler
from schedcfg.sources.named_text import as_named
from schedcfg.sources.source import Source
from schedcfg.sources.templates import template_kind
from schedcfg.sources.text import Text

NOTHING_OPEN: Mapping[str, bytes] = {}
"""What an editor has of files, where none asks."""

MOST_NEIGHBORS = 2000
"""Files of a folder: with more it is not the folder of one deployment, and nothing is concluded from what is there."""

PATCHES = "patches"
"""The folder of kubeadm's patches, beside what names it."""

_TARGET = "kube-scheduler"


def patches_in(folder: str) -> Iterator[Text]:
    """Yield kubeadm's patches of the scheduler, where a folder has them: `patches/kube-scheduler*`.

    Upstream: `getPatchSetsFromPath` in `cmd/kubeadm/app/util/patches/patches.go`.
    """
    patches = os.path.join(folder, PATCHES)
    yield from patches_of(_contents(patches, _names(patches, SUFFIXES)), patches)


def patches_of(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    """Yield kubeadm's patches of the scheduler among the files of a folder of patches, given by name and content."""
    yield from _texts(((name, raw) for name, raw in contents if name.startswith(_TARGET)), folder)


def texts_in(
    folder: str, suffixes: tuple[str, ...] = SUFFIXES, opened: Mapping[str, bytes] = NOTHING_OPEN
) -> Iterator[Text]:
    """Yield the files of a folder that may have to do with schedulers, in order of name.

    Files that cannot be read are left out here; their own validation reports it.

    Args:
        folder: The folder.
        suffixes: What the names of the files end in.
        opened: Path → what an editor has of a file, which counts in place of what is saved.
    """
    yield from texts_of(_contents(folder, _names(folder, suffixes, opened), opened), folder)


def starting_in(folder: str, suffixes: tuple[str, ...] = SUFFIXES, opened: Mapping[str, bytes] = NOTHING_OPEN) -> bytes:
    """Return what is in the files of a folder that may start a scheduler with a configuration in another file."""
    contents = _contents(folder, _names(folder, suffixes, opened), opened)
    return b"\n".join(raw for _, raw in contents if may_start_scheduler(raw))


def texts_of(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    """Yield the files that may have to do with schedulers, of those that a folder has, given by name and content."""
    yield from _texts(((name, raw) for name, raw in contents if may_concern_schedulers(raw)), folder)


def _names(folder: str, suffixes: tuple[str, ...], opened: Mapping[str, bytes] = NOTHING_OPEN) -> list[str]:
    """List the files of a folder that may be manifests, in order; none where there are too many, or no folder.

    What is open counts before it is saved for the first time.
    """
    unsaved = (os.path.basename(path) for path in opened if os.path.dirname(path) == folder)
    names = [name for name in sorted({*_visible_names(folder), *unsaved}) if has_suffix(name, suffixes)]
    return names if len(names) <= MOST_NEIGHBORS else []


def _visible_names(folder: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError:
        return []


def _contents(
    folder: str, names: Iterable[str], opened: Mapping[str, bytes] = NOTHING_OPEN
) -> Iterator[tuple[str, bytes]]:
    for name in names:
        path = os.path.join(folder, name)
        with suppress(UnreadableInput):
            if path in opened or os.path.isfile(path):
                yield name, Source(path, content=opened.get(path)).read()


def _texts(contents: Iterable[tuple[str, bytes]], folder: str) -> Iterator[Text]:
    for name, raw in contents:
        # What is wrong with one is reported where it is validated itself.
        with FileGuard():
            stream = as_named(parse(decode_text(raw)), name)
            if template_kind(stream, os.path.join(folder, name)) is None:
                yield Text(name, stream)


_STATIC_PODS = frozenset({"kubelet.d", "manifests", "pod-manifests", "static-pods", "staticpods"})
"""How folders are called from which the kubelet starts Pods; some have other manifests, too."""
_OF_KUBELETS = ("/kubernetes/manifests", "/kubelet.d", "/agent/pod-manifests")


class StaticPodFolder(NamedTuple):
    """A folder that may be one from which the kubelet starts Pods."""

    is_kubelets: bool  # Whether its path shows it
    unsearched: tuple[Text, ...]  # Its files with other endings, which a search skips, and the kubelet does not


def static_pods_in(folder: str, suffixes: tuple[str, ...] = SUFFIXES) -> StaticPodFolder | None:
    """Return what the kubelet reads in a folder besides those files that a search looks at; None in other folders.

    Upstream: `extractFromDir` in `pkg/kubelet/config/file.go`.
    """
    if os.path.basename(folder) not in _STATIC_PODS:
        return None
    skipped = [name for name in _visible_names(folder) if not has_suffix(name, suffixes)][:MOST_NEIGHBORS]
    return static_pod_folder(folder, texts_of(_contents(folder, skipped), folder))


def static_pod_folder(folder: str, unsearched: Iterable[Text]) -> StaticPodFolder:
    """Return a folder of static Pods, with what a search skips in it."""
    return StaticPodFolder(folder.endswith(_OF_KUBELETS), tuple(unsearched))
