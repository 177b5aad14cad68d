"""Variants side by side, runs beside runs: what moves, and what may be luck."""

import asyncio
from math import comb

import pytest
from hypothesis import given

from schedcfg.commands.trial import variants
from schedcfg.commands.trial.answer.comparison import ChangeCause, cause, compare
from schedcfg.commands.trial.answer.repeated_runs import CountRange, changes, moved_pods, repeated_runs
from schedcfg.commands.trial.answer.summary import RunSummary, Summarizer, summaries
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import Placement, PodOutcome, Trial, TrialCluster, TrialRun, TrialVariant
from schedcfg.commands.trial.variants import RequestedVariant, measurement, try_all
from tests.commands.trial.made_trials import any_trial, cluster, node, pod, pods, run, unserved

WHERE = cluster(node("a", "x"), node("b", "x"), node("c", "y"), pods("web", 4, cpu="1"), pod("db", cpu="2"))


def summary(*placed: str | None, where: TrialCluster = WHERE, evicted: tuple[Placement, ...] = ()) -> RunSummary:
    names = [one["metadata"]["name"] for one in where.pods]
    return Summarizer(where).summary(run(dict(zip(names, placed, strict=True)), evicted=evicted), "1.29")


def test_identical_pods_that_change_places_do_not_move() -> None:
    assert moved_pods(summary("a", "a", "b", "b", "c"), summary("b", "a", "b", "a", "c")) == 0
    assert moved_pods(summary("a", "a", "b", "b", "c"), summary("a", "a", "a", "b", "c")) == 1
    assert moved_pods(summary("a", "a", "a", "a", "a"), summary("b", "b", "c", "c", "b")) == 5


def test_what_is_placed_or_not_is_no_move() -> None:
    (web, db) = changes(summary("a", "a", None, None, "c"), summary("a", "b", "b", None, None))
    assert (web.moved, web.gained, web.lost) == (1, 1, 0)
    assert (db.moved, db.gained, db.lost) == (0, 0, 1)
    assert dict(web.nodes) == {"a": -1, "b": 2}


def test_what_was_not_tried_differs_by_the_variant() -> None:
    none = Summarizer(WHERE).summary(unserved("web-0", "web-1", "web-2", "web-3", "db"), "1.29")
    found = compare(("one", "other"), [summary("a", "a", "b", "b", "c")] * 5, [none] * 5)
    assert {one.cause for one in found.groups} == {ChangeCause.UNSERVED}
    assert {one.name: one.cause for one in found.numbers}["Pods placed"] is ChangeCause.UNSERVED
    assert (found.lost, found.has_luck) == (5, False)


def test_a_variant_beside_the_first() -> None:
    victim = Placement(pod="default/old", outcome=PodOutcome.EVICTED, node="a")
    found = compare(
        ("one", "other"), [summary("a", "a", "b", "b", "c")], [summary("a", "a", "a", "a", "a", evicted=(victim,))]
    )
    assert (found.moved, found.gained, found.lost, found.moved_by_luck) == (3, 0, 0, None)
    assert (found.freed, found.taken) == (("b", "c"), ())
    assert (found.evicted_before, found.evicted_after) == ((), ("default/old",))
    numbers = {number.name: (number.before.least, number.after.least, number.cause) for number in found.numbers}
    assert numbers == {
        "Pods placed": (5, 5, ChangeCause.SAME),
        "nodes in use": (3, 1, ChangeCause.UNKNOWN),
        "Pods evicted": (0, 1, ChangeCause.UNKNOWN),
        "Pods in zone x": (4, 5, ChangeCause.UNKNOWN),
        "Pods in zone y": (1, 0, ChangeCause.UNKNOWN),
    }
    assert [(group.name, group.moved, group.cause) for group in found.groups] == [
        ("default/web", 2, ChangeCause.UNKNOWN),
        ("default/db", 1, ChangeCause.UNKNOWN),
    ]


def test_enough_runs_tell_a_variant_from_luck() -> None:
    spread, packed = summary("a", "a", "b", "b", "c"), summary("a", "a", "a", "a", "c")
    found = compare(("one", "other"), [spread] * 8, [packed] * 8)
    assert [group.cause for group in found.groups] == [ChangeCause.VARIANT]
    assert found.moved_by_luck == CountRange(0, 0)
    mixed = compare(("one", "other"), [spread, packed] * 4, [packed, spread] * 4)
    assert [group.cause for group in mixed.groups] == [ChangeCause.SAME], "the same luck on both sides"
    assert mixed.moved_by_luck == CountRange(2, 2)


