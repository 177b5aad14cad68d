"""Every reason has an id of its own, a line on it, and a test that brings it about."""

import re
from pathlib import Path

import pytest

from schedcfg.probe.exchange import ExchangeFailed, FailureKind
from schedcfg.probe.network_traffic import Reason, known
from schedcfg.probe.network_traffic.reasons import reaching
from schedcfg.results.traffic import Variant

TESTS = "".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(__file__).parent.glob("test_*.py"))
    if path.name != Path(__file__).name
)


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.id)
def test_every_reason_is_tested(reason: Reason) -> None:
    assert f'"{reason.id}"' in TESTS


def test_ids_are_words_and_lines_are_sentences() -> None:
    listed = known()
    assert len(listed) == len(Reason) + len(FailureKind)
    for id_, line in listed.items():
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id_)
        assert line.endswith(".")
        assert line[0].isupper()


@pytest.mark.parametrize("kind", FailureKind)
@pytest.mark.parametrize("variant", Variant)
def test_every_way_to_fail_has_its_remedy(kind: FailureKind, variant: Variant) -> None:
    found = reaching.reason(ExchangeFailed(kind, "it is so", "Do this.", upstream="Post: so"), variant)
    assert (found.id, found.severity) == (kind.value, "error")
    assert "it is so" in found.message
    assert (found.help or "").removeprefix("Do this. ")
    if kind is not FailureKind.TIMEOUT:
        name = "[NetworkTraffic]" if variant is Variant.FORK else "[NetworkTraffic Plugin]"
        assert f"{name} Error querying prometheus: Post: so" in found.upstream
