"""Kubernetes objects as plain data, with comments, written as a stream of YAML documents."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from schedcfg.document import commented_yaml
from schedcfg.document.path import Path

Data = dict[str, object]
"""A mapping of plain data."""


class Object(NamedTuple):
    """One object.

    Attributes:
        data: The object.
        comments: Path → what is said above it; see `commented_yaml.write`.
    """

    data: Data
    comments: Mapping[Path, str] = {}

    def write(self) -> str:
        """Write it as one YAML document."""
        return commented_yaml.write(self.data, self.comments)


def stream(objects: Iterable[Object]) -> str:
    """Write objects as one stream, in their order."""
    return "---\n".join(one.write() for one in objects)
