# ruff: noqa: INP001 - loaded by its path
"""Where each page is on the site: seven entries, most of them groups.

A group lists pages by patterns, in order, and groups of its own; what matches nothing is left out, so that a page may
come or go without a change here. A page that no group lists comes at the end of the commands.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class PagesOf(NamedTuple):
    """The pages to which another one leads, in groups by its headings."""

    index: str


SECTIONS: dict[str, tuple[Any, ...]] = {
    "How-to guides": (
        "how-to/begin.md",
        "how-to/check-*.md",
        "how-to/pods-stay-pending.md",
        "how-to/find-*.md",
        {
            "Where Pods go": (
                "how-to/wi*.md",
                "how-to/which-*.md",
                "how-to/see-*.md",
                "how-to/choose-*.md",
                "how-to/fewer-*.md",
                "how-to/tests-*.md",
                "how-to/pack-*.md",
                "how-to/s[cp]*.md",
            )
        },
        "how-to/upgrade*.md",
        "how-to/compare-*.md",
        "how-to/*.md",
    ),
    "Commands": (
        "validate.md",
        "fixing.md",
        "suppressing.md",
        "effective.md",
        "why.md",
        "try.md",
        "test.md",
        "diff.md",
        "upgrade.md",
        "migrate.md",
        {"Steps between versions": ("migrate/policy*.md", "migrate/v1a*.md", "migrate/*.md")},
        "generate.md",
        {"What can be generated": ("generate/profile.md", "generate/*.md")},
        "probe.md",
        "explain.md",
    ),
    "Rules": ("rules/index.md", "surroundings.md", "policy.md", PagesOf("rules/index.md"), "rules/*.md"),
    "Reference": (
        {"Command line": ("reference/commands/index.md", PagesOf("reference/commands/index.md"))},
        "settings.md",
        "where.md",
        "catalogs.md",
        "reference/plugins.md",
        "reference/releases.md",
        "ci.md",
        "editors.md",
        "playground.md",
        "library.md",
        "reference/*.md",
    ),
    "Explanation": (
        "explanation/refused-and-advised.md",
        "explanation/which-plugins-exist.md",
        "explanation/*.md",
        {"Contributing": ("contributing/step-by-step.md", "contributing/*.md")},
    ),
}
FIRST = {"Start": "index.md", "Tutorial": "tutorial.md"}
LEFT_OVER = "Commands"

_SECTION = re.compile(r"^## (?P<title>[^:\n]+).*\n(?P<text>(?:(?!## ).*\n)*)", re.MULTILINE)
_LINK = re.compile(r"\]\((?P<page>[\w./-]+\.md)\)")


def navigation(docs: Path) -> list[Any]:
    """List the first pages, then the groups with theirs; each page once."""
    found = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    left = found - set(FIRST.values())
    first = [{title: page} for title, page in FIRST.items() if page in found]
    groups = {title: list(_listed(patterns, left, docs)) for title, patterns in SECTIONS.items()}
    groups[LEFT_OVER] += sorted(left)
    return [*first, *({title: pages} for title, pages in groups.items() if pages)]


def _listed(patterns: tuple[Any, ...], left: set[str], docs: Path) -> Iterator[Any]:
    """Yield the pages that patterns name, and take them from those that are left; a mapping is a group in the group."""
    for pattern in patterns:
        if isinstance(pattern, PagesOf):
            yield from _listed(tuple(_groups(docs, pattern.index)), left, docs)
        elif isinstance(pattern, dict):
            for title, inner in pattern.items():
                pages = list(_listed(inner, left, docs))
                yield from [{title: pages}] if pages else []
        else:
            pages = sorted(one for one in left if Path(one).match(pattern) and one.count("/") == pattern.count("/"))
            left.difference_update(pages)
            yield from pages


def _groups(docs: Path, index: str) -> Iterator[dict[str, tuple[str, ...]]]:
    """Yield a group for each section of a page: its title up to a colon, and the pages to which its links lead."""
    text = (docs / index).read_text(encoding="utf-8") if (docs / index).is_file() else ""
    for section in _SECTION.finditer(text):
        pages = (posixpath.join(posixpath.dirname(index), link["page"]) for link in _LINK.finditer(section["text"]))
        yield {section["title"]: tuple(dict.fromkeys(pages))}
