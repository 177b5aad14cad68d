"""An address, read as Go's `net/url` and `net/http` read it."""

import re
import unicodedata
from base64 import b64encode
from ipaddress import IPv6Address
from typing import NamedTuple, NoReturn
from urllib.parse import quote, unquote_to_bytes

from schedcfg.document.texts import without_login
from schedcfg.probe.exchange.failure import ExchangeFailed, FailureKind
from schedcfg.probe.exchange.quoting import quoted

DEFAULT_PORTS = {"http": 80, "https": 443}

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_WRONG_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}")
_USERINFO = re.compile(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_NOT_IN_HOSTS = re.compile(r"[ \\^`{|}]")
_HOST = re.compile(r"(?:\[(?P<six>.*)\]|(?P<name>[^:]*))(?P<port>.*)")
_UP_TO_AN_AT = re.compile(r"^([A-Za-z]+://)?.*@", re.DOTALL)
_DOTS = re.compile("[.\u3002]")  # NFKC makes the others of IDNA to one of them
_HIGHEST_PORT = 65535


class Address(NamedTuple):
    """Where a question goes to.

    Attributes:
        scheme: `http` or `https`.
        host: A name in ASCII, or an IP address without brackets; empty: this machine, as in Go.
        port: 0 to 65535.
        authority: Host and port as the header `Host` has them.
        target: Path and query as the first line of the request has them.
        login: `user:password`, both as they are; None: the address has none.
        url: The address without its login, for messages.
    """

    scheme: str
    host: str
    port: int
    authority: str
    target: str
    login: bytes | None
    url: str

    def same_server(self, other: "Address") -> bool:
        """Tell whether both lead to the same scheme, host and port."""
        return self[:3] == other[:3]

    def basic_auth(self) -> str | None:
        """Make the value of the header `Authorization` from the login."""
        return None if self.login is None else f"Basic {b64encode(self.login).decode('ascii')}"


def read_address(url: str) -> Address:
    """Read an absolute address of HTTP.

    Raises:
        ExchangeFailed: WRONG_URL or UNSUPPORTED_SCHEME; `upstream` has Go's words for it.
    """
    if _CONTROL.search(url):
        _unreadable(url, "net/url: invalid control character in URL", "Take the control character out.")
    scheme, rest = _split_scheme(url.partition("#")[0], url)
    if not rest.startswith("//"):
        _no_host(url)
    end = re.search(r"[/?]|$", rest[2:])
    assert end is not None
    login, _, place = rest[2 : end.start() + 2].rpartition("@")
    _check_escapes(login, url)
    if not _USERINFO.fullmatch(login):
        _unreadable(url, "net/url: invalid userinfo", "Write unusual characters of the login as %XX.")
    host, port = _read_place(place, url)
    path, mark, query = rest[end.start() + 2 :].partition("?")
    _check_escapes(path, url)
    return Address(
        scheme,
        host,
        _port_number(port, scheme, url),
        (f"[{host}]" if ":" in host else host) + (f":{port}" if port else ""),
        quote(path or "/", safe="/%:@!$&'()*+,;=~[]") + mark + query,
        _login(login) if "@" in rest[2 : end.start() + 2] else None,
        without_login(url),
    )


def without_secrets(url: str) -> str:
    """Hide all that could be a login in what may be no address: a slash in a password ends the login for Go."""
    return _UP_TO_AN_AT.sub(r"\1***@", url)


def _split_scheme(url: str, whole: str) -> tuple[str, str]:
    if url.startswith(":"):
        _unreadable(whole, "missing protocol scheme", "Begin with http:// or https://.")
    match = _SCHEME.match(url)
    if match is None and not url.startswith("/") and ":" in url.partition("/")[0]:
        _unreadable(whole, "first path segment in URL cannot contain colon", "Begin with http:// or https://.")
    scheme = match[1].lower() if match else ""
    if scheme not in DEFAULT_PORTS:
        # Go takes the host of `prometheus:9090` for a scheme.
        raise ExchangeFailed(
            FailureKind.UNSUPPORTED_SCHEME,
            f"{quoted(without_secrets(whole))} does not begin with http:// or https://",
            "Write the scheme: http:// or https://, then the host.",
            upstream=f"unsupported protocol scheme {quoted(scheme) if '@' not in whole else '…'}",
        )
    return scheme, url[len(scheme) + 1 :]


def _read_place(place: str, url: str) -> tuple[str, str]:
    """Take host and port apart; the port as it is written."""
    if wrong := _NOT_IN_HOSTS.search(place):
        _unreadable(url, f"invalid character {quoted(wrong[0])} in host name", "Correct the name of the host.")
    match = _HOST.fullmatch(place)
    if match is None or (place.startswith("[") and match["six"] is None):
        _unreadable(url, "missing ']' in host", "Write the IPv6 address in brackets: http://[::1]:9090.")
    if not re.fullmatch(r"(:[0-9]*)?", match["port"]):
        if "@" in url.partition(place)[2]:
            _unreadable(url, "invalid port after host", "Write a slash, ? or # in the login as %2F, %3F or %23.")
        advice = "Write the port as a number; an IPv6 address goes into brackets: http://[::1]:9090."
        _unreadable(url, f"invalid port {quoted(match['port'])} after host", advice)
    if not place:
        _no_host(url)
    if match["six"] is not None:
        return _ipv6(match["six"], url), match["port"][1:]
    if "%" in match["name"]:
        wrong_escape = match["name"][match["name"].index("%") :][:3]
        _unreadable(url, f"invalid URL escape {quoted(wrong_escape)}", "Write the host without %.")
    return _ascii(match["name"]), match["port"][1:]


def _ipv6(text: str, url: str) -> str:
    if wrong := re.search(r"%(?!25).{0,2}", text):
        _unreadable(
            url, f"invalid URL escape {quoted(wrong[0])}", "Write the zone behind %25: http://[fe80::1%25eth0]."
        )
    text = text.replace("%25", "%")
    try:
        return str(IPv6Address(text))
    except ValueError:
        words = f"invalid host: ParseAddr({quoted(text)}): unable to parse IP"
        _unreadable(url, words, "Only IPv6 addresses stand in brackets.")


def _ascii(name: str) -> str:
    if name.isascii():
        return name.lower()
    labels = _DOTS.split(unicodedata.normalize("NFKC", name.lower()))
    return ".".join(label if label.isascii() else f"xn--{label.encode('punycode').decode('ascii')}" for label in labels)


def _port_number(port: str, scheme: str, url: str) -> int:
    if len(port) > len(str(_HIGHEST_PORT)) or int(port or 0) > _HIGHEST_PORT:
        raise ExchangeFailed(
            FailureKind.WRONG_URL,
            f"{quoted(without_secrets(url))} has a port that does not exist: {quoted(port, 20)}",
            f"Ports go from 1 to {_HIGHEST_PORT}.",
            upstream=f"dial tcp: address {port[:20]}: invalid port",
        )
    return int(port) if port else DEFAULT_PORTS[scheme]


def _login(text: str) -> bytes:
    user, _, password = text.partition(":")
    return unquote_to_bytes(user) + b":" + unquote_to_bytes(password)


def _check_escapes(text: str, url: str) -> None:
    if wrong := _WRONG_ESCAPE.search(text):
        # What follows the sign in a login is part of a secret.
        shown = "" if text in url.rpartition("@")[0] else f" {quoted(wrong[0])}"
        _unreadable(url, f"invalid URL escape{shown}", "Write a percent sign as %25.")


def _no_host(url: str) -> NoReturn:
    raise ExchangeFailed(
        FailureKind.WRONG_URL,
        f"{quoted(without_secrets(url))} names no host",
        "Write the host behind http:// or https://.",
        upstream="http: no Host in request URL",
    )


def _unreadable(url: str, words: str, advice: str) -> NoReturn:
    shown = quoted(without_secrets(url), 200)
    raise ExchangeFailed(
        FailureKind.WRONG_URL, f"{shown} is no address: {words}", advice, upstream=f"parse {shown}: {words}"
    )
