"""What people should know of a release besides its tables, written by hand: `notes/1.NN.toml`."""

import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

_FOLDER = os.path.join(os.path.dirname(__file__), "notes")


class Notes(NamedTuple):
    """What is worth knowing of a release.

    Attributes:
        title: What it brought, in a line; empty where nobody wrote it yet.
        upgrade: What tables do not show to an operator who comes from the release before, a sentence or two each: what
            the scheduler refuses now, or does another way, and what to do.
        gates: Feature gate → what it is for, or why the release changed or removed it.
    """

    title: str = ""
    upgrade: tuple[str, ...] = ()
    gates: Mapping[str, str] = MappingProxyType({})


@cache
def notes_of(number: int) -> Notes:
    """Return what is worth knowing of the release with a minor."""
    import tomllib  # noqa: PLC0415 - only those who read of releases, or upgrade, need it

    path = os.path.join(_FOLDER, f"1.{number}.toml")
    if not os.path.exists(path):
        return Notes()
    with open(path, "rb") as file:
        found = tomllib.load(file)
    return Notes(found["title"], tuple(found.get("upgrade", ())), found.get("gates", {}))
