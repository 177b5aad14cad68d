"""Check that every link leads somewhere: `python -m tools.check_site`.

In the site below `build/site/`: pages, anchors, pictures; nothing is loaded from another server; each page has
breadcrumbs, which lead to the pages above it. From outside to the site: the addresses that reports name, for each rule.
From pages to the repository: the files that they name. In the repository: the links of README, CHANGELOG and the
others that a reader of the repository opens.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from schedcfg.output.links import REPOSITORY, SITE, rule_address
from schedcfg.rules.cards import cards
from tools.site import BUILD, FRAMED, ROOT

_LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
_NOT_LOADED = frozenset({"canonical", "alternate", "edit", "next", "prev"})
"""What a `<link>` only names."""

_WITHOUT_BREADCRUMBS = frozenset({"index.html", "tutorial.html", "404.html"})
"""Pages with no page above them, and the one shown for a page that does not exist."""

_WITHOUT_SITE = f"{FRAMED}/"
"""Where pages are that others show in a frame."""

_OF_REPOSITORY = re.compile(rf"{re.escape(REPOSITORY)}/(?:blob|tree|edit|raw)/(?:main|HEAD)/(?P<path>[^#?]+)")
_MARKDOWN_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class Link(NamedTuple):
    """A link of a page.

    Attributes:
        target: As it is written.
        is_loaded: Whether a browser loads it with the page.
    """

    target: str
    is_loaded: bool


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors: set[str] = set()
        self.has_breadcrumbs = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag names, and the names by which it can be found."""
        values = dict(attrs)
        self.anchors.update(value for key in ("id", "name") if (value := values.get(key)))
        self.has_breadcrumbs |= values.get("class") == "md-path"
        key = "href" if tag == "a" else _LOADED.get(tag)
        target = values.get(key) if key else None
        if target:
            is_loaded = tag != "a" and not _NOT_LOADED & set((values.get("rel") or "").split())
            self.links.append(Link(target, is_loaded))


def main() -> int:
    """List the links that lead nowhere, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.check_site", description=__doc__)
    parser.add_argument("--build", type=Path, default=BUILD, help="the folder of `python -m tools.site`")
    broken = list(check(parser.parse_args().build / "site"))
    sys.stdout.writelines(f"{one}\n" for one in broken)
    return 1 if broken else 0


def check(site: Path, root: Path = ROOT) -> Iterator[str]:
    """Yield what is wrong with the links of a built site, of reports, and of the repository's own pages.

    Args:
        site: The folder of the site.
        root: The folder of the repository.
    """
    if not (site / "index.html").is_file():
        yield f"{site}: there is no site; run `python -m tools.site` first"
        return
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        yield from (f"{name}: {problem}" for problem in _problems(name, site, root))
    for address in addresses_of_reports():
        problem = _in_site(site, address.removeprefix(SITE))
        if problem:
            yield f"reports: {address}: {problem}"
    yield from repository_links(root)


def addresses_of_reports() -> Iterator[str]:
    """Yield the addresses in the site that reports name."""
    yield SITE
    yield from map(rule_address, cards())


def repository_links(root: Path = ROOT) -> Iterator[str]:
    """Yield what is wrong with the links of the pages that are read in the repository itself.

    Args:
        root: The folder of the repository.
    """
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "examples").rglob("*.md")]
    for page in sorted(pages):
        text = _FENCE.sub("", page.read_text(encoding="utf-8"))
        for found in _MARKDOWN_LINK.finditer(text):
            target, anchor = urldefrag(found["target"])
            if urlsplit(target).scheme:
                continue
            there = page if not target else page.parent / unquote(target)
            if not there.exists():
                yield f"{page.relative_to(root)}: {found['target']}: there is no such file"
            elif anchor and there.suffix == ".md" and anchor not in _headings(there):
                yield f"{page.relative_to(root)}: {found['target']}: there is no such heading"


@cache
def _headings(page: Path) -> frozenset[str]:
    """Return the anchors of a page, as GitHub and the site make them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return frozenset(_slug(found["text"]) for found in _HEADING.finditer(text))


def _slug(heading: str) -> str:
    kept = re.sub(r"[^\w\s-]", "", heading.lower()).strip()
    return re.sub(r"[\s]", "-", kept)


def _problems(name: str, site: Path, root: Path) -> Iterator[str]:
    has_place = name not in _WITHOUT_BREADCRUMBS and not name.startswith(_WITHOUT_SITE)
    if has_place and not _page(site / name).has_breadcrumbs:
        yield "it does not show where it is"
    for link in _page(site / name).links:
        target = urljoin(SITE + name, link.target)
        if target.startswith(SITE):
            problem = _in_site(site, target.removeprefix(SITE))
        elif link.is_loaded:
            problem = "it is loaded from another server"
        else:
            problem = _in_repository(root, target)
        if problem:
            yield f"{link.target}: {problem}"


@cache
def _page(path: Path) -> _Page:
    return _Page(path.read_text(encoding="utf-8"))


def _in_site(site: Path, address: str) -> str | None:
    """Return what is wrong with an address below the site's; None where nothing is."""
    target, anchor = urldefrag(address)
    path = site / unquote(urlsplit(target).path)
    path = path / "index.html" if path.is_dir() else path
    if not path.is_file():
        return "there is no such page"
    if anchor and path.suffix == ".html" and unquote(anchor) not in _page(path).anchors:
        return "the page has no such anchor"
    return None


def _in_repository(root: Path, target: str) -> str | None:
    found = _OF_REPOSITORY.match(target)
    return None if found is None or (root / unquote(found["path"])).exists() else "there is no such file"


if __name__ == "__main__":
    sys.exit(main())
