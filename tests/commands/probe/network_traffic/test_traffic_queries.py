"""Queries are those that the published programs send, byte for byte; recorded from Go."""

import pytest

from schedcfg.commands.probe.network_traffic import queries
from schedcfg.plugins.network_traffic import Measured, Variant

METRIC = "node_network_receive_bytes_total"


@pytest.mark.parametrize(
    ("minutes", "span"),
    [
        (0, "0s"),
        (1, "1m0s"),
        (5, "5m0s"),
        (60, "1h0m0s"),
        (61, "1h1m0s"),
        (-5, "-5m0s"),
        (1440, "24h0m0s"),
        (153722867, "2562047h47m0s"),
        (153722868, "-2562047h46m33.709551616s"),
        (200000000, "-1790762h14m33.709551616s"),
        (-153722868, "2562047h46m33.709551616s"),
    ],
)
def test_ranges_are_go_durations(minutes: int, span: str) -> None:
    fork = Measured(Variant.FORK, "", "eth0", minutes)
    assert queries.published_query(fork, "n") == f'sum_over_time({METRIC}{{kubernetes_node="n",device="eth0"}}[{span}])'
    own = Measured(Variant.OWN, "", "eth0", minutes)
    assert queries.published_query(own, "n") == (
        f'sum_over_time({METRIC}{{device="n"}}[eth0s]) * on(instance) group_left(nodename)'
        f' (node_uname_info{{nodename="{span}"}})'
    )


def test_nothing_is_escaped() -> None:
    fork = Measured(Variant.FORK, "", 'a"b\\', 5)
    assert (
        queries.published_query(fork, 'n"') == f'sum_over_time({METRIC}{{kubernetes_node="n"",device="a"b\\"}}[5m0s])'
    )


def test_what_was_meant() -> None:
    own = Measured(Variant.OWN, "", "eth0", 60)
    assert queries.intended_query(own, "node01") == (
        f'sum_over_time({METRIC}{{device="eth0"}}[3600s]) * on(instance) group_left(nodename)'
        ' (node_uname_info{nodename="node01"})'
    )
    fork = own._replace(variant=Variant.FORK)
    assert queries.intended_query(fork, "node01") == queries.published_query(fork, "node01")


FORK = Measured(Variant.FORK, "", "eth0", 60)
OWN = FORK._replace(variant=Variant.OWN)


def test_what_would_measure_traffic() -> None:
    rate = f'sum(rate({METRIC}{{kubernetes_node="node01",device="eth0"}}[60m]))'
    assert queries.query_of_rate(FORK, "node01") == rate
    joined = "on(instance) group_left(nodename)"
    assert queries.query_of_rate(OWN, "node01") == (
        f'sum(rate({METRIC}{{device="eth0"}}[60m]) * {joined} (node_uname_info{{nodename="node01"}}))'
    )
