# ruff: noqa: INP001 - loaded by its path
"""Where each page is on the site: seven entries, most of them groups.

A group lists pages by patterns, in order, and groups of its own; what matches nothing is left out, so that a page may
come or go without a change here. A page that no group lists comes at the end of the commands.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
    "Rules": ("rules/index.md", "surroundings.md", "policy.md"),
    "Reference": (
        "reference/commands.md",
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
ELSEWHERE = re.compile(r"rules/(?!index\.md)")
"""Pages that another page leads to: they are too many for a list beside the text."""


def navigation(docs: Path) -> list[Any]:
    """List the first pages, then the groups with theirs; each page once."""
    found = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    left = {page for page in found if not ELSEWHERE.match(page)} - set(FIRST.values())
    first = [{title: page} for title, page in FIRST.items() if page in found]
    groups = {title: list(_listed(patterns, left)) for title, patterns in SECTIONS.items()}
    groups[LEFT_OVER] += sorted(left)
    return [*first, *({title: pages} for title, pages in groups.items() if pages)]


def _listed(patterns: tuple[Any, ...], left: set[str]) -> Iterator[Any]:
    """Yield the pages that patterns name, and take them from those that are left; a mapping is a group in the group."""
    for pattern in patterns:
        if isinstance(pattern, dict):
            for title, inner in pattern.items():
                pages = list(_listed(inner, left))
                yield from [{title: pages}] if pages else []
        else:
            pages = sorted(one for one in left if Path(one).match(pattern) and one.count("/") == pattern.count("/"))
            left.difference_update(pages)
            yield from pages
