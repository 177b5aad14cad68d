"""Figures and names in few columns: sizes, times, bars, and names that others gave."""

import math

from schedcfg.document.texts import printable
from schedcfg.output.terminal import width

_BAR = 20
"""Columns of a bar for all of the total."""

_EIGHTHS = " ▏▎▍▌▋▊▉"


def bar(share: float) -> str:
    """Draw a share, 0 to 1, in eighths of a column."""
    full, eighths = divmod(round(share * _BAR * 8), 8)
    return "█" * full + _EIGHTHS[eighths].strip()


def bar_of(value: int, most: int) -> str:
    """Return a bar for a share of the most there can be; values beyond its ends fill it, or leave it empty."""
    return bar(min(max(value / most, 0), 1)) if most else ""


_THOUSAND = 1000
_PREFIXES = ("", "k", "M", "G", "T", "P", "E")
_SMALL = 10
"""Milliseconds below which a tenth counts."""

_LONGEST = 60
"""Columns of a name: kubelets' names have 63 letters at most, and few have half of that."""


def size(number: float, unit: str = "B") -> str:
    """Write a number of bytes in short, by powers of 1000: `1.4 MB`, `512 B`.

    Args:
        number: May be of any size, and negative; one that is not finite is written as `NaN`, `+Inf` or `-Inf`.
        unit: The unit after the prefix.
    """
    if not math.isfinite(number):
        return "NaN" if math.isnan(number) else "+Inf" if number > 0 else "-Inf"
    shown = float(number)
    for prefix in _PREFIXES:
        # What would be rounded up to a thousand has the next prefix.
        if abs(round(shown, 1)) < _THOUSAND or prefix == _PREFIXES[-1]:
            break
        shown /= _THOUSAND
    if not prefix:
        return f"{shown:.0f} {unit}" if shown.is_integer() else f"{shown:.1f} {unit}"
    return f"{shown:,.1f} {prefix}{unit}"


def time(milliseconds: float) -> str:
    """Write a time in short: `0.8 ms`, `12 ms`, `1.5 s`, `30 s`."""
    if milliseconds < _SMALL:
        return f"{milliseconds:.1f} ms"
    if round(milliseconds) < _THOUSAND:
        return f"{milliseconds:.0f} ms"
    return f"{milliseconds / _THOUSAND:.1f}".removesuffix(".0") + " s"


def name(text: str, longest: int = _LONGEST) -> str:
    """Write a name that a server sent: harmless, and no longer than anybody reads.

    Args:
        text: Anything.
        longest: How many columns it may take.
    """
    shown = printable(text[: longest + 1])
    if width(shown) <= longest:
        return shown
    while width(shown) >= longest:
        shown = shown[:-1]
    return f"{shown}…"
