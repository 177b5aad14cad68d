"""What is shown in place of secrets: in texts, in data, in source lines, and in all that is said about a text.

A message may repeat a value far from the name that makes it a secret. `Secrets` knows the values of a whole text, so
that they are found in whatever is said about it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from schedcfg.document.secret_addresses import Region, apart, in_addresses, logins
from schedcfg.document.secret_names import WHERE_IT_IS, is_secret_name
from schedcfg.document.secret_spans import Colon, secret_spans
from schedcfg.document.sensitive_values import sensitive_spans
from schedcfg.document.span import Position, Span, before, source_line
from schedcfg.patterns import pattern

HIDDEN = "***"
"""Shown in place of a secret."""


_MOST_OF_ANSWER = 2000
"""Bytes of an answer that are looked at: a name may be far before or behind what it makes a secret."""


def hide(text: str) -> str:
    """Return a part of a file without what looks like a secret."""
    return text if text.isalnum() else _replaced(text, secret_spans(text))


def hide_in_message(text: str) -> str:
    """Return what a program or a server says without what looks like a secret."""
    return _replaced(text, secret_spans(text, Colon.WORD))


def beginning(body: bytes) -> str:
    """Return how the answer of a server begins, up to the first thing that looks like a secret."""
    text = body[:_MOST_OF_ANSWER].decode("utf-8", "replace").strip()
    first = next(iter(secret_spans(text)), None)
    return text if first is None else text[: first[0]] + HIDDEN


def hide_in_sentence(text: str) -> str:
    """Return one of our own sentences, in which a colon is one, without what looks like a secret."""
    return text if text.isalnum() else _replaced(text, secret_spans(text, Colon.SENTENCE))


def hide_in_sentences(data: object) -> object:
    """Return plain data whose texts are sentences of ours without what looks like a secret; other values stay."""
    if isinstance(data, str):
        return hide_in_sentence(data)
    if isinstance(data, Mapping):
        return {hide_in_sentences(key): hide_in_sentences(value) for key, value in data.items()}
    return [hide_in_sentences(value) for value in data] if isinstance(data, (list, tuple)) else data


def without_login(text: str) -> str:
    """Return a text whose addresses have no user, password or token."""
    return _replaced(text, in_addresses(text))


def has_login(text: str) -> bool:
    """Return whether an address has a user or a password in it."""
    return bool(logins(text))


def safe(name: str, value: object) -> object:
    """Return plain data as it may be shown: hidden where a name sounds like a secret, and in texts.

    Args:
        name: The path or key.
        value: A single value, or a list or mapping of them.
    """
    if isinstance(value, dict):
        names = _names_of_value(value)
        return {hide(str(key)): safe(_within(name, names.get(key, str(key))), one) for key, one in value.items()}
    if isinstance(value, list):
        return [safe(flag or name, one) for flag, one in with_flags(value)]
    if value is None or isinstance(value, bool):
        return value
    if value != "" and is_secret_name(name):
        return "(hidden)"
    return hide(value) if isinstance(value, str) else value


def with_flags(values: list[object]) -> Iterator[tuple[str, object]]:
    """Yield items, each with the flag whose value it is: that of the item before it; empty where there is none."""
    flag = ""
    for value in values:
        is_flag = isinstance(value, str) and value.startswith("-")
        yield "" if is_flag else flag, value
        flag = value if is_flag and isinstance(value, str) and "=" not in value else ""


def _within(name: str, key: str) -> str:
    """Return what a value below a name is called: what is below the name of a secret is a part of it."""
    return name if is_secret_name(name) and not WHERE_IT_IS.search(key) else key


def _names_of_value(entry: dict[object, object]) -> dict[object, str]:
    """Return what an entry such as a variable calls its value: `{name: API_TOKEN, value: …}`."""
    name = entry.get("name", entry.get("key"))
    return {"value": name} if isinstance(name, str) and "value" in entry else {}


def _replaced(text: str, regions: Sequence[Region]) -> str:
    if not regions:
        return text
    parts, kept = [], 0
    for start, end in regions:
        parts += [text[kept:start], HIDDEN]
        kept = end
    return "".join([*parts, text[kept:]])


_SHORTEST = 4
"""Letters of a value that is looked for anywhere; a shorter one only between quotes."""
_LONGEST = 32
"""So many letters tell a value from others; what follows them is hidden up to the end of the word."""

_NO_SECRETS = frozenset({"true", "false", "null", "none", "yes", "no", "on", "off", "bearer", "basic", HIDDEN})
_PLACEHOLDER = pattern(r"\$[({]?[\w.]+[)}]?|\{\{.*\}\}|<[\w .-]+>|@\w+@?")
_WORD_END = pattern(r"[\s\"'`]|\Z")
_CUT = pattern(r"…|\.\.\.")
_QUOTED = pattern(r"(?P<quote>[\"'`])(?P<value>[^\"'`]{1,3})(?P=quote)")


class Secrets:
    """The secrets of a text.

    Args:
        text: The whole text.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @staticmethod
    @lru_cache(maxsize=4)
    def of(text: str) -> "Secrets":
        """Return the secrets of a text, which are looked for once."""
        return Secrets(text)

    def hide(self, message: str) -> str:
        """Return what is said about the text, without its secrets.

        Our own sentences have colons, too: what follows one is only a secret if it is one in the text.
        """
        message = hide_in_sentence(message)
        return _replaced(message, list(self._repeated(message))) if self._values else message

    def source_line(self, position: Position) -> str:
        """Return the line of a place, with a star for each letter of a secret."""
        begin, line = self._line(position)
        parts, kept = [], 0
        for start, end in self._within(begin, begin + len(line)):
            parts += [line[kept : start - begin], "*" * (end - start)]
            kept = end - begin
        return "".join([*parts, line[kept:]])

    @cached_property
    def masked(self) -> str:
        """The text with a star for each letter of a secret, also where one is repeated; lines and places stay."""
        letters = list(self._text)
        for start, end in (*self._regions, *(self._repeated(self._text) if self._values else ())):
            letters[start:end] = (letter if letter in "\r\n" else "*" for letter in letters[start:end])
        return "".join(letters)

    def is_in(self, span: Span) -> bool:
        """Return whether a secret is in a stretch of the text."""
        return bool(self._within(span.start.offset, span.end.offset))

    def is_in_line(self, position: Position) -> bool:
        """Return whether the line of a place has a secret in it."""
        begin, line = self._line(position)
        return bool(self._within(begin, begin + len(line)))

    def _line(self, position: Position) -> tuple[int, str]:
        """Return where the line of a place begins, and the line."""
        return position.offset - len(before(self._text, position) or ""), source_line(self._text, position)

    def _within(self, begin: int, end: int) -> list[Region]:
        first = bisect_right(self._regions, begin, key=lambda region: region[1])
        last = bisect_left(self._regions, end, key=lambda region: region[0])
        return [(max(begin, start), min(end, stop)) for start, stop in self._regions[first:last]]

    @cached_property
    def _regions(self) -> Sequence[Region]:
        marked = list(sensitive_spans(self._text))
        return apart([*secret_spans(self._text), *marked]) if marked else secret_spans(self._text)

    @cached_property
    def _values(self) -> list[str]:
        """The values, as messages may repeat them, in the order of the alphabet."""
        found = {one for start, end in self._regions for one in _repeated_as(self._text[start:end])}
        found.update(one for start, end in logins(self._text) for one in _parts_of_password(self._text[start:end]))
        return sorted(one for one in found if one.lower() not in _NO_SECRETS and not _PLACEHOLDER.fullmatch(one))

    @cached_property
    def _starts(self) -> dict[str, set[int]]:
        """The lengths of the values that begin with the same letters."""
        starts: dict[str, set[int]] = {}
        for value in self._values:
            if value not in self._short:
                starts.setdefault(value[:_SHORTEST], set()).add(min(len(value), _LONGEST))
        return starts

    @cached_property
    def _beginnings(self) -> set[str]:
        return {value[:_LONGEST] for value in self._values}

    def _repeated(self, message: str) -> Iterator[Region]:
        """Yield where a message repeats a value, or the beginning of one that is cut off, from left to right."""
        end = 0
        found = [*self._whole(message), *self._before_cuts(message), *self._between_quotes(message)]
        for start, stop in sorted(found):
            if stop > end:
                yield max(start, end), stop
                end = stop

    def _whole(self, message: str) -> Iterator[Region]:
        starts = self._starts
        places = range(len(message) - _SHORTEST + 1) if starts else ()
        for place in [place for place in places if message[place : place + _SHORTEST] in starts]:
            lengths = starts[message[place : place + _SHORTEST]]
            length = max((one for one in lengths if message[place : place + one] in self._beginnings), default=0)
            end = place + length
            if not length or (_WORD.fullmatch(message, place, end) and not _is_alone(message, place, end)):
                continue
            if length == _LONGEST and (word := _WORD_END.search(message, end)) is not None:
                end = word.start()
            yield place, end

    def _before_cuts(self, message: str) -> Iterator[Region]:
        """Yield the beginnings of secrets that a message cuts off by an ellipsis."""
        for cut in _CUT.finditer(message):
            for length in range(min(_LONGEST, cut.start()), _SHORTEST - 1, -1):
                beginning = message[cut.start() - length : cut.start()]
                next_ = bisect_left(self._values, beginning)
                if next_ < len(self._values) and self._values[next_].startswith(beginning):
                    yield cut.start() - length, cut.start()
                    break

    @cached_property
    def _short(self) -> set[str]:
        return {value for value in self._values if len(value) < _SHORTEST}

    def _between_quotes(self, message: str) -> Iterator[Region]:
        for match in _QUOTED.finditer(message) if self._short else ():
            if match["value"] in self._short:
                yield match.span("value")


