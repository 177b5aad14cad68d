"""Whole numbers as Go's `int64` holds them."""

_SMALLEST = -(2**63)


def wrapped(number: int) -> int:
    """Cut a number down to 64 bits, as Go does when a sum or product is too large for them."""
    return (number - _SMALLEST) % 2**64 + _SMALLEST
