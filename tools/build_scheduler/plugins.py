"""A module of Go with plugins of its own, and the `main` in it that links them into a scheduler."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tools.build_scheduler.replacements import copy_module
from tools.record.module import KUBERNETES, BuildError, download, go, go_json, go_mod, minor, newest_patch

_COMMAND = f"{KUBERNETES}/cmd/kube-scheduler/app"
_OLDEST_GO = (1, 21)
"""The language of what is linked besides; later ones change what loops mean."""
_MAIN = re.compile(r"^package main\b", re.MULTILINE)
_NOT_ITS_OWN = {"vendor", "replaced"}


class PluginsMain(NamedTuple):
    """A `main` that can be built."""

    name: str  # Of the module or folder, for the name of the program
    kubernetes: str  # The patch release that it is linked with
    folder: Path  # Of the module: a copy
    package: str  # In it: `./cmd/scheduler`


def module_with_plugins(named: str, version: str, beside: Path) -> PluginsMain:
    """Return a copy of a module, and the one `main` in it that runs a scheduler.

    Args:
        named: A module, `sigs.k8s.io/scheduler-plugins` or that with `@v0.33.5`, or a folder of a module or a package.
            A folder in no module gets the modules of Kubernetes.
        version: The patch release of Kubernetes that is wanted.
        beside: The folder in which copies are made.

    Raises:
        BuildError: if there is none, there are several, or they are of another release.
    """
    folder = Path(named)
    made = _of_folder(folder.resolve(), version, beside) if folder.is_dir() else _of_module(named, version, beside)
    described = json.loads(go("mod", "edit", "-json", folder=made.folder))
    if tuple(map(int, described["Go"].split(".")))[:2] < _OLDEST_GO:
        go("mod", "edit", f"-go={'.'.join(map(str, _OLDEST_GO))}", folder=made.folder)
    required = _kubernetes(made.folder)
    if minor(required) != minor(version):
        raise BuildError(f"{named} is made for Kubernetes {required}, not {version}: build it as 1.{minor(required)}")
    return made._replace(kubernetes=required)


def _of_module(named: str, version: str, beside: Path) -> PluginsMain:
    path, _, wanted = named.partition("@")
    module = download(path, wanted or _newest(path, version))
    copy = _fresh_copy(module.source, beside / f"{path.replace('/', '+')}@{module.version}")
    return PluginsMain(f"{Path(path).name}-{module.version}", version, copy, _only_main(copy, "."))


def _newest(path: str, version: str) -> str:
    """Return the newest version of a module that is for a release: those of others often have its number."""
    return newest_patch(f"0.{minor(version)}", path)


def _of_folder(folder: Path, version: str, beside: Path) -> PluginsMain:
    found = go("env", "GOMOD", folder=folder).strip()
    if not found or found == "/dev/null":
        name = folder.parent.name if folder.name == "scheduler" else folder.name
        copy = _fresh_copy(folder, beside / f"{version}+{name}")
        described = go_json(
            "mod", "edit", "-json", go_json("mod", "download", "-json", f"{KUBERNETES}@{version}")["GoMod"]
        )
        (copy / "go.mod").write_text(go_mod(version, described), encoding="utf-8")
        return PluginsMain(name, version, copy, _only_main(copy, "."))
    root = Path(found).parent
    copy = _fresh_copy(root, beside / f"{version}+{root.name}")
    inside = folder.relative_to(root).as_posix()
    return PluginsMain(root.name, version, copy, _only_main(copy, inside))


def _fresh_copy(source: Path, copy: Path) -> Path:
    """Return a copy of a module, in which copies of the modules that it replaces are kept."""
    kept = copy / "replaced"
    for old in copy.iterdir() if copy.is_dir() else ():
        if old != kept:
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    copy_module(source, copy)
    return copy


def _kubernetes(folder: Path) -> str:
    described: dict[str, Any] = json.loads(go("list", "-m", "-json", KUBERNETES, folder=folder))
    return str((described.get("Replace") or described)["Version"])


def _only_main(folder: Path, inside: str) -> str:
    """Return the package below a folder of a module that runs a scheduler.

    Raises:
        BuildError: if there is none, or there are several.
    """
    found = sorted(set(_mains(folder, folder / inside)))
    if len(found) != 1:
        there = f"several: name the folder of one of {', '.join(found)}" if found else "none"
        raise BuildError(f"of packages `main` that import {_COMMAND}, {folder.name} has {there}")
    return found[0]


def _mains(folder: Path, inside: Path) -> Iterator[str]:
    for path in inside.rglob("*.go"):
        parts = path.relative_to(folder).parts
        if not _NOT_ITS_OWN.isdisjoint(parts):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if _MAIN.search(text) and f'"{_COMMAND}"' in text:
            yield "/".join((".", *parts[:-1]))
