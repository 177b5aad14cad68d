"""The page on probes lists every finding that a probe can make."""

from pathlib import Path

import pytest

from schedcfg.probe.extender import Told
from schedcfg.probe.network_traffic import known

PAGE = Path(__file__).parents[2] / "docs" / "probe.md"

TABLES = {
    "network-traffic": [f"| `{found}` | {summary} |" for found, summary in known().items()],
    "extender": [f"| `{told.id}` | {told.title}. |" for told in Told],
}


@pytest.mark.parametrize("probe", TABLES)
def test_every_finding_is_listed(probe: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition(f"<!-- {probe} findings -->\n")[2].partition("<!-- end -->")[0]
    assert table.splitlines()[2:] == TABLES[probe]
