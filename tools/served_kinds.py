"""Write `served_kinds.json` of `schedcfg/commands/trial/api`: what API servers have, of all releases that can be tried.

    cd ~/go/pkg/mod/k8s.io
    python -m tools.served_kinds api@v0.22.17 apimachinery@v0.22.17/pkg/apis api@v0.23.17 … api@v0.37.1

Folders are the module `k8s.io/api` of each minor release, and of the oldest one also what all objects have in common;
`go mod download k8s.io/api@v0.22.17` fetches one.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from schedcfg.commands.trial.api.object_fields import FILE as FIELDS
from schedcfg.commands.trial.api.served_kinds import FILE

_GROUP = re.compile(r'const GroupName = "([^"]*)"')
_VERSION = re.compile(r'GroupVersion\{Group: GroupName, Version: "(\w+)"\}')
_REGISTERED = re.compile(r"^\s*&(\w+)\{\},", re.MULTILINE)
_STRUCT = re.compile(r"((?:^(?://[^\n]*)?\n)*)^type (\w+) struct \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
"""With the comments before it, of which a blank line may part some from it."""
_FIELD = re.compile(r'^[^/`\n]*`[^`\n]*json:"([A-Za-z0-9]+)', re.MULTILINE)
_REMOVED = re.compile(r"\+k8s:prerelease-lifecycle-gen:removed=1\.(\d+)")
_OLDEST = 18
"""The oldest minor release that can be tried."""
_NO_OBJECTS = ("List", "Options")


class ApiVersion:
    """One version of a group, in one release."""

    def __init__(self, folder: Path) -> None:
        register = (folder / "register.go").read_text(encoding="utf-8")
        group, version = _GROUP.search(register), _VERSION.search(register)
        assert group is not None, folder
        assert version is not None, folder
        self.group, self.version = group[1], version[1]
        self.package = f"{folder.parent.name}.{folder.name}"
        self._registered = set(_REGISTERED.findall(register))
        sources = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("types*.go"))]
        self._structs = [match for source in sources for match in _STRUCT.findall(source)]

    def kinds(self) -> Iterator[str]:
        """Yield the kinds that a release has which can be tried."""
        for comment, name, _ in self._structs:
            removed = _REMOVED.search(comment)
            is_served = removed is None or int(removed[1]) > _OLDEST
            if name in self._registered and is_served and not name.endswith(_NO_OBJECTS):
                yield name

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield each type with each of its fields."""
        for _, name, body in self._structs:
            for field in _FIELD.findall(body):
                yield f"{self.package}.{name}", field


def written(folders: list[Path]) -> dict[str, object]:
    """Return what is written: group → kind → versions; type → fields that the newest release no longer has."""
    known = json.loads(Path(FIELDS).read_text(encoding="utf-8"))["types"]
    kinds: dict[str, dict[str, list[str]]] = {}
    fields: dict[str, set[str]] = {}
    for register in (path for folder in folders for path in sorted(folder.glob("*/v*/register.go"))):
        one = ApiVersion(register.parent)
        for kind in one.kinds():
            versions = kinds.setdefault(one.group, {}).setdefault(kind, [])
            if one.version not in versions:
                versions.append(one.version)
        for type_, field in one.fields():
            if field not in known.get(type_, {field}):
                fields.setdefault(type_, set()).add(field)
    listed = {group: {kind: sorted(found[kind]) for kind in sorted(found)} for group, found in sorted(kinds.items())}
    return {
        "releases": [f"1.{folder.name.split('.')[1]}" for folder in (folders[0], folders[-1])],
        "kinds": listed,
        "fields": {type_: sorted(found) for type_, found in sorted(fields.items())},
    }


def main() -> None:
    """Write the file."""
    folders = [Path(argument).expanduser() for argument in sys.argv[1:]]
    lines = json.dumps(written(folders), separators=(",", ":")).replace("},", "},\n")
    Path(FILE).write_text(f"{lines}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
