"""The files that a rendering is made from: what a kustomization names, and where Helm's templates are."""

import os
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.patterns import pattern
from schedcfg.sources import Source
from schedcfg.sources.manifests.fields import Fields, at, fields, items, text

CHART, _VALUES, _CHARTS = "Chart.yaml", "values.yaml", "charts"
_KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_MOST = 500
"""Files and folders of a kustomization that are looked at."""

_REMOTE = pattern(r"://|^git@|^git::|^[\w.-]+\.[a-z]{2,}/[^/]+/|\?ref=|//")
"""What is a repository or an address, if it is nothing on this disk. Upstream: `NewRepoSpecFromURL` of kustomize."""

_LISTS = ("resources", "bases", "components", "crds", "transformers", "generators", "patchesStrategicMerge")
_SOURCE = pattern(r"# Source: (\S.*)")


class SourceFile(NamedTuple):
    """A file that a rendering is made from.

    Attributes:
        path: As messages name it.
        text: Its text.
    """

    path: str
    text: str


class Kustomized(NamedTuple):
    """What a kustomization names, with all that those name.

    Attributes:
        files: The files.
        remote: What is not on this disk.
    """

    files: tuple[str, ...]
    remote: tuple[str, ...]


def read(path: str) -> SourceFile | None:
    """Return a file; None where it cannot be read as text."""
    try:
        return SourceFile(path, decode_text(Source(path).read()))
    except UnreadableInput:
        return None


def kustomization_in(folder: str) -> str | None:
    """Return the kustomization of a folder; None where it has none."""
    paths = (os.path.join(folder, name) for name in _KUSTOMIZATIONS)  # noqa: PTH118 - strings in, strings out; so below
    return next(filter(os.path.isfile, paths), None)


def kustomized(folder: str) -> Kustomized:
    """Return what the kustomization of a folder names, itself included."""
    found: dict[str, None] = {}
    remote: list[str] = []
    left = [folder]
    while left and len(found) < _MOST:
        path = os.path.normpath(left.pop(0))
        kustomization = kustomization_in(path) if os.path.isdir(path) else None  # noqa: PTH112
        if kustomization is None:
            if os.path.isfile(path):  # noqa: PTH113
                found.setdefault(path)
            continue
        if kustomization in found:
            continue
        found.setdefault(kustomization)
        for name in _named_in(kustomization):
            there = os.path.join(path, name)  # noqa: PTH118
            if os.path.exists(there):  # noqa: PTH110
                left.append(there)
            elif _REMOTE.search(name):
                remote.append(name)
    return Kustomized(tuple(found), tuple(remote))


def _named_in(kustomization: str) -> Iterator[str]:
    """Yield the files and folders that a kustomization names, as it does."""
    own = read(kustomization)
    data: Fields = {}
    if own is not None:
        documents = parse(own.text).documents
        data = fields(documents[0].data) if documents else {}
    for key in _LISTS:
        listed = data.get(key)
        yield from (
            (one for one in listed if isinstance(one, str) and "\n" not in one) if isinstance(listed, list) else ()
        )
    for key in ("patches", "patchesJson6902", "replacements"):
        yield from (text(one.get("path")) for one, _ in items(data.get(key), ()) if one.get("path"))
    for generator, _ in items(data.get("configMapGenerator"), ()):
        yield from (name.rpartition("=")[2] for name in _texts(generator.get("files")))


def _texts(data: object) -> list[str]:
    return [one for one in data if isinstance(one, str)] if isinstance(data, list) else []


def template_of(line: str) -> tuple[str, ...] | None:
    """Return the parts of the path in a line by which Helm names a template; None where it is none.

    A template may write such a line as well: what leads out of the chart is none.
    """
    match = _SOURCE.fullmatch(line.rstrip())
    parts = () if match is None else tuple(match[1].split("/"))
    return parts if len(parts) > 1 and not {"", ".", ".."} & set(parts) else None


def template_path(chart: str, source: tuple[str, ...]) -> str:
    """Return where a template is on disk: Helm names it below the chart's name rather than its folder's."""
    return os.path.join(chart, *source[1:])  # noqa: PTH118


class ValuesFile(NamedTuple):
    """A file of values, and where in it those of a template begin.

    Attributes:
        path: The file.
        prefix: The names of subcharts.
    """

    path: str
    prefix: tuple[str, ...]


def values_of(chart: str, values: tuple[str, ...], source: tuple[str, ...]) -> list[ValuesFile]:
    """Return the files of values of a template, those that win first.

    Args:
        chart: The chart's folder.
        values: The files that were named.
        source: The parts of the template's path, as Helm names it.
    """
    subcharts = tuple(name for before, name in pairwise(source) if before == _CHARTS)
    found = [ValuesFile(path, subcharts) for path in reversed(values)]
    folder = chart
    for depth in range(len(subcharts) + 1):
        found.append(ValuesFile(os.path.join(folder, _VALUES), subcharts[depth:]))  # noqa: PTH118
        folder = os.path.join(folder, _CHARTS, *subcharts[depth : depth + 1])  # noqa: PTH118
    return found


def value_at(file: SourceFile, path: tuple[str, ...]) -> tuple[int, int] | None:
    """Return the offsets of a value in a file of values; None where it is not written there."""
    documents = parse(file.text).documents
    if not documents or at(documents[0].data, *path) is None:
        return None
    span = documents[0].locate(path).value
    return span.start.offset, span.end.offset
