"""A review for people, on a terminal."""

from collections import Counter
from collections.abc import Iterator

from schedcfg.changes.diff import text as differences
from schedcfg.changes.review.review import Review, ReviewedFile, todo
from schedcfg.document.texts import printable
from schedcfg.findings import Finding
from schedcfg.output.finding_text import weight_name
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BOLD, DIM, GREEN, RED, painter


def title(review: Review) -> str:
    """Return a review in one line."""
    if not review.files:
        return f"nothing that has to do with schedulers differs from {review.revision}"
    words = Counter(file.summary for file in review.files)
    parts = [f"{number} {_plural(phrase, number)}" for phrase, number in words.items()]
    came, went = (sum(len(getattr(file, name)) for file in review.files) for name in ("came", "went"))
    parts += [f"{counted(came, 'finding')} came"] if came else []
    parts += [f"{counted(went, 'finding')} went"] if went else []
    differing = sum(file.is_changed for file in review.files)
    differs = "1 file differs" if differing == 1 else f"{differing or 'no'} files differ"
    return f"{differs} from {review.revision}: {', '.join(parts)}"


def _plural(phrase: str, number: int) -> str:
    if number == 1:
        return phrase
    first, blank, rest = phrase.partition(" ")
    plural = {"is": "are", "changes": "change", "behaves": "behave"}.get(first, first)
    return plural + blank + rest


def moved(file: ReviewedFile) -> str:
    """Return where a file was, if that was elsewhere; empty otherwise."""
    return f" (was {file.old_path})" if file.old_path else ""


def next_step(review: Review) -> str:
    """Return what an upgrade asks for next; empty where it asks for nothing."""
    if review.next_hop is None:
        return ""
    hop = review.next_hop
    return f"next: before or with Kubernetes {hop.target}: {'; '.join(todo(hop))}"


def render(review: Review, *, coloured: bool) -> Iterator[str]:
    """Yield each file: how behavior differs, which findings came and went."""
    paint = painter(coloured=coloured)
    for file in review.files:
        yield f"{paint(BOLD, printable(file.path))}{printable(moved(file))}: {file.summary}\n"
        if file.difference is not None:
            yield from differences.blocks(file.difference, paint)
        yield from (f"  {paint(RED, '+')} {_finding(finding)}\n" for finding in file.came)
        yield from (f"  {paint(GREEN, '-')} {_finding(finding)}\n" for finding in file.went)
    step = next_step(review)
    if step:
        yield f"{paint(DIM, printable(step))}\n"


def _finding(finding: Finding) -> str:
    return f"line {finding.start.line}: {weight_name(finding)}[{finding.rule}] {printable(finding.message)}"
