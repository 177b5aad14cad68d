"""Work is counted, in calls: twice as much of anything takes about twice as many, by every command."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from called import Result
from growth_shapes import ACCEPTED, FIXABLE, SHAPES, Shape

Run = Callable[..., Result]

_SIZES = (40, 80, 160)
_MOST = 2.6
"""How many times as many calls twice as much may take: n log n is below, n² is 4."""
