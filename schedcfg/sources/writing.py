"""Files of a run, written back one after the other."""

import os
from collections.abc import Collection

from schedcfg.errors import UnwritableOutput
from schedcfg.sources.replace import is_inside, replace, sweep


def put_back(path: str, before: bytes, after: bytes, named: Collection[str]) -> str | None:
    """Write a file back, so that one of many that cannot be written does not stop the others.

    Args:
        path: The file.
        before: What was read from it.
        after: The content.
        named: The files and folders of the run. What was found in a folder is written in one of them only: a
            repository of somebody else may have links to any file.

    Returns:
        Why it could not be written, with what to do; None if it was. See `replace`.
    """
    if path not in named and not _is_inside(path, named):
        outside = "it is a link to a file outside of the folders that were named"
        return f"{outside}. Name {os.path.realpath(path)} itself to change it."
    sweep(path)
    try:
        replace(path, before, after)
    except UnwritableOutput as error:
        return error.sentence
    return None


def _is_inside(path: str, folders: Collection[str]) -> bool:
    """Return whether a file is below one of some folders, once links are followed."""
    real = os.path.realpath(path)
    return any(is_inside(real, os.path.realpath(folder)) for folder in folders)
