"""Where the project is, for tests that read its files."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EXAMPLES = ROOT / "examples"
