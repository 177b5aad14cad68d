"""Addresses as Go reads and writes them: URLs, host and port, IP addresses.

Upstream: `Parse` in `net/url/url.go`, `SplitHostPort` and `JoinHostPort` in `net/ipsock.go`, `ParseIP` in `net/ip.go`,
`favoriteAddrFamily` in `net/ipsock_posix.go`.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TypeAlias

from schedcfg.patterns import pattern

_BAD_ESCAPE = pattern(r"%(?![0-9a-fA-F]{2})")
_SCHEME = pattern(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL = pattern(r"[\x00-\x1f\x7f]")
_PORT = pattern(r":[0-9]*\Z")
_NOT_IN_USER = pattern(r"[^A-Za-z0-9._:~!$&'()*+,;=%@-]")
_NOT_IN_HOST = pattern(r"[\x00-\x20\\^`{|}\x7f#?/@]")
_ASCII_ESCAPE = pattern(r"%(?!25)[0-7][0-9a-fA-F]")


def url_objection(text: str) -> str | None:
    """Return why `url.Parse` does not take a text for an URL; None where it does, and it takes much."""
    if _CONTROL.search(text):
        return "it contains a control character"
    before, _, fragment = text.partition("#")
    if has_bad_escape(fragment):
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


def has_bad_escape(text: str) -> bool:
    """Check whether a `%` is not followed by two hexadecimal digits."""
    return _BAD_ESCAPE.search(text) is not None


def _first_segment(rest: str) -> str | None:
    if ":" in rest.partition("/")[0]:
        return "it contains a colon but no protocol: write `http://` before it"
    return _path(rest)


def _path(path: str) -> str | None:
    return "a `%` must be followed by two hexadecimal digits" if has_bad_escape(path) else None


def _authority(authority: str) -> str | None:
    user, at, host = authority.rpartition("@")
    if at and (_NOT_IN_USER.search(user) or has_bad_escape(user)):
        return "its user name is invalid"
    return _host(host)


def _host(host: str) -> str | None:
    name = host
    if host.startswith("["):
        name, bracket, port = host.rpartition("]")
        if not bracket:
            return "the `]` after the IPv6 address is missing"
    else:
        name, colon, port = host.rpartition(":")
        name, port = (name, colon + port) if colon else (host, "")
    if port and not _PORT.match(port):
        return "the port is not a number"
    if has_bad_escape(name) or _ASCII_ESCAPE.search(name) or _NOT_IN_HOST.search(name):
        return "the host contains a character that is not allowed"
    return None


def split_host_port(address: str) -> tuple[str, str] | None:
    """Split `host:port` as `net.SplitHostPort` does; None where it would give an error."""
    host, colon, port = address.rpartition(":")
    if not colon or "[" in port or "]" in port:
        return None
    if host.startswith("["):
        if not host.endswith("]") or "[" in host[1:] or "]" in host[:-1]:
            return None
        return host[1:-1], port
    if ":" in host or "[" in host or "]" in host:
        return None
    return host, port


def join_host_port(host: str, port: str) -> str:
    """Join host and port as `net.JoinHostPort` does."""
    return f"[{host}]:{port}" if ":" in host or "%" in host else f"{host}:{port}"


IPAddress: TypeAlias = IPv4Address | IPv6Address


def parse_ip(text: str) -> IPAddress | None:
    """Read an IPv4 or IPv6 address, without a zone, as `net.ParseIP` does; None where it reads none.

    `::ffff:192.0.2.1` is the IPv4 address in it.
    """
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv4Address):
        return address
    return None if "%" in text else address.ipv4_mapped or address


def is_ip(text: str) -> bool:
    """Check whether `net.ParseIP` reads a text."""
    return parse_ip(text) is not None


def listeners_clash(one: IPAddress, other: IPAddress) -> bool:
    """Check whether nobody can listen at a port of one address while somebody listens at the same port of the other.

    Go listens at all addresses of both kinds for `0.0.0.0` as well as for `::`, where the system has both.
    """
    return one == other or one.is_unspecified or other.is_unspecified
