"""How the command reads the value of a flag, by the type that pflag names.

Upstream: `bool.go`, `int.go`, `int32_slice.go`, `float32.go`, `duration.go`, `ip.go`, `string_slice.go` and
`string_to_string.go` of github.com/spf13/pflag; `Level`, `moduleSpec`, `traceLocation` and `severityValue` in `klog.go`
of k8s.io/klog; `logs/api/v1/pflags.go`, `cli/flag/namedcertkey_flag.go` and `version/verflag` of component-base.
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from schedcfg.document.golang import duration
from schedcfg.document.golang.net import is_ip, url_objection
from schedcfg.document.golang.numbers import (
    MAX_FLOAT32,
    MAX_INT32,
    MAX_INT64,
    MAX_UINT64,
    MIN_INT32,
    MIN_INT64,
    canonical,
    float32,
    parse_bool,
    parse_float,
    parse_int,
    parse_literal,
)
from schedcfg.patterns import pattern

Value = bool | float | str | tuple[str, ...] | None
"""What is made of a text: numbers, nanoseconds, or the items of a list."""


class FlagType(NamedTuple):
    """A type of flags."""

    parse: Callable[[str], Value]  # Raises ValueError where the command refuses the text
    expected: str  # What messages call it


def _bool(text: str) -> bool:
    value = parse_bool(text)
    if value is None:
        raise ValueError(text)
    return value


def _version(text: str) -> bool | str:
    return text if text == "raw" else _bool(text)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = None if least == 0 and text[:1] in {"+", "-"} else parse_literal(text)
        if value is None or not least <= value <= most:
            raise ValueError(text)
        return value

    return parse


def _decimal(text: str) -> int:
    value = parse_int(text)
    if value is None or not MIN_INT32 <= value <= MAX_INT32:
        raise ValueError(text)
    return value


def _float32(text: str) -> float:
    value = parse_float(text)
    if MAX_FLOAT32 < abs(value) < float("inf"):
        raise ValueError(text)
    return float32(value)


def _ip(text: str) -> str:
    if not is_ip(text.strip()):
        raise ValueError(text)
    return text.strip()


def _integers(text: str) -> tuple[str, ...]:
    return tuple(str(_int32(item)) for item in text.split(","))


_QUOTED = pattern(r'"(?P<text>[^"]*+(?:""[^"]*+)*)"(?P<end>,|\n|\Z)')
_PLAIN = pattern(r'(?P<text>[^",\n]*+)(?P<end>,|\n|\Z)')


def fields(text: str) -> tuple[str, ...]:
    """Split a text at its commas, as `encoding/csv` does with its first line.

    Raises:
        ValueError: where a quotation mark is neither around a field nor doubled inside one.
    """
    if not text:
        return ()
    rest = text.lstrip("\n")
    if not rest:
        raise ValueError(text)
    found: list[str] = []
    place, is_more = 0, True
    while is_more:
        is_quoted = rest.startswith('"', place)
        match = (_QUOTED if is_quoted else _PLAIN).match(rest, place)
        if match is None:
            raise ValueError(text)
        found.append(match["text"].replace('""', '"') if is_quoted else match["text"])
        place, is_more = match.end(), match["end"] == ","
    return tuple(found)


def _pairs(text: str) -> tuple[str, ...]:
    """Read `key=value`, several with commas; what has one pair is not split."""
    pairs = (text.strip('"'),) if text.count("=") == 1 else fields(text)
    if not pairs or not all("=" in pair for pair in pairs):
        raise ValueError(text)
    return pairs


def _levels(text: str) -> tuple[str, ...]:
    """Read `pattern=N`, several with commas; empty ones are ignored."""
    items = tuple(filter(None, text.split(",")))
    for item in items:
        file, equals, level = item.partition("=")
        if not file or not equals or "=" in level or _decimal(level) < 0:
            raise ValueError(text)
    return items


def _unsigned_levels(text: str) -> tuple[str, ...]:
    """Read the same, but no number with a sign."""
    items = _levels(text)
    if any(item.partition("=")[2].startswith("+") for item in items):
        raise ValueError(text)
    return items


def _line(text: str) -> str:
    """Read `file.go:12`, or nothing."""
    file, _, line = text.partition(":")
    if text and ("." not in file or (parse_int(line) or 0) <= 0):
        raise ValueError(text)
    return text


def _severity(text: str) -> int:
    names = ("INFO", "WARNING", "ERROR", "FATAL")
    return names.index(text.upper()) if text.upper() in names else _decimal(text)


def _named_certificate(text: str) -> tuple[str, ...]:
    """Read `certificate,key` or `certificate,key:name,name`."""
    files, colon, names = text.partition(":")
    if files.count(",") != 1 or (colon and not names.strip()):
        raise ValueError(text)
    return tuple(file.strip() for file in files.split(","))


_METRIC = pattern(r"[a-zA-Z_:][a-zA-Z0-9_:]*", re.ASCII)
_METRIC_LABEL = pattern(r"[a-zA-Z_:][a-zA-Z0-9_:]*,[a-zA-Z_][a-zA-Z0-9_]*=", re.ASCII)


def _allowed_path(text: str) -> bool:
    """Check a path that needs no authorization.

    Upstream: `NewAuthorizer` in apiserver's `pkg/authorization/path/path.go`.
    """
    return "*" not in text.removeprefix("/").removesuffix("*")


def _is_server(text: str) -> bool:
    """Check the address of an API server. Upstream: `DefaultServerURL` in client-go's `rest/url_utils.go`."""
    scheme, _, host = text.partition("://")
    if scheme and host.partition("/")[0] and url_objection(text) is None:
        return True
    with_scheme = f"http://{text}"
    return url_objection(with_scheme) is None and text.partition("/")[2] == ""


