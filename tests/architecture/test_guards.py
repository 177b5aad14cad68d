"""There is one guard: whatever catches any exception elsewhere raises it again."""

import ast

from tests.parsed import nodes_of
from tests.paths import ROOT

PACKAGE = ROOT / "schedcfg"

IN_OTHER_THREADS = {"integrations/http.py"}
"""Where what is caught is raised in the thread that waits for it."""

ANY = {"Exception", "BaseException"}


def catches_any(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(one is None or (isinstance(one, ast.Name) and one.id in ANY) for one in caught)


def catches_all_suppressed(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name == "suppress" and any(isinstance(one, ast.Name) and one.id in ANY for one in call.args)


def test_nothing_else_swallows_bugs() -> None:
    swallowing = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.ExceptHandler) and catches_any(node):
                is_raised = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
                swallowing |= set() if is_raised else {path.relative_to(PACKAGE).as_posix()}
            if isinstance(node, ast.Call) and catches_all_suppressed(node):
                swallowing.add(path.relative_to(PACKAGE).as_posix())
    assert swallowing == IN_OTHER_THREADS
