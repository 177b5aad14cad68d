"""What has to be true of every answer, whatever was asked: each check yields what is wrong."""

import json
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from schedcfg.document import decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.findings import FileReport, Finding, FindingClass, Verdict
from tests.commands.migrate.checked import comments_of
from tests.output.html.pages import check_page


class Fault(NamedTuple):
    """Something that is not as it has to be.

    Attributes:
        kind: What, in a few words; faults of one kind at one place are counted as one.
        detail: The rest.
    """

    kind: str
    detail: str = ""


FOR_PEOPLE = frozenset({"text", "concise", "github", "markdown"})
"""Formats that reach a terminal or a log as they are."""

_UNSAFE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
_MEANT = frozenset("\n\t")


def read(raw: bytes) -> str | None:
    """Return the text of an input; None where it is none."""
    try:
        return decode_text(raw)
    except UnreadableInput:
        return None


INTERNAL = "schedcfg itself failed"
"""What the package says of a fault of its own; see `schedcfg.errors.fault`."""


def reported(text: str) -> Iterator[Fault]:
    """Yield where a text says that the package failed: what it guards against is a fault as well."""
    at = text.find(INTERNAL)
    if at >= 0:
        yield Fault("internal error: reported", text[at : at + 300])
    if "Traceback (most recent" in text:
        yield Fault("internal error: traceback", text[-300:])


def unescaped(text: str) -> Iterator[Fault]:
    """Yield what a terminal or a log would obey: control characters, marks of direction, commands of a workflow."""
    yield from unsafe_characters(text)
    found = re.search(r"^[ \t]*::[^\n]*INJECT", text, re.MULTILINE)
    if found:
        yield Fault("a line of the input is one of the log", repr(found[0][:80]))


def unsafe_characters(text: str) -> Iterator[Fault]:
    """Yield the first character that a terminal would obey, or that changes how the rest is read."""
    if not text.isprintable():
        for letter in sorted(set(text) - _MEANT):
            if unicodedata.category(letter) in _UNSAFE:
                at = text.index(letter)
                yield Fault("unescaped character", f"{letter!r} in {text[max(0, at - 60) : at + 20]!r}")
                break


def positions(report: FileReport, text: str) -> Iterator[Fault]:
    """Yield findings whose places are not in the text, are not in order, or are there twice."""
    lines = _starts(text)
    for document in report.documents:
        for finding in document.findings:
            yield from _places(finding, text, lines)
        offsets = [finding.start.offset for finding in document.findings]
        if offsets != sorted(offsets):
            yield Fault("findings out of order", str(offsets))
        if len(set(document.findings)) < len(document.findings):
            yield Fault("a finding twice", ", ".join(sorted(one.rule for one in document.findings)))


def _places(finding: Finding, text: str, lines: list[int]) -> Iterator[Fault]:
    for place in (finding.start, finding.end):
        inside = 0 <= place.offset <= len(text) and 1 <= place.line <= len(lines)
        if not inside or lines[place.line - 1] + place.column - 1 != place.offset:
            yield Fault("position outside of the text", f"{finding.rule} {place} of {len(text)}")
    if finding.end.offset < finding.start.offset:
        yield Fault("span ends before it begins", finding.rule)
    spans = [edit.span for edit in finding.fix.edits] if finding.fix is not None else []
    if any(not 0 <= span.start.offset <= span.end.offset <= len(text) for span in spans):
        yield Fault("edit outside of the text", finding.rule)


def _starts(text: str) -> list[int]:
    return [0, *(found.end() for found in re.finditer("\r\n|\n|\r", text))]


def verdicts(report: FileReport) -> Iterator[Fault]:
    """Yield where the verdict is not what the findings say."""
    for document in report.documents:
        refused = any(finding.finding_class is FindingClass.REFUSED for finding in document.findings)
        if refused != (document.verdict is Verdict.REFUSED):
            yield Fault("verdict against findings", f"{document.verdict} with {len(document.findings)} findings")


def parsed(text: str, output: str) -> Iterator[Fault]:
    """Yield what the readers of a format do not take."""
    # As standard output writes it; see `write_stdout`.
    text = text.encode("utf-8", "backslashreplace").decode()
    try:
        PARSERS.get(output, str)(text)
    except (ValueError, ET.ParseError, yaml.YAMLError, AssertionError) as error:
        yield Fault(f"{output} is not read", f"{type(error).__name__}: {error} in {text[:200]!r}")
    if output == "github":
        # Its lines are commands; `_github` has seen that they are ours.
        yield from unsafe_characters(text)
    elif output in FOR_PEOPLE:
        yield from unescaped(text)


def _yaml(text: str) -> object:
    return list(yaml.load_all(text, Loader=yaml.CSafeLoader))


def _sarif(text: str) -> object:
    runs = json.loads(text)["runs"]
    assert all("results" in run for run in runs), "no results"
    return runs


def _concise(text: str) -> None:
    for line in text.splitlines():
        place = re.search(r":\d+:\d+: (refused|error|warning|info)\[[a-z0-9-]+\] ", line)
        assert place, repr(line)


def _github(text: str) -> None:
    for line in re.split(r"\r\n|\r|\n", text)[:-1]:
        command = re.match(r"::(error|warning|notice) [^:]*::", line)
        assert command or line.startswith("info: "), repr(line)
        assert not (line.startswith("info: ") and "##[" in line), repr(line)


PARSERS: dict[str, Callable[[str], Any]] = {
    "json": json.loads,
    "sarif": _sarif,
    "gitlab": json.loads,
    "rdjson": json.loads,
    "junit": ET.fromstring,
    "yaml": _yaml,
    "concise": _concise,
    "github": _github,
    "html": check_page,
}
"""Format → what reads it."""


_OURS = re.compile(r"#*\s*schedcfg:\s*ignore.*", re.DOTALL)


def _without_ours(comments: Counter[str]) -> Counter[str]:
    """Leave out comments that are settings of ours: a fix removes what has no effect, or corrects a rule's name."""
    rest: Counter[str] = Counter()
    for comment, times in comments.items():
        text = _OURS.sub("", comment).strip("# \t")
        if text:
            rest[text] += times
    return rest


_LONE_LF = re.compile(r"(?<!\r)\n")


def kept(before: str, after: str, *, may_add_comments: bool = False) -> Iterator[Fault]:
    """Yield what an edit lost: comments, the style of newlines, the byte order mark, the end of the file."""
    if before == after:
        return
    # Where reading stops, comments are known up to the last document before that.
    known = (before, after) if parse(before).error is None else ("", "")
    one, other = (_without_ours(comments_of(text)) for text in known)
    if one - other:
        yield Fault("a comment is lost", repr(one - other)[:200])
    if other - one and not may_add_comments:
        yield Fault("a comment appears", repr(other - one)[:200])
    if "\r" not in before and "\r" in after:
        yield Fault("CR appears")
    if "\r\n" in before and not _LONE_LF.search(before) and _LONE_LF.search(after):
        yield Fault("LF among CR LF")
    if before.startswith("\ufeff") != after.startswith("\ufeff"):
        yield Fault("byte order mark")
    if before.strip() and after.strip() and _ends(before) != _ends(after):
        yield Fault("end of file", f"{before[-20:]!r} became {after[-20:]!r}")


def _ends(text: str) -> bool:
    return text.endswith(("\n", "\r"))


def all_of(*found: Iterable[Fault]) -> list[Fault]:
    """Return faults as one list."""
    return [fault for faults in found for fault in faults]
