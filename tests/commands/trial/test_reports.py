"""The answer as text, JSON and a picture: complete, harmless, and fast enough for a large cluster."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from schedcfg.commands.schema.report_schemas import report_schema
from schedcfg.commands.trial import FORMATS, MEASUREMENT
from schedcfg.commands.trial.answer import json_report, measurement_report, text
from schedcfg.commands.trial.answer.node_table import short_amount
from schedcfg.commands.trial.answer.text import scored_nodes
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome, Trial, TrialRun, TrialVariant
from schedcfg.commands.trial.variants import measurement
from schedcfg.document.golang.numbers import amount
from schedcfg.output import load
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import painter, width
from tests.commands.trial.made_trials import (
    HOSTILE,
    any_trial,
    cluster,
    node,
    placement,
    pod,
    pods,
    run,
    trial,
    unserved,
)
from tests.output.html.pages import unfolded

NARROWEST = 60
"""A narrower terminal is not fitted: the text would be illegible."""


def lines(made: Trial, columns: int = 100) -> list[str]:
    return list(text.lines(made, TextLayout.of(painter(colored=False), columns)))


def shown(made: Trial, columns: int = 160) -> str:
    return "\n".join(lines(made, columns))


def as_json(made: Trial) -> dict[str, Any]:
    data: dict[str, Any] = json.loads("".join(json_report.render(made, colored=False)))
    schema = report_schema("try")
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data)
    return data


WHERE = cluster(node("a", "z1"), node("b", "z2"), node("c"), pods("web", 4, cpu="1", memory="1Gi"), pod("db", cpu="12"))
REASONS = (
    NodeReason(node="a", message="Insufficient cpu", plugin="NodeResourcesFit"),
    NodeReason(node="b", message="Insufficient cpu", plugin="NodeResourcesFit"),
    NodeReason(node="c", message="node(s) had untolerated taint {x: y}", plugin=None),
)


def answer(*places: str, **others: Any) -> TrialRun:
    placements = [placement(f"web-{number}", place) for number, place in enumerate(places)]
    message = "0/3 nodes are available: 1 node(s) had untolerated taint {x: y}, 2 Insufficient cpu."
    return TrialRun(placements=(*placements, placement("db", None, message, REASONS)), seconds=0.25, **others)


def test_a_screen_has_the_answer() -> None:
    victim = Placement(pod="default/old", outcome=PodOutcome.EVICTED, node="b")
    made = trial(WHERE, answer("a", "a", "b", "b", cpu=0.5, memory=50_000_000, evicted=(victim,)), notes=("mind this",))
    found = shown(made)
    assert len(lines(made)) <= 24
    for part in (
        "variant 1 (Kubernetes 1.29): 4 of 5 Pods placed",
        "web (4 Pods): a 2, b 2",
        "db: unschedulable",
        "Pods placed by zone: z1 2 (1 node), z2 2 (1 node), no zone 0 (1 node)",
        "Empty: 1 of 3 nodes: c",
        "no node takes: db",
        "a, b: Insufficient cpu (NodeResourcesFit)",
        "c: node(s) had untolerated taint {x: y}",
        "help: 12 cpu requested; the largest node, a, has 8 in all.",
        "evicted: 1 Pod: old from b",
        "The scheduler took 0.25 s, 0.50 s of CPU, 50.0 MB of memory.",
        "note: mind this",
    ):
        assert part in found, part
    assert re.search(r"a +z1 +2 +2 of 8 +25%  ██▌ +2Gi of 16Gi", found)


@pytest.mark.parametrize(
    ("cpu", "help_"),
    [
        ("12", "12 cpu requested; the largest node, a, has 8 in all."),
        ("7", "7 cpu requested; free at the end: 6 at most, on a."),
        ("5", "5 cpu requested; a has that free, and another reason against it."),
    ],
)
def test_help_says_what_would_have_to_be_free(cpu: str, help_: str) -> None:
    where = cluster(node("a"), pod("old", "a", cpu="2"), pod("new", cpu=cpu), pod("gpu", **{"nvidia.com/gpu": "1"}))
    message = "0/1 nodes are available: 1 Insufficient cpu."
    gpu = "0/1 nodes are available: 1 Insufficient nvidia.com/gpu."
    made = trial(where, TrialRun(placements=(placement("new", None, message), placement("gpu", None, gpu))))
    assert f"help: {help_}" in shown(made)
    assert "help: 1 nvidia.com/gpu requested; no node has this resource." in shown(made)


GPU = {"nvidia.com/gpu": "2"}
NONE = {"nvidia.com/gpu": "0"}
FULL = pod("old", "g", **GPU)


@pytest.mark.parametrize(
    ("there", "wanted", "help_"),
    [
        ([node("a"), node("b")], "1", "no node has this resource."),
        (
            [node("a"), node("b", **NONE)],
            "1",
            "no node has any of this resource: it is 0 in `status.allocatable` of b.",
        ),
        # The first node has none free either, as it has none at all.
        (
            [node("a"), node("g", **GPU), FULL],
            "1",
            "g, the only node that has this resource, has none free at the end.",
        ),
        (
            [node("a"), node("g", **GPU), node("h", **GPU), FULL, pod("more", "h", **GPU)],
            "1",
            "all 2 nodes that have this resource have none free at the end.",
        ),
        ([node("a"), node("g", **GPU), node("h", **GPU), FULL], "3", "the largest node, g, has 2 in all."),
        (
            [node("a"), node("g", **GPU), pod("one", "g", **{"nvidia.com/gpu": "1"})],
            "2",
            "free at the end: 1 at most, on g.",
        ),
    ],
)
def test_help_names_nodes_that_have_the_resource(there: list[Any], wanted: str, help_: str) -> None:
    where = cluster(*there, pod("gpu", **{"nvidia.com/gpu": wanted}))
    message = "0/2 nodes are available: 2 Insufficient nvidia.com/gpu."
    made = trial(where, TrialRun(placements=(placement("gpu", None, message),)))
    assert f"help: {wanted} nvidia.com/gpu requested; {help_}" in " ".join(shown(made).split())


def test_nodes_that_are_equally_full_share_a_line() -> None:
    where = cluster([node(f"n{number}") for number in range(30)], pods("web", 2, cpu="4"))
    found = shown(trial(where, run({"web-0": "n7", "web-1": "n9"})))
    assert re.search(r"\n  n7 and 1 more +1 +4 of 8 +50%", found)
    assert re.search(r"\n  n0 and 27 more +0 +0 of 8 +0%", found)
    assert "Empty: 28 of 30 nodes: n0, n1, n2, n3, n4, n5, … and 22 more" in found
    beside = shown(trial(where, run({"web-0": "n7", "web-1": "n9"}), run({"web-0": "n7", "web-1": "n7"})))
    assert re.search(r"\n  n7 +1 +2 +50% +100%\n  n9 +1 +0 +50% +0%\n  n0 and 27 more +0 +0 +0% +0%", beside)


def test_variants_are_side_by_side() -> None:
    made = trial(WHERE, answer("a", "a", "b", "b"), answer("a", "a", "a", "a"))
    found = shown(made)
    assert re.search(r"NODE +ZONE +A PODS +B PODS +A CPU +B CPU", found)
    assert re.search(r"\bb +z2 +2 +0 +25% +0%", found)
    assert "B beside A: 2 Pods move (identical Pods count as one another); with --runs 5 you see" in found
    assert "web: a 2 → 4, b 2 → 0" in found
    assert "empty now: 1 node: b" in found
    assert "A, B: no node takes: db" in found
    assert found.count("no node takes") == 1, "what both say is written once"


def test_pods_that_were_not_tried_are_no_matter_of_luck() -> None:
    names = ["web-0", "web-1", "web-2", "web-3", "db"]
    found = shown(trial(WHERE, answer("a", "a", "b", "b"), unserved(*names)))
    assert ": 0 of 5 Pods placed, as no profile has the name that they request" in found
    assert "web (not tried): a 2 → 0, b 2 → 0" in found
    assert "luck" not in found
    some = TrialRun(placements=(*answer("a", "a", "b", "b").placements[:-1], *unserved("db").placements))
    assert "4 of 5 Pods placed, as no profile has the name that 1 of them request" in shown(trial(WHERE, some))


def test_several_runs_show_what_is_luck() -> None:
    first, other = answer("a", "a", "b", "b"), answer("a", "a", "a", "b")
    made = trial(WHERE, TrialVariant(name="x", release="1.29", runs=(first, other, first)))
    found = shown(made)
    assert "3 runs: 4 Pods placed, 2 nodes in use; 1 move from one run to the next: of equally good nodes" in found
    assert "web: 3 of 4 always on the same nodes: a 2 to 3, b 1 to 2" in found
    assert "the same in every run: db" in found
    assert "every run puts the same Pods" in shown(
        trial(WHERE, TrialVariant(name="x", release="1.29", runs=(first,) * 2))
    )


SCORED = Placement(
    pod="default/web-0",
    outcome=PodOutcome.BOUND,
    node="b",
    scores={"a": {"Fit": 80, "Taints": 300}, "b": {"Fit": 80, "Taints": 300}, "c": {"Fit": 10, "Taints": 300}},
    totals={"a": 380, "b": 380, "c": 315},
)


def test_scores_explain_a_choice() -> None:
    where = cluster(node("a"), node("b"), node("c"), pods("web", 1))
    made = trial(where, TrialRun(placements=(SCORED,), explained=("default/web-0",)))
    found = shown(made)
    assert "web-0: 3 nodes scored; 2 are equally good, and the scheduler picked b at random" in found
    assert re.search(r"SCORE, WEIGHTED +b \* +a +c\n", found)
    assert re.search(r"Fit +80 +80 +10\n", found)
    assert re.search(r"extenders +- +- +5\n", found)
    assert re.search(r"total +380 +380 +315\n", found)
    assert "the same for these nodes: Taints 300" in found
    assert "SCORE" not in shown(trial(where, TrialRun(placements=(SCORED,))))
    assert [one.name for one in scored_nodes(SCORED)] == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("release", "totals", "chosen", "runs"),
    [
        ("1.22", {}, "picked b at random", "one is picked at random"),
        ("1.34", {}, "picked b at random", "one is picked at random"),
        (
            "1.35",
            {},
            "took b, the first to pass the filters, which depends on how its threads run",
            "the first to pass",
        ),
        (
            "1.37",
            {},
            "took b, the first to pass the filters, which depends on how its threads run",
            "the first to pass",
        ),
        ("1.37", {"a": 390, "b": 390}, "picked b at random", "the first to pass"),
    ],
)
def test_how_equally_good_nodes_are_picked(release: str, totals: dict[str, int], chosen: str, runs: str) -> None:
    """Totals that are more than the sum of the plugins' scores have what extenders gave."""
    where = cluster(node("a"), node("b"), node("c"), pods("web", 1))
    scored = replace(SCORED, totals={**SCORED.totals, **totals})
    first = TrialRun(placements=(scored,), explained=("default/web-0",))
    other = TrialRun(placements=(replace(scored, node="a"),))
    found = " ".join(shown(trial(where, TrialVariant(name="x", release=release, runs=(first, other)))).split())
    assert f"2 are equally good, and the scheduler {chosen}" in found
    assert f"move from one run to the next: of equally good nodes, {runs}" in found


