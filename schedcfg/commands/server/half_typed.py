"""Where a place in a half-typed text is: a marker is written there, and looked for in what is read.

No second reader of YAML is needed: what the text means with a word more, the usual one knows.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from schedcfg.document import Document, Stream
from schedcfg.document.span import BREAK, Path
from schedcfg.patterns import pattern

_WORD = pattern(r"[\w./*-]*")
_KEY_PLACE = pattern(r"[\s-]*|.*[{,]\s*")
"""What may be before a key in its line: blanks and the dashes of items, or what a flow mapping begins with."""

_DASH = "- "
_CLOSING = {"{": "}", "[": "]"}
_MARKER = "completedhere"
_LONGEST = 2000
"""Letters of a line before the place: nobody types in a longer one."""


class WordAt(NamedTuple):
    """A word of a text, perhaps an empty one, in place of which something is offered.

    Attributes:
        start: Its offset.
        end: The offset behind it.
        before: What is before it in its line.
        behind: What is behind it in its line.
    """

    start: int
    end: int
    before: str
    behind: str

    @property
    def may_be_key(self) -> bool:
        """Whether a key may begin there."""
        return _KEY_PLACE.fullmatch(self.before) is not None

    @property
    def is_before_content(self) -> bool:
        """Whether it is in the blanks before something else, where no key can be put."""
        return self.may_be_key and not self.has_colon and self.behind.strip()[:1] not in {"", "#", "}", "]", ","}

    @property
    def has_colon(self) -> bool:
        """Whether it is a key whose value follows."""
        return self.behind.lstrip("\"'").startswith(":")

    @property
    def quote(self) -> str:
        """The quote that is open before it; empty where none is."""
        last = self.before[-1:]
        return last if last in {'"', "'"} else ""

    @property
    def is_in_flow(self) -> bool:
        """Whether it is within brackets that its line opens."""
        return bool(self.closing)

    @property
    def closing(self) -> str:
        """The brackets that close those which are open before it."""
        open_: list[str] = []
        for letter in self.before:
            if letter in _CLOSING:
                open_.append(_CLOSING[letter])
            elif open_ and letter == open_[-1]:
                open_.pop()
        return "".join(reversed(open_))


def word_at(text: str, offset: int) -> WordAt | None:
    """Return the word at an offset; None where nothing can be typed, as right behind the dash of an item."""
    if not 0 <= offset <= len(text):
        return None
    begin = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    line_break = BREAK.search(text, offset)
    # What is before the place is read backwards.
    letters, word_end = _WORD.match(text[begin:offset][-_LONGEST:][::-1]), _WORD.match(text, offset)
    if offset - begin > _LONGEST or letters is None or word_end is None:
        return None
    start, end = offset - letters.end(), word_end.end()
    behind = text[end : line_break.start() if line_break else len(text)]
    word = WordAt(start, end, text[begin:start], behind)
    return None if text.startswith("-", start) or word.is_before_content else word


class MarkedStream(NamedTuple):
    """A text with a marker in place of a word.

    Attributes:
        stream: The text, read.
        marker: The marker.
        dash: What has to be written before whatever is: the dash of an item, where only that can be there.
    """

    stream: Stream
    marker: str
    dash: str


def marked(stream: Stream, word: WordAt) -> Iterator[MarkedStream]:
    """Yield a text with a marker in place of a word: as a key, a value, an item; then without what is behind its line.

    Args:
        stream: The text as it is.
        word: The word.
    """
    text, marker = stream.text, _MARKER
    while marker in text:
        marker += "x"
    rest = text[word.end + len(word.behind) :]
    for behind in (rest, ""):
        for line in dict.fromkeys(_lines(word, marker)):
            yield MarkedStream(stream.reader(text[: word.start] + line + behind), marker, "")
        if not word.before.strip() and not word.behind.strip():
            yield MarkedStream(stream.reader(f"{text[: word.start]}{_DASH}{marker}:{behind}"), marker, _DASH)


def _lines(word: WordAt, marker: str) -> Iterator[str]:
    """Yield how the line may go on."""
    if word.may_be_key and not word.has_colon:
        yield f"{marker}: {word.behind}".rstrip()
        yield f"{marker}: {word.closing}".rstrip()
    if word.may_be_key and not word.has_colon and not word.is_in_flow:
        return
    yield marker + word.behind
    yield marker + word.quote + word.closing


class MarkedPlace(NamedTuple):
    """Where a marker is in a document.

    Attributes:
        document: The document.
        path: The path of the mapping that has it as a key, or else of the value that it is.
        on_key: Whether it is a key.
        marker: The marker.
    """

    document: Document
    path: Path
    on_key: bool
    marker: str

    @property
    def data(self) -> object:
        """The document's data, the marker among it."""
        return self.document.data


def find_marker(documents: Iterable[tuple[int, Document | None]], marker: str) -> tuple[int, MarkedPlace] | None:
    """Return where a marker is, with the number of its document; None where it is in none.

    Args:
        documents: The documents, numbered; None for what could not be read.
        marker: The marker.
    """
    for number, document in documents:
        place = None if document is None else _place(document, marker)
        if place is not None:
            return number, place
    return None


def _place(document: Document, marker: str) -> MarkedPlace | None:
    waiting: list[tuple[Path, object]] = [((), document.data)]
    while waiting:
        path, data = waiting.pop()
        if isinstance(data, dict):
            if marker in data:
                return MarkedPlace(document, path, on_key=True, marker=marker)
            waiting.extend(((*path, key), value) for key, value in data.items())
        elif isinstance(data, list):
            waiting.extend(((*path, index), item) for index, item in enumerate(data))
        elif data == marker:
            return MarkedPlace(document, path, on_key=False, marker=marker)
    return None
