"""What servers send, made harmless before it stands in a message."""

_IN_QUOTES = {'"': '\\"', "\\": "\\\\"}

_NO_UTF8 = range(0xDC80, 0xDD00)
"""What `surrogateescape` makes of bytes that are no UTF-8."""


def harmless(text: str | bytes, longest: int = 80) -> str:
    r"""Write control characters, terminal escapes and unreadable bytes as Go's `%q` does (`\x1b`).

    More than `longest` characters are cut; an ellipsis stands for them.
    """
    if isinstance(text, bytes):
        # A cut must not split a character: one takes four bytes at most.
        text = text[: 4 * longest + 4].decode("utf-8", "surrogateescape")
    shown = "".join(_escaped(character) for character in text[:longest])
    return shown + "…" if len(text) > longest else shown


def one_line(text: str, longest: int = 300) -> str:
    """Return in one harmless line what may have several, as messages of servers and programs have."""
    return harmless(" ".join(text[: 2 * longest].split()), longest)


def quoted(text: str | bytes, longest: int = 80) -> str:
    """Return a harmless text within double quotes; quotes and backslashes inside are escaped."""
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