def test_what_was_not_scored_is_said() -> None:
    where = cluster(node("a"), pods("web", 2))
    placements = (placement("web-0", "a"), placement("web-1", None))
    found = shown(trial(where, TrialRun(placements=placements, explained=("default/web-0", "default/web-1"))))
    assert "web-0: a is the only node that was left: nothing was scored" in found
    assert "web-1: no node passed the filters: nothing was scored" in found


def test_json_has_every_pod_and_node() -> None:
    data = as_json(trial(WHERE, answer("a", "a", "b", "b"), answer("a", "a", "a", "a"), notes=("mind",)))
    first = data["variants"][0]["runs"][0]
    assert [one["node"] for one in first["pods"]] == ["a", "a", "b", "b", None]
    assert first["pods"][0]["requested"] == {"cpu": "1", "memory": "1Gi", "pods": "1"}
    assert first["pods"][0]["group"] == data["groups"][0]["name"] == "default/web"
    assert [reason["plugin"] for reason in first["pods"][4]["reasons"]] == [
        "NodeResourcesFit",
        "NodeResourcesFit",
        None,
    ]
    assert [one["requested"]["memory"] for one in first["nodes"][:2]] == ["2Gi", "2Gi"]
    assert (first["bound"], first["empty"]) == (4, ["c"])
    assert data["comparisons"][0]["moved"] == 2
    assert data["notes"] == ["mind"]
    assert data["variants"][0]["repeated"] is None


