"""What a YAML scalar means to Kubernetes: the resolver of yaml.v2, then the detour through JSON.

Source: `resolve.go` and `decode.go` of gopkg.in/yaml.v2, `convertToJSONableObject` of sigs.k8s.io/yaml,
`encode.go` of Go's encoding/json.
"""

import math
import re
from datetime import datetime

from schedcfg.document.golang.numbers import MAX_INT64, format_float32, json_float64, parse_int_of_any_base
from schedcfg.document.golang.text import decode_base64
from schedcfg.patterns import pattern

_YAML = "tag:yaml.org,2002:"
STR, INT, FLOAT, BOOL, NULL = (_YAML + name for name in ("str", "int", "float", "bool", "null"))
_TAGS = {str: STR, int: INT, float: FLOAT, bool: BOOL}
TIMESTAMP, BINARY, MERGE = (_YAML + name for name in ("timestamp", "binary", "merge"))

_CONSTANTS: dict[str, object] = {
    **dict.fromkeys(("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), True),
    **dict.fromkeys(("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_NUMERIC_START = frozenset("+-.0123456789")
_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_BETWEEN_DIGITS = pattern(r"(?<=[0-9])_(?=[0-9])")
_TIMESTAMP = pattern(
    r"(?P<date>[0-9]{4}-[0-9]{1,2}-[0-9]{1,2})"
    r"(?:(?:[Tt](?P<zoned>[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})"
    r"| (?P<local>[0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2})(?:[.,][0-9]+)?))?\Z",
)
_NOT_FINITE = {"NaN": ".nan", "+Inf": ".inf", "-Inf": "-.inf"}
"""How `FormatFloat` writes what is not finite, and how YAML does."""
_REMEMBERED = 4096
_LONGEST_REMEMBERED = 64


class BadTag(ValueError):  # noqa: N818
    """An explicit tag that its value does not fit; the message is yaml.v2's."""


class UnsupportedValue(ValueError):  # noqa: N818
    """A value that JSON cannot express (not a number, infinity); the message is encoding/json's."""


def plain(text: str) -> object:
    """Read an unquoted, untagged scalar as Go does: str, int (64 bits), float, bool or None."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _NUMERIC_START:
        return text
    # After a dot Go itself reads the underscores, and only between digits; in other places yaml.v2 drops them all.
    digits = _BETWEEN_DIGITS.sub("", text) if text[0] == "." else text.replace("_", "")
    number = parse_int_of_any_base(digits)
    if number is None and _FLOAT.match(digits):
        value = float(digits)
        return text if math.isinf(value) else value
    return text if number is None else number


def tagged(text: str, tag: str) -> object:
    """Read a scalar with an explicit tag as Go does.

    Raises:
        BadTag: where the tag is one of YAML's own and the text is not of that type.
    """
    if tag == BINARY:
        return _binary(text)
    if tag == STR or tag not in {INT, FLOAT, BOOL, NULL, TIMESTAMP}:
        return text
    value = plain(text)
    is_moment = tag == TIMESTAMP and _is_timestamp(text)
    kind = TIMESTAMP if is_moment else _TAGS.get(type(value), NULL)
    if kind == tag:
        return value
    if tag == FLOAT and isinstance(value, int) and kind == INT and value <= MAX_INT64:
        return float(value)
    raise BadTag(f"cannot decode {_short(kind)} `{text}` as a {_short(tag)}")


def _binary(text: str) -> str:
    try:
        raw = decode_base64(text)
    except ValueError:
        raise BadTag("!!binary value contains invalid base64 data") from None
    # encoding/json writes one replacement character for each byte that is not UTF-8.
    return re.sub("[\udc80-\udcff]", "\ufffd", raw.decode("utf-8", "surrogateescape"))


def _is_timestamp(text: str) -> bool:
    match = _TIMESTAMP.match(text)
    if match is None:
        return False
    try:
        datetime.strptime(match["date"], "%Y-%m-%d")  # noqa: DTZ007
        clock = match["zoned"] or match["local"]
        if clock:
            datetime.strptime(clock, "%H:%M:%S")  # noqa: DTZ007
    except ValueError:
        return False
    return True


def _short(tag: str) -> str:
    return tag.replace(_YAML, "!!")


def through_json(value: object) -> object:
    """Return what is left of a scalar after encoding/json wrote it and Kubernetes read it back.

    Raises:
        UnsupportedValue: for not-a-number and infinities.
    """
    finite(value)
    return json_float64(value) if isinstance(value, float) else value


def finite(value: object) -> object:
    """Return a scalar back as it is.

    Raises:
        UnsupportedValue: for not-a-number and infinities.
    """
    if isinstance(value, float) and not math.isfinite(value):
        name = "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
        raise UnsupportedValue(f"json: unsupported value: {name}")
    return value


def key_text(value: object) -> str | None:
    """Return the JSON key that a scalar key becomes; None where Kubernetes refuses it (null, beyond int64)."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value <= MAX_INT64 else None
    return _float_key(value) if isinstance(value, float) else None


def _float_key(value: float) -> str:
    """Write a float as yaml.v2 writes a key: with 32 bits, and infinities as YAML has them."""
    written = format_float32(value)
    return _NOT_FINITE.get(written, written)


class _Memory(dict[str, object]):
    """Plain scalar → its JSON value; a bounded memory, because names repeat a lot."""

    def __missing__(self, text: str) -> object:
        value = through_json(plain(text))
        if len(text) <= _LONGEST_REMEMBERED:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = value
        return value


PLAIN_AS_JSON = _Memory()
"""Plain scalar → what JSON leaves of it. Looking one up raises `UnsupportedValue` as `through_json` does."""
