"""Help as people read it: on one screen, with examples, and in full where that is wanted."""

import math
import re
from collections.abc import Callable, Iterator

import click
import pytest
from click.testing import CliRunner

from schedcfg.cli import group
from schedcfg.cli import help as help_page
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
GROUPS = [(), ("generate",), ("list",), ("probe",)]

_SCREEN = 50
"""Lines of 80 columns."""


def help_of(words: tuple[str, ...], option: str = "--help") -> str:
    done = CliRunner().invoke(group, [*words, option], prog_name="schedcfg")
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


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=lambda words: " ".join(words) or "schedcfg")
def test_help_fits_one_screen(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = help_of(words).splitlines()
    assert sum(max(1, math.ceil(len(line) / 80)) for line in lines) <= _SCREEN


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=lambda words: " ".join(words) or "schedcfg")
def test_help_names_every_option_and_the_whole_help_describes_it(words: tuple[str, ...]) -> None:
    context = click.Context(group)
    command: click.Command | None = group
    for word in words:
        assert isinstance(command, click.Group)
        command = command.get_command(context, word)
    assert command is not None
    named, described = help_of(words), " ".join(help_of(words, "--help-all").split())
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            assert max(option.opts, key=len) in re.split(r"[\s,/]+", named)
            assert " ".join((option.help or "").split()) in described


def test_options_of_the_whole_help_are_in_sections() -> None:
    shown = help_of(("validate",), "--help-all").splitlines()
    titles = [line for line in shown if line and not line.startswith(" ") and not line.startswith("Usage")]
    assert titles == ["Files:", "Scheduler:", "Report:", "Fixing:", "Other sources:", "General:"]
    assert shown.index("Scheduler:") < next(n for n, line in enumerate(shown) if "--catalog NAME" in line)


def test_no_option_is_broken_at_its_dashes() -> None:
    for words in COMMANDS:
        assert re.findall(r"(?m)^    .*[\w-]-$", help_of(words)) == []


def test_a_term_without_a_meaning_is_shown() -> None:
    formatter = help_page.Formatter(width=72)
    formatter.write_dl([("--a", ""), ("--long-name", "what it does")])
    assert formatter.getvalue() == "--a\n--long-name  what it does\n"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("API version, e.g. v1. Default: the newest.", "API version, e.g. v1."),
        ("Report format: text, json.  [default: text]", "Report format: text, json."),
        ("Compare in this release …", "Compare in this release …"),
        ("With 1.29 and .md only", "With 1.29 and .md only"),
    ],
)
def test_first_sentences(text: str, first: str) -> None:
    assert help_page.first_sentence(text) == first


def test_commands_are_listed_in_sections_but_those_for_other_programs() -> None:
    shown = help_of(())
    titles = [line for line in shown.splitlines() if line and not line.startswith(" ")]
    assert titles[3:] == ["Check:", "Show:", "Change:", "Generate:", "Integrate:"]
    assert "  krm " not in shown
    assert "  krm " in help_of((), "--help-all")


@pytest.mark.parametrize(
    ("words", "same"),
    [
        (("help",), ("--help",)),
        (("help", "validate"), ("validate", "--help")),
        (("help", "generate", "kubeadm"), ("generate", "kubeadm", "--help")),
        (("generate", "help", "kubeadm"), ("generate", "kubeadm", "--help")),
        (("generate", "help"), ("generate", "--help")),
        (("help", "rules"), ("list", "rules", "--help")),
        (("version",), ("--version",)),
        (("rules",), ("list", "rules")),
        (("plugins", "NodeName"), ("list", "plugins", "NodeName")),
        (("releases", "latest"), ("list", "releases", "newest")),
    ],
    ids=" ".join,
)
def test_words_that_do_the_same(words: tuple[str, ...], same: tuple[str, ...], schedcfg: Callable[..., Result]) -> None:
    done, expected = schedcfg(*words), schedcfg(*same)
    assert (done.status, done.err) == (0, "")
    assert done.out == expected.out != ""


def test_other_names_are_not_listed() -> None:
    listed = group.list_commands(click.Context(group))
    assert {"rules", "plugins", "releases", "help", "version"}.isdisjoint(listed)


