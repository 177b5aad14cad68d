"""PyYAML's own parser, made to read as libyaml reads: for where libyaml is missing, as in a browser.

Both parsers come from one design, but PyYAML knows no tabs between tokens and words its errors differently. What is
read and how errors are worded follows libyaml's `src/scanner.c` and `src/parser.c`.
"""

# mypy: disable-error-code="no-untyped-call"

from collections.abc import Mapping
from string import ascii_letters, digits, hexdigits
from typing import Any

from yaml.error import MarkedYAMLError
from yaml.events import ScalarEvent
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner, ScannerError
from yaml.tokens import ScalarToken

_BREAKS = "\r\n\x85\u2028\u2029"
_BLANKS = " \t"
_NO_LETTER = f"\0{_BLANKS}{_BREAKS}"
"""What ends a word; NUL is the end of the text."""
_FLOW = ",[]{}"
_BOM = "\ufeff"
_NAME_LETTERS = f"{ascii_letters}{digits}-_"
_LAST_CHARACTER = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)

_CANNOT_START = "found character that cannot start any token"
_ALPHANUMERIC = "did not find expected alphabetic or numeric character"
_KEY, _ITEM = "did not find expected key", "did not find expected '-' indicator"
_COMMENT = "did not find expected comment or line break"
_TAG_URI = "did not find expected tag URI"

_WORDED: Mapping[str, str | Mapping[str, str]] = {
    "found character ": _CANNOT_START,
    "sequence entries are not allowed": "block sequence entries are not allowed in this context",
    "mapping keys are not allowed": "mapping keys are not allowed in this context",
    "mapping values are not allowed": "mapping values are not allowed in this context",
    "expected '<document start>'": "did not find expected <document start>",
    "expected <block end>": {"while parsing a block collection": _ITEM, "while parsing a block mapping": _KEY},
    "expected ',' or ']'": "did not find expected ',' or ']'",
    "expected ',' or '}'": "did not find expected ',' or '}'",
    "expected the node content": "did not find expected node content",
    "expected alphabetic or numeric": {
        "while scanning an alias": _ALPHANUMERIC,
        "while scanning an anchor": _ALPHANUMERIC,
        "while scanning a directive": "found unexpected non-alphabetical character",
    },
    "expected a digit or '.'": "did not find expected digit or '.' character",
    "expected a digit or ' '": _COMMENT,
    "expected a digit": "did not find expected version number",
    "expected a comment or a line break": _COMMENT,
    "found unexpected document separator": "found unexpected document indicator",
    "expected URI escape": "did not find URI escaped octet",
    "expected URI": _TAG_URI,
    "expected '>'": "did not find the expected '>'",
    "expected '!'": "did not find expected '!'",
    "expected ' '": "did not find expected whitespace or line break",
    "found undefined tag handle": "found undefined tag handle",
    "found duplicate YAML directive": "found duplicate %YAML directive",
    "duplicate tag handle": "found duplicate %TAG directive",
    "found incompatible YAML document": "found incompatible YAML document",
}
"""How an error of PyYAML begins → what libyaml says, or that by what is being read."""


