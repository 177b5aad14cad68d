"""What the YAML parser's message about a syntax error probably means."""

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from schedcfg.document.defect import DefectKind, Fault
from schedcfg.patterns import pattern

_TERRAFORM = pattern(r"%\{~?\s*(?:if|else|endif|for|endfor)\b")
_TEMPLATE = pattern(rf"\{{\{{(?:(?!\{{\{{).)*?\}}\}}|\{{%(?:(?!\{{%).)*?%\}}|<%(?:(?!<%).)*?%>|{_TERRAFORM.pattern}")
_CONFLICT = pattern(r"(?:<{7}|={7}|>{7}|\|{7})(?:\s|\Z)")
_UNSPACED_COLON = pattern(r"[ \t]*(?:- +)*(?P<key>[\w.-]+):(?=[^\s:/])")

RENDER = "Render the template first, and check the result."
"""What to do with a template."""


CONFLICT = (
    "a merge left this conflict unresolved",
    "Keep one side, and remove the lines `<<<<<<<`, `=======`, `>>>>>>>`.",
)
"""What is reported about the lines that git puts around what it could not merge."""


def is_conflict(line: str) -> bool:
    """Return whether a line is one of those that git puts around what it could not merge."""
    return _CONFLICT.match(line) is not None


def has_template(line: str) -> bool:
    """Return whether a line has an action of a template language (Go, Jinja, Terraform, ERB) in it."""
    return _TEMPLATE.search(line) is not None


def is_of_terraform(line: str) -> bool:
    """Return whether a line has a directive of a Terraform template in it."""
    return "%{" in line and _TERRAFORM.search(line) is not None


class SyntaxErrorContext(NamedTuple):
    """The text around a syntax error."""

    found: str  # The character there; empty at the end of the text
    before: str
    line: str
    previous: str
    opening: str  # The line in which the construct begins that was being read; empty if unknown
    opened_by: str  # The first character of that construct


Explanation: TypeAlias = tuple[str, str | None]
"""What was found, and what to do about it; None where nothing is known to help."""


def explain(problem: str, context: SyntaxErrorContext) -> Explanation:
    """Return the parser's message in plain words, and what to do."""
    lines = (context.line, context.opening)
    if any(map(has_template, lines)):
        language = "Terraform template" if any(map(is_of_terraform, lines)) else "template"
        return f"this is a {language}, not YAML", RENDER
    if any(map(is_conflict, (context.line, context.previous, context.opening))):
        return CONFLICT
    for beginning, explain in _EXPLANATIONS.items():
        if problem.startswith(beginning):
            return explain(context)
    return "this is not valid YAML", None


def _cannot_start(context: SyntaxErrorContext) -> Explanation:
    if context.found == "\t":
        return _tab(context)
    if not context.found and context.opened_by:
        return _unclosed_bracket(context)
    message = f"no value can start with {context.found}" if context.found else "a value is missing"
    return message, "Put the whole value in quotes."


def _tab(_context: SyntaxErrorContext) -> Explanation:
    return "a tab is used for indentation", "Indent with spaces; YAML does not allow tabs there."


def _alias(context: SyntaxErrorContext) -> Explanation:
    if context.opened_by == "*":
        return "an unquoted * starts an alias", "If it is meant as a star, put it in quotes: '*'."
    return "an unquoted & starts an anchor", "If it is meant as text, put the whole value in quotes."


def _second_colon(context: SyntaxErrorContext) -> Explanation:
    if ":" in context.before:
        return "the line contains a second `: `", "Put a value that contains `: ` in quotes."
    unspaced = _UNSPACED_COLON.match(context.previous)
    if unspaced:
        return _space_missing(unspaced["key"], " in the line above")
    if ":" not in context.previous:
        return "the line above is not `key: value`", "Add a colon, or indent this line under its key."
    return (
        "this line is indented more than the one above, which already has a value",
        "Check the indentation.",
    )


def _space_missing(key: str, where: str = "") -> Explanation:
    return f"a space is missing after `{key}:`{where}", f"Write `{key}: ` and the value."


def _missing_colon(context: SyntaxErrorContext) -> Explanation:
    unspaced = _UNSPACED_COLON.match(context.opening)
    if unspaced:
        return _space_missing(unspaced["key"])
    return "a key without a colon", "Write `key: value`; indent the continuation lines of a text."


def _indentation(context: SyntaxErrorContext) -> Explanation:
    unspaced = _UNSPACED_COLON.match(context.line)
    if unspaced:
        return _space_missing(unspaced["key"])
    if context.before.endswith(("'", '"')):
        return "there is more text after the closing quote", (
            "To write a single quote inside single quotes, double it: ''."
        )
    if context.found == ":":
        return "a key is missing before the colon", None
    if context.found == "-":
        return "a list item where a key is expected", "The items of a list must start in the same column."
    return "the indentation of this line does not match the lines around it", (
        "The keys of a mapping must start in the same column."
    )


def _collection_in_line(context: SyntaxErrorContext) -> Explanation:
    found = "a list" if context.found == "-" else "a mapping"
    return f"{found} cannot start on the line of its key", "Start it on the next line."


