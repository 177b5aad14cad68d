"""What is replaced in Kubernetes' modules, so that they build for WebAssembly: files, in copies, and versions."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tools.record.module import KUBERNETES, BuildError, download, go, minor

_REPLACED = Path(__file__).parent / "replaced"
_LEFT_OUT = shutil.ignore_patterns("*_test.go", "testdata")
"""What no program is built of."""
_NEWEST = 999


class Replacement(NamedTuple):
    """A file of Go that takes the place of one in a module."""

    source: str | None  # In `replaced/`; None: an empty file, since another one has what is needed of it
    module: str
    path: str
    since: int = 0  # The first minor release in which that is necessary
    until: int = _NEWEST  # The last one
    unless: str | None = None  # The file of later versions of the module with which they know WebAssembly

    @property
    def name(self) -> str:
        """What is replaced: `k8s.io/apiserver/pkg/server/options/serving_unix.go`."""
        return f"{self.module}/{self.path}"


class NewerModule(NamedTuple):
    """A module that knows WebAssembly in a later version than the one a release was made with."""

    module: str
    version: str
    until: int  # The last minor release that has an older one


_SIGNAL = "cache/debugger/signal.go"
_ETCD = "go.etcd.io/etcd/client/pkg/v3"
REPLACEMENTS = (
    Replacement("term_unix.go", "github.com/moby/term", "term_unix.go"),
    Replacement(None, "github.com/moby/term", "termios_unix.go"),
    Replacement(None, "github.com/moby/term", "termios_nonbsd.go"),
    Replacement("journal_unix.go", "github.com/coreos/go-systemd/v22", "journal/journal_unix.go"),
    Replacement("lock_flock.go", _ETCD, "fileutil/lock_flock.go"),
    Replacement("sockopt_unix.go", _ETCD, "transport/sockopt_unix.go", unless="transport/sockopt_wasm.go"),
    Replacement("serving_unix.go", "k8s.io/apiserver", "pkg/server/options/serving_unix.go"),
    Replacement("signal_posix.go", "k8s.io/apiserver", "pkg/server/signal_posix.go"),
    Replacement("mount_helper_unix.go", "k8s.io/mount-utils", "mount_helper_unix.go", until=32),
    Replacement("possible_cpus.go", KUBERNETES, "pkg/securitycontext/doc.go", since=31, until=31),
    Replacement("signal.go", KUBERNETES, f"pkg/scheduler/internal/{_SIGNAL}", until=31),
    Replacement("signal.go", KUBERNETES, f"pkg/scheduler/backend/{_SIGNAL}", since=32),
)

NEWER = (
    NewerModule("github.com/moby/term", "v0.5.0", 30),
    NewerModule("github.com/fsnotify/fsnotify", "v1.7.0", 28),
    NewerModule("github.com/prometheus/procfs", "v0.16.1", 34),
    NewerModule("golang.org/x/sys", "v0.33.0", 34),
    NewerModule("github.com/sirupsen/logrus", "v1.9.4", 37),  # Of scheduler-plugins
)


def replace_in(folder: Path, version: str) -> list[str]:
    """Replace what is necessary for a release in the module of a program; return what that is.

    Args:
        folder: The folder of the module.
        version: The patch release of Kubernetes that it is linked with.

    Raises:
        BuildError: if something that is to be replaced is not there.
    """
    replaced = []
    linked = frozenset(go("list", "-m", "-f", "{{.Path}}", "all", folder=folder).split())
    for newer in (one for one in NEWER if one.module in linked and minor(version) <= one.until):
        if _is_older(_module(folder, newer.module), newer.version):
            go("mod", "edit", f"-replace={newer.module}={newer.module}@{newer.version}", folder=folder)
            replaced.append(f"{newer.module}@{newer.version}")
    files = [one for one in REPLACEMENTS if one.since <= minor(version) <= one.until]
    for name in dict.fromkeys(one.module for one in files):
        copy = copy_beside(_module(folder, name), folder / "replaced")
        go("mod", "edit", f"-replace={name}=./{copy.relative_to(folder)}", folder=folder)
        its = [one for one in files if one.module == name and not (one.unless and (copy / one.unless).is_file())]
        for one in its:
            replace_file(copy, one)
        replaced += [one.name for one in its]
    return replaced


def _module(folder: Path, name: str) -> dict[str, Any]:
    """Return what is linked for a module: the module, or what replaces it."""
    found: dict[str, Any] = json.loads(go("list", "-m", "-json", name, folder=folder))
    return found


def _is_older(module: dict[str, Any], version: str) -> bool:
    return _parts((module.get("Replace") or module)["Version"]) < _parts(version)


def _parts(version: str) -> tuple[int, ...]:
    """Return the numbers of a version; those of untagged commits, `v0.0.0-…`, are below all others."""
    return tuple(map(int, re.findall(r"\d+", version.partition("-")[0])))


def copy_beside(module: dict[str, Any], beside: Path) -> Path:
    """Return a copy of a module; one that is there already is used again."""
    origin = module.get("Replace") or module
    copy = beside / f"{origin['Path']}@{origin['Version']}"
    if not copy.is_dir():
        copy_module(download(origin["Path"], origin["Version"]).source, copy)
    return copy


def copy_module(source: Path, copy: Path) -> None:
    """Copy a module, without its tests, so that it can be written to: what is in the module cache is read-only."""
    shutil.copytree(source, copy, ignore=_LEFT_OUT, copy_function=shutil.copyfile, dirs_exist_ok=True)
    for path in (copy, *_folders(copy)):
        path.chmod(0o755)


def _folders(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_dir())


def replace_file(copy: Path, replacement: Replacement) -> None:
    """Replace a file in a copy of its module.

    Raises:
        BuildError: if it is not there.
    """
    path = copy / replacement.path
    if not path.is_file():
        raise BuildError(f"{path} is to be replaced, and is not there: this release needs other replacements")
    if replacement.source is None:
        path.write_text(f"package {path.parent.name.partition('@')[0]}\n", encoding="utf-8")
    else:
        shutil.copyfile(_REPLACED / replacement.source, path)
