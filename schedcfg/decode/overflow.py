"""Numbers too large for their type."""

from collections.abc import Callable

from schedcfg.releases.release import Release

Overflow = Callable[[int], int | None]
"""What a decoder makes of a number beyond 32 bits: another number, or None where it refuses it."""

_LAST_WITH_JSON_ITERATOR = 22
_LARGEST = 2**31 - 1


def refused(_number: int) -> int | None:
    """Refuse every number that does not fit, as Go's own decoder does."""
    return None


def of(release: Release) -> Overflow:
    """Return how a release reads numbers that do not fit."""
    return wrapped if release.number <= _LAST_WITH_JSON_ITERATOR else refused


def wrapped(number: int) -> int | None:
    """Read a number as json-iterator does (up to 1.22): some that do not fit wrap around unnoticed.

    It multiplies in 32 bits and takes a smaller result for an overflow; but `10000000000` wraps to the larger
    1410065408. Upstream: `readUint32` in `github.com/json-iterator/go/iter_int.go`.
    """
    value = 0
    for digit in str(abs(number)):
        following = (value * 10 + int(digit)) % 2**32
        if following < value:
            return None
        value = following
    if value > _LARGEST + (number < 0):
        return None
    return -value if number < 0 else value
