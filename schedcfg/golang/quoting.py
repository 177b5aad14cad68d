"""What servers send, made harmless before it stands in a message."""

_IN_QUOTES = {'"': '\\"', "\\": "\\\\"}

_ALONE = {"'": "\\'", "\\": "\\\\", **{c: f"\\{n}" for c, n in zip("\a\b\f\n\r\t\v", "abfnrtv", strict=True)}}
_LAST_PLAIN_CONTROL = 0x7F

_NO_UTF8 = range(0xDC80, 0xDD00)
"""What `surrogateescape` makes of bytes that are no UTF-8."""


def harmless(text: str | bytes, longest: int = 80) -> str:
    r"""Write control characters, terminal escapes and unreadable bytes as Go's `%q` does (`\x1b`).

    More than `longest` characters are cut, which an ellipsis tells.
    """
    if isinstance(text, bytes):
        # A cut must not split a character: one takes four bytes at most.
        text = text[: 4 * longest + 4].decode("utf-8", "surrogateescape")
    shown = "".join(_escaped(character) for character in text[:longest])
    return shown + "…" if len(text) > longest else shown


def one_line(text: str, longest: int = 300) -> str:
    """Do as `harmless` does with what may have several lines, as messages of servers and programs have."""
    return harmless(" ".join(text[: 2 * longest].split()), longest)


def quoted(text: str | bytes, longest: int = 80) -> str:
    """Do as `harmless` does, within double quotes; quotes and backslashes inside are escaped."""
    if isinstance(text, bytes):
        text = text[: 4 * longest + 4].decode("utf-8", "surrogateescape")
    shown = "".join(_IN_QUOTES.get(character) or _escaped(character) for character in text[:longest])
    return f'"{shown}…"' if len(text) > longest else f'"{shown}"'


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    if ord(character) in _NO_UTF8:
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def quoted_character(character: str) -> str:
    """Quote a character as `quoteChar` of `encoding/json` does."""
    if character in _ALONE:
        return f"'{_ALONE[character]}'"
    if character.isprintable():
        return f"'{character}'"
    code = ord(character)
    return f"'\\x{code:02x}'" if code <= _LAST_PLAIN_CONTROL else f"'\\u{code:04x}'"
