"""Help as people read it: every command shows examples, and the lists of commands cut no sentence off."""

from collections.abc import Callable, Iterator

import click
import pytest
from click.testing import CliRunner

from schedcfg.cli import group, manners
from schedcfg.cli.options import paths
from tests.called import Result


def commands(of: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of every command below a group."""
    context = click.Context(of)
    for name in of.list_commands(context):
        found = of.get_command(context, name)
        yield (*before, name)
        if isinstance(found, click.Group):
            yield from commands(found, *before, name)


COMMANDS = list(commands(group))
GROUPS = [(), ("generate",), ("probe",)]


def help_of(words: tuple[str, ...]) -> str:
    done = CliRunner().invoke(group, [*words, "--help"])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_all_commands_are_looked_at() -> None:
    assert {("validate",), ("generate", "static-pod"), ("generate", "kind"), ("probe", "extender")} <= set(COMMANDS)


@pytest.mark.parametrize("words", [command for command in COMMANDS if command not in GROUPS], ids=" ".join)
def test_every_command_shows_itself_at_work(words: tuple[str, ...]) -> None:
    shown = help_of(words).partition("Examples:")[2]
    assert f"schedcfg {' '.join(words)}" in shown


@pytest.mark.parametrize("words", [command for command in COMMANDS if command not in GROUPS], ids=" ".join)
def test_every_command_tells_its_exit_status(words: tuple[str, ...]) -> None:
    assert "Exit status: 0" in " ".join(help_of(words).split())


@pytest.mark.parametrize("words", GROUPS, ids=lambda words: " ".join(words) or "schedcfg")
def test_lists_of_commands_cut_nothing_off(words: tuple[str, ...]) -> None:
    listed = help_of(words).partition("Commands:")[2].partition("First steps:")[0]
    assert listed.strip()
    assert "..." not in listed


def test_a_command_without_its_paths_says_what_to_name() -> None:
    assert paths
    done = CliRunner().invoke(group, ["validate"])
    assert done.exit_code == 2
    assert "missing argument: a file, a folder, or -" in done.stderr


@pytest.mark.parametrize("columns", [None, "", "0", "-3", "x", "72", "200", " 90 "])
def test_help_is_as_wide_as_click_makes_it(columns: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    wanted, limit = click.HelpFormatter(max_width=110).width, click.HelpFormatter(width=72).width

    assert manners._Formatter(max_width=110).width == wanted
    assert manners._Formatter(width=72).width == limit == 72
    assert manners._Formatter().width == click.HelpFormatter().width


@pytest.mark.parametrize("words", GROUPS, ids=lambda words: " ".join(words) or "schedcfg")
def test_without_a_command_the_help_is_shown_line_by_line(
    words: tuple[str, ...], schedcfg: Callable[..., Result]
) -> None:
    done = schedcfg(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.split() == schedcfg(*words, "--help").out.split()
    assert "\\n" not in done.err
    assert len(done.err.splitlines()) > 10
