"""Plain data written as YAML: keys in the order of the data, lists not indented, comments above their entries.

It is for new files. What a user wrote is edited instead, span by span (`schedcfg.document.edit`).
"""

import io
import textwrap
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.emitter import Emitter
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruamel.yaml.representer import RoundTripRepresenter
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.scalarstring import DoubleQuotedScalarString, LiteralScalarString
from ruamel.yaml.tag import Tag
from yaml.nodes import ScalarNode as ScalarNode11
from yaml.resolver import Resolver as Resolver11

from schedcfg.document import scalars
from schedcfg.document.span import Path
from schedcfg.patterns import pattern

_WIDEST = 100
"""Columns of a comment's line, its indentation included."""
_NARROWEST = 40
"""Columns that a comment has, however deep it is."""
_INDENTATION = 2
_UNBOUNDED = 2**31
"""Columns of other lines: nothing is folded."""

_YAML_1_1: Any = Resolver11()  # it has no types
_YAML_1_2 = VersionedResolver()
_NEVER_LITERAL = r"\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"
_LITERAL = pattern(rf"[^\s{_NEVER_LITERAL}][^{_NEVER_LITERAL}]*")
"""What a literal block holds as it is: it begins with no blank, and has no control characters."""


def write(data: object, comments: Mapping[Path, str] | None = None) -> str:
    """Return data as one YAML document, byte for byte the same each time.

    Args:
        data: Mappings with texts for keys, lists, texts, numbers, booleans, None.
        comments: Path → what is written above that entry or item, without `#`; `()` is above everything. A comment
            whose path leads nowhere would be lost, so that it is an error.

    Raises:
        KeyError: for such a path.
    """
    left = dict(comments or {})
    root = _Tree(left).root(data)
    if left:
        raise KeyError(next(iter(left)))
    written = io.StringIO()
    _writer().dump(root, written)
    return written.getvalue()


class _Tree:
    """Data as ruamel writes it, with comments attached.

    What is shared in the data becomes a copy each time, so that nothing gets an anchor.

    Args:
        comments: Those to attach; they are taken away as their places are found.
    """

    def __init__(self, comments: dict[Path, str]) -> None:
        self._comments = comments

    def root(self, data: object) -> Any:
        comment = self._take((), 0)
        node = self._node(data, (), 0)
        if comment:
            node.yaml_set_start_comment("\n".join(comment))
        return node

    def _node(self, data: object, path: Path, column: int) -> Any:
        """Return what is at a path, its entries or items at a column."""
        if isinstance(data, dict):
            return self._mapping(data, path, column)
        if isinstance(data, list | tuple):
            return self._sequence(data, path, column)
        return _text(data) if isinstance(data, str) else data

    def _mapping(self, data: dict[str, object], path: Path, column: int) -> dict[str, Any]:
        # Where no comment is left to attach, ruamel's own mappings and lists would only cost time.
        mapping: dict[str, Any] = CommentedMap() if self._comments or not path else {}
        for key, value in data.items():
            written = _key(key)
            comment = self._take((*path, key), column)
            # Lists begin in the column of their key.
            inner = column if isinstance(value, list | tuple) else column + _INDENTATION
            mapping[written] = self._node(value, (*path, key), inner)
            _attach(comment, mapping, written, column)
        return mapping

    def _sequence(self, data: list[object] | tuple[object, ...], path: Path, column: int) -> list[Any]:
        sequence: list[Any] = CommentedSeq() if self._comments or not path else []
        for index, item in enumerate(data):
            comment = self._above_dash(item, (*path, index), column)
            sequence.append(self._node(item, (*path, index), column + _INDENTATION))
            _attach(comment, sequence, index, column)
        return sequence

    def _above_dash(self, item: object, path: Path, column: int) -> list[str]:
        """Return the comments of an item and of what begins in the line of its dash."""
        lines = self._take(path, column)
        if isinstance(item, dict):
            for key in list(item)[:1]:
                lines += self._take((*path, key), column)
        elif isinstance(item, list | tuple) and item:
            lines += self._above_dash(item[0], (*path, 0), column)
        return lines

    def _take(self, path: Path, column: int) -> list[str]:
        """Take out the comment at a path, and return its lines."""
        width = max(_WIDEST - column - len("# "), _NARROWEST)
        comment = self._comments.pop(path, "")
        return [line for paragraph in comment.splitlines() for line in textwrap.wrap(paragraph, width)]