@given(made=any_trial())
def test_every_format_takes_any_trial(made: Trial) -> None:
    for columns in (40, 80, 200):
        for line in lines(made, columns):
            assert width(line) <= max(columns, NARROWEST) or len(line.split()) <= 3, line
    data = as_json(made)
    for variant in data["variants"]:
        for one in variant["runs"]:
            for used in one["nodes"]:
                assert all(amount(number) >= 0 for number in used["requested"].values())


def hostile_trial() -> Trial:
    bad = node(HOSTILE, HOSTILE, **{HOSTILE: "4"})
    where = cluster(bad, pod(HOSTILE.replace("/", "-"), **{HOSTILE: "1"}), pod("web", cpu="1"))
    names = [f"default/{one['metadata']['name']}" for one in where.pods]
    why = NodeReason(node=HOSTILE, message=HOSTILE, plugin=HOSTILE)
    there = Placement(
        pod=names[0], outcome=PodOutcome.BOUND, node=HOSTILE, scores={HOSTILE: {HOSTILE: 1}}, totals={HOSTILE: 2}
    )
    message = f"0/1 nodes are available: 1 Insufficient {HOSTILE}."
    none = Placement(pod=names[1], outcome=PodOutcome.UNSCHEDULABLE, message=message, reasons=(why,))
    gone = Placement(pod=HOSTILE, outcome=PodOutcome.EVICTED, node=HOSTILE)
    one = TrialRun(
        placements=(there, none), evicted=(gone,), unknown={HOSTILE: 1}, notes=(HOSTILE,), explained=tuple(names)
    )
    other = TrialRun(placements=(none,))
    first, second = (TrialVariant(name=HOSTILE, release="1.29", runs=runs) for runs in ((one, other), (other, one)))
    return trial(where, first, second, notes=(HOSTILE,))


