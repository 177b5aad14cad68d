"""What the text of `try` states is on its page: of recorded placements, and of any that could be.

Of the worlds that were generated, one of four is looked at in each release, in each of them others; under the profile
`searching`, all of them.
"""

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from schedcfg.commands.trial.answer import html_report
from schedcfg.commands.trial.answer.text import lines
from schedcfg.commands.trial.api.kinds import Kinds
from schedcfg.commands.trial.results import (
    NodeReason,
    Placement,
    PodOutcome,
    Trial,
    TrialCluster,
    TrialRun,
    TrialVariant,
)
from schedcfg.output.tables import TextLayout
from schedcfg.output.terminal import painter
from tests.commands.trial.made_trials import any_trial, cluster, node, placement, pod, pods, trial
from tests.output.html.shown import all_words, lacking, plain, shown_on
from tests.searching import IS_SEARCHING
from tools.record.placements import recorded, worlds

pytestmark = pytest.mark.long

_EVERY = 1 if IS_SEARCHING else 4
"""One of so many generated worlds: what a release's report says of one, it says of others too."""

_MORE = re.compile(r",? (?:and|…(?: and)?) [\d,]+ more.*$")
_HEADS = re.compile(r"^(?:Kubernetes|The scheduler took) | Pods$")
"""What the heads of the page's columns say."""

_TABLE = re.compile(r" {2}NODE | {4}SCORE, WEIGHTED ")
_IN_COLUMNS = re.compile(r" +\S+(?: \*)?(?: {2,}\S+(?: \S+)*)+")
_ROW = re.compile(r" {2}(?P<node>\S+)(?P<cells>(?: {2,}\S.*)+)")


def in_text(made: Trial) -> str:
    return "\n".join(lines(made, TextLayout(painter(colored=False), 10**6)))


def on_page(made: Trial) -> str:
    return "".join(html_report.render(made, colored=False))


def statements(report: str) -> Iterator[str]:
    """Yield what the text says, in the pieces that the page has, tables aside."""
    in_table = False
    for line in report.splitlines():
        in_table = bool(_TABLE.match(line)) or (in_table and _IN_COLUMNS.fullmatch(line) is not None)
        if in_table:
            continue
        for piece in re.split(r": (?=\S)|, | \(|\)(?= |,|$)|; (?=\S)", _MORE.sub("", line.strip(" ="))):
            # What is called by letters is so in the page's heads.
            if not re.fullmatch(r"[A-Z](?: beside A)?|note|help|", piece):
                yield _HEADS.sub("", piece.strip(".):"))


def rows(report: str) -> Iterator[list[str]]:
    """Yield the cells of the text's table of nodes, bars and amounts aside."""
    in_table = False
    for line in report.splitlines():
        if line.startswith("  NODE"):
            in_table = True
        elif in_table and (found := _ROW.fullmatch(line)) is not None:
            yield [found["node"], *re.findall(r"\S+%|(?<= )\d+(?= {2}|$)", found["cells"])]
        else:
            in_table = False


def missing_on_page(made: Trial, page: str) -> list[str]:
    report, read = in_text(made), shown_on(page)
    found = lacking(statements(report), all_words(read))
    on_rows = [" ".join(map(plain, row)).split() for row in read.rows]
    return found + [" ".join(row) for row in rows(report) if not any(set(row) <= set(words) for words in on_rows)]


def of_worlds() -> Iterator[tuple[str, Trial]]:
    """Yield the worlds with what real control planes made of them, the first two outcomes beside each other."""
    cases = {case.name: case for case in worlds()}
    for first, release in enumerate(("1.22", "1.29", "1.37")):
        entries = recorded(release)
        written_by_hand = [name for name in entries if not name.startswith("generated/")]
        made = [name for name in entries if name.startswith("generated/")]
        for name in (*written_by_hand, *made[first::_EVERY]):
            case, entry = cases[name], entries[name]
            where = TrialCluster(Kinds(), tuple(case.objects), tuple(case.pods))
            runs = [TrialRun(placements=tuple(_placements(one["pods"]))) for one in entry["outcomes"][:2]]
            variants = [TrialVariant(name=f"try-{n}", release=release, runs=(one,)) for n, one in enumerate(runs)]
            yield f"{name} by {release}", trial(where, *variants)


def _placements(outcomes: dict[str, dict[str, str]]) -> Iterator[Placement]:
    for name, what in outcomes.items():
        node_name = what.get("node")
        is_bound = node_name is not None
        outcome = PodOutcome.BOUND if is_bound else PodOutcome.UNSCHEDULABLE
        yield Placement(pod=name, outcome=outcome, node=node_name, message="" if is_bound else what.get("message", ""))


def test_each_statement_about_recorded_placements_is_on_the_page() -> None:
    looked_at, stated, missing = 0, 0, []
    for name, made in of_worlds():
        looked_at += 1
        stated += len(list(statements(in_text(made))))
        missing += [f"{name}: {one}" for one in missing_on_page(made, on_page(made))]
    assert missing == []
    assert looked_at > 500
    assert stated > 5000


@given(made=any_trial())
@settings(max_examples=60, deadline=None)
def test_each_statement_about_any_trial_is_on_the_page(made: Trial) -> None:
    assert missing_on_page(made, on_page(made)) == []


WHERE = cluster(node("a", "z1"), node("b", "z2"), pods("web", 3, cpu="1"), pod("db", cpu="12"))
SCORED = Placement(
    pod="default/web-0",
    outcome=PodOutcome.BOUND,
    node="a",
    scores={"a": {"Fit": 80, "Taints": 300}, "b": {"Fit": 60, "Taints": 300}},
    totals={"a": 380, "b": 360},
)


def placed(*places: str) -> TrialRun:
    reasons = [NodeReason(node=name, message="Insufficient cpu", plugin="NodeResourcesFit") for name in "ab"]
    others = [placement(f"web-{number}", place) for number, place in enumerate(places, 1)]
    none = placement("db", None, "0/2 nodes are available: 2 Insufficient cpu.", reasons)
    return TrialRun(placements=(SCORED, *others, none), seconds=0.25, explained=("default/web-0",), notes=("mind",))


COMPARED = trial(WHERE, placed("a", "b"), placed("b", "b"), notes=("this is made",))


@pytest.mark.parametrize(
    "lost",
    [
        *(
            "3 of 4 Pods placed",
            "Insufficient cpu (NodeResourcesFit)",
            "12 cpu requested",
            "1 Pod moves",
            "this is made",
        ),
        *("Pods in zone z1 2 → 1", "2 nodes scored; a is the best", "0.25 s", "25%", "mind"),
    ],
)
def test_what_a_page_does_not_say_is_noticed(lost: str) -> None:
    page = on_page(COMPARED).replace("<wbr>", "")
    assert missing_on_page(COMPARED, page) == []
    taken = lost.partition(" (")[0]
    assert taken in page
    assert missing_on_page(COMPARED, page.replace(taken, "")) != []


def test_pods_without_a_node_come_first_with_their_reason() -> None:
    page = on_page(COMPARED)
    order = ["What was tried", "1 Pod without a node", "No node takes: db", "2 Insufficient cpu", "12 cpu requested"]
    places = [
        page.index(part) for part in (*order, "B beside A", "<h2>Nodes</h2>", "Scores, weighted", "<h2>Pods</h2>")
    ]
    assert places == sorted(places)


def test_there_are_no_bars_for_none_of_none() -> None:
    page = on_page(trial(cluster(), TrialRun(placements=())))
    assert "<rect" not in page
    assert "There is no node." in page
