"""The version of Kubernetes that a document names, as a version or as an image with one as its tag."""

from collections.abc import Iterable
from typing import NamedTuple

from schedcfg.document.span import Path, follow
from schedcfg.patterns import pattern

_VERSION = pattern(r"v?1\.(?P<minor>\d+)(?:[.+-].*)?\Z")
_PATCH = pattern(r"v?(?P<patch>1\.[0-9]{1,4}\.[0-9]{1,4})(?![0-9])")


class NamedVersion(NamedTuple):
    """A version of Kubernetes, and where a document names it."""

    path: Path
    kubernetes: str  # The release, `1.29`
    patch_release: str | None  # That release to its patch, `1.29.3`; None where no patch is named


def named_version(data: object, paths: Iterable[Path]) -> NamedVersion | None:
    """Return the version of Kubernetes at the first of some places that has one; None where none has.

    Args:
        data: The document's data.
        paths: Where a version may be, or an image with one as its tag.
    """
    for path in paths:
        version = tag_or_version(follow(data, path))
        kubernetes = release(version)
        if kubernetes is not None:
            return NamedVersion(path, kubernetes, patch_release(version))
    return None


def tag_or_version(written: object) -> str:
    """Return the tag of an image, or a version as it is; an empty text for what is no text."""
    return written.partition("@")[0].rpartition(":")[2] if isinstance(written, str) else ""


def release(version: object) -> str | None:
    """Return the release, `1.29`, of a version of Kubernetes, `v1.29.4`; None where it is none."""
    match = _VERSION.match(version) if isinstance(version, str) else None
    return None if match is None else f"1.{match['minor']}"


def patch_release(version: object) -> str | None:
    """Return the patch release, `1.29.3`, of a version of Kubernetes, `v1.29.3+k3s1`; None where it names none."""
    match = _PATCH.match(version) if isinstance(version, str) else None
    return None if match is None else match["patch"]
