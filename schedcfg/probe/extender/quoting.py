"""What a server sends, made fit to be shown: it may hold control characters, escape codes, or megabytes."""

from collections.abc import Iterable

from schedcfg.golang.text import harmless

_LONGEST = 200
_MOST = 5


def shown(text: str, longest: int = _LONGEST) -> str:
    """Escape what is not printable, and cut what is long."""
    return harmless(text, longest)


def sentence(words: str) -> str:
    """Let what a sentence says begin and end as one that goes on; an address at its beginning stays as it is."""
    said = shown(words)
    first = said.partition(" ")[0]
    return (said[:1].upper() + said[1:] if first.isalpha() else said).rstrip(".")


def listed(names: Iterable[str]) -> str:
    """Name some of many: `a`, `b` and 3 more."""
    every = list(dict.fromkeys(names))
    some = [f"`{shown(name)}`" for name in (every if len(every) <= _MOST else every[: _MOST - 1])]
    more = len(every) - len(some)
    if more:
        return f"{', '.join(some)} and {more} more"
    return " and ".join(filter(None, [", ".join(some[:-1]), *some[-1:]]))
