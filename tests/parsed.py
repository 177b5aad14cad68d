"""The syntax trees of the package's files, which several tests look through."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """List all nodes of a file, which takes longer than to parse it."""
    return tuple(ast.walk(tree_of(path)))
