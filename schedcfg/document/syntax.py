"""Plain words for what the YAML parser says, and the errors that it does not find itself."""

import re
from collections.abc import Callable
from typing import NamedTuple

from schedcfg.document.defect import DefectKind, Fault

_ALLOWED = r"\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_FORBIDDEN = re.compile(f"[^{_ALLOWED}]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|<%.*?%>")
_BREAK = re.compile(r"[\r\n]")
_REACH = 300
_UNSPACED_COLON = re.compile(r"[ \t]*(?:- +)*(?P<key>[\w.-]+):(?=[^\s:/])")


def forbidden_character(text: str) -> int | None:
    """Tell where the first character is that YAML allows nowhere, such as a control character."""
    found = _FORBIDDEN.search(text)
    return found.start() if found else None


def forbidden_fault(text: str, offset: int) -> Fault:
    """Make the fault for a character that YAML allows nowhere."""
    return Fault(
        DefectKind.SYNTAX,
        f"the character U+{ord(text[offset]):04X} is not allowed (yaml: control characters are not allowed)",
        offset,
        offset + 1,
        help='Delete it, or write it as an escape in double quotes, such as "\\x07".',
    )


def escaped_slash(text: str, start: int, end: int) -> int | None:
    r"""Tell where a double-quoted scalar has the escape `\/`, unknown to yaml.v2."""
    for found in _ESCAPE.finditer(text, start, end):
        if found[1] == "/":
            return found.start()
    return None


RENDER = "Render the template first and check what comes out."
"""What to do with a template."""


def has_template(line: str) -> bool:
    """Tell whether a line has an action of a template language (Go, Jinja, ERB) in it."""
    return _TEMPLATE.search(line) is not None


class _Scene(NamedTuple):
    """What stands around a syntax error.

    Attributes:
        found: The character there; empty at the end of the text.
        line: The whole line it is in.
        opening: The line in which the construct begins that was being read; empty if unknown.
        opened_by: The first character of that construct.
    """

    found: str
    line: str
    opening: str
    opened_by: str


_Words = tuple[str, str | None]


def fault(text: str, problem: str, offset: int, context: int | None) -> Fault:
    """Make the fault for a syntax error.

    Args:
        text: The whole text.
        problem: The parser's words.
        offset: Where it gave up.
        context: Where the construct begins that it was reading.
    """
    scene = _Scene(
        text[offset : offset + 1],
        line_around(text, offset),
        "" if context is None else line_around(text, context),
        "" if context is None else text[context : context + 1],
    )
    message, help_ = _explain(problem, scene)
    start, end = offset, min(offset + 1, len(text))
    if context is not None and _blames_beginning(problem, scene):
        start, end = context, context + 1
    return Fault(DefectKind.SYNTAX, f"{message} (yaml: {problem})", start, end, help=help_)


def line_around(text: str, offset: int) -> str:
    """Give the line that an offset is in, at most `_REACH` characters to either side."""
    first, last = max(offset - _REACH, 0), min(offset + _REACH, len(text))
    start = max(text.rfind("\n", first, offset) + 1, text.rfind("\r", first, offset) + 1, first)
    found = _BREAK.search(text, offset, last)
    return text[start : found.start() if found else last]


def _blames_beginning(problem: str, scene: _Scene) -> bool:
    """Tell whether the fault lies where the construct begins, as with a quote that is never closed."""
    return (
        problem in {"found unexpected end of stream", "found unexpected document indicator"}
        or problem.startswith("did not find expected alphabetic")
        or (problem.startswith("did not find expected ','") and scene.found == "")
        or problem == "could not find expected ':'"
    )


def _explain(problem: str, scene: _Scene) -> _Words:
    if has_template(scene.line) or has_template(scene.opening):
        return "this is a template, not YAML", RENDER
    for beginning, explain in _EXPLANATIONS.items():
        if problem.startswith(beginning):
            return explain(scene)
    return "this is not valid YAML", None


def _cannot_start(scene: _Scene) -> _Words:
    if scene.found == "\t":
        return _tab(scene)
    message = f"no value can start with {scene.found}" if scene.found else "a value is missing"
    return message, "Put the whole value in quotes."


