"""A review as a page: file by file how behavior differs, which findings come and go."""

from collections.abc import Iterator

from markupsafe import Markup

from schedcfg.commands.diff.html_report import DRAWN_WITH, difference_page
from schedcfg.commands.diff.text import sides
from schedcfg.commands.review.reports import moved, serving, title
from schedcfg.commands.review.review import Review, ReviewedFile, todo
from schedcfg.output.guard import Counting, each
from schedcfg.output.html.templates import macros

_FEW = 12
"""Files that are shown unfolded, if something changes in them."""


def render(review: Review, counting: Counting) -> Iterator[str]:
    """Yield a page, with the files first that kube-scheduler refuses."""
    asked = {"moved": moved, "serving": serving, "sides": sides, "todo": todo, "is_telling": _is_telling}
    draw = macros("review.html", **asked, **DRAWN_WITH)
    is_open = len(review.files) <= _FEW
    files = sorted(review.files, key=lambda file: not file.is_refused)
    content = [
        *map(draw.unread, review.unread),
        *each(files, lambda file: [draw.file(file, is_open)], counting),
        *([draw.next(review.next_hop)] if review.next_hop is not None else []),
    ]
    yield from difference_page(title(review), Markup().join(content))


def _is_telling(file: ReviewedFile) -> bool:
    """Return whether more is to be said of a file than that it behaves the same."""
    return bool(file.came or file.went) or file.summary != "behaves the same"