def _unclosed_quote(context: SyntaxErrorContext) -> Explanation:
    return f"the text that starts with {context.opened_by or 'this'} is not closed", "Close the quote."


def _unclosed_bracket(context: SyntaxErrorContext) -> Explanation:
    if context.found == "?":
        return "a ? in [ ] or { } ends the text before it", "Put the whole value in quotes."
    return (
        f"a comma or the closing bracket is missing after {context.opened_by}",
        "Separate items with commas, and close the bracket.",
    )


def _escape(_context: SyntaxErrorContext) -> Explanation:
    return "unknown escape in double quotes", "Write \\\\ for a backslash, or use single quotes."


def _tag(_context: SyntaxErrorContext) -> Explanation:
    return "an unquoted ! starts a tag", "If it is meant as text, put the whole value in quotes."


def _block_header(_context: SyntaxErrorContext) -> Explanation:
    return "the line must end after | or >", "Start the text on the next line, or put it in quotes."


def _after_end(context: SyntaxErrorContext) -> Explanation:
    if context.previous.rstrip() == "...":
        return "there is more text after the line `...`, which ends the document", "Remove that line."
    return "there is more text after the end of the document", "Start another document with the line `---`."


def _version(_context: SyntaxErrorContext) -> Explanation:
    return "Kubernetes reads YAML 1.1 only", "Delete the line that starts with %YAML."


def _percent(_context: SyntaxErrorContext) -> Explanation:
    return "a line that starts with % is read as a directive", "Indent it, or put the value in quotes."


_EXPLANATIONS: dict[str, Callable[[SyntaxErrorContext], Explanation]] = {
    "found character that cannot start any token": _cannot_start,
    "did not find expected node content": _cannot_start,
    "found a tab character": _tab,
    "did not find expected alphabetic or numeric character": _alias,
    "mapping values are not allowed": _second_colon,
    "could not find expected ':'": _missing_colon,
    "did not find expected key": _indentation,
    "did not find expected '-' indicator": _indentation,
    "block sequence entries are not allowed": _collection_in_line,
    "mapping keys are not allowed": _collection_in_line,
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
"""How the parser's message begins → what to report."""


# YAML lists what it allows; that would take a hundred times longer to compile.
_FORBIDDEN = pattern(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_ESCAPE = pattern(r"\\(.)", re.DOTALL)
_BREAK = pattern(r"[\r\n]")
_REACH = 300  # characters of a line that are looked at, to either side


def forbidden_character(text: str) -> int | None:
    """Return where the first character is that YAML allows nowhere, such as a control character."""
    match = _FORBIDDEN.search(text)
    return match.start() if match else None


def forbidden_fault(text: str, offset: int) -> Fault:
    """Return the fault for a character that YAML allows nowhere."""
    return Fault(
        DefectKind.SYNTAX,
        f"the character U+{ord(text[offset]):04X} is not allowed (yaml: control characters are not allowed)",
        offset,
        offset + 1,
        help='Delete it, or write it as an escape in double quotes, such as "\\x07".',
    )


def escaped_slash(text: str, start: int, end: int) -> int | None:
    r"""Return where a double-quoted scalar has the escape `\/`, unknown to yaml.v2."""
    for match in _ESCAPE.finditer(text, start, end):
        if match[1] == "/":
            return match.start()
    return None


def fault(text: str, problem: str, offset: int, construct: int | None) -> Fault:
    """Return the fault for a syntax error.

    Args:
        text: The whole text.
        problem: The parser's message.
        offset: Where it gave up.
        construct: Where the construct begins that it was reading.
    """
    start_of_line = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    context = SyntaxErrorContext(
        text[offset : offset + 1],
        text[max(start_of_line, offset - _REACH) : offset],
        line_around(text, offset),
        line_around(text, _end_of_line_before(text, start_of_line)) if start_of_line else "",
        "" if construct is None else line_around(text, construct),
        "" if construct is None else text[construct : construct + 1],
    )
    message, help_ = explain(problem, context)
    start, end = offset, offset + (context.found not in {"", "\r", "\n"})
    if construct is not None and _blames_beginning(problem, context):
        start, end = construct, construct + 1
    return Fault(DefectKind.SYNTAX, f"{message} (yaml: {problem})", start, end, help=help_)


def _end_of_line_before(text: str, start: int) -> int:
    return start - (2 if text.startswith("\r\n", start - 2) else 1)


def line_around(text: str, offset: int) -> str:
    """Return the line that an offset is in, at most `_REACH` characters to either side."""
    first, last = max(offset - _REACH, 0), min(offset + _REACH, len(text))
    start = max(text.rfind("\n", first, offset) + 1, text.rfind("\r", first, offset) + 1, first)
    match = _BREAK.search(text, offset, last)
    return text[start : match.start() if match else last]


def _blames_beginning(problem: str, context: SyntaxErrorContext) -> bool:
    """Return whether the fault lies where the construct begins, as with a quote that is never closed."""
    return (
        problem in {"found unexpected end of stream", "found unexpected document indicator"}
        or problem.startswith("did not find expected alphabetic")
        or context.found == ""
        or problem == "could not find expected ':'"
    )
