"""What the page about editors has people write into the files of their editor."""

import os
import re
from pathlib import Path

from tests.paths import ROOT

PAGE = ROOT / "docs" / "editors.md"


def blocks(language: str) -> list[str]:
    """Return the blocks in a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def environment(home: Path, program: Path) -> dict[str, str]:
    """Return the environment of an editor that finds the program on PATH, and nobody's own settings."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    return {**inherited, "HOME": str(home), "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"}
