"""A class name means one thing in the whole package, and a docstring begins with what a function does."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.parsed import nodes_of
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"

UPSTREAM = ("models", "plugins")
"""Their classes for structs of Kubernetes are named as Kubernetes names them, in every API version and every plugin.

`schedcfg.models.v1beta2.KubeSchedulerConfiguration` is a full model of its own, as the struct in Go is one; two plugins
may each have a `ScoringStrategy`. Within the package of one API version, or one plugin, a name is unique as well.
"""

MEANT_TWICE = {
    "Extender": "the struct that is read, and the extender as it works (`effective.model`)",
    "Plugin": "the entry of a plugin set, as upstream's API names it, and the plugin that it names (`plugins.plugin`)",
    "PluginSet": "the struct that is read, and the set as it works (`effective.model`)",
}
"""Upstream's own names that the package also uses for what the struct becomes."""

VAGUE = ("Tell", "Say", "Give")
"""They leave open whether something is returned, written or yielded."""


def classes(paths: Iterable[Path]) -> dict[str, list[Path]]:
    """Return where each class is defined, private and nested ones too; the same name twice in a file counts twice."""
    found: dict[str, list[Path]] = defaultdict(list)
    for path in paths:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path)
    return found


def upstream(path: Path) -> bool:
    return path.relative_to(PACKAGE).parts[0] in UPSTREAM


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_a_class_name_means_one_thing() -> None:
    twice = {
        name: [str(path.relative_to(PACKAGE)) for path in paths]
        for name, paths in classes(modules()).items()
        if len(paths) > 1 and not all(map(upstream, paths)) and name not in MEANT_TWICE
    }
    assert twice == {}


def test_a_file_defines_a_name_once() -> None:
    twice = {
        (name, str(path.relative_to(PACKAGE)))
        for name, paths in classes(modules()).items()
        for path in paths
        if paths.count(path) > 1
    }
    assert twice == set()


def test_the_exceptions_are_still_needed() -> None:
    found = classes(modules())
    for name in MEANT_TWICE:
        assert any(map(upstream, found[name])), name
        assert len(found[name]) > 1, name


def vague_docstrings(nodes: Iterable[ast.AST]) -> list[str]:
    functions = (node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return [
        node.name
        for node in functions
        if (ast.get_docstring(node) or "").startswith(VAGUE) and not any(map(is_command, node.decorator_list))
    ]


def is_command(decorator: ast.expr) -> bool:
    """The docstring of a command is its `--help`, written for users."""
    return isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(".command")


def test_docstrings_begin_with_what_a_function_does() -> None:
    found = {str(path.relative_to(PACKAGE)): vague for path in modules() if (vague := vague_docstrings(nodes_of(path)))}
    assert found == {}, "write Return, Yield, Raise, Write, Check …"


def test_a_second_class_of_a_name_would_be_noticed(tmp_path: Path) -> None:
    for name in ("one.py", "other.py"):
        (tmp_path / name).write_text("class Outer:\n    class _Inner:\n        pass\n", encoding="utf-8")
    paths = [tmp_path / "one.py", tmp_path / "other.py"]
    assert classes(paths) == {"Outer": paths, "_Inner": paths}


@pytest.mark.parametrize("verb", [*VAGUE, "Tells"])
def test_a_vague_docstring_would_be_noticed(verb: str) -> None:
    assert vague_docstrings(ast.walk(ast.parse(f'def one():\n    """{verb} something."""\n'))) == ["one"]