def _tab(_scene: _Scene) -> _Words:
    return "a tab is used for indentation", "Indent with spaces; YAML allows no tabs there."


def _alias(scene: _Scene) -> _Words:
    if scene.opened_by == "*":
        return "an unquoted * starts an alias", "If the star itself is meant, put it in quotes: '*'."
    return "an unquoted & starts an anchor", "If it is meant as text, put the whole value in quotes."


def _second_colon(scene: _Scene) -> _Words:
    return (
        (
            "a second `: ` stands in one line, or this line is indented more than the one it belongs to",
            "Check the indentation; put a value that contains `: ` in quotes.",
        )
        if scene.found == ":"
        else ("a mapping cannot stand here", "Check the indentation.")
    )


def _missing_colon(scene: _Scene) -> _Words:
    unspaced = _UNSPACED_COLON.match(scene.opening)
    if unspaced:
        return f"a space is missing after `{unspaced['key']}:`", f"Write `{unspaced['key']}: ` and the value."
    return (
        "a key without a colon",
        "Write `key: value`; long text over several lines must be indented or in quotes.",
    )


def _indentation(scene: _Scene) -> _Words:
    unspaced = _UNSPACED_COLON.match(scene.line)
    if unspaced:
        return _missing_colon(scene._replace(opening=scene.line))
    if scene.found == "-":
        return (
            "a list item where a key is expected",
            "Check the indentation: items of one list start in one column.",
        )
    return "this line is not indented as its neighbours are", "Keys of one mapping must start in one column."


def _unclosed_quote(scene: _Scene) -> _Words:
    return f"the text that starts with {scene.opened_by or 'this'} never ends", "Close the quote."


def _unclosed_bracket(scene: _Scene) -> _Words:
    if scene.found == "?":
        return "a ? in [ ] or { } ends the text before it", "Put the whole value in quotes."
    return (
        f"after {scene.opened_by} a comma or the closing bracket is missing",
        "Separate by commas and close it.",
    )


def _escape(_scene: _Scene) -> _Words:
    return "an unknown escape in double quotes", "Write \\\\ for a backslash, or use single quotes."


def _tag(_scene: _Scene) -> _Words:
    return "an unquoted ! starts a tag", "If it is meant as text, put the whole value in quotes."


def _block_header(_scene: _Scene) -> _Words:
    return "after | or > the line must end", "Start the text on the next line, or put it in quotes."


def _after_end(_scene: _Scene) -> _Words:
    return "there is more text after the end of the document", "Begin a further document with a line `---`."


def _version(_scene: _Scene) -> _Words:
    return "Kubernetes reads YAML 1.1 only", "Delete the line that starts with %YAML."


def _percent(_scene: _Scene) -> _Words:
    return "a line that starts with % is taken for a directive", "Indent it, or put the value in quotes."


_EXPLANATIONS: dict[str, Callable[[_Scene], _Words]] = {
    "found character that cannot start any token": _cannot_start,
    "did not find expected node content": _cannot_start,
    "found a tab character": _tab,
    "did not find expected alphabetic or numeric character": _alias,
    "mapping values are not allowed": _second_colon,
    "could not find expected ':'": _missing_colon,
    "did not find expected key": _indentation,
    "did not find expected '-' indicator": _indentation,
    "block sequence entries are not allowed": _indentation,
    "mapping keys are not allowed": _indentation,
    "found unexpected end of stream": _unclosed_quote,
    "found unexpected document indicator": _unclosed_quote,
    "did not find expected ',' or": _unclosed_bracket,
    "found unknown escape character": _escape,
    "did not find expected hexdecimal number": _escape,
    "found invalid Unicode character escape code": _escape,
    "found undefined tag handle": _tag,
    "did not find expected tag URI": _tag,
    "did not find expected whitespace or line break": _tag,
    "did not find expected comment or line break": _block_header,
    "did not find expected <document start>": _after_end,
    "found incompatible YAML document": _version,
    "found unknown directive name": _percent,
    "could not find expected directive name": _percent,
}
"""How the parser's words begin → what to tell the user."""
