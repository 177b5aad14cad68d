"""Budgets: a file fits a few screens, a function one."""

import ast

from tests.parsed import nodes_of
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"
LONGEST_FILE = 350
LONGEST_FUNCTION = 45


def test_files_and_functions_stay_small() -> None:
    too_long = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.count("\n")
        tables = path.parent.name in {"releases", "models"}
        if lines > LONGEST_FILE and not tables:
            too_long.append(f"{path.relative_to(PACKAGE)}: {lines} lines")
        too_long += [
            f"{path.relative_to(PACKAGE)}: {node.name}"
            for node in nodes_of(path)
            if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno > LONGEST_FUNCTION
        ]
    assert not too_long
