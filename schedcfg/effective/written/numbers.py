"""Numbers as Go's JSON encoder writes them."""

import struct

_DIGITS = 9
"""So many decimal digits tell any two 32-bit floats apart."""


def float32(value: float) -> int | float:
    """Return the shortest decimal number that a 32-bit float reads as this value; whole ones without a fraction."""
    (narrow,) = struct.unpack("f", struct.pack("f", value))
    for digits in range(1, _DIGITS + 1):
        shortest = float(f"{narrow:.{digits}g}")
        if struct.unpack("f", struct.pack("f", shortest))[0] == narrow:
            return int(shortest) if shortest.is_integer() else shortest
    return float(narrow)
