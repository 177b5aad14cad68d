"""The files of the examples."""

from pathlib import Path

from tests.paths import ROOT

EXAMPLES = ROOT / "examples"


def example_files() -> list[Path]:
    """List all of them, in order, but for what Python writes beside those that it runs."""
    return sorted(path for path in EXAMPLES.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
