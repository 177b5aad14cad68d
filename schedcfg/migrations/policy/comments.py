"""The comments of what goes from a Policy: each is put above what its entry turned into."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from schedcfg.document import Comment, parse
from schedcfg.document.edit import Draft
from schedcfg.document.path import Path
from schedcfg.migrations.work import items

PROFILES: Path = ("profiles",)
"""Where a comment goes whose entry turned into nothing that is written."""


class Housed(NamedTuple):
    """A comment and its new home.

    Attributes:
        text: As `Comment.text`.
        written: From its `#` on.
        home: Above which entry or item it goes.
    """

    text: str
    written: str
    home: Path


def homes(draft: Draft, sections: list[str], places: Mapping[Path, Path]) -> list[Housed]:
    """Give each comment a home, in order, as if all were in a section that goes.

    Args:
        draft: The text with the sections.
        sections: What goes: keys, in the order of the text.
        places: Entry of the Policy → what it turned into.
    """
    found = []
    for comment in parse(draft.text).comments:
        written = draft.text[comment.span.start.offset : comment.span.end.offset].rstrip()
        owner = _owner(draft, sections, comment)
        found.append(Housed(comment.text, written, PROFILES if owner is None else places.get(owner, PROFILES)))
    return found


def put_up(draft: Draft, housed: list[Housed]) -> None:
    """Put those comments up again that are no longer in the text."""
    there = Counter(comment.text for comment in parse(draft.text).comments)
    lost = Counter(one.text for one in housed) - there
    homeless = []
    for one in housed:
        if lost[one.text]:
            lost[one.text] -= 1
            homeless.append(one)
    for home, group in groupby(sorted(homeless, key=lambda one: _sortable(one.home)), key=lambda one: one.home):
        draft.annotate(home, "\n".join(one.written for one in group))


def _owner(draft: Draft, sections: list[str], comment: Comment) -> Path | None:
    """Find the section, or the entry in it, that a comment is in or directly above or behind."""
    line = comment.span.start.line
    for path in _lines_of(draft, sections):
        place = draft.document.locate(path)
        end = place.key if place.key is not None and len(path) == 1 else place.value
        if line <= end.end.line:
            return path
    return None


def _lines_of(draft: Draft, sections: list[str]) -> Iterator[Path]:
    """Yield each section, for the line of its key, and its entries."""
    for section in sections:
        yield (section,)
        yield from ((section, index) for index in range(len(items(draft.get((section,))))))


def _sortable(path: Path) -> tuple[str, ...]:
    return tuple(map(str, path))