@pytest.mark.parametrize(
    ("before", "after", "runs", "compared", "expected"),
    [
        ((1, 1), (1, 1), (1, 1), 1, ChangeCause.SAME),
        ((1, 3), (2, 4), (9, 9), 1, ChangeCause.LUCK),
        ((1, 3), (3, 3), (9, 9), 1, ChangeCause.LUCK),
        ((1, 2), (3, 4), (3, 3), 1, ChangeCause.UNKNOWN),
        ((1, 2), (3, 4), (4, 4), 1, ChangeCause.VARIANT),
        ((3, 4), (1, 2), (4, 4), 1, ChangeCause.VARIANT),
        ((1, 2), (3, 4), (4, 4), 10, ChangeCause.UNKNOWN),
        ((1, 1), (2, 2), (1, 100), 1, ChangeCause.VARIANT),
    ],
)
def test_what_a_difference_comes_from(
    before: tuple[int, int], after: tuple[int, int], runs: tuple[int, int], compared: int, expected: ChangeCause
) -> None:
    assert cause(CountRange(*before), CountRange(*after), runs, compared) is expected
    assert 2 / comb(8, 4) < 0.05 < 2 / comb(6, 3)


def test_what_is_luck_over_several_runs() -> None:
    found = repeated_runs(
        [summary("a", "a", "b", "b", "c"), summary("a", "a", "a", "b", "c"), summary("a", None, "a", "b", "c")]
    )
    web, db = found.groups
    assert (web.always, web.placed, web.is_stable) == (3, CountRange(3, 4), False)
    assert dict(web.nodes) == {"a": CountRange(2, 3), "b": CountRange(1, 2)}
    assert (db.always, db.is_stable) == (1, True)
    assert (found.placed, found.moved, found.varying) == (CountRange(4, 5), CountRange(0, 1), ("default/web",))


@given(made=any_trial())
def test_moves_are_the_same_in_both_directions(made: Trial) -> None:
    tried = list(summaries(made, Summarizer(made.cluster)))
    first, last = tried[0][1], tried[-1][1]
    there, back = compare(("a", "b"), first, last), compare(("b", "a"), last, first)
    assert (there.moved, there.gained, there.lost) == (back.moved, back.lost, back.gained)
    assert (there.freed, there.taken) == (back.taken, back.freed)
    assert there.moved + there.gained <= last[0].bound
    assert compare(("a", "a"), first, first).groups == ()
    for _, runs in tried:
        repeated = repeated_runs(runs)
        assert all(0 <= group.always <= group.placed.most <= group.pods for group in repeated.groups)
        assert repeated.placed.most <= len(made.cluster.pods)


def timed(seconds: float, cpu: float | None, where: TrialCluster = WHERE) -> TrialRun:
    return run({one["metadata"]["name"]: "a" for one in where.pods}, seconds=seconds, cpu=cpu, memory=1000)


def variant(name: str, *runs: TrialRun) -> TrialVariant:
    return TrialVariant(name=name, release="1.29", runs=runs)


def test_ratios_are_those_of_the_same_turn() -> None:
    found = measurement(
        [variant("5", timed(1, 2), timed(2, 4), timed(4, 8)), variant("100", timed(2, 2), timed(2, 8), timed(4, 32))],
        WHERE,
    )
    first, other = found.variants
    assert (found.nodes, found.pods, found.repetitions) == (3, 5, 3)
    assert first.cpu_ratio is not None
    assert (first.cpu_ratio.least, first.cpu_ratio.most) == (1, 1)
    assert other.cpu_ratio is not None
    assert (other.cpu_ratio.median, other.cpu_ratio.least, other.cpu_ratio.most) == (2, 1, 4)
    assert other.seconds_ratio is not None
    assert other.seconds_ratio.median == 1
    assert other.placed == (5, 5, 5)


def test_what_the_system_does_not_say_has_no_ratio() -> None:
    found = measurement([variant("5", timed(0, None)), variant("100", timed(1, 1))], WHERE)
    assert [one.cpu_ratio for one in found.variants] == [None, None]
    assert found.variants[1].seconds_ratio is None
    assert measurement([], WHERE).variants == ()


def test_variants_run_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    order = []

    async def recorded(request: TrialRequest, where: TrialCluster) -> TrialRun:
        order.append(request.program)
        return timed(1, 1, where)

    monkeypatch.setattr(variants, "run", recorded)
    requested = [RequestedVariant(name, TrialRequest(name, "1.29")) for name in ("one", "other")]
    made = asyncio.run(try_all(requested, WHERE, 3))
    assert order == ["one", "other"] * 3
    assert [(each.name, each.release, len(each.runs)) for each in made] == [("one", "1.29", 3), ("other", "1.29", 3)]
