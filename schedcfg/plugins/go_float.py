"""Texts that Go reads as numbers: `strconv.ParseFloat`."""

import math
import re

_DIGITS = r"\d(?:_?\d)*"
_HEX = r"_?[0-9a-fA-F](?:_?[0-9a-fA-F])*"
_DECIMAL_FLOAT = re.compile(rf"[+-]?(?:{_DIGITS}\.?(?:{_DIGITS})?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?\Z", re.ASCII)
_HEX_FLOAT = re.compile(rf"[+-]?0[xX](?:{_HEX}\.?(?:{_HEX})?|\.{_HEX})[pP][+-]?{_DIGITS}\Z")
_SPECIAL = re.compile(r"(?:[+-]?inf(?:inity)?|nan)\Z", re.IGNORECASE)


def is_float(text: str) -> bool:
    """Tell whether Go's `ParseFloat` takes a text; a number that does not fit into 64 bits is refused too."""
    if _SPECIAL.match(text):
        return True
    plain = text.replace("_", "")
    if _DECIMAL_FLOAT.match(text):
        return math.isfinite(float(plain))
    if not _HEX_FLOAT.match(text):
        return False
    try:
        float.fromhex(plain)
    except OverflowError:
        return False
    return True
