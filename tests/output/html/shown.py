"""What people read on a page, its script aside: to compare with what the text of the same report says."""

from collections.abc import Iterable
from html.parser import HTMLParser


class PageText(HTMLParser):
    """The text of a page, and of its tables: the items of each cell."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.rows: list[list[str]] = []
        self._skipped = 0
        self._is_in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as the parser calls it
        self._skipped += tag in {"script", "style"}
        if tag == "tr":
            self.rows.append([])
        if tag in {"td", "th"}:
            self.rows[-1].append("")
            self._is_in_cell = True
        if tag in {"li", "p", "br", "pre", "h2", "h3", "dd", "dt"}:
            self.handle_data("\n")

    def handle_endtag(self, tag: str) -> None:
        self._skipped -= tag in {"script", "style"}
        self._is_in_cell = self._is_in_cell and tag not in {"td", "th"}

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.words.append(data)
            if self._is_in_cell:
                self.rows[-1][-1] += data


def plain(text: str) -> str:
    """Return a text in one line, without the marks of code."""
    return " ".join(text.replace("`", "").split())


def shown_on(page: str) -> PageText:
    """Return what a page shows without its script."""
    read = PageText()
    read.feed(page)
    return read


def lacking(pieces: Iterable[str], words: str) -> list[str]:
    """Return the pieces of a report that are not among the words of a page; letters may be capital there."""
    return [piece for piece in pieces if plain(piece).casefold() not in words]


def all_words(page: PageText) -> str:
    """Return all that a page shows, to look for what reports say."""
    return plain("".join(page.words)).casefold()