@pytest.mark.parametrize("output", FORMATS)
@pytest.mark.parametrize("is_alone", [True, False])
def test_nothing_hostile_gets_through(output: str, is_alone: bool) -> None:
    made = hostile_trial()
    made = Trial(cluster=made.cluster, variants=made.variants[:1] if is_alone else made.variants, notes=made.notes)
    for each in (output, "measurement"):
        for found in _written(made, each):
            assert "\x1b" not in found
            assert "\u202e" not in found
            assert "secret-word" not in found
            assert not re.search(r"^\s*::error", found, re.MULTILINE)


def _written(made: Trial, output: str) -> Iterator[str]:
    if output == "measurement":
        found = measurement(made.variants, made.cluster, made.notes)
        for function in MEASUREMENT.values():
            yield "".join(load(measurement_report.__name__, function)(found, colored=False))
    else:
        yield unfolded("".join(load(FORMATS[output])(made, colored=False)))


@pytest.mark.parametrize("output", FORMATS)
def test_nothing_tried_is_no_error(output: str) -> None:
    for made in (
        trial(cluster()),
        trial(cluster(), run({})),
        trial(cluster(node("a")), run({}), run({})),
        trial(cluster(), TrialVariant(name="x", release="1.29", runs=())),
        trial(cluster(pod("a")), run({"a": None}), run({"a": None})),
    ):
        assert "".join(load(FORMATS[output])(made, colored=False)) or not made.variants


def test_amounts_are_short() -> None:
    shown_amounts = [short_amount("memory", Fraction(number)) for number in (0, 1023, 2**30, 3 * 2**29, 2**60)]
    assert shown_amounts == ["0", "1,023", "1Gi", "1.5Gi", "1,024Pi"]
    assert short_amount("cpu", Fraction(1, 10)) == "0.1"
    assert short_amount("memory", Fraction(-(2**30))) == "-1Gi"


def large(nodes: int, number: int) -> Trial:
    there = [node(f"node-{index}", f"z{index % 3}") for index in range(nodes)]
    new = [
        each for group in range(10) for each in pods(f"app{group}", number // 10, cpu=f"{group + 1}00m", memory="1Gi")
    ]
    where = cluster(there, new)
    places = {one["metadata"]["name"]: f"node-{index % nodes}" for index, one in enumerate(where.pods)}
    return trial(where, run(places), run(dict(zip(places, reversed(places.values()), strict=True))))


def calls(output: str, made: Trial) -> int:
    """Count the functions that rendering calls."""
    render, number = load(FORMATS[output]), 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal number
        number += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        written = "".join(render(made, colored=False))
    finally:
        sys.setprofile(before)
    # A page has a row for each node, for those without a script.
    assert output == "json" or len(written) < 200_000
    return number


@pytest.mark.parametrize("output", FORMATS)
def test_a_large_cluster_takes_work_in_proportion(output: str) -> None:
    small, four_times = calls(output, large(100, 300)), calls(output, large(400, 1200))
    assert 2 * small < four_times < 5 * small