@pytest.mark.parametrize(
    ("words", "ours"),
    [
        (("check", "a.yaml"), "schedcfg validate a.yaml"),
        (("lint", "a b.yaml", "-k", "1.29"), "schedcfg validate 'a b.yaml' -k 1.29"),
        (("fix", "."), "schedcfg validate --fix ."),
        (("show",), "schedcfg effective FILE"),
        (("convert", "a.yaml"), "schedcfg migrate --to v1 a.yaml"),
        (("compare",), "schedcfg diff A B"),
        (("get", "rules"), "schedcfg list rules"),
        (("versions",), "schedcfg list releases"),
        (("my scheduler.yaml", "-k", "1.29"), "schedcfg validate 'my scheduler.yaml' -k 1.29"),
        (("/",), "schedcfg validate /"),
    ],
    ids=" ".join,
)
def test_words_of_other_tools_are_answered_with_our_command(
    words: tuple[str, ...], ours: str, schedcfg: Callable[..., Result]
) -> None:
    done = schedcfg(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"schedcfg: no such command '{words[0]}'. Write: {ours}\n  help: See `schedcfg --help`.\n"


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("validate", "--strict", "a"), " Write: --fail-on warning"),
        (("validate", "--version", "1.34", "a"), " Write: --kubernetes RELEASE"),
        (("diff", "--format", "json", "a", "b"), " Write: --output FORMAT"),
        (("migrate", "--dry-run", "a"), " Write: --diff"),
        (("generate", "profile", "--preset", "bin-packing"), " Write: schedcfg generate profile PRESET"),
        (("validate", "--preset", "bin-packing", "a"), ""),
        (("generate", "config", "--format", "yaml"), ""),
        (("effective", "--strict", "a"), ""),
    ],
    ids=" ".join,
)
def test_options_of_other_tools_are_answered_with_ours_where_the_command_has_it(
    words: tuple[str, ...], advice: str, schedcfg: Callable[..., Result]
) -> None:
    unknown = next(word for word in words if word.startswith("--"))
    done = schedcfg(*words)
    assert done.status == 2
    first = done.err.splitlines()[0]
    assert first.removesuffix(".") == f"schedcfg: no such option '{unknown}'{'.' if advice else ''}{advice}"


@pytest.mark.parametrize("words", GROUPS, ids=lambda words: " ".join(words) or "schedcfg")
def test_lists_of_commands_cut_nothing_off(words: tuple[str, ...]) -> None:
    context = click.Context(group)
    found: click.Command | None = group
    for word in words:
        assert isinstance(found, click.Group)
        found = found.get_command(context, word)
    assert isinstance(found, click.Group)
    shown = " ".join(help_of(words, "--help-all").split())
    for name in found.list_commands(context):
        command = found.get_command(context, name)
        assert command is not None
        assert f" {name} {command.get_short_help_str(1000)}" in shown


def test_a_command_without_its_paths_says_what_to_name(schedcfg: Callable[..., Result]) -> None:
    done = schedcfg("validate")
    assert done.status == 2
    assert "missing argument: a file, a folder, or -" in done.err


@pytest.mark.parametrize("columns", [None, "", "0", "-3", "x", "72", "200", " 90 "])
def test_help_is_as_wide_as_click_makes_it(columns: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns is not None:
        monkeypatch.setenv("COLUMNS", columns)
    wanted, limit = click.HelpFormatter(max_width=110).width, click.HelpFormatter(width=72).width

    assert help_page.Formatter(max_width=110).width == wanted
    assert help_page.Formatter(width=72).width == limit == 72
    assert help_page.Formatter().width == click.HelpFormatter().width


@pytest.mark.parametrize("words", GROUPS, ids=lambda words: " ".join(words) or "schedcfg")
def test_without_a_command_the_help_is_shown_line_by_line(
    words: tuple[str, ...], schedcfg: Callable[..., Result]
) -> None:
    done = schedcfg(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err.split() == schedcfg(*words, "--help").out.split()
    assert "\\n" not in done.err
    assert len(done.err.splitlines()) > 10
