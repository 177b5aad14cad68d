"""How a text is read by the name of its file."""

from schedcfg.document import Stream
from schedcfg.sources.templates import WITH_BLOCKS


def as_named(stream: Stream, path: str) -> Stream:
    """Return a text as it is read by the name of its file: of Markdown and scripts, some blocks only."""
    if not path.lower().endswith(WITH_BLOCKS):
        return stream
    from schedcfg.sources.blocks import read_blocks  # noqa: PLC0415 - most files are YAML

    return read_blocks(stream, path)
