"""The smallest input that still fails: by lines, then by characters."""

import time
from collections.abc import Callable, Sequence

LONGEST = 20.0
"""Seconds of CPU that it takes at most."""


def shrunk(raw: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return a part of an input that still fails, as small as is found in time.

    Args:
        raw: The input.
        fails: Returns whether another one fails in the same way.
    """
    end = time.process_time() + LONGEST
    lines = raw.splitlines(keepends=True)
    kept = b"".join(_smaller(lines, lambda some: fails(b"".join(some)), end))
    letters = [bytes([one]) for one in kept]
    return b"".join(_smaller(letters, lambda some: fails(b"".join(some)), end))


def _smaller(parts: Sequence[bytes], fails: Callable[[Sequence[bytes]], bool], end: float) -> Sequence[bytes]:
    """Leave out ever smaller stretches, as long as what is left fails."""
    size = max(len(parts) // 2, 1)
    while parts:
        at, smaller = 0, False
        while at < len(parts):
            if time.process_time() > end:
                return parts
            rest = [*parts[:at], *parts[at + size :]]
            if fails(rest):
                parts, smaller = rest, True
            else:
                at += size
        if size == 1 and not smaller:
            break
        size = size if smaller and size == 1 else max(size // 2, 1)
    return parts
