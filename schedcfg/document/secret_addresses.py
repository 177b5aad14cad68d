"""Where secrets are in the addresses of a text: users, passwords, and parameters that sound like secrets."""

from collections.abc import Iterator

from schedcfg.document.secret_names import is_secret_name
from schedcfg.patterns import pattern

Region = tuple[int, int]
"""Where something begins and ends in a text."""

_WORD = pattern(r"[^\s\"'`<>]++")
"""What an address can be in: spaces and quotes end it."""
_SCHEME, _DIGESTS = "://", ("sha256:", "sha512:")
_CUT_LOGIN = pattern(r"[^/?#:@…]++:(?![0-9]*+(?:[/?#…]|\Z))")
"""A user and the beginning of a password, in an address whose end is cut off."""
_AUTHORITY = pattern(r"[^/?#]*+")
_HOST_WITH_PORT = pattern(
    r"(?:[^:/?#@]*+@)?(?:[\w-]++(?>(?:\.[\w-]++)+)|localhost|\[[0-9a-fA-F:.]++\]):[0-9]{1,5}(?=[/?#])"
)
"""Its `:` begins no password: a user of that name, with a number and a `/` in the password, is not to be expected."""
_LOCAL_PATH = pattern(r"(?:\.{1,2}|~)?/(?!/)")
_TEMPLATE = pattern(r"(?<![\w@])@\w++@(?=[:/?#.-]|\Z)")
"""What a script replaces, `@HOST@`: where no host is behind the second `@`, none is a login before it."""

_PARAMETER = pattern(r"[?&;#](?P<name>[\w.~%-]++)=(?P<value>[^&;#\s\"'`<>]++)")
_OTHER_PARAMETERS = frozenset({"key", "code", "pin", "otp"})


def logins(text: str) -> list[Region]:
    """List where users and passwords in addresses are.

    One ends before the first `/`, `?` or `#` (RFC 3986, 3.2), unless a `:` is before the `@`: a password may have those
    in it, or an `@`, and ends at the last `@` of its word. An address without a scheme has one where a `:` is before
    the `@`.
    """
    if "@" not in text and "…" not in text:
        return []
    words = ((word.start(), _login(word[0])) for word in _WORD.finditer(text))
    return [(start + login[0], start + login[1]) for start, login in words if login is not None]


def _login(word: str) -> Region | None:
    """Return where the login is in a word that may be an address; None where there is none."""
    if "@" in word:
        word = _TEMPLATE.sub(lambda template: "_" * len(template[0]), word)
    scheme = word.find(_SCHEME)
    start = scheme + len(_SCHEME) if scheme >= 0 else 0
    end = word.rfind("@")
    if end < 0:
        cut = _CUT_LOGIN.match(word, start) if scheme >= 0 and "…" in word else None
        return None if cut is None else (start, word.index("…"))
    if "@" in word[:start]:
        start = 0
    port = _HOST_WITH_PORT.match(word, start, end)
    has_password = ":" in word[start if port is None else port.end() : end]
    if scheme < 0:
        host = word[end + 1 :]
        is_other = host == "" or host.startswith(_DIGESTS) or _LOCAL_PATH.match(word)
        return (start, end) if has_password and not is_other else None
    if not has_password:
        authority = _AUTHORITY.match(word, start)
        end = -1 if authority is None else word.rfind("@", *authority.span())
    return (start, end) if start < end else None


def in_addresses(text: str) -> list[Region]:
    """List, in order, logins of addresses and values of parameters that sound like secrets."""
    return apart([*logins(text), *parameters(text)])


def parameters(text: str) -> Iterator[Region]:
    """Yield where the values of parameters of addresses that sound like secrets."""
    if "=" in text:
        for one in _PARAMETER.finditer(text):
            if one["name"].lower() in _OTHER_PARAMETERS or is_secret_name(one["name"]):
                yield one.span("value")


def apart(found: list[Region]) -> list[Region]:
    """Return regions in order, those that touch as one, none empty."""
    merged: list[Region] = []
    for start, end in sorted(one for one in found if one[0] < one[1]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
