"""What the linker of Go writes into a program: the modules that it was built from.

Upstream: `debug/buildinfo/buildinfo.go` of Go; the form of Go 1.18 and later, in which the texts follow the header.
"""

import mmap
import re
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.patterns import pattern

_MAGIC = b"\xff Go buildinf:"
_HEADER = 32
_FLAGS = 15
_TEXTS_FOLLOW = 2
_LONGEST = 4 * 1024 * 1024
_SENTINEL = 16
"""The list of modules begins and ends with so many bytes that mark it."""

_KUBERNETES = "k8s.io/kubernetes"
_STAGING = pattern(r"k8s\.io/(?:client-go|kube-scheduler|component-base|api|apimachinery)\Z")
_STAGING_VERSION = pattern(r"v0\.(\d+)\.(\d+)")


class Module(NamedTuple):
    """A module of Go.

    Attributes:
        path: Its name.
        version: Its version; `(devel)` for the one that was built where it was developed.
    """

    path: str
    version: str


def modules(content: "mmap.mmap | bytes") -> Iterator[Module]:
    """Yield the modules that a program is built from; none where it does not say so, or is not built by Go."""
    start = content.find(_MAGIC)
    if start < 0 or start + _HEADER > len(content) or not content[start + _FLAGS] & _TEXTS_FOLLOW:
        return
    _, behind = _text(content, start + _HEADER)
    listed, _ = _text(content, behind)
    rows = listed[_SENTINEL:-_SENTINEL].decode("utf-8", "replace").split("\n")
    found: list[Module] = []
    for kind, _, rest in (row.partition("\t") for row in rows):
        path, _, version = rest.partition("\t")
        if kind in {"mod", "dep"}:
            found.append(Module(path, version.partition("\t")[0]))
        elif kind == "=>" and found:
            found[-1] = found[-1]._replace(version=version.partition("\t")[0])
    yield from found


def _text(content: "mmap.mmap | bytes", offset: int) -> tuple[bytes, int]:
    """Return a text behind its length, which is written in groups of seven bits, and the offset behind it."""
    length = shift = 0
    while offset < len(content):
        part = content[offset]
        offset += 1
        length |= (part & 0x7F) << shift
        shift += 7
        if part < 0x80 or shift > 28:  # noqa: PLR2004 - the last group; longer than any list
            break
    length = min(length, _LONGEST)
    return bytes(content[offset : offset + length]), offset + length


def kubernetes_version(found: list[Module]) -> str | None:
    """Return the version of Kubernetes among modules, `v1.29.15`; None where none has one that says it."""
    named = {module.path: module.version for module in found}
    if re.match(r"v1\.\d+\.\d+", named.get(_KUBERNETES, "")):
        return named[_KUBERNETES]
    staging = (
        match for path, version in named.items() if _STAGING.match(path) and (match := _STAGING_VERSION.match(version))
    )
    first = next(staging, None)
    return None if first is None else f"v1.{first[1]}.{first[2]}"


def modules_of(path: str) -> list[Module]:
    """Return the modules of the program at a path; none where it cannot be read."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:  # noqa: PTH123
            return list(modules(content))
    except (OSError, ValueError):
        return []
