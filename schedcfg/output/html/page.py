"""The frame of a page: its look, its scripts, and the data that they draw.

Scripts make elements and set texts; they read no markup but what was drawn here. What comes from a file is escaped, or
data in the page, in which no element can begin, and a policy lets the browser run these scripts only and load nothing.
"""

import base64
import gzip
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from schedcfg import __version__
from schedcfg.document.texts import listing, printable

_FOLDER = files("schedcfg.output.html")

_SOME = 1
"""How many files a title names."""
_LONG = 200_000
"""Characters; the report of hundreds of files has more, and says the same again and again."""
_INERT = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
"""What could begin markup inside of JSON, as JSON writes it otherwise."""


class Page(NamedTuple):
    """What a page shows."""

    title: str
    command: str  # That makes it, without its output
    script: str = ""  # The name of its script: `effective`; empty where it has none
    embedded: Mapping[str, str] = MappingProxyType({})  # Name → JSON, or what `packed` returns
    parts: tuple[str, ...] = ()  # The names of scripts that it shares with other pages
    content: Markup = Markup()  # What is there without scripts


def render_page(page: Page) -> Iterator[str]:
    """Yield a page in one piece."""
    style = _text("page.css")
    script = _script(("elements", *page.parts, page.script)) if page.script else ""
    yield _frame().render(
        title=page.title,
        command=page.command,
        version=__version__,
        policy=_policy(style, script),
        style=Markup(style),  # noqa: S704 - ours
        script=Markup(script),  # noqa: S704 - ours
        content=page.content,
        embedded={name: Markup(inert(data)) for name, data in page.embedded.items()},  # noqa: S704 - made inert
    )


@cache
def _frame() -> Template:
    """Return the template of the frame; to read it takes as long as to draw a small page."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, keep_trailing_newline=True)
    return environment.from_string(_text("page.html"))


def _script(names: Sequence[str]) -> str:
    scripts = "\n".join(_text(f"{name}.js") for name in names)
    return f'"use strict";\n(() => {{\n{scripts}\n}})();\n'


def titled(what: str, paths: Sequence[str]) -> str:
    """Return a title with the files that a page is about, or the first of them."""
    named = listing([printable(path) for path in paths], _SOME)
    return f"{what}{' ' if what.endswith('?') else ': '}{named}"


def inert(written: str) -> str:
    """Return JSON that says the same, and in which no markup can begin."""
    for letter, escape in _INERT.items():
        written = written.replace(letter, escape)
    return written


def packed(written: str) -> str:
    """Return JSON compressed, as a text in JSON: what repeats itself takes no room; browsers unpack it."""
    compressed = gzip.compress(written.encode("utf-8", "backslashreplace"), mtime=0)
    return f'"{base64.b64encode(compressed).decode("ascii")}"'


def packed_if_long(written: str) -> str:
    """Return JSON as it is, or compressed where that is much: browsers tell a text from an object."""
    return packed(written) if len(written) > _LONG else written


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Return the policy of a page: nothing is loaded, and only what it holds itself is run."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
