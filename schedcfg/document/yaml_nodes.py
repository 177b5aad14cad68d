"""YAML text to nodes, through libyaml's events.

yaml.v2, which Kubernetes uses, is a port of libyaml 0.1. What 0.2 reads otherwise is put right here, but for
oddities that stay errors: a colon before a bracket or comma (`{a:, b}`), brackets and commas in a tag.
"""

from collections.abc import Iterator
from typing import Any

from yaml import events
from yaml.error import MarkedYAMLError

from schedcfg.document import scalars, syntax
from schedcfg.document.defect import NEST_FEWER, DefectKind, Fault
from schedcfg.document.golang.json_scanner import MAX_DEPTH as DEEPEST
from schedcfg.document.nodes import Alias, Mapping, Node, Root, Scalar, Sequence
from schedcfg.document.plain import MAX_DEPTH
from schedcfg.document.yaml_parser import EventParser
from schedcfg.patterns import pattern

_BOM = "\ufeff"
_PRIVATE = 0xE000
_ESCAPED_QUOTE = pattern(r"(?<!\\)(?P<even>(?:\\\\)*)\\'")
_TOO_DEEP = "exceeded maximum nesting depth"
"""From PyYAML 6.0.4 on, libyaml ends at 1,000 brackets, before it hands over the first of them."""


def read(text: str) -> Iterator[Root]:
    """Read the documents of a text, one after the other, as trees.

    Raises:
        Fault: where the text stops being YAML that Kubernetes reads, after the documents before that.
    """
    forbidden = syntax.forbidden_character(text)
    if forbidden is not None:
        yield from _before(text, forbidden)
        raise syntax.forbidden_fault(text, forbidden)
    disguise = _Disguise(text)
    layout = _Layout(text, disguise)
    try:
        yield from layout.roots(iter(EventParser(disguise.text).get_event, None))
    except MarkedYAMLError as error:
        raise layout.fault(error) from None


def _before(text: str, forbidden: int) -> Iterator[Root]:
    """Yield the documents that end before a character that libyaml would not even let in."""
    line_start = max(text.rfind("\n", 0, forbidden), text.rfind("\r", 0, forbidden)) + 1
    held: Root | None = None
    try:
        for root in read(text[:line_start]):
            if held is not None:
                yield held
            held = root  # the last one may go on with the line that was cut off
    except Fault:
        if held is not None:
            yield held


class _Disguise:
    r"""A text as libyaml 0.2 has to get it so that it reads it as yaml.v2 does.

    Inside a text yaml.v2 takes a byte order mark for a letter, and it knows the escape `\'`. On the way
    through libyaml other characters replace the mark and the backslash, so that no place changes.
    """

    def __init__(self, text: str) -> None:
        self._mark, self._backslash = (chr(_PRIVATE + nth) for nth in range(2))
        beginning = text[: 2 if text.startswith(_BOM * 2) else 1]  # marks there are marks to both
        rest = text[len(beginning) :]
        is_free = self._mark not in text and self._backslash not in text
        self._is_needed = is_free and (_BOM in rest or "\\'" in rest)
        self.text = text
        if self._is_needed:
            rest = _ESCAPED_QUOTE.sub(rf"\g<even>{self._backslash}'", rest)
            self.text = beginning + rest.replace(_BOM, self._mark)

    def restore(self, value: str, style: str) -> str:
        """Return what the text has for a scalar."""
        if not self._is_needed:
            return value
        return value.replace(self._mark, _BOM).replace(self._backslash, "" if style == '"' else "\\")


