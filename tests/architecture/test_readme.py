"""What the README shows is what happens."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from called import Result

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run commands where the README's reader stands."""
    monkeypatch.chdir(ROOT)


@pytest.mark.usefixtures("at_root")
def test_the_sum_is_the_real_one(schedcfg: Callable[..., Result]) -> None:
    done = schedcfg("validate", "examples")
    assert done.status == 1
    (block,) = re.findall(r"```text\n(.*?)```", README, re.DOTALL)
    assert block == done.err


OF_ALL = ("--color", "--quiet", "--verbose")
"""Options of every command, which each help lists."""


def test_every_option_is_listed(schedcfg: Callable[..., Result]) -> None:
    done = schedcfg("validate", "--help")
    assert done.status == 0
    options = set(re.findall(r"(--[a-z-]+)", done.out)) - {"--help", "--config", "--policy-config-file", *OF_ALL}
    assert options
    assert [option for option in sorted(options) if f"`{option}" not in README] == []


def run_example(example: str, text: str) -> list[tuple[object, ...]]:
    """Run a block of Python, and give what it prints."""
    import schedcfg

    printed: list[tuple[object, ...]] = []
    exec(example, {"schedcfg": schedcfg, "text": text, "print": lambda *values: printed.append(values)})
    return printed


def test_the_library_examples_run() -> None:
    validating, generating = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    broken = (ROOT / "examples" / "broken.yaml").read_text(encoding="utf-8")
    assert "unknown-field" in {rule for _, rule, _ in run_example(validating, broken)}
    second = (ROOT / "docs" / "generate" / "batch.yaml").read_text(encoding="utf-8")
    assert [path for path, _ in run_example(generating, second)] == ["batch.yaml"]
