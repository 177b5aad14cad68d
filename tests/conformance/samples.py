"""Recorded configurations that reports are made of: 300, and those of them that differ in something."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from tests.conformance.recordings import OF_EVERY_RELEASE, read, read_effective
from tests.searching import IS_SEARCHING

RECORDED, EVERY = 300, 17
"""So many recorded configurations, one of so many."""


class Sample(NamedTuple):
    """A configuration that a release completed."""

    id: str
    release: str
    text: str
    tags: tuple[str, ...]  # What is varied in it


def samples() -> Iterator[Sample]:
    """Yield all 300."""
    for recording in OF_EVERY_RELEASE:
        cases = {case.id: case for case in read(f"{recording}.verdicts")}
        some = islice(read_effective(recording), 0, RECORDED // len(OF_EVERY_RELEASE) * EVERY, EVERY)
        for name, release, _ in some:
            yield Sample(name, release, cases[name].text, cases[name].tags)


def unlike_samples() -> Iterator[Sample]:
    """Yield the first of each release, and of each tag: 129; under the profile `searching`, all 300.

    What follows has nothing new, though in other places.
    """
    known = set[str]()
    for sample in samples():
        varied = {sample.release, *sample.tags}
        if IS_SEARCHING or not varied <= known:
            yield sample
        known |= varied