class OwnParser(Reader, Scanner, Parser):
    """Yields the events of a text, made as libyaml's parser is."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text.removeprefix(_BOM))  # libyaml does not count a mark at the beginning
        Scanner.__init__(self)
        Parser.__init__(self)

    def get_event(self) -> Any:
        """Return the next event; None after the last.

        Raises:
            MarkedYAMLError: as libyaml words it.
        """
        try:
            event = Parser.get_event(self)
        except MarkedYAMLError as error:
            error.problem = _worded(error)
            if error.problem == _CANNOT_START:
                error.context_mark = error.problem_mark
            raise
        if type(event) is ScalarEvent and event.tag == "!" and not event.value and event.style is None:
            event.implicit = False, False  # Upstream: `yaml_parser_parse_node`, of nothing behind a tag
        return event

    def scan_to_next_token(self) -> None:
        """Skip blanks, comments and line breaks. Upstream: `yaml_parser_scan_to_next_token`."""
        while True:
            if self.column == 0 and self.peek() == _BOM:
                self.forward()
                self.column += 1
            blanks = _BLANKS if self.flow_level or not self.allow_simple_key else " "
            while self.peek() in blanks:
                self.forward()
            if self.peek() == "#":
                while self.peek() not in f"\0{_BREAKS}":
                    self.forward()
            if not self.scan_line_break():
                return
            if not self.flow_level:
                self.allow_simple_key = True

    def scan_plain(self) -> ScalarToken:
        """Read a scalar without quotes. Upstream: `yaml_parser_scan_plain_scalar`."""
        start = end = self.get_mark()
        indent = self.indent + 1
        parts: list[str] = []
        between, crosses_line = "", False
        while not self._is_document_indicator() and self.peek() != "#":
            length = self._plain_length(start)
            if length:
                parts += [between, self.prefix(length)]
                between, crosses_line = "", False
                self.forward(length)
                end = self.get_mark()
            if self.peek() == "\0" or self.peek() not in _NO_LETTER:
                break
            between, crosses_line = self._between_words(start, indent, crosses_line, between)
            if not self.flow_level and self.column < indent:
                break
        if crosses_line:
            self.allow_simple_key = True
        return ScalarToken("".join(parts), True, start, end)  # noqa: FBT003 - PyYAML's order

    def _plain_length(self, start: Any) -> int:
        """Return how many letters the next word has.

        Raises:
            ScannerError: where a colon comes before what ends a value between brackets.
        """
        length = 0
        while (letter := self.peek(length)) not in _NO_LETTER:
            following = self.peek(length + 1)
            if letter == ":" and self.flow_level and following in f"?{_FLOW}":
                self.forward(length)
                raise ScannerError("while scanning a plain scalar", start, "found unexpected ':'", self.get_mark())
            if (letter == ":" and following in _NO_LETTER) or (self.flow_level and letter in _FLOW):
                break
            length += 1
        return length

    def _between_words(self, start: Any, indent: int, crosses_line: bool, known: str) -> tuple[str, bool]:
        """Skip blanks and line breaks, and return what they mean, and whether a line ended.

        Raises:
            ScannerError: where a tab is used for indentation.
        """
        blanks, breaks = known, list[str]()
        while self.peek() != "\0" and self.peek() in _NO_LETTER:
            if self.peek() in _BREAKS:
                crosses_line = True
                breaks.append(self.scan_line_break())
                continue
            if crosses_line and self.column < indent and self.peek() == "\t":
                message = "found a tab character that violates indentation"
                raise ScannerError("while scanning a plain scalar", start, message, self.get_mark())
            if not crosses_line:
                blanks += self.peek()
            self.forward()
        if not breaks:
            return blanks, crosses_line
        first, *more = breaks
        return (" " if first == "\n" and not more else "".join(more if first == "\n" else breaks)), crosses_line

    def scan_directive(self) -> Any:
        """Read a directive. Upstream: `yaml_parser_scan_directive`.

        Raises:
            ScannerError: where it has no name, or one that is not known.
        """
        start = self.get_mark()
        if self.peek(1) not in _NAME_LETTERS:
            self.forward()
            message = "could not find expected directive name"
            raise ScannerError("while scanning a directive", start, message, self.get_mark())
        directive = super().scan_directive()
        if directive.name not in {"YAML", "TAG"}:
            message = "found unknown directive name"
            raise ScannerError("while scanning a directive", start, message, directive.end_mark)
        return directive

    def scan_block_scalar(self, style: str) -> Any:
        """Read a scalar behind `|` or `>`; where it begins is kept for errors."""
        self._block_start = self.get_mark()
        return super().scan_block_scalar(style)

    def scan_block_scalar_indicators(self, start_mark: Any) -> tuple[bool | None, int | None]:
        """Read how a block ends, and how far it is indented.

        Raises:
            ScannerError: where it is not indented.
        """
        keeps, indent = None, None
        for _ in "+2":  # In either order
            letter = self.peek()
            if letter in "+-" and keeps is None:
                keeps = letter == "+"
            elif letter in digits and indent is None:
                indent = int(letter)
            else:
                break
            if indent == 0:
                message = "found an indentation indicator equal to 0"
                raise ScannerError("while scanning a block scalar", start_mark, message, self.get_mark())
            self.forward()
        return keeps, indent

    def scan_block_scalar_ignored_line(self, start_mark: Any) -> None:
        """Skip the rest of the line of `|` or `>`.

        Raises:
            ScannerError: where anything but a comment is there.
        """
        while self.peek() in _BLANKS:
            self.forward()
        if self.peek() == "#":
            while self.peek() not in f"\0{_BREAKS}":
                self.forward()
        if self.peek() not in f"\0{_BREAKS}":
            raise ScannerError("while scanning a block scalar", start_mark, _COMMENT, self.get_mark())
        self.scan_line_break()

    def scan_block_scalar_indentation(self) -> Any:
        """Read empty lines, and find how far the first other one is indented."""
        found = super().scan_block_scalar_indentation()
        self._refuse_tab(self.column + 1)
        return found

    def scan_block_scalar_breaks(self, indent: int) -> Any:
        """Read empty lines."""
        found = super().scan_block_scalar_breaks(indent)
        self._refuse_tab(indent)
        return found

    def _refuse_tab(self, indent: int) -> None:
        if self.column < indent and self.peek() == "\t":
            message = "found a tab character where an indentation space is expected"
            raise ScannerError("while scanning a block scalar", self._block_start, message, self.get_mark())

    def scan_flow_scalar_non_spaces(self, double: bool, start_mark: Any) -> list[str]:
        """Read letters and escapes between quotes.

        Raises:
            ScannerError: where an escape is none.
        """
        chunks: list[str] = []
        while True:
            length = 0
            while self.peek(length) not in f"'\"\\{_NO_LETTER}":
                length += 1
            chunks.append(self.prefix(length))
            self.forward(length)
            letter = self.peek()
            if not double and letter == "'" == self.peek(1):
                chunks.append("'")
                self.forward(2)
            elif letter in ("'" if double else '"\\'):
                chunks.append(letter)
                self.forward()
            elif double and letter == "\\":
                chunks += self._escape(start_mark)
            else:
                return chunks

    def _escape(self, start: Any) -> list[str]:
        """Read an escape. Upstream: `yaml_parser_scan_flow_scalar`.

        Raises:
            ScannerError: where it is none.
        """
        code = self.peek(1)
        if code in _BREAKS:
            self.forward()
            self.scan_line_break()
            return self.scan_flow_scalar_breaks(True, start)  # noqa: FBT003 - PyYAML's order
        if code in self.ESCAPE_REPLACEMENTS:
            self.forward(2)
            return [self.ESCAPE_REPLACEMENTS[code]]
        if code not in self.ESCAPE_CODES:
            raise ScannerError(
                "while parsing a quoted scalar", start, "found unknown escape character", self.get_mark()
            )
        self.forward(2)
        written = self.prefix(self.ESCAPE_CODES[code])
        if not all(digit in hexdigits for digit in written):
            message = "did not find expected hexdecimal number"
            raise ScannerError("while parsing a quoted scalar", start, message, self.get_mark())
        number = int(written, 16)
        if number > _LAST_CHARACTER or number in _SURROGATES:
            message = "found invalid Unicode character escape code"
            raise ScannerError("while parsing a quoted scalar", start, message, self.get_mark())
        self.forward(len(written))
        return [chr(number)]

    def _is_document_indicator(self) -> bool:
        return self.column == 0 and self.prefix(3) in {"---", "..."} and self.peek(3) in _NO_LETTER


def _worded(error: MarkedYAMLError) -> str:
    """Return what libyaml says of an error."""
    problem = error.problem or ""
    for beginning, worded in _WORDED.items():
        if problem.startswith(beginning):
            return worded if isinstance(worded, str) else worded.get(error.context or "", problem)
    return problem
