"""The generated pages of the documentation are what the code makes today."""

from pathlib import Path

import click
from for_each import for_each

from schedcfg.cli import group
from schedcfg.cli.pages import FOLDERS, all_pages
from schedcfg.rules.cards import cards

DOCS = Path(__file__).parents[2] / "docs"
MADE = all_pages()
AGAIN = "run `python -m schedcfg.cli.pages docs/`"


@for_each("path", MADE)
def test_a_page_is_fresh(path: str) -> None:
    assert (DOCS / path).is_file(), AGAIN
    assert (DOCS / path).read_text(encoding="utf-8") == MADE[path], AGAIN


def test_no_page_is_left_over() -> None:
    there = {page.relative_to(DOCS).as_posix() for folder in FOLDERS for page in (DOCS / folder).glob("*.md")}
    assert there - set(MADE) == set(), AGAIN


def test_pages_are_the_same_each_time() -> None:
    assert all_pages() == MADE


def test_every_rule_has_a_page_that_the_index_names() -> None:
    for name, card in cards().items():
        assert f"| [`{name}`]({name}.md) |" in MADE["rules/index.md"]
        text = MADE[f"rules/{name}.md"]
        assert text.startswith(f"# {name}\n\n**{card.title}.** {card.why}\n")
        assert f"[{name}]" in text


def test_every_command_is_told_of() -> None:
    for name in group.list_commands(click.Context(group)):
        assert f"\n## schedcfg {name}\n" in MADE["reference/commands.md"]
