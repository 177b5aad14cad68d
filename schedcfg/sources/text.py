"""A file that was read, as rules about its folder know it."""

from typing import NamedTuple

from schedcfg.document import Stream


class Text(NamedTuple):
    """A file that was read."""

    name: str  # Its name within the folder; empty where it is in none
    stream: Stream
