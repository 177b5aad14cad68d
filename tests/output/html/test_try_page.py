"""The page of `try`, in a browser: Pods move between variants, reasons and scores are there, and nothing hides."""

import base64
import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.answer import html_report, json_report
from schedcfg.commands.trial.results import NodeReason, Placement, PodOutcome, TrialRun, TrialVariant
from schedcfg.commands.trial.results import Trial as Tried
from tests.commands.trial.made_trials import cluster, node, placement, pod, pods, trial, unserved
from tests.commands.trial.try_command import Trial
from tests.output.html.browser import ALL_LOOKS, Browsing, overflow, violations

HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\u202e\x1b[31m" + "long" * 2500
WHERE = cluster(node("a", "z1"), node("b", "z2"), node("c"), pods("web", 4, cpu="1", memory="1Gi"), pod("db", cpu="12"))
REASONS = [NodeReason(node=name, message="Insufficient cpu", plugin="NodeResourcesFit") for name in "abc"]
SCORED = Placement(
    pod="default/web-0",
    outcome=PodOutcome.BOUND,
    node="a",
    scores={"a": {"Fit": 80, "Taints": 300}, "b": {"Fit": 60, "Taints": 300}},
    totals={"a": 380, "b": 365},
)


def placed(*places: str) -> TrialRun:
    others = [placement(f"web-{number}", place) for number, place in enumerate(places, 1)]
    message = "0/3 nodes are available: 3 Insufficient cpu."
    return TrialRun(placements=(SCORED, *others, placement("db", None, message, REASONS)), seconds=0.25)


SPREAD, PACKED = placed("a", "b", "b"), placed("a", "a", "a")
COMPARED = trial(
    WHERE,
    TrialVariant(name="default", release="1.29", runs=(SPREAD, SPREAD)),
    TrialVariant(name="packed.yaml", release="1.33", runs=(PACKED, PACKED)),
    notes=("mind this",),
)


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Return what writes the page of a trial."""

    def write(made: Tried = COMPARED) -> Path:
        path = tmp_path / "try.html"
        path.write_text("".join(html_report.render(made, colored=False)), encoding="utf-8")
        return path

    return write


@pytest.fixture
def shown(written: Callable[..., Path], browsing: Browsing) -> Callable[..., Any]:
    """Return what opens the page of a trial."""

    def open_page(made: Tried = COMPARED, **how: Any) -> Any:
        return browsing.open(written(made), **how)

    return open_page


def embedded(page: Any) -> Any:
    compressed = json.loads(page.evaluate("document.getElementById('report').textContent"))
    return json.loads(gzip.decompress(base64.b64decode(compressed)))


def card(page: Any, node: str) -> str:
    text: str = page.locator("li.node", has_text=node).first.inner_text()
    return text


def test_it_holds_the_json_that_the_command_writes(
    schedcfg: Callable[..., Any], tmp_path: Path, browsing: Browsing
) -> None:
    path = tmp_path / "try.html"
    command = partial(Trial(schedcfg, tmp_path), "--against", "default", "-o", f"html={path}", "-o", "json")
    with ThreadPoolExecutor() as others:  # In this thread the loop of Playwright runs
        done = others.submit(command).result()
    page = browsing.open(path)
    assert embedded(page) == done.report
    assert "3 of 3" in page.inner_text("main")


def test_it_is_accessible_and_fits(written: Callable[..., Path], browsing: Browsing, subtests: pytest.Subtests) -> None:
    for where, page in browsing.open_in(ALL_LOOKS, written()):
        page.get_by_role("radio").nth(1).check()
        with subtests.test(where):
            assert (overflow(page), violations(page)) == (0, [])


def test_another_variant_moves_the_pods(shown: Callable[..., Any]) -> None:
    page = shown()
    assert "2 Pods" in card(page, "zone z2")
    assert "CPU 2 of 8, 25.0 %" in card(page, "zone z2")
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    assert "0 Pods empty \N{MINUS SIGN}2" in card(page, "zone z2")
    assert "CPU 4 of 8, 50.0 %" in card(page, "zone z1")
    assert "B: 4 of 5 Pods placed, 1 of 3 nodes in use." in page.inner_text("main")
    assert "2 Pods move (identical Pods count as one another)" in page.inner_text("main")
    assert "a 2 → 4, b 2 → 0" in page.get_by_role("table", name="Pods that move").inner_text()
    page.get_by_label("Only nodes that change").check()
    assert page.locator("li.node").count() == 2
    widths = "[...document.querySelectorAll('.node')].map(one => one.querySelector('.segment.g0').style.width)"
    assert page.evaluate(widths) == ["50%", "0%"]


def test_pods_that_were_not_tried_have_their_reason_beside_the_number(shown: Callable[..., Any]) -> None:
    none = unserved(*(f"web-{number}" for number in range(4)), "db")
    page = shown(trial(WHERE, placed("a", "b", "b"), none), width=360)
    assert page.title() == "Where Pods go: variant 1 compared with variant 2"
    text = " ".join(page.inner_text("main").split())
    for part in (
        "0 of 5 Pods placed, as no profile has the name that they request",
        "B beside A 4 fewer placed.",
        "web (not tried)",
    ):
        assert part in text, part
    page.get_by_role("radio").nth(1).check()
    assert "luck" not in page.inner_text("main")
    assert "too few runs" not in page.inner_text("main")


def test_it_shows_reasons_scores_and_what_is_stable(shown: Callable[..., Any]) -> None:
    text = " ".join(shown().inner_text("main").split())
    for part in (
        "No node takes: db",
        "0/3 nodes are available: 3 Insufficient cpu.",
        "Help: 12 cpu requested; the largest node, a, has 8 in all.",
        "Insufficient cpu NodeResourcesFit 3 a, b, c",
        "Node Total Fit extenders a chosen 380 80 - b 365 60 5",
        "The same for these nodes: Taints 300.",
        "A, 2 runs Every run puts the same Pods, or identical ones, on each node.",
        "mind this",
    ):
        assert part in text, part


def test_names_from_files_stay_text(shown: Callable[..., Any]) -> None:
    where = cluster(node(HOSTILE, HOSTILE, **{HOSTILE: "4"}), pod(HOSTILE.replace("/", "-"), **{HOSTILE: "1"}))
    name = f"default/{where.pods[0]['metadata']['name']}"
    there = Placement(
        pod=name, outcome=PodOutcome.BOUND, node=HOSTILE, scores={HOSTILE: {HOSTILE: 1}}, totals={HOSTILE: 2}
    )
    none = placement(name, None, HOSTILE, [NodeReason(node=HOSTILE, message=HOSTILE, plugin=HOSTILE)])
    runs = [TrialRun(placements=(one,), notes=(HOSTILE,), unknown={HOSTILE: 1}) for one in (there, none)]
    page = shown(
        trial(where, *(TrialVariant(name=f"{HOSTILE}{n}", release="1.29", runs=(one,)) for n, one in enumerate(runs)))
    )
    for number in range(2):
        page.get_by_role("radio").nth(number).check()
        assert page.locator("img").count() == 0
        text = page.inner_text("main")
        assert "</script><img src=x onerror=alert(1)>\\u{2028}\\u{202e}\\u{1b}[31m" in text
        assert not {"\x1b", "\u202e"} & set(text)
        assert overflow(page) == 0


def test_a_thousand_pods_on_500_nodes_stay_usable(shown: Callable[..., Any]) -> None:
    where = cluster([node(f"node-{number}") for number in range(500)], pods("web", 1000, cpu="1"))
    names = [one["metadata"]["name"] for one in where.pods]
    reasons = [NodeReason(node=f"node-{number}", message="Insufficient cpu") for number in range(500)]
    runs = [
        TrialRun(
            placements=tuple(
                placement(name, f"node-{number * step % 499}" if number % 50 else None, "none", reasons)
                for number, name in enumerate(names)
            )
        )
        for step in (1, 7)
    ]
    made = trial(where, *runs)
    assert (
        len("".join(html_report.render(made, colored=False)))
        < 300_000
        < len("".join(json_report.render(made, colored=False)))
    )
    page = shown(made)
    page.get_by_role("radio").nth(1).check()
    assert page.locator("li.node").count() <= 60
    page.get_by_label("Node or Pods").fill("node-499")
    assert page.locator("li.node").count() == 1
    assert "980 of 1000" in page.inner_text("main")
