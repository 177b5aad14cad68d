"""The reader of plain lines against the full parser: whatever it reads, it reads as that does, places too."""

import random
from collections.abc import Iterator

import pytest

from schedcfg.document import Stream, stream, yaml_line_nodes, yaml_lines, yaml_nodes
from schedcfg.document.nodes import Mapping, Node, Scalar, Sequence
from schedcfg.document.plain import NeedsFullParser
from tests.conformance.recordings import read
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"

VALUES = (
    *("a", "1", "x y", '"q"', "'s'", "[a, b]", "[]", "[a,b] ", "[a,b]#", "[ a ]", "[1, yes, ~]", "{}", "~", "", ""),
    *("yes", "a:b", "a: b", "a:", "-1", "--x", "- x", "-", "- ", "---", "...", ".5", "#c", " # c", "a #c", "a#c"),
    *("1e3", '"a\\b"', "a ", '"x" ', '"x" # \u00e9', "'' # c", ".inf", ".nan", ".", "a, b", "a %b", "%a", "~x", "+"),
    *("\u00e9", "a\tb", "=", "a = b", "(a", "a(b)", "$a", "b$", "0x1F", "010", "1:20", "2001-01-01", "null # c"),
    *("&a 1", "*a", "!!str 1", "? a", "|", ">", "@a", "a @b", "`a", '"a', "'a", "a'b", "a\u2028b", "a\x85", "# \x07"),
    *("", "/a", "a - b", "a  b"),
)
KEYS = ("a", "b", "c", "d", "e.f", "y", "null", "no", "g/h", "k-1", "_", "1", "<<", '"q"', "a b", "\u00e9")


def _line(chance: random.Random) -> str:
    indent = " " * chance.choice((0, 0, 0, 1, 2, 2, 2, 4, 4, 6))
    colon = chance.choice((": ", ": ", ":", ":  ", " : "))
    return chance.choice(
        (
            f"{indent}{chance.choice(KEYS)}{colon}{chance.choice(VALUES)}",
            f"{indent}{chance.choice(KEYS[:4])}:",
            f"{indent}{chance.choice(KEYS[:4])}: {chance.choice(VALUES[:6])}",
            f"{indent}- {chance.choice(KEYS)}{colon}{chance.choice(VALUES)}",
            f"{indent}- {chance.choice(VALUES)}",
            chance.choice(("", "# c", "  # \u00e9", "---", "...", "%YAML 1.1", "\ufeff", "\r", "\t", " ")),
        )
    )


def _texts() -> Iterator[str]:
    chance = random.Random(20)
    for _ in range(20_000):
        yield "\n".join(_line(chance) for _ in range(chance.randint(1, 7))) + chance.choice(("", "\n"))


def _read_alike(text: str) -> bool:
    """Return whether the reader of lines takes a text; then check that it reads it as the full parser does."""
    source = stream.SourceText(text)
    if source.is_json:
        return False
    try:
        [(start, data)] = yaml_lines.read(text)
    except NeedsFullParser:
        return False
    full: Stream = stream._parse_full(source)
    assert full.error is None
    [document] = full.documents
    assert not document.defects
    assert repr(document.data) == repr(data), "as `repr`, since 1 == True == 1.0"
    assert document.line == source.lines.number(start)
    [root] = yaml_nodes.read(text)
    assert _all_of(yaml_line_nodes.read(text)) == _all_of(root.node)
    return True


def _all_of(node: Node) -> tuple[object, ...]:
    """Return all that a tree has, so that it can be compared."""
    place = (type(node).__name__, node.start, node.end)
    if isinstance(node, Scalar):
        return (*place, repr(node.value), node.problem, node.merge, node.block)
    if isinstance(node, Sequence):
        return (*place, node.flow, *map(_all_of, node.items))
    assert isinstance(node, Mapping)
    return (*place, node.flow, *((_all_of(key), _all_of(value)) for key, value in node.entries))


def test_lines_of_all_kinds_are_read_as_the_full_parser_reads_them() -> None:
    assert sum(map(_read_alike, _texts())) > 1000


def test_recorded_cases_are_read_alike() -> None:
    texts = [case.text for name in ("named.verdicts", "new.verdicts") for case in read(name)]
    assert sum(map(_read_alike, texts)) > len(texts) / 2


def test_examples_are_read_alike() -> None:
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES.rglob("*.yaml")]
    assert any(map(_read_alike, texts))


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n  c",
        "a: b\n  c: d",
        "a: b\n  - c",
        "- a\n",
        "a:\n  b\n",
        "a: 1\na: 2",
        "a:\n- b\nc",
        "  a: 1\n b: 2",
        "a: 1\n---\nb: 2",
        "---\n---\na: 1",
        "a: &x 1",
        "a: .inf",
        "y: 1",
        "a:\n    b: 1\n  c: 2",
        "a: 1\n...\n",
        "# nothing\n",
        "",
        "\n".join(f"{' ' * depth}a:" for depth in range(200)),
    ],
)
def test_anything_else_is_left_to_the_full_parser(text: str) -> None:
    with pytest.raises(NeedsFullParser):
        yaml_lines.read(text)


@pytest.mark.parametrize("text", ["a: &x 1", "- a", "a: 1\n---\nb: 2", ""])
def test_places_of_anything_else_are_left_to_it_too(text: str) -> None:
    with pytest.raises(NeedsFullParser):
        yaml_line_nodes.read(text)


def test_a_list_belongs_to_one_text_alone() -> None:
    [first], [second] = yaml_lines.read("a: [b, c]"), yaml_lines.read("a: [b, c]")
    assert first.data == second.data == {"a": ["b", "c"]}
    assert first.data["a"] is not second.data["a"]  # type: ignore[index]
