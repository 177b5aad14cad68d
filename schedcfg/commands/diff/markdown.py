"""The difference as a comment on a pull request: a sentence, then tables; long ones are folded."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from schedcfg.commands.diff.differences import Difference, Side
from schedcfg.commands.diff.rows import ChangeRow, heading, places, rows
from schedcfg.commands.diff.text import in_words, sides, summary_line
from schedcfg.document.secrets import hide
from schedcfg.document.texts import printable
from schedcfg.findings import Finding, FindingClass
from schedcfg.output.finding_text import weight_name
from schedcfg.output.guard import each
from schedcfg.output.summary import Summary, counted, numbers_of
from schedcfg.patterns import pattern

_MARKUP = pattern(r"[\\*_\[\]|#~]")

_LONG = 8
"""Tables with more rows are folded."""


def render(differences: Iterable[Difference], summary: Summary, *, colored: bool) -> Iterator[str]:  # noqa: ARG001
    """Yield a summary, a table per profile, and one of what is above the profiles."""
    return each(differences, _of_both, summary)


def _of_both(difference: Difference) -> Iterator[str]:
    yield f"**kube-scheduler: {in_text(summary_line(difference))}**\n\n{in_text(sides(difference))}\n"
    yield from body(difference)
    if any(one.compared for one in difference.each):
        yield from _of_validate(difference)


def body(difference: Difference) -> Iterator[str]:
    """Yield what a difference consists of: a table per profile, or why there is none; by configuration, if several."""
    for one in difference.each:
        if one.configuration and not one.is_same:
            yield f"\n#### {in_text(printable(f'{one.configuration}: {in_words(one)}'))}\n"
        if one.presence is None:
            yield from _tables(one)
    same = sum(one.is_same for one in difference.each)
    if same and len(difference.each) > 1:
        yield f"\n{counted(same, 'other configuration')} in this file: no difference in behavior\n"


def _tables(difference: Difference) -> Iterator[str]:
    for side in (difference.left, difference.right):
        if not side.compared:
            yield from _findings(side)
    tables: dict[str, list[ChangeRow]] = defaultdict(list)
    for row in rows(difference.changes):
        tables[heading(row, difference.right.profiles)].append(row)
    for name, found in tables.items():
        yield from _table(name, found, difference)


def _findings(side: Side) -> Iterator[str]:
    yield "\n"
    for finding in _all_findings(side) if side.document is None else side.document.findings:
        if finding.finding_class is FindingClass.REFUSED:
            advice = f" {finding.help}" if finding.help else ""
            yield f"- line {finding.start.line}: {in_text(finding.message)}{in_text(advice)}\n"


def _all_findings(side: Side) -> list[Finding]:
    return [finding for document in side.report.documents for finding in document.findings]


def _of_validate(difference: Difference) -> Iterator[str]:
    """Yield what `validate` finds in the new side; what it does not find in the old one is marked."""
    before = {(finding.rule, finding.message) for finding in _all_findings(difference.left)}
    findings = sorted(_all_findings(difference.right), key=lambda finding: (finding.rule, finding.message) in before)
    if not findings:
        return
    folded = len(findings) > _LONG
    title = f"`schedcfg validate` of {difference.right.name}: {', '.join(numbers_of(findings))}"
    yield f"\n<details><summary>{in_title(title.replace('`', ''))}</summary>\n" if folded else f"\n{in_text(title)}\n"
    yield "\n| | line | | finding |\n| --- | --- | --- | --- |\n"
    for finding in findings:
        mark = "" if (finding.rule, finding.message) in before else "new"
        text = f"{finding.message}. {finding.help}" if finding.help else finding.message
        cells = (mark, str(finding.start.line), f"{weight_name(finding)} `{finding.rule}`", in_cell(text))
        yield f"| {' | '.join(cells)} |\n"
    if folded:
        yield "\n</details>\n"


def in_cell(text: str) -> str:
    """Keep a text from being read as Markdown, and from ending its cell or line."""
    return in_text(hide(" ".join(text.split()))).replace("|", "\\|").replace("\\\\|", "\\|")


def _table(name: str, found: list[ChangeRow], difference: Difference) -> Iterator[str]:
    title = f"{name}: {counted(len(found), 'change')}"
    folded = len(found) > _LONG
    yield f"\n<details><summary>{in_title(title)}</summary>\n" if folded else f"\n{in_text(title)}\n"
    yield "\n| | what | before | after | why |\n| --- | --- | --- | --- | --- |\n"
    for row in found:
        cells = (row.mark, in_code(row.what), in_code(row.before), in_code(row.after), _why(row, difference))
        yield f"| {' | '.join(cells)} |\n"
    if folded:
        yield "\n</details>\n"


def _why(row: ChangeRow, difference: Difference) -> str:
    reason = row.change.reason
    notes = [row.note, reason.text, places(row.change, difference)]
    text = in_text("; ".join(part for part in notes if part))
    text += f". {in_text(row.meaning)}" if row.meaning else ""
    return text + (f" ([source]({reason.source.url}))" if reason.source else "")


def in_code(text: str) -> str:
    """Show a text as it is, in one line: as code, in which only the bar and the backtick mean something."""
    return f"`{printable(text).replace('`', chr(39)).replace('|', chr(92) + '|')}`" if text else ""


def in_text(text: str) -> str:
    """Keep a text from being read as Markdown or HTML; text between backticks is code and is kept."""
    parts = _escaped(text).split("`")
    return "`".join(part if index % 2 else in_title(_MARKUP.sub(r"\\\g<0>", part)) for index, part in enumerate(parts))


def in_title(text: str) -> str:
    """Keep a text from being read as HTML."""
    return _escaped(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escaped(text: str) -> str:
    """Escape what a terminal or a log would obey; line breaks are the caller's."""
    return "\n".join(map(printable, text.split("\n")))
