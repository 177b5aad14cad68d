"""Syntax errors: from the parser's to ours, and those that it does not find itself."""

import re

from schedcfg.document.defect import DefectKind, Fault
from schedcfg.document.syntax_words import Scene, explain

_ALLOWED = r"\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff"
_FORBIDDEN = re.compile(f"[^{_ALLOWED}]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_BREAK = re.compile(r"[\r\n]")
_REACH = 300  # characters of a line that are looked at, to either side


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


def fault(text: str, problem: str, offset: int, context: int | None) -> Fault:
    """Make the fault for a syntax error.

    Args:
        text: The whole text.
        problem: The parser's words.
        offset: Where it gave up.
        context: Where the construct begins that it was reading.
    """
    start_of_line = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    scene = Scene(
        text[offset : offset + 1],
        text[max(start_of_line, offset - _REACH) : offset],
        line_around(text, offset),
        line_around(text, _end_of_line_before(text, start_of_line)) if start_of_line else "",
        "" if context is None else line_around(text, context),
        "" if context is None else text[context : context + 1],
    )
    message, help_ = explain(problem, scene)
    start, end = offset, offset + (scene.found not in {"", "\r", "\n"})
    if context is not None and _blames_beginning(problem, scene):
        start, end = context, context + 1
    return Fault(DefectKind.SYNTAX, f"{message} (yaml: {problem})", start, end, help=help_)


def _end_of_line_before(text: str, start: int) -> int:
    return start - (2 if text.startswith("\r\n", start - 2) else 1)


def line_around(text: str, offset: int) -> str:
    """Give the line that an offset is in, at most `_REACH` characters to either side."""
    first, last = max(offset - _REACH, 0), min(offset + _REACH, len(text))
    start = max(text.rfind("\n", first, offset) + 1, text.rfind("\r", first, offset) + 1, first)
    found = _BREAK.search(text, offset, last)
    return text[start : found.start() if found else last]


def _blames_beginning(problem: str, scene: Scene) -> bool:
    """Tell whether the fault lies where the construct begins, as with a quote that is never closed."""
    return (
        problem in {"found unexpected end of stream", "found unexpected document indicator"}
        or problem.startswith("did not find expected alphabetic")
        or scene.found == ""
        or problem == "could not find expected ':'"
    )
