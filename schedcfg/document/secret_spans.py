"""Where secrets are in a text: behind names that sound like one, and between the marks of a private key.

The text may be YAML, JSON, TOML, a unit, a command line or what a server writes, and it may be broken: this is one scan
over its characters, from its beginning to its end.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache

from schedcfg.document.secret_addresses import Region, apart, logins, parameters
from schedcfg.document.secret_names import HINTS, WHERE_IT_IS, find_secret_name
from schedcfg.patterns import pattern

# Private keys and headers

_PEM = pattern(r"(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----(.*?)(?:-----END|\Z)")
_SCHEME_OF_HEADER = pattern(r"(?:basic|bearer|digest|negotiate)[ \t]+", re.IGNORECASE)
_SCHEMED = pattern(r"\b(?:bearer|basic)[ \t]+(?=[^\s\"'`]*[0-9+/=_.~-])(?P<value>[^\s\"'`,;]+)", re.IGNORECASE)


_WEBHOOK = pattern(
    r"\b(?:hooks\.slack\.com/\w+|discord(?:app)?\.com/api/webhooks|[\w.-]{1,100}\.webhook\.office\.com/\w+"
    r"|hooks\.zapier\.com/hooks/\w+)/(?P<value>[\w/@.-]+)",
    re.IGNORECASE,
)
"""Addresses to which whoever knows them may write. gitleaks: rules `slack-webhook-url`, `microsoft-teams-webhook`."""


def _marked(text: str, small: str) -> Iterator[Region]:
    """Yield private keys in PEM, what follows the scheme of a header, and what makes a webhook."""
    if "hook" in small:
        yield from (one.span("value") for one in _WEBHOOK.finditer(text))
    if "PRIVATE KEY-----" in text:
        yield from (one.span(1) for one in _PEM.finditer(text))
    if "bearer" in small or "basic" in small:
        yield from (one.span("value") for one in _SCHEMED.finditer(text))


# Names and values

_SIGN = pattern(r"\\?[\"']?[ \t]*+(?P<sign>[:=])(?!//)[ \t]*+")
_NEXT_LINE = pattern(r"[\"']?[ \t]*+\r?\n[ \t]*+:[ \t]++")
"""A key in YAML's long form: `? name`, and `: value` on the next line."""
_AFTER_FLAG = pattern(r"[\"']?(?:[ \t]*+,\s*+|[ \t]++(?![=:])|[ \t]*+\r?\n[ \t]*+-[ \t]++)[\"']?(?![-\s])")
_NEXT_ENTRY = r"(?:[ \t]*+,\s*+|[ \t]*+\r?\n[ \t]*+)"
_ENTRY_BETWEEN = r"[\"']?[\w.-]++[\"']?[ \t]*+:[ \t]++(?>\"[^\"\n]*+\"|'[^'\n]*+'|[^\s\"'{}\[\],]++)"
_SIBLING = pattern(rf"[\"']?{_NEXT_ENTRY}(?>{_ENTRY_BETWEEN}{_NEXT_ENTRY}){{0,3}}?[\"']?value[\"']?[ \t]*+:[ \t]*+")
"""The value beside a name; others may be between them, as the type that Terraform has there."""
_SIBLING_BEFORE = pattern(
    r"\bvalue[\"']?[ \t]*+:[ \t]*+(?P<value>[^\n]*?)[ \t,]*\r?\n?[ \t]*"
    r"[\"']?(?:name|key|header)[\"']?[ \t]*:[ \t]*[\"']?[\w.-]*\Z"
)
_PROPERTIES = pattern(r"(?>(?:[&!][^\s,{}\[\]]*[ \t]+)*)")
_BLOCK = pattern(r"[|>][-+0-9]*[ \t]*(?:#.*)?(?=\r?\n|\r|\Z)")
_NOTHING = pattern(r"[ \t]*(?:#[^\r\n]*)?(?=\r?\n|\r|\Z)")
_QUOTED = {
    '"""': pattern(r'"""(?P<value>(?>(?:[^"\\]|\\.|"(?!""))*))', re.DOTALL),
    "'''": pattern(r"'''(?P<value>(?>(?:[^']|'(?!''))*))"),
    '"': pattern(r'"(?P<value>(?>(?:[^"\\]|\\.)*))', re.DOTALL),
    "'": pattern(r"'(?P<value>(?>(?:[^']|'')*))"),
    '\\"': pattern(r'\\"(?P<value>(?>(?:[^"\\]|\\[^"])*))', re.DOTALL),
}
_REST = pattern(r"[^\r\n]*")
_COMMENT = pattern(r"[ \t]#")
_IN_FLOW = pattern(r"[^\r\n,}\]]*")
_SHELL_WORD = pattern(r"[^\s\"'`,;&<>)}\]|]*")
_ALIAS = pattern(r"\*(?P<name>[^\s,{}\[\]]+)")
_ANCHOR = pattern(r"&(?P<name>[^\s,{}\[\]&]+)[ \t]+(?P<value>[^\r\n]+)")
_FLOW_PARTS = pattern(r"[{}\[\]]|\"(?>(?:[^\"\\]|\\.)*)\"|'[^']*'", re.DOTALL)
_INDENTATION = pattern(r"(?>(?:[ \t]|[-?](?=[ \t]))*)")
_LINE = pattern(r"(?:\r\n|\n|\r)(?P<line>[^\r\n]*)")
_ENTRY = pattern(r"(?P<name>\"[^\"]*\"|'[^']*'|[^\s:#\"'{}\[\],][^:]*+):(?:\s|\Z)")
_FILE = pattern(r"\.(?:ya?ml|json|conf|config|cfg|toml|ini|properties|sh|service)\Z")
STRUCTURE = frozenset({"key", "optional", "mode", "defaultMode", "items"})
"""What is below a `secret` that is a volume, beside its name."""

