"""What a release does is asked by name: hardly anybody compares its number."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import schedcfg
from schedcfg.releases.behavior import ReleaseBehavior
from tests.parsed import nodes_of

HOME = Path(schedcfg.__file__).parent
MINORS = range(18, 60)
"""Numbers that may be those of releases."""

OF_OTHERS = {
    "sources/products/openshift.py": "since when OpenShift's operator passes flags",
    "releases/behavior.py": "where such properties are",
}
"""Where a number says what a product does, not what Kubernetes does."""

OF_PLUGINS = "plugins/"
"""The shape and the check of a plugin's Args belong to the plugin, with the releases between which they differ."""


def thresholds(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Yield the constants of a module that something called `number` or `release` is compared with."""
    constants = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value in MINORS
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes:
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            named = {getattr(side, "attr", getattr(side, "id", "")) for side in sides}
            if named & {"number", "release"}:
                yield from named & constants
                yield from (str(side.value) for side in sides if getattr(side, "value", None) in MINORS)


def test_nobody_else_compares_the_number_of_a_release() -> None:
    found = {path.relative_to(HOME).as_posix(): sorted(thresholds(nodes_of(path))) for path in HOME.rglob("*.py")}
    comparing = {name for name, constants in found.items() if constants and not name.startswith(OF_PLUGINS)}
    assert comparing == OF_OTHERS.keys()


def test_the_check_notices_thresholds() -> None:
    text = "LAST = 22\nif release.number <= LAST or number > 30:\n    pass\n"
    assert sorted(thresholds([*ast.walk(ast.parse(text))])) == ["30", "LAST"]


def test_every_property_is_asked_for() -> None:
    asked = {
        name for path in HOME.rglob("*.py") for name in re.findall(r"\.([a-z_]+)\b", path.read_text(encoding="utf-8"))
    }
    properties = {name for name, value in vars(ReleaseBehavior).items() if isinstance(value, property)}
    assert properties - asked == {"leader_election_lock_check"}, "that one is for the tests alone"
