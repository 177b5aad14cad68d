"""Put guides before rules in the site's search.

Zensical knows no boost: its search lists what has a word in its title first, and of that what has it nearest to the
begin. A rule is called by the words of what is wrong, and would come before all that explains them. Its title, and in
the same way those of long lists, begin with signs that nobody sees or looks for.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

_LATER = {"rules/": 24, "reference/library-records.html": 16, "reference/json.html": 16, "contributing/": 16}
"""Begin of an address → signs before the titles that are found there."""

_SCRIPT = "var __index = "
"""What makes the index a script, for pages that are opened from a folder."""


class _Found(TypedDict):
    """What can be found, as Zensical writes it."""

    location: str
    level: int
    title: str
    text: str
    path: list[str]
    tags: list[str]


def rewrite(site: Path) -> None:
    """Rewrite the index of a built site.

    Args:
        site: The folder of the site.
    """
    index: dict[str, Any] = json.loads((site / "search.json").read_text(encoding="utf-8"))
    index["items"] = list(ordered(index["items"]))
    written = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (site / "search.json").write_text(written, encoding="utf-8")
    (site / "search.js").write_text(f"{_SCRIPT}{written};", encoding="utf-8")


def ordered(items: list[_Found]) -> Iterator[_Found]:
    """Yield what can be found: of a rule its page only, with all of its text, and after what else has the words."""
    whole: dict[str, list[str]] = {}
    for item in items:
        whole.setdefault(item["location"].partition("#")[0], []).append(item["text"])
    for item in items:
        page, _, section = item["location"].partition("#")
        signs = next((number for begin, number in _LATER.items() if page.startswith(begin)), 0)
        if _is_rule(page) and section:
            continue
        if _is_rule(page):
            item = _Found(**{**item, "text": " ".join(whole[page]), "path": item["path"][:1]})  # noqa: PLW2901
        yield _Found(**{**item, "title": f"{_hidden(signs)}{item['title']}"})


def _is_rule(page: str) -> bool:
    return page.startswith("rules/") and page != "rules/index.html"


def _hidden(signs: int) -> str:
    # The search sets attributes as properties: an empty `hidden` would be none.
    return f'<span hidden="hidden">{"· " * signs}</span>' if signs else ""
