"""The modules that a program is linked with, and the texts of their licenses."""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from schedcfg import __version__
from tools.record.module import go

_FILES = ("license", "licence", "copying", "notice", "copyright", "patents")
"""How the names of files about licenses begin, in any case."""
_CODE = {".go", ".s", ".py", ".json", ".sh"}
_LIBRARY = "Go"
_MODULE = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
_LISTED = f"{{{{if .Standard}}}}{_LIBRARY}\t\t{{{{else}}}}{_MODULE}{{{{end}}}}\t{{{{.Dir}}}}"
_SIGNS = {
    "Apache-2.0": ("Apache License", "Version 2.0"),
    "MPL-2.0": ("Mozilla Public License", "2.0"),
    "ISC": ("Permission to use, copy, modify, and/or distribute this software",),
    "MIT": ("Permission is hereby granted, free of charge",),
    "BSD-3-Clause": ("Redistribution and use in source and binary forms", "endorse or promote"),
    "BSD-2-Clause": ("Redistribution and use in source and binary forms",),
}
"""Identifier of SPDX → what the text of that license has; some files are of several."""


_ROOT = Path(__file__).parents[2]


class LicenseText(NamedTuple):
    """A file about the license of a module, or of a part of it."""

    path: str  # In the module
    licenses: tuple[str, ...]  # Identifiers of SPDX; none where it is something else, as a notice
    text: str


class LinkedModule(NamedTuple):
    """A module that is linked, or Go's own library."""

    path: str
    version: str  # Empty where it is that of a folder
    texts: tuple[LicenseText, ...]


def linked_modules(folder: Path, package: str, tags: str, target: Mapping[str, str]) -> list[LinkedModule]:
    """Return the modules that are linked into a program, each with the licenses of what is used of it.

    First comes schedcfg, since files of it are linked as well; the module of the program itself is not listed.

    Args:
        folder: The folder of the program's module.
        package: The program's package in it.
        tags: The build tags.
        target: What it is built for.
    """
    listed = go("list", "-deps", "-tags", tags, "-f", _LISTED, package, folder=folder, target=target)
    library, home = go_version(folder), go("env", "GOROOT", folder=folder).strip()
    used: dict[tuple[str, str, Path], set[Path]] = {}
    for line in listed.splitlines():
        if line.startswith("\t"):
            continue  # Of the program's own module
        path, version, root, where = line.split("\t")
        if path == _LIBRARY:
            version, root = library, home
        used.setdefault((path, version, Path(root)), set()).add(Path(where))
    own = LinkedModule("schedcfg", __version__, tuple(license_texts(_ROOT, ())))
    return [own] + [
        LinkedModule(path, version, tuple(license_texts(root, folders)))
        for (path, version, root), folders in sorted(used.items())
    ]


def go_version(folder: Path) -> str:
    """Return the version of Go that builds in a folder: `go1.26.8`."""
    return go("env", "GOVERSION", folder=folder).strip()


def license_texts(root: Path, folders: Collection[Path]) -> Iterator[LicenseText]:
    """Yield the license of a module, and those of folders in it in which used packages are.

    Args:
        root: The folder of the module.
        folders: Those of its packages that are used.
    """
    looked = {root, *(parent for folder in folders for parent in (folder, *folder.parents) if root in parent.parents)}
    for folder in sorted(looked):
        for path in sorted(folder.iterdir()):
            if path.name.lower().startswith(_FILES) and path.is_file() and path.suffix not in _CODE:
                text = path.read_text(encoding="utf-8", errors="replace")
                yield LicenseText(path.relative_to(root).as_posix(), tuple(_licenses(text)), text)


def _licenses(text: str) -> Iterator[str]:
    words = " ".join(text.split())
    found = [name for name, signs in _SIGNS.items() if all(sign in words for sign in signs)]
    yield from (name for name in found if (name, "BSD-3-Clause" in found) != ("BSD-2-Clause", True))


def notice(program: str, modules: Sequence[LinkedModule]) -> str:
    """Return the texts of all licenses, each once, with the modules that it is of.

    Args:
        program: The name of the program's file.
        modules: What it is linked with.
    """
    users: dict[str, tuple[str, list[str]]] = {}
    for module in modules:
        for one in module.texts:
            _, names = users.setdefault(hashlib.sha256(one.text.encode()).hexdigest(), (one.text, []))
            names.append(f"{module.path} {module.version}".rstrip() + f": {one.path}")
    head = f"{program} is linked with the modules of Go below, under their licenses.\n"
    return head + "".join(f"\n{'=' * 80}\n{chr(10).join(names)}\n\n{text.rstrip()}\n" for text, names in users.values())
