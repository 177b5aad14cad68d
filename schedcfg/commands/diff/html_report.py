"""The difference as a page: what changes in each profile, what it means for Pods, and the lines that cause it."""

from collections.abc import Iterable, Iterator

from markupsafe import Markup

from schedcfg.commands.diff import text
from schedcfg.commands.diff.differences import Difference, Side
from schedcfg.commands.diff.shown_changes import ChangedProfile, ComparedFile, by_profile
from schedcfg.document.texts import printable
from schedcfg.output.guard import each
from schedcfg.output.html.page import Page, render_page
from schedcfg.output.html.templates import macros
from schedcfg.output.summary import Summary


def render(differences: Iterable[Difference], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a page."""
    compared = list(differences)
    draw = macros("diff.html", **DRAWN_WITH).two_files
    content = Markup().join(each(compared, lambda one: [draw(one)], summary))
    title = f"What changes in behavior: {'; '.join(map(text.sides, compared))}"
    yield from difference_page(title, content)


def difference_page(title: str, content: Markup) -> Iterator[str]:
    """Yield the page of differences.

    Args:
        title: What is compared with what.
        content: What differs.
    """
    yield from render_page(Page(printable(title), "schedcfg diff", "diff", {}, content=content))


def _profiles(difference: Difference) -> list[ChangedProfile]:
    left, right = map(_compared_file, (difference.left, difference.right))
    return by_profile(difference.changes, left, right, difference.right.profiles)


def _compared_file(side: Side) -> ComparedFile:
    return ComparedFile(side.name, side.report.text or "")


DRAWN_WITH: dict[str, object] = {"said": text, "profiles": _profiles}
"""What the macros of `diff.html` ask."""