def _attach(comment: list[str], node: dict[str, Any] | list[Any], place: str | int, column: int) -> None:
    if comment:
        assert isinstance(node, CommentedMap | CommentedSeq)
        node.yaml_set_comment_before_after_key(place, before="\n".join(comment), indent=column)


def _key(text: str) -> str:
    return str(text) if _stays_text(text) else DoubleQuotedScalarString(text)


def _text(text: str) -> str:
    return LiteralScalarString(text) if "\n" in text and _LITERAL.fullmatch(text) else _key(text)


# Most keys, and many values, come again and again; ruamel asks about each of them several times.
_remembered = lru_cache(maxsize=4096)


@_remembered
def _stays_text(text: str) -> bool:
    """Check that a text without quotes is a text: to Kubernetes, and to other readers of YAML 1.1 and 1.2."""
    return (
        text != ""
        and scalars.plain(text) == text
        and _YAML_1_1.resolve(ScalarNode11, text, (True, False)) == scalars.STR
        and str(_tag(text)) == scalars.STR
    )


@_remembered
def _tag(text: str) -> Any:
    """Return what YAML 1.2 takes a text without quotes for."""
    return _YAML_1_2.resolve(ScalarNode, text, (True, False))


@_remembered
def _named(tag: str | Tag) -> Tag:
    """Return the tag of a name, or a tag as it is."""
    return Tag(suffix=tag) if isinstance(tag, str) else tag


@_remembered
def _prepared_tag(tag: str) -> str:
    """Return a tag as it would be written."""
    emitter = Emitter(io.StringIO())
    emitter.tag_prefixes = Emitter.DEFAULT_TAG_PREFIXES
    prepared: str = emitter.prepare_tag(tag)
    return prepared


@_remembered
def _analysis(text: str) -> Any:
    """Return in which styles a text can be written."""
    return Emitter.analyze_scalar(_writer().emitter, text)


class _Resolver(VersionedResolver):
    """Resolves each text once."""

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        return _tag(value) if kind is ScalarNode and implicit[0] else super().resolve(kind, value, implicit)


class _Emitter(Emitter):
    """Quotes with double quotes only, as Kubernetes' own tools do; looks at each text and tag once."""

    MAX_SIMPLE_KEY_LENGTH = 1000
    """Longer keys begin with `?`: libyaml reads none of 1024 characters otherwise."""

    def analyze_scalar(self, scalar: Any) -> Any:
        return _analysis(scalar)

    def prepare_tag(self, tag: Any) -> Any:
        return _prepared_tag(str(tag))

    def write_plain(self, text: Any, split: Any = True) -> None:
        if self.root_context or not text.isprintable():
            super().write_plain(text, split)
            return
        # It is one line, which is never folded.
        data = text if self.whitespace else f" {text}"
        self.whitespace = self.indention = False
        self.column += len(data)
        self.stream.write(data)

    def choose_scalar_style(self) -> Any:
        style = super().choose_scalar_style()
        return '"' if style == "'" else style


class _Representer(RoundTripRepresenter):
    """Writes None as `null`: a value that is left empty looks like a mistake."""

    def represent_scalar(self, tag: Any, value: Any, style: Any = None, anchor: Any = None) -> ScalarNode:
        return super().represent_scalar(_named(tag), value, style, anchor)

    def represent_sequence(self, tag: Any, sequence: Any, flow_style: Any = None) -> SequenceNode:
        return super().represent_sequence(_named(tag), sequence, flow_style)

    def represent_mapping(self, tag: Any, mapping: Any, flow_style: Any = None) -> MappingNode:
        return super().represent_mapping(_named(tag), mapping, flow_style)

    def represent_none(self, _data: None) -> ScalarNode:
        return self.represent_scalar(scalars.NULL, "null")


_Representer.add_representer(type(None), _Representer.represent_none)


def _writer() -> YAML:
    writer = YAML(typ="rt", pure=True, plug_ins=[])  # else it looks for some in its folder, each time
    writer.Emitter, writer.Representer, writer.Resolver = _Emitter, _Representer, _Resolver
    writer.indent(mapping=_INDENTATION, sequence=_INDENTATION, offset=0)
    writer.width = _UNBOUNDED
    writer.allow_unicode = True
    return writer
