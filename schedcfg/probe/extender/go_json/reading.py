"""The first value of an answer, as a tree that keeps what types decide about: repeated keys, the words of numbers."""

import json
import re
from typing import NamedTuple, NoReturn

from schedcfg.probe.extender.go_json.syntax import objection

_SPACE = " \t\r\n"
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Number(str):
    """A number as it is written: `5`, `5.0`, `1e1` are different things to Go."""

    __slots__ = ()


class Object(list[tuple[str, object]]):
    """An object's entries, in order; keys may be repeated."""


class NotJson(Exception):  # noqa: N818
    """The answer is no JSON; the words are Go's."""


class TooDeep(Exception):  # noqa: N818
    """The answer is nested deeper than this program reads, though not than Go does."""


class Read(NamedTuple):
    """What was read.

    Attributes:
        value: Objects, lists, texts, numbers, booleans and None.
        rest: What follows it, without the space around; kube-scheduler never looks at it.
    """

    value: object
    rest: str


def read(raw: bytes) -> Read:
    """Read the first value of a text.

    Raises:
        NotJson: if there is none.
        TooDeep: if it is nested too deep.
    """
    text = raw.decode("utf-8", "replace")
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = _READER.raw_decode(text, start)
    except RecursionError:
        raise _explained(raw) from None
    except ValueError:
        raise _explained(raw) from None
    if isinstance(value, Number) and text[end : end + 1] in {".", "e", "E"}:
        # Python takes `1` out of `1e]`, which is wrong, and `1e2` out of `1e2e`, as Go does.
        words = objection(raw)
        if words is not None:
            raise NotJson(words)
    return Read(value, text[end:].strip(_SPACE))


def whole(text: str) -> str:
    """Replace halves of surrogate pairs, which Python keeps, as Go does."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)


def _explained(raw: bytes) -> NotJson | TooDeep:
    words = objection(raw)
    return TooDeep() if words is None else NotJson(words)


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


_READER = json.JSONDecoder(object_pairs_hook=Object, parse_int=Number, parse_float=Number, parse_constant=_refuse)
