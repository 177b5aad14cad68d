"""Imports point downwards only, and the heavy libraries stay where they belong."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.parsed import nodes_of
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"

LAYERS = (
    {"cli"},
    {"changes"},
    {"external"},
    {"show"},
    {"generate"},
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

ROOMS = 14

HOMES = {
    "pydantic": {"models", "plugins", "configuration/decode", "validation/settings", "show/schemas"},
    "pydantic_core": {"models", "plugins", "configuration/decode", "validation/settings", "show/schemas"},
    "yaml": {"document"},
    "ruamel": {"document"},
    "click": {"cli"},
    "jsonschema": {"configuration/decode"},
    "referencing": {"configuration/decode"},
    "tomllib": {"validation/settings"},
    "http": {"external/probe"},
    "socket": {"external/probe"},
    "ssl": {"external/probe"},
    "urllib.request": {"external/probe"},
    "urllib3": {"external/probe"},
    "subprocess": {"external/programs.py", "external/git.py"},
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


def test_every_package_has_a_layer() -> None:
    packages = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert packages <= set().union(*LAYERS)


def test_the_rule_would_be_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("from schedcfg.cli import options\nimport click\n", encoding="utf-8")
    assert ours(wrong) == {"cli"}
    assert "click" in imports(wrong)
