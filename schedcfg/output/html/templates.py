"""Templates of pages: what they draw is escaped, in one line, and without what looks like a secret."""

from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from schedcfg.document.secrets import hide_in_sentence
from schedcfg.document.texts import printable
from schedcfg.output.finding_text import position, weight_name
from schedcfg.output.links import rule_page
from schedcfg.output.summary import counted
from schedcfg.output.terminal import percent
from schedcfg.output.text import source_parts
from schedcfg.patterns import pattern

_BETWEEN_WORDS = pattern(r"(?<=[/.,_:-])(?!$)|(?<!^)(?=[A-Z][a-z])")


@cache
def environment() -> Environment:
    """Return what reads templates, with the filters that all of them use."""
    made = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=FunctionLoader(_text)
    )
    made.globals |= {
        "counted": counted,
        "weight_name": weight_name,
        "position": position,
        "parts_of_line": source_parts,
        "rule_page": rule_page,
    }
    made.tests["web_address"] = is_web_address
    made.filters |= {"printable": shown, "prose": prose, "breakable": breakable, "bar": bar_width, "percent": percent}
    made.filters |= {"visible": visible, "sentence": sentence}
    return made


def macros(template: str, **known: object) -> Any:
    """Return the macros of a template.

    Args:
        template: The name of its file.
        known: What they may ask besides their arguments.
    """
    return environment().get_template(template, globals=known).module


def _text(name: str) -> str:
    return (files("schedcfg.output.html") / name).read_text("utf-8")


def shown(text: object) -> str:
    """Return a text of a file or of a finding as it may be shown."""
    return hide_in_sentence(printable(str(text)))


def is_web_address(text: str) -> bool:
    """Return whether a browser only follows an address, and runs nothing."""
    return text.startswith(("https://", "http://"))


def prose(text: Markup | str) -> Markup:
    """Return a text with `code` between backticks as elements."""
    parts = str(text if isinstance(text, Markup) else escape(shown(text))).split("`")
    marked = (f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
    return Markup("".join(marked))  # noqa: S704 - escaped


def breakable(name: str) -> Markup:
    """Return a name that may go on in the next line behind its marks, and between its words."""
    return Markup("<wbr>").join(_BETWEEN_WORDS.split(shown(name)))


def sentence(text: str) -> str:
    """Return words of ours, which name no file, as they begin a line."""
    return text[:1].upper() + text[1:]


def visible(line: str) -> str:
    """Return a line of a text; letters without a shape, and those that change how the rest is read, are escapes."""
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() or letter == "\t" else f"\\u{{{ord(letter):x}}}" for letter in line)


def bar_width(share: float) -> str:
    """Return how wide the bar of a share, 0 to 1, is in percent."""
    return f"{100 * max(0.0, min(1.0, share)):.2f}"
