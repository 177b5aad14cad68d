"""Kube-schedulers of WebAssembly, which run on any system: where one of a release is, and where one is downloaded from.

They are found by the names that `python -m tools.build_scheduler` gives them: `kube-scheduler-1.37.2.wasm`. One with
plugins of its own has another name, and has to be named.
"""

import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from schedcfg.document.texts import printable
from schedcfg.errors import SchedcfgError, UnwritableOutput
from schedcfg.integrations.http_failures import RequestFailed
from schedcfg.integrations.webassembly import cache_folder, is_webassembly
from schedcfg.integrations.working_folders import working_folder
from schedcfg.output.links import download_address
from schedcfg.patterns import pattern

_NAME = pattern(r"kube-scheduler-1\.(?P<minor>\d{1,3})\.(?P<patch>\d{1,3})\.wasm")
_DIGEST = pattern(r"[0-9a-f]{64}")
_MANIFEST = 60.0, 4 * 1024 * 1024
_PROGRAM = 1800.0, 128 * 1024 * 1024
"""How many seconds the download of each may take, and how many bytes it may have."""
_UNPACKED = 512 * 1024 * 1024
_STORES = frozenset({"objects.githubusercontent.com", "release-assets.githubusercontent.com"})
"""Where GitHub keeps the files of releases: it redirects to these hosts."""
_OK, _MISSING = 200, 404
_GZIP = 16 + zlib.MAX_WBITS


class NoBuiltScheduler(SchedcfgError):  # noqa: N818
    """A scheduler cannot be downloaded."""

    ends_run = True


class BuiltScheduler(NamedTuple):
    """A kube-scheduler of WebAssembly; of two, the newer one is the greater one."""

    minor: int
    patch: int
    path: str

    @property
    def name(self) -> str:
        """The name of its file, which is the same on every machine."""
        return os.path.basename(self.path)


def kept_folder() -> Path:
    """Return the folder in which schedulers are kept for all who look for one of a release."""
    return cache_folder() / "schedulers"


def built_scheduler(minor: int | None, folders: Iterable[str]) -> BuiltScheduler | None:
    """Return the newest patch of a release, of the first folder that has one; None where none has.

    Args:
        minor: The release, 37 for 1.37; None: the newest that there is.
        folders: Where to look before the folder in which they are kept.
    """
    found = [list(_in_folder(folder)) for folder in dict.fromkeys((*folders, str(kept_folder())))]
    if minor is None:
        minor = max((one.minor for some in found for one in some), default=None)
    fitting = ([one for one in some if one.minor == minor] for some in found)
    return next((max(some) for some in fitting if some), None)


def _in_folder(folder: str) -> Iterator[BuiltScheduler]:
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            match = _NAME.fullmatch(name)
            path = os.path.join(folder, name)
            if match is not None and is_webassembly(path):
                yield BuiltScheduler(int(match["minor"]), int(match["patch"]), path)


def download_scheduler(minor: int) -> BuiltScheduler:
    """Download the scheduler of a release into the folder in which they are kept, with its manifest; return it.

    The project's release has the manifest by the name of the minor release, `kube-scheduler-1.37.json`, and what it
    names, packed. Its SHA-256 is checked.

    Raises:
        NoBuiltScheduler: if there is none, or it is another one than its manifest says.
        UnwritableOutput: if there is no room for it.
    """
    raw = _downloaded(f"kube-scheduler-1.{minor}.json", _MANIFEST)
    name, digest = _described(raw, minor)
    content = _unpacked(_downloaded(f"{name}.gz", _PROGRAM), name)
    if hashlib.sha256(content).hexdigest() != digest:
        raise NoBuiltScheduler(f"{name} is not what its manifest describes: its SHA-256 is another one")
    try:
        _keep({f"{Path(name).stem}.json": raw, name: content})
    except OSError as error:
        raise UnwritableOutput(f"{name} cannot be kept in {kept_folder()}: {error.strerror}") from None
    found = built_scheduler(minor, ())
    assert found is not None
    return found


def _keep(files: Mapping[str, bytes]) -> None:
    """Write files into the folder in which schedulers are kept, each as a whole."""
    folder = kept_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with working_folder("new-", str(folder)) as new:
        for name, content in files.items():
            Path(new, name).write_bytes(content)
            os.replace(Path(new, name), folder / name)


def _described(raw: bytes, minor: int) -> tuple[str, str]:
    """Return the name and the hash of the program that a manifest describes.

    Raises:
        NoBuiltScheduler: if it describes none of the release.
    """
    with contextlib.suppress(ValueError, KeyError, TypeError):
        manifest = json.loads(raw)
        name, digest = manifest["file"], manifest["sha256"]
        match = _NAME.fullmatch(name)
        if match is not None and int(match["minor"]) == minor and _DIGEST.fullmatch(digest):
            return name, digest
    raise NoBuiltScheduler(f"the manifest of kube-scheduler 1.{minor} is no such manifest")


def _downloaded(name: str, limits: tuple[float, int]) -> bytes:
    """Return a file of the project's release.

    Raises:
        NoBuiltScheduler: if it cannot be downloaded.
    """
    from schedcfg.integrations.http import HttpLimits, HttpRequest, send  # noqa: PLC0415 - most runs download nothing

    address = download_address(name)
    try:
        response = send(HttpRequest("GET", address, also_hosts=_STORES), limits=HttpLimits(*limits))
    except RequestFailed as error:
        raise NoBuiltScheduler(f"{address} cannot be downloaded: {error}") from None
    if response.status == _MISSING:
        raise NoBuiltScheduler(
            f"{printable(name)} is not published: this version of schedcfg has no such file at {address}",
            "`python -m tools.build_scheduler` in a clone of schedcfg builds a scheduler.",
        )
    if response.status != _OK:
        raise NoBuiltScheduler(f"{address} cannot be downloaded: the server responds with {response.status}")
    return response.body


def _unpacked(packed: bytes, name: str) -> bytes:
    """Return what is in a gzip file.

    Raises:
        NoBuiltScheduler: if it is none, or is too large.
    """
    unpacking = zlib.decompressobj(_GZIP)
    try:
        content = unpacking.decompress(packed, _UNPACKED)
    except zlib.error:
        content = b""
    if not unpacking.eof:
        raise NoBuiltScheduler(f"{name}.gz cannot be unpacked")
    return content
