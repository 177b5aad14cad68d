"""The generated pages of the documentation are what the code makes today."""

from functools import cache

import click

from schedcfg.cli import group
from schedcfg.rules.cards import cards
from tests.paths import ROOT
from tools.pages import FOLDERS, all_pages

DOCS = ROOT / "docs"
AGAIN = "run `python -m tools.update_docs --write`"


@cache
def made() -> dict[str, str]:
    """Make all pages, once a test needs them, rather than in every process that collects tests."""
    return all_pages()


def test_every_page_is_fresh() -> None:
    """Name the pages that are not, rather than print them all: their texts together are half a megabyte."""
    stale = [
        path for path, text in made().items() if not (DOCS / path).is_file() or (DOCS / path).read_text("utf-8") != text
    ]
    assert stale == [], AGAIN


def test_no_page_is_left_over() -> None:
    there = {page.relative_to(DOCS).as_posix() for folder in FOLDERS for page in (DOCS / folder).glob("*.md")}
    assert there - set(made()) == set(), AGAIN


def test_pages_are_the_same_each_time() -> None:
    assert all_pages() == made()


def test_every_rule_has_a_page_that_the_index_names() -> None:
    for name, card in cards().items():
        assert f"| [`{name}`]({name}.md) |" in made()["rules/index.md"]
        text = made()[f"rules/{name}.md"]
        assert text.startswith(f"# {name}\n\n**{card.title}.** {card.why}\n")
        assert f"[{name}]" in text


def test_every_command_has_a_page_that_the_index_names() -> None:
    for name in group.list_commands(click.Context(group)):
        assert f"\n| [`schedcfg {name}`]({name}.md) | " in made()["reference/commands/index.md"]
        assert made()[f"reference/commands/{name}.md"].startswith(f"# schedcfg {name}\n")


def test_the_page_of_a_command_has_all_options_of_its_help() -> None:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        for option in command.params:
            if isinstance(option, click.Option) and option.expose_value and not option.hidden:
                assert max(option.opts, key=len) in made()[f"reference/commands/{name}.md"]
