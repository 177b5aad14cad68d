"""Files that are named by options."""

from schedcfg.document import decode_text
from schedcfg.errors import UnreadableInput
from schedcfg.sources import Source


def read_text(path: str) -> str:
    """Read a file; `-` is standard input.

    Raises:
        UnreadableInput: with the file's name, the reason and what to do.
    """
    try:
        return decode_text(Source(path).read())
    except UnreadableInput as error:
        raise UnreadableInput(f"{path} cannot be read: {error}", error.help) from None