_NAME_CHARACTERS = pattern(r"[\w.-]*+")
MARKS = pattern(r"[=:@…]|--|earer|asic|hook", re.IGNORECASE)
"""Without one of these, nothing in a text says that it is a secret."""
_FURTHEST = 200
"""Characters before a name that are looked at."""


class Colon(Enum):
    """What follows a colon behind a name, in a kind of text."""

    VALUE = "the value, with the lines that belong to it: a document"
    WORD = "the same, but a value without quotes is one word: a message of a program or a server"
    SENTENCE = "the rest of a sentence, but where it quotes: a message of ours"


def secret_spans(text: str, colon: Colon = Colon.VALUE) -> Sequence[Region]:
    """List, in order, what is to be hidden in a text; none of them touch.

    Args:
        text: The text.
        colon: What follows a colon in it.
    """
    return _of_short(text, colon) if len(text) <= _FURTHEST else _of_text(text, colon)


@lru_cache(maxsize=4096)  # Short texts are repeated, as the names of plugins are.
def _of_short(text: str, colon: Colon) -> Sequence[Region]:
    return _of_text(text, colon) if MARKS.search(text) else ()


def _of_text(text: str, colon: Colon) -> Sequence[Region]:
    small = _in_lower_case(text)
    return apart([*logins(text), *parameters(text), *_marked(text, small), *_Scan(text, small, colon).values()])


