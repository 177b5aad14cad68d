"""The page on probes lists every finding that a probe can make."""

import pytest

from schedcfg.external.probe.extender import findings as extender
from schedcfg.external.probe.network_traffic import results as network_traffic
from tests.paths import ROOT

PAGE = ROOT / "docs" / "probe.md"

KINDS = {"network-traffic": network_traffic.KINDS, "extender": extender.KINDS}


@pytest.mark.parametrize("probe", KINDS)
def test_every_finding_is_listed(probe: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text.partition(f"<!-- {probe} findings -->\n")[2].partition("<!-- end -->")[0]
    assert table.splitlines()[2:] == [f"| `{kind.id}` | {kind.title}. |" for kind in KINDS[probe]]
