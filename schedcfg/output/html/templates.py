"""Templates of what pages show without a script, and how a text of a file becomes a part of one."""

from functools import lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from schedcfg.document.secrets import hide_in_sentence
from schedcfg.document.texts import printable
from schedcfg.findings import FileReport, Finding
from schedcfg.output.finding_text import position, weight_name
from schedcfg.output.terminal import painter
from schedcfg.output.text import source_lines
from schedcfg.patterns import pattern

_FOLDER = files("schedcfg.output.html")
_BETWEEN_WORDS = pattern(r"(?<=[/.,_:-])(?!$)|(?<!^)(?=[A-Z][a-z])")


def page_part(name: str) -> str:
    """Return a file of this folder: a template, a script, the look of pages."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def module(name: str, **known: object) -> Any:
    """Return the macros of a template.

    Args:
        name: The name of the file in this folder.
        known: What the template uses besides its arguments: functions and modules, by the names that it has there.
    """
    return _environment().get_template(name, globals=known).module


@lru_cache(maxsize=1)
def _environment() -> Environment:
    loader = FunctionLoader(page_part)
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, loader=loader
    )
    environment.filters |= {"printable": shown_text, "visible": visible, "prose": _prose}
    environment.filters |= {"breakable": _breakable, "bar": _bar}
    environment.tests["web_address"] = _is_web_address
    environment.globals |= {"position": position, "weight_name": weight_name, "underlined": _underlined}
    return environment


def shown_text(text: object) -> str:
    """Return a text of a file or of a finding as it may be shown."""
    return hide_in_sentence(printable(str(text)))


def visible(line: str) -> str:
    """Return a line that is masked already: letters without a shape, and those that change its order, are escapes."""
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() or letter == "\t" else f"\\u{{{ord(letter):x}}}" for letter in line)


def _is_web_address(text: str) -> bool:
    """Check that browsers only follow an address, and run nothing."""
    return text.startswith(("https://", "http://"))


def _prose(text: Markup | str) -> Markup:
    """Return a text with `code` between backticks as elements."""
    parts = str(text if isinstance(text, Markup) else escape(shown_text(text))).split("`")
    marked = (f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
    return Markup("".join(marked))  # noqa: S704 - escaped


def _breakable(name: str) -> Markup:
    """Return a name that may go on in the next line behind its marks, and between its words."""
    return Markup("<wbr>").join(_BETWEEN_WORDS.split(shown_text(name)))


def _underlined(report: FileReport, finding: Finding) -> str:
    """Return the line of a finding with what is meant underlined; empty where it cannot be shown."""
    return "\n".join(source_lines(report.text or "", finding, "", painter(colored=False)))


def _bar(share: float) -> str:
    """Return how wide the bar of a share, 0 to 1, is in percent."""
    return f"{100 * max(0.0, min(1.0, share)):.2f}"
