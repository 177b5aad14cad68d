"""The other files of a folder: what a manifest there names may be among them."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from schedcfg.document import Stream, decode_text, parse
from schedcfg.errors import UnreadableInput
from schedcfg.sources.find import ENDINGS
from schedcfg.sources.marks import may_hold_surroundings
from schedcfg.sources.source import STDIN, Source

_MOST = 500
"""Files of a folder that are looked at: beyond that it is no folder of one deployment."""


class Text(NamedTuple):
    """A file that was read.

    Attributes:
        name: Its name within the folder; empty for standard input.
        stream: Its documents.
    """

    name: str
    stream: Stream


class Folders:
    """Folders whose files are read when they are first asked for, and kept."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[Text, ...]] = {}

    def __reduce__(self) -> tuple[type["Folders"], tuple[()]]:
        """Go to other processes empty: what was read is not worth the way."""
        return Folders, ()

    def beside(self, path: str) -> tuple[Text, ...]:
        """List the files in the folder of a file that may have to do with schedulers, without that file.

        Files that cannot be read say nothing here; whoever judges them reports it.
        """
        if path == STDIN:
            return ()
        folder, own = os.path.split(os.path.abspath(path))  # noqa: PTH100 - strings in, strings out
        if folder not in self._read:
            self._read[folder] = tuple(_texts(folder))
        return tuple(text for text in self._read[folder] if text.name != own)


def _texts(folder: str) -> Iterator[Text]:
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(ENDINGS))  # noqa: PTH208 - as above
    except OSError:
        return
    for name in names[:_MOST]:
        path = os.path.join(folder, name)  # noqa: PTH118 - as above
        try:
            raw = Source(path).read()
            if os.path.isfile(path) and may_hold_surroundings(raw):  # noqa: PTH113 - as above
                yield Text(name, parse(decode_text(raw)))
        except UnreadableInput:
            continue
