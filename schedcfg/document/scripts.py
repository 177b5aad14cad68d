"""Shell scripts to nodes: each line, with those that continue it, is a list of its words.

Nothing is expanded. What is between the words of two commands, as a pipe is, is a word as well.
"""

from collections.abc import Iterator
from functools import cached_property

from schedcfg.document.nodes import Node, Root, Scalar, Sequence
from schedcfg.document.stream import Document, SourceText, Stream
from schedcfg.document.units import data_of, logical_lines

_COMMENT, _END = "#", ";"


class ScriptText(SourceText):
    """The text of a script."""

    def trees(self) -> Iterator[Root]:
        """Yield the tree of the script."""
        lines = (list(_before_comment(line.words())) for line in logical_lines(self.text))
        commands: list[Node] = [
            Sequence(words[0].start, words[-1].end, flow=True, items=[*words]) for words in lines if words
        ]
        start = commands[0].start if commands else 0
        yield Root(start, Sequence(start, len(self.text), flow=False, items=commands))

    @property
    def can_be_edited(self) -> bool:
        """Whether a change of its data can be written as an edit: it cannot."""
        return False

    @cached_property
    def roots(self) -> list[Node]:
        """Its tree."""
        return [root.node for root in self.trees()]


def parse_script(text: str) -> Stream:
    """Read a script as one document, a list of its lines."""
    source = ScriptText(text)
    [root] = source.roots
    stream = Stream(source, (Document(source, 0, root.start, data_of(root)),), None)
    stream.reader = parse_script
    return stream


def _before_comment(words: Iterator[Scalar]) -> Iterator[Scalar]:
    for word in words:
        value = str(word.value)
        if value.startswith(_COMMENT):
            return
        if value.endswith(_END):
            word.value, word.end = value.removesuffix(_END), word.end - len(_END)
        yield word
