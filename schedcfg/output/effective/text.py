"""The meaning for people: for now its plugins, one line per extension point."""

from collections.abc import Iterable, Iterator

from schedcfg.output.summary import Summary
from schedcfg.results.effective import FileMeaning


def render(meanings: Iterable[FileMeaning], summary: Summary, *, coloured: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a line per extension point."""
    for meaning in meanings:
        summary.count(meaning.report)
        for document in meaning.documents:
            for profile in document.meaning.profiles if document.meaning else ():
                yield f"{meaning.path}: {profile.name}\n"
                for point in profile.points:
                    yield f"  {point.name}: {', '.join(one.name for one in point.running)}\n"