def _is_path(text: str) -> bool:
    """Check that a path has no blank or quotation mark around it, as no file has."""
    return text == text.strip() and not (text[:1] in {"'", '"'} and text[:1] == text[-1:])


_int32 = _whole(MIN_INT32, MAX_INT32)
_NUMBER = "a whole number"

FLAG_TYPES: Mapping[str, FlagType] = {
    "bool": FlagType(_bool, "`true` or `false`"),
    "version": FlagType(_version, "`true`, `false` or `raw`"),
    "int": FlagType(_whole(MIN_INT64, MAX_INT64), _NUMBER),
    "int32": FlagType(_int32, "a whole number of at most 32 bits"),
    "uint64": FlagType(_whole(0, MAX_UINT64), "a whole number, 0 or more"),
    "float32": FlagType(_float32, "a number of at most 32 bits"),
    "int32Slice": FlagType(_integers, "whole numbers, separated by commas"),
    "duration": FlagType(duration.parse, "a duration with a unit, such as `15s`"),
    "ip": FlagType(_ip, "an IP address"),
    "string": FlagType(str, "a text"),
    "stringSlice": FlagType(fields, "texts separated by commas; quotation marks enclose a single one"),
    "stringToString": FlagType(_pairs, "`key=value` pairs, separated by commas"),
    "quantity": FlagType(canonical, "a number of bytes, such as `512` or `2Ki`"),
    "Level": FlagType(_decimal, _NUMBER),
    "severity": FlagType(_severity, "`INFO`, `WARNING`, `ERROR`, `FATAL` or a whole number"),
    "moduleSpec": FlagType(_levels, "`pattern=N` pairs, separated by commas"),
    "pattern=N,...": FlagType(_unsigned_levels, "`pattern=N` pairs, separated by commas"),
    "traceLocation": FlagType(_line, "a file and a line of Go, `file.go:12`"),
    "mapStringBool": FlagType(str, "`Gate=true` pairs, separated by commas"),
    "colonSeparatedMultimapStringString": FlagType(str, "`Gate=true` pairs, separated by commas"),
    "namedCertKey": FlagType(_named_certificate, "the files of a certificate and its key, `certificate,key`"),
}
"""Type, as pflag names it → what it takes; what is in feature gates is read by `gate_flag`."""


class FlagForm(NamedTuple):
    """What a text has to be that is read when the command starts."""

    is_right: Callable[[str], bool]
    expected: str  # What messages call it


RELEASE_BEFORE = "release before"
"""The form of a text that has to be the release before, which `flag_relations` compares."""

FORMS: Mapping[str, FlagForm] = {
    "address": FlagForm(lambda text: not text or is_ip(text), "an IP address"),
    "allowed path": FlagForm(_allowed_path, "paths with `*` at most at the end"),
    "file": FlagForm(bool, "the names of two files"),
    "header": FlagForm(lambda text: bool(text.strip()), "names that are not blank"),
    "metric label": FlagForm(lambda text: _METRIC_LABEL.match(text) is not None, "`metric,label=value,value`"),
    "metric name": FlagForm(lambda text: _METRIC.fullmatch(text) is not None, "names of metrics"),
    "path": FlagForm(_is_path, "a path without spaces or quotation marks around it"),
    "server": FlagForm(_is_server, "the address of an API server, `https://host:port`"),
    "unsigned": FlagForm(lambda text: text.isdecimal(), "a whole number, 0 or more"),
}
"""Form of a flag, or of each of its items, that its type does not show → what it is."""
