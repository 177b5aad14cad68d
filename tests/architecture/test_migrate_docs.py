"""What the pages on migration show before and after is what `migrate` does."""

import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from schedcfg.commands.migrate.migrate import migrate
from tests.paths import ROOT

PAGES = sorted((ROOT / "docs" / "migrate").glob("*.md"))
BLOCK = re.compile(r"```(yaml|json) (before|after) (\S+)\n(.*?)```", re.DOTALL)


class Shown(NamedTuple):
    page: str
    before: str
    after: str
    target: str


def shown() -> list[Shown]:
    """Pair each block with the one that follows it."""
    found = []
    for page in PAGES:
        for one, other in pairwise(BLOCK.findall(page.read_text(encoding="utf-8"))):
            if (one[1], other[1]) == ("before", "after"):
                found.append(Shown(page.stem, one[3], other[3], other[2]))
    return found


@pytest.mark.parametrize("example", shown(), ids=lambda example: f"{example.page}-{example.target}")
def test_the_pages_show_what_happens(example: Shown) -> None:
    file = migrate(example.before, example.target)
    assert file.migrated == example.after


def test_every_step_has_a_page_with_an_example() -> None:
    steps = {path.stem for path in Path("schedcfg/commands/migrate/steps").glob("*_*.py") if path.stem != "__init__"}
    assert {page.stem.lower().replace("-", "_") for page in PAGES} == steps
    assert {example.page for example in shown()} == {page.stem for page in PAGES}
