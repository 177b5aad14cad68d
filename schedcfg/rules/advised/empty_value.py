"""Keys that seem to have a value, which is a comment."""

import re
from collections.abc import Iterator

from schedcfg.cards import Citation, v1_configuration
from schedcfg.document import Document
from schedcfg.document.comments import Comment
from schedcfg.document.span import Path
from schedcfg.findings import Act, Problem, Remedy, RemedyChange, Severity
from schedcfg.patterns import pattern
from schedcfg.rules.rule import Rule, Subject, advice

ID = "empty-value"

_FIELD = pattern(r"(- +)?[\w./-]+:( |$)|- ")
"""How a line of YAML begins that was commented out."""
_NO_VALUE = pattern(r"(?:[:?-]|(?<!\S)[!&]\S*+)\s*#")
"""What is directly before a comment where there is no value: a sign that one follows, or its tag or anchor."""


def check(subject: Subject) -> Iterator[Problem]:
    """Yield each key without a value that has a comment where its value would be."""
    document = subject.document
    if document is None or document.is_json or not (_may_hold_one(document.text) and _has_nulls(document.data)):
        return
    for path in _nulls(document.data, ()):
        yield from _problem(document, path)


def _may_hold_one(text: str) -> bool:
    """Return whether something before a comment has no value of its own: its key or dash, or brackets, are there."""
    return "#" in text and ("{" in text or "[" in text or _NO_VALUE.search(text) is not None)


def _nulls(data: object, path: Path) -> Iterator[Path]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in entries:
        if value is None:
            yield (*path, step)
        elif isinstance(value, dict | list):
            yield from _nulls(value, (*path, step))


def _has_nulls(data: object) -> bool:
    """Return whether there is a null, without working out where: this is asked of nearly every file."""
    pending = [data]
    for value in pending:
        if isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list):
            pending += value
        elif value is None:
            return True
    return False


def _problem(document: Document, path: Path) -> Iterator[Problem]:
    place = document.locate(path)
    if place.path != path or place.value.start.offset != place.value.end.offset:
        return
    name = path[-1] if isinstance(path[-1], str) else "the item"
    start = (place.key or place.value).start
    beside = document.comment_on(start.line)
    if beside is not None and _is_value(document.text, beside):
        value = f"#{beside.text}"
        yield advice(
            ID,
            path,
            f"`{name}` has no value: `{value}` is a comment, because it starts with `#` after a space",
            f'Put it in quotes: `{name}: "{value}"`.',
            remedy=Remedy(
                "Put it in quotes", (RemedyChange(Act.REPLACE, path, value),), unsafe="the comment becomes a value"
            ),
        )._replace(on_key=True)
        return
    below = document.comment_on(start.line + 1)
    if below is not None and below.own_line and _column(document.text, below) > start.column:
        yield advice(
            ID,
            path,
            f"`{name}` has no value, as everything below it is a comment: this is the same as omitting it",
            f"Remove the `#` before its lines, or remove `{name}:` as well.",
            Severity.INFO,
        )._replace(on_key=True)


def _is_value(text: str, comment: Comment) -> bool:
    """Return whether a comment looks like a single value: one word, right behind the `#`."""
    written = text[comment.span.start.offset + 1 : comment.span.end.offset]
    return bool(written) and not comment.own_line and re.fullmatch(r"[^\s#]+", written.rstrip()) is not None


def _column(text: str, comment: Comment) -> int:
    """Return where a line of YAML begins that was commented out; 0 where a comment is none."""
    written = text[comment.span.start.offset + 1 : comment.span.end.offset]
    blanks = len(written) - len(written.lstrip())
    return comment.span.start.column + 1 + blanks if _FIELD.match(comment.text) else 0


RULE = Rule(
    id=ID,
    title="The value is a comment",
    why="Text after ` #` is not part of the value. A key without a value is null, which is the same as omitting it: "
    "the default applies, and nothing is logged about it.",
    source="sigs.k8s.io/yaml; encoding/json, Unmarshal of null",
    evidence=(
        Citation(
            "https://github.com/SeasonPilot/scheduler-demo/blob/f31fd0e84a176f43e277747a4f3ecece408915cf/deploy/scheduler-config.yaml",
            "a color after ` #` is a comment",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
    lighter=(Severity.INFO,),
    bad=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeColor
    pluginConfig:
      - name: NodeColor
        args:
          color: #ff8800
      - name: NodeResourcesFit
        args:
          # scoringStrategy:
          #   type: MostAllocated
"""),
    good=v1_configuration("""\
profiles:
  - plugins:
      score:
        enabled:
          - name: NodeColor
    pluginConfig:
      - name: NodeColor
        args:
          color: "#ff8800"
      - name: NodeResourcesFit
        args:
          scoringStrategy:
            type: MostAllocated
            resources:
              - name: cpu
                weight: 1
"""),
)
