"""Which lines of a file a page shows: it is passed on more easily than a log, so that these are no more than needed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from schedcfg.findings import DocumentReport
from schedcfg.output.html.changed_lines import shown_line
from schedcfg.patterns import pattern

_AROUND = 6
"""Lines before and behind a place in a manifest, or in a long configuration."""

_LONG = 400
"""Lines; of a longer configuration only what is around some places is shown."""

_SEPARATOR = pattern(r"---(?:\s|\Z)")
_CONFIGURATIONS = frozenset({"KubeSchedulerConfiguration", "Policy"})


@dataclass(frozen=True, slots=True)
class ShownLines:
    """Lines of a file that follow each other.

    Attributes:
        line: The number of the first one, from 1.
        lines: The lines, with stars for what looks like a secret.
    """

    line: int = field(metadata={"minimum": 1})
    lines: tuple[str, ...] = field(metadata={"content": True})


def excerpts(lines: Sequence[str], numbers: Iterable[int]) -> Iterator[ShownLines]:
    """Yield the lines with some numbers, from 0, those that follow each other together."""
    shown = sorted(numbers)
    if shown and shown[-1] == len(lines) - 1 and not lines[-1]:
        shown.pop()  # What is behind the last line break is no line.
    begun = 0
    for at, line in enumerate(shown, 1):
        if at == len(shown) or shown[at] != line + 1:
            yield ShownLines(shown[begun] + 1, tuple(map(shown_line, lines[shown[begun] : line + 1])))
            begun = at


def lines_around(document: DocumentReport, places: Sequence[int], lines: Sequence[str]) -> Iterator[int]:
    """Yield the numbers, from 0, of the lines that are shown for places in a document.

    Args:
        document: A configuration that is alone in its document is shown whole, unless it is long.
        places: Numbers of lines, from 1; for none, nothing is shown.
        lines: Those of the file.
    """
    if not places:
        return
    whole = _of_document(places[0], lines)
    is_alone = document.kind in _CONFIGURATIONS and document.key is None and _begins(document, lines, whole)
    if is_alone and len(whole) <= _LONG:
        yield from whole
        return
    # What could not be read may name a secret in one line and hold it in another, which nothing tells there.
    around = _AROUND if document.kind else 0
    for place in places:
        yield from range(max(place - 1 - around, whole.start), min(place + around, whole.stop))


def _of_document(place: int, lines: Sequence[str]) -> range:
    """Return the lines of the document that a line is in."""
    start = end = min(place, len(lines)) - 1
    while start > 0 and not _SEPARATOR.match(lines[start]):
        start -= 1
    while end < len(lines) and (end == start or not _SEPARATOR.match(lines[end])):
        end += 1
    return range(start, end)


def _begins(document: DocumentReport, lines: Sequence[str], whole: range) -> bool:
    """Return whether a document holds nothing but the configuration: that of a list comes behind other lines."""
    ahead = (lines[line].strip() for line in whole[: max(document.line - 1 - whole.start, 0)])
    return all(line.startswith(("---", "#", "%")) for line in ahead if line)
