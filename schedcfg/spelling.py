"""Known words that are spelled much like another one: those that `difflib.get_close_matches` finds, but sooner."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple


class _Words(NamedTuple):
    """Words, and what distinguishes them from most others at a glance."""

    lengths: tuple[int, ...]
    letters: tuple[int, ...]  # The letters of each, in the same order: one bit for each time
    folded: tuple[str, ...]
    written: tuple[str, ...]
    places: dict[str, tuple[int, int]]  # Letter → its first bit, and how many it has


_LONGEST, _MOST_KNOWN = 200, 1000
"""Letters of a name that is compared with others, and how many others: a user's schema may have any number."""


def nearest(name: str, known: Collection[str], likeness: float = 0.75) -> str | None:
    """Return the known name that a wrong one was probably meant to be: other case, or one or two letters off.

    Args:
        name: As written.
        known: All names that are known.
        likeness: How much of it has to be the same, 0 to 1; short names of many need more.

    Returns:
        The name; None where there is none, and where comparing would take too long: of names of over 200 letters, the
        square of that, and with more than 1000 names.
    """
    if len(name) > _LONGEST or len(known) > _MOST_KNOWN:
        return None
    words, folded = _words(tuple(known)), name.lower()
    letters, length = _bits(folded, words.places), len(folded)
    # No word has more letters in common than the shorter one has.
    shortest, longest = (int(length * factor) for factor in (likeness / (2 - likeness), (2 - likeness) / likeness))
    best, found = likeness, -1
    matcher = None
    for number in range(bisect_left(words.lengths, shortest), bisect_right(words.lengths, longest + 1)):
        if 2 * (letters & words.letters[number]).bit_count() < best * (length + words.lengths[number]):
            continue
        if matcher is None:
            from difflib import SequenceMatcher  # noqa: PLC0415 - only mistakes need it

            matcher = SequenceMatcher(b=folded)
        matcher.set_seq1(words.folded[number])
        ratio = matcher.ratio()
        if ratio >= best and (found < 0 or (ratio, words.folded[number]) > (best, words.folded[found])):
            best, found = ratio, number
    return None if found < 0 else words.written[found]


@lru_cache(maxsize=256)
def _words(known: tuple[str, ...]) -> _Words:
    # Of words that differ in upper and lower case only, the first is meant.
    folded = {word.lower(): word for word in reversed(known)}
    ordered = sorted(folded, key=lambda word: (len(word), word))
    most: Counter[str] = Counter()
    for word in ordered:
        most |= Counter(word)
    places, first = {}, 0
    for letter, times in most.items():
        places[letter] = (first, times)
        first += times
    return _Words(
        tuple(map(len, ordered)),
        tuple(_bits(word, places) for word in ordered),
        tuple(ordered),
        tuple(folded[word] for word in ordered),
        places,
    )


def _bits(word: str, places: dict[str, tuple[int, int]]) -> int:
    """Return a number with a bit for each letter of a word, as far as known words have it as often."""
    bits = 0
    for letter, times in Counter(word).items():
        first, most = places.get(letter, (0, 0))
        bits |= ((1 << min(times, most)) - 1) << first
    return bits
