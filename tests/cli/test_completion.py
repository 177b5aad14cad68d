"""Shells complete commands, options and releases, by what click offers."""

import os
import subprocess
import sys

import pytest

from schedcfg import releases


def complete(line: str, shell: str = "bash") -> list[str]:
    """Ask for the words that may follow a line as bash does; a line that ends with a blank begins a new word."""
    words = line.split()
    index = len(words) if line.endswith(" ") else len(words) - 1
    around = {**os.environ, "_SCHEDCFG_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(index)}
    program = "import sys; sys.argv[0] = 'schedcfg'; from schedcfg.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", program], env=around, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [one.partition(",")[2] for one in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("schedcfg val", ["validate"]),
        ("schedcfg generate st", ["static-pod"]),
        ("schedcfg validate --as-p", ["--as-policy"]),
        ("schedcfg validate --kubernetes 1.3", [name for name in releases.names() if name.startswith("1.3")]),
        ("schedcfg effective -k 1.1", ["1.18", "1.19"]),
        ("schedcfg migrate --kubernetes n", ["newest"]),
        ("schedcfg generate config -k ne", ["newest"]),
        ("schedcfg diff a.yaml --from 1.19 --to ne", ["newest"]),
        ("schedcfg releases 1.1", ["1.18", "1.19"]),
        ("schedcfg list releases 1.1", ["1.18", "1.19"]),
        ("schedcfg help val", ["validate"]),
        ("schedcfg help generate st", ["static-pod"]),
    ],
)
def test_words_are_completed(line: str, expected: list[str]) -> None:
    assert complete(line) == expected


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script(shell: str) -> None:
    around = {**os.environ, "_SCHEDCFG_COMPLETE": f"{shell}_source"}
    program = "import sys; sys.argv[0] = 'schedcfg'; from schedcfg.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", program], env=around, capture_output=True, text=True, check=False)
    assert "_SCHEDCFG_COMPLETE" in done.stdout, done.stderr
