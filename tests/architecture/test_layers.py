"""Imports point downwards only, and the heavy libraries stay where they belong."""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.parsed import nodes_of
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"

LAYERS = (
    {"commands"},
    {"cli"},
    {"integrations"},
    {"validation"},
    {"rules"},
    {"configuration"},
    {"sources"},
    {"plugins"},
    {"releases"},
    {"models"},
    {"output"},
    {"cards"},
    {"findings"},
    {"fixing"},
    {"document"},
    {"limits"},
    {"errors"},
    {"patterns", "spelling"},
)
"""A file may import from lines below its own, and from its own room."""

ROOMS = 12
MOST_MODULES = 8

HOMES = {
    "pydantic": {
        "models",
        "plugins",
        "configuration/decode",
        "validation/settings",
    },
    "pydantic_core": {
        "models",
        "plugins",
        "configuration/decode",
        "validation/settings",
    },
    "yaml": {"document"},
    "ruamel": {"document"},
    "aiohttp": {"commands/trial"},
    "click": {"cli", "commands"},
    "lsprotocol": {"commands/server"},
    "pygls": {"commands/server"},
    "jsonschema": {"configuration/decode"},
    "referencing": {"configuration/decode"},
    "tomllib": {"validation/settings", "releases/notes.py"},
    "http": {"integrations/http.py"},
    "socket": {"commands/trial", "integrations/http.py", "integrations/webassembly_host.py"},
    "ssl": {"integrations/http.py"},
    "urllib.request": {"integrations/http.py"},
    "urllib3": {"integrations/http.py"},
    "subprocess": {"integrations/programs.py", "integrations/git.py", "configuration/decode/schema_process.py"},
    "wasmtime": {"integrations/webassembly_host.py"},
}


def level(package: str) -> int:
    return next(index for index, line in enumerate(LAYERS) if package in line)


def files() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if package_of(path) not in {"__init__", "__main__"}]


def package_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> set[str]:
    """Name every imported module; `from a.b import c` also as `a.b.c`, which may be a module."""
    found: set[str] = set()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def ours(path: Path) -> set[str]:
    return {
        parts[1]
        for name in imports(path)
        if (parts := name.split("."))[0] == "schedcfg" and len(parts) > 1 and any(parts[1] in line for line in LAYERS)
    }


def test_imports_point_downwards(subtests: pytest.Subtests) -> None:
    for path in files():
        with subtests.test(path=path):
            package = package_of(path)
            for other in ours(path) - {package}:
                assert level(other) > level(package), f"{package} must not import {other}"


def test_libraries_stay_at_home(subtests: pytest.Subtests) -> None:
    for path in files():
        with subtests.test(path=path):
            for name in imports(path):
                for library in HOMES.keys() & {name, name.partition(".")[0]}:
                    place = path.relative_to(PACKAGE).as_posix()
                    assert any(place == home or place.startswith(f"{home}/") for home in HOMES[library]), (
                        f"{library} in {place}"
                    )


def test_there_are_twelve_rooms_and_eight_modules_at_most() -> None:
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__", "__main__"}
    assert len(rooms) == ROOMS
    assert len(modules) <= MOST_MODULES
    assert rooms | modules == set().union(*LAYERS)


def command_of(module: str) -> str | None:
    """Return the node of a module in the graph of commands: its folder, or its door; None below all commands."""
    _, room, *rest = [*module.split("."), ""]
    if room != "commands" or len(rest) < 2:
        return None
    return f"{rest[0]}/{rest[1]}" if rest[1].endswith("command") else rest[0]


def test_no_circle_between_commands() -> None:
    """Count imports inside functions too: what a command makes is used in one direction only."""
    arrows: dict[str, set[str]] = {}
    for path in (PACKAGE / "commands").rglob("*.py"):
        own = command_of(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
        if own is not None:
            others = {node for name in imports(path) if (node := command_of(name)) is not None}
            arrows.setdefault(own, set()).update(others - {own})
    assert len(arrows) > 20
    assert circle(arrows) == []


@pytest.mark.parametrize(
    ("module", "node"),
    [
        ("schedcfg.commands.diff.rows", "diff"),
        ("schedcfg.commands.diff.command", "diff/command"),
        ("schedcfg.commands.generate.init_command", "generate/init_command"),
        ("schedcfg.cli.options", None),
    ],
)
def test_a_command_is_told_from_its_door(module: str, node: str | None) -> None:
    assert command_of(module) == node


def graph() -> dict[str, set[str]]:
    """Return which module imports which: at its top, for its types, or inside a function."""
    names = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }
    return {name: set(imported_modules(path, names.keys())) - {name} for name, path in names.items()}


def imported_modules(path: Path, known: Collection[str]) -> Iterator[str]:
    """Yield those of some modules that a file imports."""
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom):
            # `from a.b import c` takes the module `a.b.c`, or a name from `a.b`.
            named = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in known else node.module or "" for name in named)


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """Return the modules that lead to each other in a circle; nothing where there is none."""
    left = {name: others & arrows.keys() for name, others in arrows.items()}
    while True:
        wanted = set().union(*left.values())
        kept = {name: others for name, others in left.items() if others and name in wanted}
        if len(kept) == len(left):
            return sorted(left)
        left = {name: others & kept.keys() for name, others in kept.items()}


def test_no_circle_between_files() -> None:
    # The package itself names its public modules for type checkers only.
    assert circle({name: others - {"schedcfg"} for name, others in graph().items() if name != "schedcfg"}) == []


def test_a_circle_would_be_noticed() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c"]


def test_the_rule_would_be_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from schedcfg.cli import options\nimport click\n", encoding="utf-8")
    assert ours(wrong) == {"cli"}
    assert "click" in imports(wrong)
