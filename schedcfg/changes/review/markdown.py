"""A review as one comment on a pull request."""

from collections.abc import Iterator, Sequence

from schedcfg.changes.diff import markdown as differences
from schedcfg.changes.diff.markdown import in_code, in_text
from schedcfg.changes.diff.text import summary_line
from schedcfg.changes.review.review import Review, ReviewedFile, todo
from schedcfg.changes.review.text import moved, title
from schedcfg.document.texts import printable
from schedcfg.findings import Finding
from schedcfg.output.finding_text import weight_name

_MOST = 20
"""Findings of a file that are listed."""


def render(review: Review) -> Iterator[str]:
    """Yield a summary, then each file, then the next step of an upgrade."""
    yield f"## kube-scheduler: {in_text(title(review))}\n"
    for file in review.files:
        yield from _file(file)
    if review.next_hop is not None:
        hop = review.next_hop
        yield f"\n### Next step of an upgrade: {hop.source} → {hop.target}\n\n"
        yield from (f"- [ ] {in_text(' '.join(line.split()))}\n" for line in todo(hop))


def _file(file: ReviewedFile) -> Iterator[str]:
    yield f"\n### {in_code(file.path)}{in_text(printable(moved(file)))} {file.summary}\n"
    if file.difference is not None:
        if file.difference.changes and not file.difference.others:
            yield f"\n{in_text(summary_line(file.difference))}\n"
        yield from differences.body(file.difference)
    yield from _findings("came", file.came)
    yield from _findings("went", file.went)


def _findings(what: str, findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        return
    yield f"\nFindings that {what}:\n\n"
    for finding in findings[:_MOST]:
        text = f"{finding.message}. {finding.help}" if finding.help else finding.message
        line = finding.start.line
        yield f"- line {line}: {weight_name(finding)} `{finding.rule}`: {in_text(' '.join(text.split()))}\n"
    if len(findings) > _MOST:
        yield f"- and {len(findings) - _MOST} more\n"
