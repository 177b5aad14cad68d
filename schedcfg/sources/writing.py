"""Files of a run, written back one after the other."""

from schedcfg.errors import UnwritableOutput
from schedcfg.sources.replace import replace, sweep


def put_back(path: str, before: bytes, after: bytes) -> str | None:
    """Write a file back, so that one of many that cannot be written does not stop the others.

    Args:
        path: The file.
        before: What was read from it.
        after: The content.

    Returns:
        Why it could not be written, with what to do; None if it was. See `replace`.
    """
    sweep(path)
    try:
        replace(path, before, after)
    except UnwritableOutput as error:
        return error.sentence
    return None