class _Scan:
    """One scan of a text, which looks for names that sound like secrets and yields where their values are."""

    def __init__(self, text: str, small: str, colon: Colon) -> None:
        self.text = text
        self._small = small
        self._colon = colon
        self._counted = 0  # So far, brackets are counted
        self._open = 0  # So many are open there, in this line
        self._anchored: dict[str, list[Region]] | None = None

    def values(self) -> Iterator[Region]:
        """Yield the values; after each, the scan goes on behind it."""
        position = 0
        for hint in _hints(self._small):
            if hint < position:
                continue
            begin = _begin_of_word(self.text, hint, position, "-_.")
            word = _NAME_CHARACTERS.match(self.text, hint)
            position = hint if word is None else word.end()
            match = find_secret_name(self.text, begin, position)
            if match is not None:
                for region in self._of_name(match.start(), match.end()):
                    yield region
                    position = max(position, region[1])
                # What is between a name and a value beside it may be another secret.
                yield from self._beside(match.start(), match.end())

    def _of_name(self, start: int, end: int) -> Iterator[Region]:
        text = self.text
        if (sign := _SIGN.match(text, end)) is not None:
            if sign["sign"] == "=":
                yield from self._word(sign.end(), _SHELL_WORD)
            elif not self._is_tag(start, sign):
                yield from self._entry(start, sign.end())
        elif self._is_flag(start):
            if (flag := _AFTER_FLAG.match(text, end)) is not None:
                yield from self._word(flag.end(), _SHELL_WORD)
        elif (below := _NEXT_LINE.match(text, end)) is not None:
            yield from self._entry(start, below.end())

    def _beside(self, start: int, end: int) -> Iterator[Region]:
        """Yield the value of an entry that is called by another one: `name: API_TOKEN`, and `value: …`."""
        text = self.text
        if _SIGN.match(text, end) or _NEXT_LINE.match(text, end) or self._is_flag(start):
            return
        if (beside := _SIBLING.match(text, end)) is not None:
            yield from self._entry(start, beside.end())
        elif (before := _SIBLING_BEFORE.search(text, max(0, start - _FURTHEST), start)) is not None:
            yield before.span("value")

    def _is_flag(self, start: int) -> bool:
        """Return whether the word in which a name begins is a flag."""
        return self._beginning(start).startswith("-")

    def _is_tag(self, start: int, sign: "re.Match[str]") -> bool:
        """Return whether what is behind a colon is the tag of an image, or a port."""
        return sign[0] == ":" and "/" in self._beginning(start)

    def _beginning(self, start: int) -> str:
        """Return what is before a name in its word."""
        return self.text[_begin_of_word(self.text, start, max(0, start - _FURTHEST), "-_./") : start]

    def _word(self, start: int, unquoted: "re.Pattern[str]") -> Iterator[Region]:
        for quote, inside in _QUOTED.items():
            if self.text.startswith(quote, start) and (match := inside.match(self.text, start)) is not None:
                yield match.span("value")
                return
        if (match := unquoted.match(self.text, start)) is not None:
            yield match.span()

    def _entry(self, name: int, start: int) -> Iterator[Region]:
        """Yield what follows a colon: the value of an entry of a mapping, and what belongs to it below."""
        text = self.text
        if self._colon is Colon.SENTENCE:
            yield from self._quoted(name, start)
            return
        properties = _PROPERTIES.match(text, start)
        start = start if properties is None else properties.end()
        if _BLOCK.match(text, start) or _NOTHING.match(text, start):
            if not self._is_file_in_config_map(name, start):
                yield from self._below(name, start)
        elif text[start] in "{[":
            yield start, self._end_of_flow(start)
        elif (alias := _ALIAS.match(text, start)) is not None:
            yield from self._anchored_as(alias["name"], start)
        elif text.startswith(tuple(_QUOTED), start) or self._is_in_flow(name):
            yield from self._word(start, _IN_FLOW)
        elif self._colon is Colon.WORD:
            scheme = _SCHEME_OF_HEADER.match(text, start)
            yield from self._word(start if scheme is None else scheme.end(), _SHELL_WORD)
        else:
            rest = _REST.match(text, start)
            end = start if rest is None else rest.end()
            yield self._without_comment(start, end)
            yield from self._below(name, end, is_open=False)

    def _quoted(self, name: int, start: int) -> Iterator[Region]:
        """Yield the value of an entry that a sentence quotes, as somebody else wrote it."""
        quote = next((one for one in '`"' if self.text.count(one, 0, name) % 2), None)
        if quote is None and self.text.count("“", 0, name) > self.text.count("”", 0, name):
            quote = "”"
        if quote is None:
            return
        if self.text.startswith(tuple(_QUOTED), start):
            yield from self._word(start, _SHELL_WORD)
        elif (end := self.text.find(quote, start)) > start:
            yield start, end

    def _without_comment(self, start: int, end: int) -> Region:
        comment = _COMMENT.search(self.text, start, end)
        return start, start + len(self.text[start : end if comment is None else comment.start()].rstrip())

    def _is_file_in_config_map(self, name: int, start: int) -> bool:
        """Return whether a block has the name of a file: what is in it is looked at by itself."""
        colon = self.text.rfind(":", name, start)
        return _FILE.search(self.text, name, max(colon, name)) is not None

    def _is_in_flow(self, place: int) -> bool:
        """Return whether a bracket is open at a place, in its line; brackets are counted once."""
        line = self.text.rfind("\n", self._counted, place) + 1
        if line:
            self._counted, self._open = line, 0
        between = self.text[self._counted : place]
        self._open += sum(map(between.count, "{[")) - sum(map(between.count, "}]"))
        self._counted = max(self._counted, place)
        return self._open > 0

    def _end_of_flow(self, start: int) -> int:
        depth = 0
        for part in _FLOW_PARTS.finditer(self.text, start):
            depth += (part[0] in "{[") - (part[0] in "}]")
            if depth == 0:
                return part.end()
        return len(self.text)

    def _anchored_as(self, name: str, place: int) -> Sequence[Region]:
        """Return the value of an alias at a place: that of the last such anchor before it."""
        if self._anchored is None:
            self._anchored = {}
            for one in _ANCHOR.finditer(self.text):
                self._anchored.setdefault(one["name"], []).append(one.span("value"))
        values = self._anchored.get(name, [])
        number = bisect_left(values, (place,))
        return values[max(0, number - 1) : number]

    def _below(self, name: int, start: int, *, is_open: bool = True) -> Iterator[Region]:
        """Yield what is in the lines below a key and belongs to it: those that are indented further.

        Args:
            name: Where the key is.
            start: Where its line ends, or before that.
            is_open: Whether the value is still to come, so that it may be in the column of the key.
        """
        text = self.text
        begin = max(text.rfind("\n", 0, name), text.rfind("\r", 0, name)) + 1
        column = _column(text[begin : name + 1])
        for match in _LINE.finditer(text, start):
            line = match["line"]
            own, is_blank = _column(line), not line.strip()
            if not is_blank and own <= column and not (is_open and _is_value(line)):
                return
            is_open = is_open and is_blank
            entry = _ENTRY.match(line, own)
            label = "" if entry is None else entry["name"].strip("\"'")
            if not is_blank and label not in STRUCTURE and not WHERE_IT_IS.search(label):
                yield match.start("line") + own, match.end("line")


def _in_lower_case(text: str) -> str:
    """Return a text of the same length in lower case."""
    # The long s and the sign for Kelvin are letters of ours in another case.
    small = text.replace("\u017f", "s").replace("\u212a", "k").lower()
    return small if len(small) == len(text) else text  # Of a few letters, one is two in lower case


def _hints(small: str) -> list[int]:
    """List, in order, where names of secrets may be in a text in lower case."""
    found: list[int] = []
    for hint in HINTS:
        place = small.find(hint)
        while place >= 0:
            found.append(place)
            place = small.find(hint, place + len(hint))
    return sorted(found)


def _begin_of_word(text: str, place: int, least: int, signs: str) -> int:
    """Return where the letters and signs before a place begin, but not before the least."""
    while place > least and (text[place - 1].isalnum() or text[place - 1] in signs):
        place -= 1
    return place


def _column(line: str) -> int:
    """Return the column of the content of a line, behind the dashes of a list."""
    match = _INDENTATION.match(line)
    return 0 if match is None else match.end()


def _is_value(line: str) -> bool:
    """Check whether a line that is not indented further than the key above it is its value, and no other entry."""
    content = line.lstrip()
    return content.startswith(": ") or _ENTRY.match(content) is None
