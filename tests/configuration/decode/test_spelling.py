"""The nearest of many words is the one that `difflib` finds, which looks at each of them."""

import difflib
from random import Random

import pytest

from schedcfg import releases
from schedcfg.spelling import nearest

KNOWN = tuple(sorted(releases.at(releases.NEWEST).feature_gates))


def _by_difflib(name: str, likeness: float) -> str | None:
    folded = {word.lower(): word for word in KNOWN}
    close = difflib.get_close_matches(name.lower(), folded, n=1, cutoff=likeness)
    return folded[close[0]] if close else None


def _misspelled(random: Random) -> str:
    letters = list(random.choice(KNOWN))
    for _ in range(random.choice((0, 1, 2, 3, 5, 9))):
        at = random.randrange(len(letters))
        letters[at : at + random.choice((0, 1, 2))] = random.choice(("", "a", "X", "é", "In"))
        letters = letters or ["a"]
    return "".join(letters)


@pytest.mark.parametrize("likeness", [0.6, 0.75, 0.8])
def test_as_difflib_finds_it(likeness: float) -> None:
    random = Random(f"spelling {likeness}")
    names = ["", "a", "Gate123", *(_misspelled(random) for _ in range(150))]
    found = {name: nearest(name, KNOWN, likeness) for name in names}
    assert found == {name: _by_difflib(name, likeness) for name in names}
    assert None in found.values()
    assert len({*found.values()}) > 50


def test_of_words_that_differ_in_case_only_the_first_is_meant() -> None:
    assert nearest("AB", ("Ab", "aB", "c"), 0.75) == "Ab"
    assert nearest("x", (), 0.75) is None
