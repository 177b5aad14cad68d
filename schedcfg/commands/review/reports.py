"""A review for people, on a terminal and as a comment on a pull request, and for programs.

Its JSON is version 1: a contract; extend it, do not rename.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from schedcfg.commands.diff.markdown import body, in_code, in_text
from schedcfg.commands.diff.rows import left_pending, yaml_text
from schedcfg.commands.diff.text import blocks, summary_line
from schedcfg.commands.review.review import Review, ReviewedFile, todo
from schedcfg.document.texts import printable
from schedcfg.findings import Finding
from schedcfg.output.finding_text import weight_name
from schedcfg.output.guard import Counting, each
from schedcfg.output.json_writer import to_json
from schedcfg.output.summary import counted
from schedcfg.output.terminal import BOLD, DIM, GREEN, RED, Paint, painter


def title(review: Review) -> str:
    """Return a review in one line."""
    if not review.files:
        return f"nothing that has to do with schedulers differs {_sides(review)}"
    words = Counter(file.summary for file in review.files)
    parts = [f"{number} {_plural(phrase, number)}" for phrase, number in words.items()]
    came, went = (sum(len(getattr(file, name)) for file in review.files) for name in ("came", "went"))
    parts += [f"{counted(came, 'new finding')}"] if came else []
    parts += [f"{counted(went, 'finding')} gone"] if went else []
    differing = sum(file.is_changed for file in review.files)
    differs = "1 file differs" if differing == 1 else f"{differing or 'no'} files differ"
    return f"{differs} {_sides(review)}: {', '.join(parts)}"


def _sides(review: Review) -> str:
    return f"between {review.source} and {review.target}" if review.target else f"from {review.source}"


def _plural(phrase: str, number: int) -> str:
    if number == 1:
        return phrase
    first, blank, rest = phrase.partition(" ")
    plural = {"is": "are", "changes": "change", "behaves": "behave"}.get(first, first)
    return plural + blank + rest


def moved(file: ReviewedFile) -> str:
    """Return where a file was, if that was elsewhere; empty otherwise."""
    return f" (was {file.old_path})" if file.is_renamed else ""


def render_text(review: Review, counting: Counting, *, colored: bool) -> Iterator[str]:
    """Yield each file that can be read: how behavior differs, which findings came and went."""
    paint = painter(colored=colored)
    yield from each(review.files, partial(_lines, paint=paint), counting)
    hop = review.next_hop
    if hop is not None:
        step = f"next: before or with Kubernetes {hop.target}: {'; '.join(todo(hop))}"
        yield f"{paint(DIM, printable(step))}\n"


def _lines(file: ReviewedFile, paint: Paint) -> Iterator[str]:
    yield f"{paint(BOLD, printable(file.path))}{printable(moved(file))}: {file.summary}\n"
    if file.scheduler_names:
        yield f"  {printable(serving(file))}\n"
    if file.difference is not None:
        yield from blocks(file.difference, paint)
    yield from (f"  {paint(RED, '+')} {_finding(finding)}\n" for finding in file.came)
    yield from (f"  {paint(GREEN, '-')} {_finding(finding)}\n" for finding in file.went)


def serving(file: ReviewedFile) -> str:
    """Return what it means for Pods that a file is new, or gone."""
    if file.after is None:
        return left_pending(file.scheduler_names)
    return f"serves Pods that name {' or '.join(map(yaml_text, file.scheduler_names))}"


def _finding(finding: Finding) -> str:
    return f"line {finding.start.line}: {weight_name(finding)}[{finding.rule}] {printable(finding.message)}"


_MOST = 20
"""Findings of a file that are listed."""


def render_markdown(review: Review, counting: Counting) -> Iterator[str]:
    """Yield a summary, then each file, then the next step of an upgrade."""
    yield f"## kube-scheduler: {in_text(title(review))}\n"
    for path, reason in review.unread:
        yield f"\n### {in_code(path)} is unreadable\n\n{in_text(printable(reason))}\n"
    yield from each(review.files, _file_section, counting)
    if review.next_hop is not None:
        hop = review.next_hop
        yield f"\n### Next step of an upgrade: {hop.source} → {hop.target}\n\n"
        yield from (f"- [ ] {in_text(' '.join(line.split()))}\n" for line in todo(hop))


def _file_section(file: ReviewedFile) -> Iterator[str]:
    yield f"\n### {in_code(file.path)}{in_text(printable(moved(file)))} {file.summary}\n"
    if file.scheduler_names:
        yield f"\n{in_text(serving(file))}\n"
    if file.difference is not None:
        if file.difference.changes and not file.difference.others:
            yield f"\n{in_text(summary_line(file.difference))}\n"
        yield from body(file.difference)
    yield from _finding_list("came", file.came)
    yield from _finding_list("went", file.went)


def _finding_list(what: str, findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        return
    yield f"\nFindings that {what}:\n\n"
    for finding in findings[:_MOST]:
        text = f"{finding.message}. {finding.help}" if finding.help else finding.message
        line = finding.start.line
        yield f"- line {line}: {weight_name(finding)} `{finding.rule}`: {in_text(' '.join(text.split()))}\n"
    if len(findings) > _MOST:
        yield f"- and {len(findings) - _MOST} more\n"


def _writable(file: ReviewedFile) -> list[ReviewedFile]:
    # All files are written at once: that this one can be is seen before.
    to_json(file)
    return [file]


def render_json(review: Review, counting: Counting) -> Iterator[str]:
    """Yield one JSON object."""
    report = replace(review, files=tuple(each(review.files, _writable, counting)))
    yield to_json(report, indent=1) + "\n"
