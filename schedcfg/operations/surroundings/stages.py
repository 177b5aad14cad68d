"""Stages of folders: each folder is read, and its scenes are made, once for all of its files."""

import os
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from schedcfg.document import Stream
from schedcfg.document_validation import DocumentValidator
from schedcfg.sources import STDIN, Text, patches_in, texts_in

if TYPE_CHECKING:
    from schedcfg.operations.surroundings.scenes import Stage

_KEPT = 16
"""Folders: a search comes back to one after those below it, and a large tree must not fill the memory."""


class Standing(NamedTuple):
    """A text among what is around it.

    Attributes:
        text: The text.
        stage: Everything around, with the text itself.
    """

    text: Text
    stage: "Stage"


class Stages:
    """Stages that were made."""

    def __init__(self) -> None:
        self._kept: dict[str, Stage] = {}

    def __reduce__(self) -> tuple[object, tuple[()]]:
        """Go to other processes empty: what was read is not worth the way. Each process has one for all its work."""
        return _of_this_process, ()

    def standing(self, path: str, stream: Stream, judge: DocumentValidator) -> Standing:
        """Find what is around a file: its folder; nothing for standard input.

        Args:
            path: The file.
            stream: What was read from it.
            judge: By whose rules.
        """
        if path == STDIN:
            return alone(stream, judge)
        folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100 - strings in, strings out
        stage = self._stage(folder, judge)
        here = next((text for text in stage.texts if text.name == name), None)
        if here is not None and here.stream.text == stream.text:
            return Standing(here, stage)
        # It was not found there, as under another ending, or has changed since.
        own = Text(name, stream)
        return Standing(own, _made((own, *(text for text in stage.texts if text is not here)), judge))

    def _stage(self, folder: str, judge: DocumentValidator) -> "Stage":
        kept = self._kept.pop(folder, None)
        stage = _of(folder, judge) if kept is None or kept.judge != judge else kept
        self._kept[folder] = stage
        if len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return stage


def alone(stream: Stream, judge: DocumentValidator) -> Standing:
    """Put a text on a stage of its own."""
    text = Text("", stream)
    return standing_among(text, (text,), judge)


def standing_among(text: Text, texts: tuple[Text, ...], judge: DocumentValidator) -> Standing:
    """Put a text on a stage with others, itself among them."""
    return Standing(text, _made(texts, judge))


@cache
def _of_this_process() -> Stages:
    return Stages()


def _of(folder: str, judge: DocumentValidator) -> "Stage":
    return _made(tuple(texts_in(folder)), judge, tuple(patches_in(folder)))


def _made(texts: tuple[Text, ...], judge: DocumentValidator, patches: tuple[Text, ...] = ()) -> "Stage":
    from schedcfg.operations.surroundings.scenes import Stage  # noqa: PLC0415 - many texts have nothing to do with it

    return Stage(texts, judge, patches)
