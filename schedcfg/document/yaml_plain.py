"""Ordinary YAML text to plain data, in one tight skip libyaml's events."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from yaml import events
from yaml.error import YAMLError

from schedcfg.document import scalars
from schedcfg.document.plain import MAX_DEPTH, NeedsFullParser, Plain
from schedcfg.document.yaml_parser import EventParser
from schedcfg.patterns import pattern

# What libyaml 0.2 reads differently.
_UNUSUAL = ("\ufeff", "\\/")
_PROPERTY = pattern(r"(?:\A|[\s,:\[{])[&!]")
"""Perhaps an anchor or a tag: others are inside of a word, as in `2>&1`."""
_WITHOUT_QUESTION = pattern(
    r"""[^?#\[\]{}'"]*+(?:'[^?\[\]{}']*+'[^?#\[\]{}'"]*+|"[^?\[\]{}\\"]*+"[^?#\[\]{}'"]*+)*[\]}]"""
)
"""What is between brackets, where libyaml 0.2 reads a question mark differently, without one, or other brackets."""
_BATCH = 1024


def read(text: str) -> list[Plain]:
    """Read all documents of a text in which nothing is unusual, as nearly all texts are.

    Raises:
        NeedsFullParser: when `yaml_nodes` has to look at it.
    """
    if any(sign in text for sign in _UNUSUAL) or (("&" in text or "!" in text) and _PROPERTY.search(text)):
        raise NeedsFullParser
    try:
        return _tight_pass(_events(text), text)
    except (YAMLError, UnicodeEncodeError, TypeError, scalars.UnsupportedValue):
        raise NeedsFullParser from None


def _events(text: str) -> Iterator[Any]:
    """Yield the events by the batch, which is faster than one by one, and bounded."""
    stream = iter(EventParser(text).get_event, None)
    return chain.from_iterable(iter(lambda: list(islice(stream, _BATCH)), []))


def _tight_pass(stream: Iterator[Any], text: str) -> list[Plain]:  # noqa: C901, PLR0912 - calls would double the time
    has_question = "?" in text
    known, scalar = scalars.PLAIN_AS_JSON, events.ScalarEvent
    mapping_start, mapping_end = events.MappingStartEvent, events.MappingEndEvent
    sequence_start, sequence_end = events.SequenceStartEvent, events.SequenceEndEvent
    documents: list[Plain] = []
    stack: list[list[object]] = []
    children: list[object] = []
    start = 0
    for event in stream:
        kind = type(event)
        if kind is scalar:
            is_plain, is_quoted = event.implicit
            if is_plain:
                children.append(known[event.value])
            elif is_quoted:
                children.append(event.value)
            else:
                raise NeedsFullParser
        elif kind is mapping_end:
            turns = iter(children)
            mapping: dict[Any, object] = dict(zip(turns, turns))  # noqa: B905 - `strict` takes longer than all the rest
            "".join(mapping)  # a TypeError where a key is no text
            if len(mapping) * 2 != len(children) or "<<" in mapping:
                raise NeedsFullParser
            children = stack.pop()
            children.append(mapping)
        elif kind is mapping_start or kind is sequence_start:
            if not stack:
                start = event.start_mark.index
            elif len(stack) == MAX_DEPTH:
                raise NeedsFullParser
            if has_question and event.flow_style and not _WITHOUT_QUESTION.match(text, event.end_mark.index):
                raise NeedsFullParser
            stack.append(children)
            children = []
        elif kind is sequence_end:
            items, children = children, stack.pop()
            children.append(items)
        elif kind is events.DocumentStartEvent and event.version is None:
            children = []
        elif kind is events.DocumentEndEvent and isinstance(children[0], dict | list):
            documents.append(Plain(start, children[0]))
        elif kind is not events.StreamStartEvent and kind is not events.StreamEndEvent:
            raise NeedsFullParser
    return documents
