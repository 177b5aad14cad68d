"""Texts that Go reads as URLs: `url.Parse` of `net/url`, which takes much."""

import re

_BAD_ESCAPE = re.compile(r"%(?![0-9a-fA-F]{2})")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_PORT = re.compile(r":[0-9]*\Z")
_NOT_IN_USER = re.compile(r"[^A-Za-z0-9._:~!$&'()*+,;=%@-]")
_NOT_IN_HOST = re.compile(r"[\x00-\x20\\^`{|}\x7f#?/@]")
_ASCII_ESCAPE = re.compile(r"%(?!25)[0-7][0-9a-fA-F]")


def objection(text: str) -> str | None:
    """Say why Go does not take a text for an URL; None where it does."""
    if _CONTROL.search(text):
        return "it has a control character in it"
    before, _, fragment = text.partition("#")
    if _BAD_ESCAPE.search(fragment):
        return "a `%` must be followed by two hexadecimal digits"
    if before.startswith(":"):
        return "the protocol before the colon is missing"
    scheme = _SCHEME.match(before)
    rest = before[scheme.end() :] if scheme else before
    rest = rest.partition("?")[0]
    if not rest.startswith("/"):
        return None if scheme else _first_segment(rest)
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        return _authority(authority) or _path(slash + path)
    return _path(rest)


def _first_segment(rest: str) -> str | None:
    if ":" in rest.partition("/")[0]:
        return "it has a colon but no protocol: write `http://` before it"
    return _path(rest)


def _path(path: str) -> str | None:
    return "a `%` must be followed by two hexadecimal digits" if _BAD_ESCAPE.search(path) else None


def _authority(authority: str) -> str | None:
    user, at, host = authority.rpartition("@")
    if at and (_NOT_IN_USER.search(user) or _BAD_ESCAPE.search(user)):
        return "the user name in it is invalid"
    return _host(host)


def _host(host: str) -> str | None:
    name = host
    if host.startswith("["):
        name, bracket, port = host.rpartition("]")
        if not bracket:
            return "the `]` behind the IPv6 address is missing"
    else:
        name, colon, port = host.rpartition(":")
        name, port = (name, colon + port) if colon else (host, "")
    if port and not _PORT.match(port):
        return "the port is no number"
    if _BAD_ESCAPE.search(name) or _ASCII_ESCAPE.search(name) or _NOT_IN_HOST.search(name):
        return "the host has a character in it that no host can have"
    return None
