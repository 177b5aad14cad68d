"""What README, docs and examples show of a command is what it prints; `python -m tools.update_docs` writes it anew."""

from collections.abc import Callable

import pytest

from tests.called import Result
from tools import console_blocks
from tools.console_blocks import LEFT_OUT, ROOT, AmbiguousBlockError, ConsoleBlock, blocks, call, refreshed, shows


def known() -> list[tuple[str, ConsoleBlock]]:
    """List all blocks, with the names of their pages."""
    return [(page.name, block) for page in console_blocks.pages() for block in blocks(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "block"), known(), ids=lambda one: one.command if isinstance(one, tuple) else one)
def test_the_output_is_the_real_one(
    page: str,  # noqa: ARG001 - names the case
    block: ConsoleBlock,
    schedcfg: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    arguments, stream = call(block.command)
    done = schedcfg(*arguments)
    assert done.status in {0, 1}, done.err
    printed = done.out if stream == "stdout" else done.err
    assert shows(block.lines, printed), printed


def test_the_documentation_shows_the_examples() -> None:
    shown = {block.command for page, block in known() if page == "effective.md"}
    in_docs = {command for command in shown if command.startswith("effective ")}
    names = ("network-traffic", "profiles", "extender", "second-scheduler", "broken/custom-plugin", "broken/everything")
    assert in_docs == {f"effective examples/{name}.yaml" for name in names}
    assert len(known()) >= 50
    assert sum(block.command.startswith("diff ") for _, block in known()) >= 2


def test_a_block_is_found_again_when_a_newer_release_validates() -> None:
    shown = (LEFT_OUT, "a.yaml:1:1: refused (1.34): no", "", "a.yaml:2:1: refused (1.34): nor this", LEFT_OUT)
    output = "first\n\na.yaml:1:1: refused (1.35): no\n\na.yaml:2:1: refused (1.35): nor this\n\nlast\n"
    assert refreshed(shown, output) == tuple(line.replace("1.34", "1.35") for line in shown)


@pytest.mark.parametrize("lines", [("a", "c"), ("b", LEFT_OUT), (LEFT_OUT, "b"), ("a", LEFT_OUT, "x", LEFT_OUT)])
def test_a_wrong_block_would_be_noticed(lines: tuple[str, ...]) -> None:
    assert not shows(lines, "a\nb\nc\n")


@pytest.mark.parametrize("lines", [("a", "b", "c"), ("a", LEFT_OUT), (LEFT_OUT, "c"), (LEFT_OUT, "b", LEFT_OUT)])
def test_what_is_left_out_does_not_matter(lines: tuple[str, ...]) -> None:
    assert shows(lines, "a\nb\nc\n")
    assert refreshed(lines, "a\nb\nc\n") == lines


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("a", "b"), ("a", "new", "c", "d", "e")),
        (("a", "b", LEFT_OUT), None),
        (("a", "c", LEFT_OUT), ("a", "new", "c", LEFT_OUT)),
        (("old", "c", LEFT_OUT), ("a", "new", "c", LEFT_OUT)),
        ((LEFT_OUT, "old", "d", LEFT_OUT, "e"), (LEFT_OUT, "c", "d", LEFT_OUT, "e")),
        ((LEFT_OUT, "d", "old"), (LEFT_OUT, "d", "e")),
        (("a", LEFT_OUT, "gone", LEFT_OUT), None),
    ],
)
def test_a_block_is_brought_up_to_date(lines: tuple[str, ...], expected: tuple[str, ...] | None) -> None:
    output = "a\nnew\nc\nd\ne\n"
    if expected is None and lines[1] != "b":
        with pytest.raises(AmbiguousBlockError):
            refreshed(lines, output)
    elif expected is not None:
        made = refreshed(lines, output)
        assert made == expected
        assert shows(made, output)
