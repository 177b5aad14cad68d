"""What the README shows is what happens."""

import re
from collections.abc import Callable

import pytest

from tests.called import Result
from tests.paths import ROOT
from tools.terminal import Piece, command_of, lines, picture, shown

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run commands where the README's reader stands."""
    monkeypatch.chdir(ROOT)


def code(language: str, text: str = README) -> list[str]:
    """List the blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_it_is_read_to_the_end() -> None:
    assert len(README.encode()) <= 8000


@pytest.mark.usefixtures("at_root")
def test_the_first_command_fits_a_screen_and_is_what_the_picture_shows(schedcfg: Callable[..., Result]) -> None:
    first, *_ = code("sh")
    _, _, arguments = first.rpartition("/schedcfg ")
    done = schedcfg(*arguments.split())
    assert done.status == 1
    lines = [*done.out.splitlines(), *done.err.splitlines()]
    assert sum(1 + len(line) // 120 for line in lines) <= 24
    (picture,) = re.findall(r"!\[[^]]+\]\((\S+)\)", README)
    assert command_of((ROOT / picture).read_text(encoding="utf-8")) == arguments.strip()
    rules = {line.split("[")[1].split("]")[0] for line in done.out.splitlines() if line.startswith("examples/")}
    assert set(re.findall(r"schedcfg explain ([\w-]+)", README)) <= rules


def test_a_picture_breaks_no_word() -> None:
    output = "  \x1b[1mone:\x1b[0m two\x1b[31m three\x1b[0m\nabcdefghijklm no\n"
    rows = ["".join(piece.text for piece in row) for row in lines(output, 10)]
    assert rows == ["  one: two", "three", "abcdefghij", "klm no"]
    assert list(lines(output, 10))[1] == [Piece("r", "three")]


@pytest.mark.usefixtures("at_root")
def test_the_commands_of_the_tasks_are_understood(schedcfg: Callable[..., Result]) -> None:
    commands = re.findall(r"\| `schedcfg (\S+)([^`]*)` \|", README)
    assert len(commands) == 9
    for command, arguments in commands:
        words = (command, *(word for word in arguments.split()[:1] if command == "generate"))
        done = schedcfg(*words, "--help")
        assert done.status == 0
        assert [word for word in arguments.split() if word.startswith("-") and word not in done.out] == []


OF_ALL = ("--color", "--quiet", "--verbose", "--help-all")
"""Options of every command, which each help lists."""


def test_every_option_is_listed(schedcfg: Callable[..., Result]) -> None:
    done = schedcfg("validate", "--help")
    assert done.status == 0
    options = set(re.findall(r"(--[a-z-]+)", done.out)) - {"--help", "--config", "--policy-config-file", *OF_ALL}
    assert options
    page = (ROOT / "docs" / "validate.md").read_text(encoding="utf-8")
    assert [option for option in sorted(options) if f"`{option}" not in page] == []


def test_pictures_of_terminals_are_what_is_shown() -> None:
    found = 0
    for path in sorted((ROOT / "docs" / "pictures").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        command = command_of(text)
        if command is not None:
            assert picture(command, shown(command, ROOT)) == text, "run `python -m tools.update_docs --write`"
            found += 1
    assert found