class _Layout:
    """Turns the events of one text into trees."""

    def __init__(self, text: str, disguise: _Disguise) -> None:
        self._text = text
        self._disguise = disguise
        self._shift = 1 if text.startswith(_BOM) else 0  # libyaml does not count it
        self._stack: list[Sequence | Mapping] = []
        self._anchors: dict[str, Node] = {}
        self._root: Node | None = None

    def fault(self, error: MarkedYAMLError) -> Fault:
        """Return libyaml's error as a fault."""
        offset = self._offset(error.problem_mark)
        if error.problem == _TOO_DEEP:
            message = "so many collections are nested in each other that the document is not validated"
            return Fault(DefectKind.TOO_DEEP, message, offset, min(offset + 1, len(self._text)), help=NEST_FEWER)
        context = self._offset(error.context_mark) if error.context_mark else None
        if offset == len(self._text) and self._stack and self._stack[-1].flow:
            context = self._stack[-1].start  # what was never closed
        return syntax.fault(self._text, error.problem or "", offset, context)

    def _offset(self, mark: Any) -> int:
        return int(mark.index) + self._shift

    def roots(self, stream: Iterator[Any]) -> Iterator[Root]:
        """Yield a tree for every document."""
        start = 0
        for event in stream:
            kind = type(event)
            if kind is events.DocumentStartEvent:
                start = self._begin(event)
            elif kind is events.DocumentEndEvent and self._root is not None:
                root = self._root
                yield Root(root.start if root.end > root.start else start, root)
            else:
                self._take(event)

    def _take(self, event: Any) -> None:
        kind = type(event)
        if kind is events.ScalarEvent:
            self._add(self._scalar(event), event.anchor)
        elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
            self._close(event)
        elif kind is events.MappingStartEvent:
            self._open(event, Mapping)
        elif kind is events.SequenceStartEvent:
            self._open(event, Sequence)
        elif kind is events.AliasEvent:
            start, end = self._offset(event.start_mark), self._offset(event.end_mark)
            self._add(Alias(start, end, event.anchor, self._anchors.get(event.anchor)), None)

    def _begin(self, event: Any) -> int:
        start = self._offset(event.start_mark)
        if event.version not in {None, (1, 1)}:
            raise syntax.fault(self._text, "found incompatible YAML document", start, None)
        self._anchors, self._root = {}, None
        return start

    def _scalar(self, event: Any) -> Scalar:
        tag, style = event.tag, event.style
        text = self._disguise.restore(event.value, style)
        node = Scalar(self._offset(event.start_mark), self._offset(event.end_mark), text)
        node.merge = text == "<<" and (event.implicit[0] or tag == scalars.MERGE)
        if tag is not None:
            self._apply_tag(node, text, tag)
        elif event.implicit[0]:
            node.value = scalars.plain(text)
        if style in {"|", ">"}:
            node.block = True
            node.end = node.start + len(self._text[node.start : node.end].rstrip())
        elif style == '"':
            self._refuse_slash(node)
        elif not style and self._stack and self._stack[-1].flow:
            self._refuse_question_mark(node)
        return node

    def _apply_tag(self, node: Scalar, text: str, tag: str) -> None:
        try:
            node.value = scalars.tagged(text, tag)
        except scalars.BadTag as error:
            node.problem = str(error)

    def _refuse_slash(self, node: Scalar) -> None:
        slash = syntax.escaped_slash(self._text, node.start, node.end)
        if slash is not None:
            raise syntax.fault(self._text, "found unknown escape character", slash, node.start)

    def _refuse_question_mark(self, node: Scalar) -> None:
        """Refuse a `?` in unquoted text between brackets: yaml.v2 reads it as the sign of a key."""
        sign = self._text.find("?", node.start, node.end)
        if sign >= 0:
            around = self._stack[-1]
            closer = "}" if isinstance(around, Mapping) else "]"
            raise syntax.fault(self._text, f"did not find expected ',' or '{closer}'", sign, around.start)

    def _open(self, event: Any, shape: type[Sequence | Mapping]) -> None:
        start = self._offset(event.start_mark)
        if len(self._stack) == DEEPEST:
            raise syntax.fault(self._text, f"exceeded max depth of {DEEPEST}", start, None)
        node = shape(start, start, event.flow_style)
        self._add(node, event.anchor)
        self._stack.append(node)

    def _close(self, event: Any) -> None:
        node = self._stack.pop()
        if node.flow:
            node.end = self._offset(event.end_mark)
            if self._text[node.end - 1 : node.end] in {"}", "]"}:
                return  # a lone pair in a list, `[a: b]`, has no bracket of its own
        parts = node.items if isinstance(node, Sequence) else node.entries[-1] if node.entries else ()
        if parts:
            node.end = parts[-1].end if isinstance(node, Sequence) else max(part.end for part in parts)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if not self._stack:
            self._root = node
            return
        if len(self._stack) > MAX_DEPTH:
            return  # what is in a collection that deep is not read
        parent = self._stack[-1]
        if isinstance(parent, Sequence):
            parent.items.append(node)
        elif parent.key is None:
            parent.key = node
        else:
            parent.entries.append((parent.key, node))
            parent.key = None
