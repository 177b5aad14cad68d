"""Which ids of findings tests ask for: in an assertion, in a table of cases, or as `finding(seen, "id")`."""

import ast
from collections.abc import Iterator
from pathlib import Path

ASKING = {"finding", "named"}
"""Functions of tests that fail where a finding is not there."""


def asserted(*paths: Path) -> set[str]:
    """Collect the texts of modules that only pass where something has them; what is asserted not to be is left out."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    return {text for tree in trees for node in ast.walk(tree) for part in _asked(node) for text in _texts(part)}


def _asked(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assert):
        yield node.test
    elif isinstance(node, ast.FunctionDef):
        yield from node.decorator_list
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
        yield from node.args


def _texts(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare) and any(isinstance(one, ast.NotIn | ast.NotEq) for one in node.ops):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)
