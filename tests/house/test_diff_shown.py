"""What README and docs/diff.md show of `schedcfg diff` is what it prints."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = [
    block
    for page in ("README.md", "docs/diff.md")
    for block in re.findall(r"```shell-session\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
]


def test_there_are_blocks() -> None:
    assert len(BLOCKS) >= 3


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_is_a_command_and_all_that_it_prints(block: str) -> None:
    command, _, shown = block.partition("\n")
    assert command.startswith("$ schedcfg diff ")
    done = subprocess.run(
        [sys.executable, "-m", "schedcfg", *command.split()[2:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == shown


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
