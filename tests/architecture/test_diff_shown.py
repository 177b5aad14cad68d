"""What README and docs/diff.md show of `schedcfg diff` is what it prints."""

import re
from collections.abc import Callable

import pytest

from tests.called import Result
from tests.paths import ROOT

BLOCKS = [
    block
    for page in ("README.md", "docs/diff.md")
    for block in re.findall(r"```shell-session\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
]


def test_there_are_blocks() -> None:
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_is_a_command_and_all_that_it_prints(
    block: str, schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, shown = block.partition("\n")
    assert command.startswith("$ schedcfg diff ")
    done = schedcfg(*command.split()[2:])
    assert done.status == 1
    assert done.out == shown


def test_every_name_of_the_contract_is_explained(schedcfg: Callable[..., Result]) -> None:
    page = (ROOT / "docs" / "diff.md").read_text(encoding="utf-8")
    examples = ROOT / "examples"
    done = schedcfg("diff", examples / "profiles.yaml", examples / "extender.yaml", "--output", "json")
    names = set(re.findall(r'^ +"(\w+)":', done.out, re.MULTILINE))
    origins = {"kind", "name", "line"}
    assert len(names) > 20
    assert [name for name in sorted(names - origins) if f"`{name}`" not in page] == []
