"""What scores are worth and weigh: at the edges of what is reported about them."""

from typing import Any

import pytest

from schedcfg.configuration.effective.model import Extender
from schedcfg.external.probe.extender.scoring import rank, weigh
from schedcfg.external.probe.findings import ProbeFinding

NODES = ["node-1", "node-2", "node-3"]
OF_WEIGHT_5 = Extender(
    url_prefix="http://127.0.0.1:1",
    filter_verb="",
    preempt_verb="",
    prioritize_verb="prioritize",
    bind_verb="",
    weight=5,
    enable_https=False,
    tls=None,
    http_timeout=0,
    node_cache_capable=False,
    managed_resources=(),
    ignorable=False,
)


def ranked(*scores: int, asked: list[str] = NODES) -> list[ProbeFinding]:
    priorities: list[Any] = [{"Host": node, "Score": score} for node, score in zip(asked, scores, strict=False)]
    return list(rank(priorities, asked, 5).findings)


def ids(findings: list[ProbeFinding]) -> list[str]:
    return [finding.id for finding in findings]


def test_zero_and_ten_are_scores_like_others() -> None:
    assert ids(ranked(0, 5, 10)) == []
    assert ids(ranked(-1, 5, 11)) == ["score-out-of-range"]


def test_the_worst_of_several_scores_is_named_with_what_it_adds() -> None:
    (found,) = ranked(11, 5, -70)
    assert "`node-3` has -70" in found.message
    assert "adds -3500 points" in found.message
    assert found.nodes == ("node-1", "node-3")


def test_a_single_node_has_no_equals() -> None:
    assert ids(ranked(7, asked=NODES[:1])) == []
    assert ids(ranked(7, 7, asked=NODES[:2])) == ["equal-scores"]


def test_null_and_an_empty_list_are_reported_apart() -> None:
    (null,), (empty,) = rank(None, NODES, 1).findings, rank([], NODES, 1).findings
    assert null.message.startswith("The response is null: ")
    assert empty.message.startswith("The response is an empty list: ")


@pytest.mark.parametrize(("scored", "words"), [((1, 2), "`node-3` has no"), ((1,), "`node-2` and `node-3` have no")])
def test_nodes_without_a_score_are_counted(scored: tuple[int, ...], words: str) -> None:
    assert ranked(*scored)[0].message.startswith(words)


@pytest.mark.parametrize(
    ("points", "found"),
    [
        (0, []),
        (1, ["outweighs-plugins"]),
        (499, ["outweighs-plugins"]),
        (500, []),
        (5000, []),
        (5001, ["hardly-matters"]),
    ],
)
def test_weighing_begins_beyond_equality(points: int, found: list[str]) -> None:
    assert ids(list(weigh(OF_WEIGHT_5, {"default-scheduler": points}))) == found


def test_only_the_profiles_that_it_is_about_are_named() -> None:
    (found,) = weigh(OF_WEIGHT_5, {"light": 100, "heavy": 5000})
    assert "100 in profile `light`" in found.message
    assert "heavy" not in found.message
