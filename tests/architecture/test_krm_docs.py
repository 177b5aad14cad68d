"""What docs/generate/krm.md shows: configurations of the function that are right, and results as they are."""

import re
from textwrap import indent

from schedcfg.commands.krm.function import run
from schedcfg.document import parse
from tests.paths import ROOT

PAGE = ROOT / "docs" / "generate" / "krm.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def shown(mark: str) -> str:
    """Find the only block that says something."""
    (block,) = [block for block in BLOCKS if mark in block]
    return block


def resource_list(config: str, items: str) -> str:
    head = "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig:\n"
    return f"{head}{indent(config, '  ')}items:\n{items}"


def test_the_configurations_of_the_function_are_right() -> None:
    done = run(resource_list(shown("kind: SchedulerConfig"), "- kind: Service\n"))
    assert not done.results
    assert "\n    name: batch-scheduler\n" in done.text
    assert not run(resource_list(shown("name: schedcfg"), "- kind: Service\n")).results


def test_the_results_are_the_real_ones() -> None:
    item = "  - " + indent(shown('index: "0"'), "    ")[4:]
    config = "kind: ConfigMap\ndata: {kubernetes: '1.29'}\n"
    done = run(resource_list(config, item))
    assert done.text.endswith(shown("rule: unserved-api-version"))


def test_all_blocks_are_yaml() -> None:
    assert BLOCKS
    assert all(parse(block).error is None for block in BLOCKS)
