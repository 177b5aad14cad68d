# ruff: noqa: INP001 - mkdocs loads this file by its path
"""Where each page stands on the site, and what Markdown's readers disagree about; hooks of mkdocs.

A section lists pages by patterns, in order; what matches nothing is left out, so that a page may come or go without a
change here. A page that no section lists stands at the end of the how-to guides.
"""

import re
from pathlib import Path
from typing import Any

SECTIONS = {
    "How-to guides": (
        "how-to/*.md",
        "ci.md",
        "editors.md",
        "settings.md",
        "silencing.md",
        "fixing.md",
        "catalogs.md",
        "migrate.md",
        "generate.md",
        "generate/*.md",
        "probe.md",
    ),
    "Reference": (
        "reference/commands.md",
        "rules/index.md",
        "where.md",
        "surroundings.md",
        "reference/plugins.md",
        "reference/releases.md",
        "reference/*.md",
        "migrate/*.md",
    ),
    "Explanation": ("explanation/*.md", "effective.md", "diff.md"),
}
FIRST = ("index.md", "tutorial.md")
LEFT_OVER = "How-to guides"
ELSEWHERE = re.compile(r"rules/(?!index\.md)")
"""Pages that another page leads to: they are too many for a list beside the text."""

_WORDS_BEHIND_THE_LANGUAGE = re.compile(r"^(```\w+) .+$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Tell mkdocs where the pages stand."""
    config.nav = navigation(Path(config.docs_dir))
    return config


def on_page_markdown(markdown: str, **_given: Any) -> str:
    """Take away what stands behind a block's language: tests read it, mkdocs would not see the block."""
    return _WORDS_BEHIND_THE_LANGUAGE.sub(r"\1", markdown)


def navigation(docs: Path) -> list[Any]:
    """List the first pages, then the sections with theirs; each page once."""
    found = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    left = {page for page in found - set(FIRST) if not ELSEWHERE.match(page)}
    sections: dict[str, list[str]] = {}
    for title, patterns in SECTIONS.items():
        for pattern in patterns:
            pages = sorted(page for page in left if Path(page).match(pattern) and page.count("/") == pattern.count("/"))
            sections.setdefault(title, []).extend(pages)
            left -= set(pages)
    sections[LEFT_OVER] += sorted(left)
    return [*(page for page in FIRST if page in found), *({title: pages} for title, pages in sections.items() if pages)]