def _repeated_as(region: str) -> Iterator[str]:
    """Yield a value as a message may repeat it: each line of it as written and as it is read, and what is in it."""
    for line in region.splitlines():
        is_collection = _IS_COLLECTION.match(line)
        for part in (line, *_parts(line)) if is_collection else (line, _without_prefix(line)):
            whole = part.strip().rstrip(",").strip("\"'")
            read = [line.strip() for line in _unescaped(whole).splitlines()]
            yield from filter(None, (whole, " ".join(whole.split()), *read))


def _parts(collection: str) -> Iterator[str]:
    """Yield what may be a secret in a collection that has the name of one: what is no word, which is likely a key."""
    return (part for part in _PARTS.findall(collection) if not _WORD.fullmatch(part))


def _is_alone(text: str, start: int, end: int) -> bool:
    """Return whether a word is no part of another one."""
    return not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())


def _parts_of_password(login: str) -> Iterator[str]:
    """Yield a password as a reader of addresses may repeat it, who takes it for a port, a path or a query."""
    if _PLACEHOLDER.fullmatch(login):
        return
    password = login.partition(":")[2] or login
    yield from filter(None, (login, password, *_DELIMITERS.split(password)))


_IS_COLLECTION = pattern(r"[{\[]")
_PARTS = pattern(r"[^\s,{}\[\]:\"']+")
_WORD = pattern(r"[A-Za-z]?[a-z]+")
"""What may be a word of any sentence."""
_PREFIX = pattern(
    r"\s*(?:(?:bearer|basic)\s+|(?:\"[^\"]*\"|'[^']*'|[^\s:#\"'{}\[\],][^:]*+):\s+)(?>(?:[&!]\S*\s+)*)", re.IGNORECASE
)
"""The scheme of a header, or a key below the name of a secret with an anchor and a tag."""
_DELIMITERS = pattern(r"[/:@?#]")


def _without_prefix(line: str) -> str:
    prefix = _PREFIX.match(line)
    return line if prefix is None else line[prefix.end() :]


_CONTROL = {"n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_ESCAPE = pattern(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)


def _unescaped(text: str) -> str:
    """Return what a text in double quotes, or in single ones, means."""
    if "\\" not in text:
        return text.replace("''", "'")
    return _ESCAPE.sub(_character, text)


def _character(match: "re.Match[str]") -> str:
    number = match[1] or match[2] or match[3]
    if number is None:
        return _CONTROL.get(match[4], match[4])
    return chr(int(number, 16)) if int(number, 16) <= 0x10FFFF else ""  # noqa: PLR2004 - the last code point
