"""The page on `schedcfg diff` explains its JSON."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_name_of_the_contract_is_explained() -> None:
    page = (ROOT / "docs" / "diff.md").read_text(encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "schedcfg",
            "diff",
            "examples/profiles.yaml",
            "examples/extender.yaml",
            "--output",
            "json",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    names = set(re.findall(r'^ +"(\w+)":', done.stdout, re.MULTILINE))
    origins = {"kind", "name", "line"}
    assert len(names) > 20
    assert [name for name in sorted(names - origins) if f"`{name}`" not in page] == []
