"""What makes files around a configuration: a static Pod, a second scheduler, what a product takes."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from schedcfg.findings import Problem
from schedcfg.generate.given import Given
from schedcfg.generate.results import GeneratedFile


def _nothing(_given: Given) -> tuple[()]:
    return ()


class Maker(NamedTuple):
    """Makes files around a configuration.

    Attributes:
        files: Makes them.
        problems: Says what keeps the configuration from being run that way (as errors), and what to know about it.
        remarks: Says what to know about the files, a sentence or two each.
    """

    files: Callable[[Given], Iterable[GeneratedFile]]
    problems: Callable[[Given], Iterable[Problem]] = _nothing
    remarks: Callable[[Given], Iterable[str]] = _nothing
