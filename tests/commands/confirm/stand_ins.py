"""What the fixtures of these tests make."""

from collections.abc import Callable
from pathlib import Path

Programs = Callable[[str], Path]
"""Makes the program of a name, which answers as a real one did."""

Scripts = Callable[[str], Path]
"""Makes a program of Python code."""
