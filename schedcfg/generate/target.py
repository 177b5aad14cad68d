"""What a target is: a product that runs kube-scheduler its own way, and wants the configuration in its own form."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from schedcfg.findings import Problem
from schedcfg.generate.given import Given
from schedcfg.generate.maker import Maker
from schedcfg.generate.results import GeneratedFile

CONFIG_FILE = "scheduler-config.yaml"
"""Name of the configuration's file on a node: always the same, as `config.yaml` would be k3s's own there."""


class ImageOption(Enum):
    """Whether a target takes a scheduler image of the user's choice."""

    NONE = "it runs the one that it brings"
    OPTIONAL = "it may be named"
    REQUIRED = "it must be named"


class Wishes(NamedTuple):
    """What a user chose.

    Attributes:
        image: The scheduler's image; None: the one that the target brings.
        variants: Those of the target's variants that are asked for.
    """

    image: str | None = None
    variants: frozenset[str] = frozenset()


class Target(NamedTuple):
    """One product.

    Attributes:
        summary: What is written for it, in one line.
        files: Makes the files.
        problems: Yields what keeps the configuration from being run there, as errors, and what to know about it.
        remarks: Yields what to do with the files.
        image: Whether it takes another image.
        variants: Name of a flag → what it makes different.
    """

    summary: str
    files: Callable[[Given, Wishes], Iterable[GeneratedFile]]
    problems: Callable[[Given, Wishes], Iterable[Problem]]
    remarks: Callable[[Given, Wishes], Iterable[str]]
    image: ImageOption = ImageOption.NONE
    variants: Mapping[str, str] = {}

    def maker(self, wishes: Wishes) -> Maker:
        """Give what makes its files."""
        return Maker(
            lambda given: self.files(given, wishes),
            lambda given: self.problems(given, wishes),
            lambda given: self.remarks(given, wishes),
        )
