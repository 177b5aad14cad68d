"""Pieces of Markdown."""

from collections.abc import Iterable, Iterator, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; nothing where it has no rows."""
    found = list(rows)
    if found:
        yield _row(heads)
        yield _row(["---"] * len(heads))
        yield from (_row([cell(text) for text in row]) for row in found)


def cell(text: str) -> str:
    """Write a text so that it stays in its cell."""
    return " ".join(text.split()).replace("|", "\\|")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def fenced(kind: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a block of text as it is; `kind` is the language."""
    yield f"```{kind}"
    yield from lines
    yield "```"


def code(text: str) -> str:
    """Mark a text as code; nothing where there is none."""
    return f"`{text}`" if text else ""


def page(lines: Iterable[str]) -> str:
    """Put a page together."""
    return "\n".join(lines).rstrip("\n") + "\n"
