"""A review as a page: file by file how behavior differs, which findings come and go."""

from collections.abc import Iterator

from schedcfg.commands.diff.html_report import ShownConfiguration, difference_page
from schedcfg.commands.review.reports import render_json, title
from schedcfg.commands.review.review import Review, ReviewedFile
from schedcfg.output.guard import Counting, each
from schedcfg.output.html.page import render_page


def render(review: Review, counting: Counting) -> Iterator[str]:
    """Yield a page."""
    written = "".join(render_json(review, counting))
    shown = each(review.files, lambda file: [_shown(file)], counting)
    yield from render_page(difference_page(title(review), written, shown))


def _shown(file: ReviewedFile) -> tuple[ShownConfiguration, ...]:
    return () if file.difference is None else ShownConfiguration.each_of(file.difference)
