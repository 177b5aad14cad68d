"""The difference as a page: both sides, each change with its reason and its lines, by profile."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schedcfg.commands.diff import json_report
from schedcfg.commands.diff.differences import Difference, Side
from schedcfg.commands.diff.shown_changes import ChangedProfile, ComparedFile, by_profile
from schedcfg.commands.diff.text import in_words, sides
from schedcfg.document.texts import printable
from schedcfg.output.guard import each
from schedcfg.output.html.page import Page, packed, packed_if_long, render_page
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import Summary


@dataclass(frozen=True, slots=True)
class ShownConfiguration:
    """What a page shows of the difference of one configuration, besides its report.

    Attributes:
        name: Which configuration of the files it is about; empty where each has one.
        words: The difference in one sentence.
        profiles: What changes in each profile, then for all of them.
    """

    name: str
    words: str
    profiles: tuple[ChangedProfile, ...]

    @classmethod
    def each_of(cls, difference: Difference) -> tuple["ShownConfiguration", ...]:
        """Return what is shown of each configuration of two files."""
        left, right = map(_compared_file, (difference.left, difference.right))
        return tuple(
            cls(one.configuration, in_words(one), by_profile(one.changes, left, right)) for one in difference.each
        )


def render(differences: Iterable[Difference], summary: Summary, *, colored: bool) -> Iterator[str]:
    """Yield a page."""
    compared = list(differences)
    written = "".join(json_report.render(compared, summary, colored=colored))
    shown = list(each(compared, lambda one: [ShownConfiguration.each_of(one)], summary))
    title = f"What changes in behavior: {'; '.join(map(sides, compared))}"
    yield from render_page(difference_page(title, written, shown))


def difference_page(title: str, written: str, shown: Iterable[tuple[ShownConfiguration, ...]]) -> Page:
    """Return the page of differences.

    Args:
        title: What is compared with what.
        written: The report as JSON.
        shown: What is shown of each difference in it.
    """
    embedded = {"report": packed_if_long(written), "shown": packed(to_json(list(shown)))}
    return Page(printable(title), "schedcfg diff", "diff", embedded, ("changes",))


def _compared_file(side: Side) -> ComparedFile:
    return ComparedFile(side.name, side.report.text or "")
