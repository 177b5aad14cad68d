r"""Texts as Go shows, folds and repairs them.

Upstream: `Quote` in `strconv/quote.go`, which `%q` of `fmt` calls; `IsSpace` in `unicode/graphic.go`; `foldName` in
`encoding/json/fold.go`; `QuoteMeta` in `regexp/regexp.go`.
"""

from schedcfg.patterns import pattern

SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""The characters for which `unicode.IsSpace` is true, as a class of a regular expression has them."""

_NAMED = {character: f"\\{name}" for character, name in zip("\a\b\f\n\r\t\v", "abfnrtv", strict=True)}
_META = frozenset("\\.+*?()|[]{}^$")
_DELETE, _LAST_OF_THE_FIRST_PLANE = 0x7F, 0xFFFF
_NO_UTF8 = range(0xDC80, 0xDD00)
"""What `surrogateescape` makes of bytes that are no UTF-8."""

_LONE_SURROGATE = pattern("[\ud800-\udfff]")
_FOLDED = str.maketrans({"\u017f": "s", "\u212a": "k"})


def quoted(text: str | bytes, longest: int = 80) -> str:
    """Quote a text as `%q` does; more than `longest` characters are cut, which an ellipsis shows."""
    whole = _beginning(text, longest)
    shown = "".join(f"\\{one}" if one in {'"', "\\"} else _escaped(one) for one in whole[:longest])
    return f'"{shown}…"' if len(whole) > longest else f'"{shown}"'


def harmless(text: str | bytes, longest: int = 80) -> str:
    r"""Write control characters, terminal escapes and unreadable bytes as `%q` does (`\x1b`), and no quotes around."""
    whole = _beginning(text, longest)
    shown = "".join(map(_escaped, whole[:longest]))
    return shown + "…" if len(whole) > longest else shown


def one_line(text: str, longest: int = 300) -> str:
    """Return in one harmless line what may have several, as messages of servers and programs have."""
    return harmless(" ".join(text[: 2 * longest].split()), longest)


def quoted_character(character: str) -> str:
    """Quote a character as `quoteChar` of `encoding/json` does."""
    return f"'\\{character}'" if character in {"'", "\\"} else f"'{_escaped(character)}'"


def quote_meta(text: str) -> str:
    """Write a text as a regular expression that matches it, as `regexp.QuoteMeta` does."""
    return "".join(f"\\{one}" if one in _META else one for one in text)


def fold_name(key: str) -> str:
    """Return what two keys have in common if `encoding/json` treats them as the same, in whatever case.

    Only two characters beyond ASCII fold into it; Python's `lower` would take others along.
    """
    if key.isascii():
        return key.lower()
    return "".join(one.lower() if one.isascii() else one.translate(_FOLDED) for one in key)


def without_lone_surrogates(text: str) -> str:
    """Return a text in which halves of surrogate pairs, which Python keeps, are replaced as `encoding/json` does."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _beginning(text: str | bytes, longest: int) -> str:
    # A cut must not split a character: one takes four bytes at most.
    return text if isinstance(text, str) else text[: 4 * longest + 4].decode("utf-8", "surrogateescape")


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code in _NO_UTF8:
        return f"\\x{code - 0xDC00:02x}"
    if code < ord(" ") or code == _DELETE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _LAST_OF_THE_FIRST_PLANE else f"\\U{code:08x}"
