"""Pages without a browser: what is in them."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser

_DATA = re.compile(r'<script type="application/json" id="(\w+)">(.*?)</script>', re.DOTALL)
_ELEMENTS = frozenset(
    {"html", "head", "meta", "title", "style", "body", "a", "header", "h1", "p", "code", "main", "noscript", "script"}
)
"""The elements of the frame: scripts make all others, but for what is drawn already."""
_OPTIONAL = frozenset({"noscript", "script"})
"""Elements of the frame that a page need not have: one that is drawn already has no script."""
_DRAWN = frozenset(
    {
        *(
            "aside",
            "br",
            "dd",
            "details",
            "div",
            "dl",
            "dt",
            "h2",
            "h3",
            "h4",
            "h5",
            "input",
            "label",
            "li",
            "mark",
            "ol",
            "pre",
            "rect",
            "section",
        ),
        *("span", "strong", "summary", "svg", "table", "tbody", "td", "th", "thead", "tr", "ul", "wbr"),
    }
)
"""What a page may be drawn with before scripts run."""


def embedded(page: str) -> dict[str, str]:
    """Return the data of a page as JSON, by name; what is compressed is not any more."""
    return {name: _unpacked(data) for name, data in _DATA.findall(page)}


def _unpacked(data: str) -> str:
    read = json.loads(data)
    return gzip.decompress(base64.b64decode(read)).decode() if isinstance(read, str) else data


def unfolded(page: str) -> str:
    """Return all that is in a page, what it holds compressed too."""
    return "\n".join([_DATA.sub("", page), *embedded(page).values()])


def check_page(page: str) -> None:
    """Check that a page is one, and that nothing in it began an element or asks for something."""
    reader = _Elements()
    reader.feed(page)
    reader.close()
    assert set(reader.tags) - _OPTIONAL - _DRAWN == _ELEMENTS - _OPTIONAL, reader.tags
    assert reader.tags.count("script") == (len(embedded(page)) + 1 if "<script" in page else 0)
    assert not [name for name in reader.attributes if name == "src" or name.startswith("on")], reader.attributes
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    for data in embedded(page).values():
        json.loads(data)


class _Elements(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
