"""The page of `validate`: what is refused first, findings beside the source, rules in place, filters, no secrets."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from schedcfg.rules.cards import cards
from tests.called import Result
from tests.output.html.browser import LOOKS, PAPER, WIDTHS, Browsing, intersections, overflow, violations
from tests.output.html.pages import check_page, unfolded
from tests.paths import EXAMPLES

BROKEN = EXAMPLES / "broken"
HOSTILE = "</script><img src=x onerror=alert(1)>"
Made = Callable[..., Path]
pytestmark = pytest.mark.long


@pytest.fixture
def made(tmp_path: Path, schedcfg: Callable[..., Result]) -> Made:
    """Return what makes the page of files."""

    def make(*arguments: object) -> Path:
        path = tmp_path / "page.html"
        schedcfg("validate", *arguments, "--output", f"html={path}")
        return path

    return make


def embedded(page: Any) -> Any:
    return json.loads(page.evaluate("document.getElementById('report').textContent"))


def test_it_holds_the_json_that_the_command_writes(
    made: Made, schedcfg: Callable[..., Result], browsing: Browsing
) -> None:
    page = browsing.open(made(BROKEN))
    assert embedded(page) == schedcfg("validate", BROKEN, "--output", "json").report


def test_it_is_accessible_and_fits(made: Made, browsing: Browsing, subtests: pytest.Subtests) -> None:
    for where, page in browsing.open_in(LOOKS, made(BROKEN / "scheduler.yaml", BROKEN / "custom-plugin.yaml")):
        with subtests.test(where):
            assert (overflow(page), violations(page)) == (0, [])


def test_it_is_read_without_its_script(made: Made) -> None:
    written = made(BROKEN).read_text(encoding="utf-8")
    check_page(written)
    shown = written.partition("<script")[0]
    assert "No.</strong> 2 of 12 files refused" in shown
    assert "must be a duration with a unit" in shown


def test_what_is_refused_is_first(made: Made, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, source in {"a": "custom-plugin.yaml", "c": "everything.yaml", "d": "scheduler.yaml"}.items():
        (folder / f"{name}.yaml").write_bytes((BROKEN / source).read_bytes())
    shown = made(folder, tmp_path / "gone.yaml").read_text(encoding="utf-8")
    paths = re.findall(r'data-path="[^"]*/(\w).yaml"', shown)
    assert paths == ["c", "d", "a"], "refused files, then those with advice, although `a` is read first"
    of_c = shown[shown.index("/c.yaml") : shown.index("/d.yaml")]
    weights = re.findall(r'data-weight="(\w+)"', of_c)
    assert weights == ["refused"] * 12 + ["error"], "the error in line 15 is behind what is refused in line 31"
    assert shown.index('/d.yaml"') < shown.index("Could not be read") < shown.index('/a.yaml"')


def test_lines_stay_beside_the_finding_while_scrolling(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "everything.yaml"))
    page.set_viewport_size({"width": 1280, "height": 400})
    card = page.get_by_label("line 27: refused")
    card.evaluate("one => one.scrollIntoView({ block: 'start' })")
    page.locator("[id$='-27'].led").wait_for()
    line, lines, window = page.evaluate(
        "[...['.led', '.text .source'].map(one => document.querySelector(one).getBoundingClientRect()), innerHeight]"
        ".map(one => one.toJSON ? [one.top, one.bottom] : one)"
    )
    assert 0 <= lines[0] <= line[0] < line[1] <= window, "the line is seen in the window"
    assert page.locator(".text").evaluate("one => getComputedStyle(one).position") == "sticky"


def test_the_rule_is_in_the_page_folded(made: Made, browsing: Browsing) -> None:
    path = made(BROKEN)
    written = unescape(path.read_text(encoding="utf-8")).replace("<code>", "`").replace("</code>", "`")
    found = set(re.findall(r'data-rule="([\w-]+)"', written))
    assert len(found) > 10
    for rule in found:
        card = cards()[rule]
        assert written.count(f'<a href="#rule-{rule}">') >= 1
        assert written.count(card.why) == 1, "once, however often it finds something"
        assert written.count(f">{card.printable_bad}<") == written.count(f">{card.printable_good}<") == 1
    page = browsing.open(path)
    card = page.get_by_label("line 8: refused")
    why = cards()["wrong-type"].why
    assert why not in card.inner_text()
    card.get_by_text("Why, and an example").press("Enter")
    card.get_by_text(why).wait_for()
    assert "parallelism: 16" in card.inner_text()
    assert violations(page) == []


def test_on_paper_it_begins_on_the_first_sheet_and_fixes_are_unfolded(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml"), *PAPER[:1])
    page.get_by_label("Fixes as differences").click()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".card").first.evaluate("one => one.getBoundingClientRect().bottom") < PAPER[1]
    assert page.locator(".fix .gone").first.is_visible()
    assert page.locator(".hit").first.evaluate("one => getComputedStyle(one).printColorAdjust") == "exact"
    assert page.locator(".rule").first.is_visible()
    assert page.locator(".why:visible, .rule pre:visible, .controls:visible").count() == 0, "left out on purpose"


def test_findings_are_at_their_lines_and_fixes_are_differences(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml"))
    assert page.locator(".text .line.hit code").all_inner_texts() == [
        "healthzBindAddress: 0.0.0.0:10251",
        "  leaseDuration: 15",
        "          - name: NodeResourceFit",
    ]
    assert page.locator(".text mark").all_inner_texts() == ["healthzBindAddress", "15", "NodeResourceFit"]
    card = page.get_by_label("line 7: refused")
    lines = page.locator(f".text {card.locator('a').first.get_attribute('href')} code")
    assert lines.all_inner_texts() == ["  leaseDuration: 15"]
    assert [card.locator(f".{kind} code").all_inner_texts() for kind in ("gone", "missing")] == [
        ["  leaseDuration: 15"],
        ["  leaseDuration: 15s"],
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_cards_and_lines_do_not_cover_each_other(made: Made, browsing: Browsing, width: int) -> None:
    page = browsing.open(made(BROKEN / "everything.yaml", BROKEN / "scheduler.yaml"), width)
    for _ in ("with fixes", "without"):
        assert page.locator(".card").count() > 10
        assert intersections(page, ".card, .text") == []
        page.get_by_label("Fixes as differences").click()


def test_filters_work_by_keyboard(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml", BROKEN / "everything.yaml"))
    page.get_by_label("refused (14)").focus()
    page.keyboard.press("Space")
    assert page.locator(".card .badge.refused:visible").count() == 0
    assert page.get_by_role("status").inner_text() == "2 of 16 findings shown."
    page.locator("select").nth(0).select_option("unknown-field")
    assert page.locator(".card:visible").count() == 0
    assert page.locator("details.file:visible").count() == 2, "the headings of both stay"
    page.get_by_label("refused (14)").press("Space")
    page.locator("select").nth(1).select_option(str(BROKEN / "scheduler.yaml"))
    assert page.locator(".card:visible").count() == 1


def test_what_its_words_mean_is_said_once(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml"))
    text = page.inner_text("main")
    assert text.count("Refused: kube-scheduler does not start with the file, wherever it runs.") == 1
    assert text.count("Unsafe fix: it may change what the scheduler does") == 1
    assert "that begins in line 2 is refused by Kubernetes" in text


def test_what_comes_from_a_file_stays_text(made: Made, browsing: Browsing, tmp_path: Path) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.yaml"
    name = f'"{HOSTILE}\\u2028\\u202e\\e[2J{"x" * 10_000}"'
    file.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        f'x: {name}\nprofiles:\n- schedulerName: "{HOSTILE}"\n  x: "\u202e{HOSTILE}"\n',
        encoding="utf-8",
    )
    page = browsing.open(made(file), 360)
    assert page.locator("main img, main script").count() == 0
    shown = page.inner_text("main")
    assert HOSTILE in shown
    assert "\u202e" not in shown
    assert "\\u{202e}</script>" in shown
    assert overflow(page) == 0


def test_secrets_and_other_documents_are_not_in_it(made: Made, tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text(
        "apiVersion: v1\nkind: Secret\ndata:\n  config: aHVudGVyMTE=\n---\n"
        "# hunter22-secret is repeated here\n"
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparallelism: -1\n"
        "password: hunter22-secret\nclientConnection:\n  kubeconfig: https://bob:hunter33@host/x\n",
        encoding="utf-8",
    )
    for arguments in ([], ["--fix", "--diff", "--unsafe-fixes"]):
        text = unfolded(made(file, *arguments).read_text(encoding="utf-8"))
        assert "parallelism" in text
        assert not [word for word in ("hunter22", "hunter33", "aHVudGVy") if word in text]


def test_many_files_are_folded(made: Made, browsing: Browsing, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(600):
        source = BROKEN / "everything.yaml" if number < 30 else EXAMPLES / "profiles.yaml"
        (folder / f"{number:03}.yaml").write_bytes(source.read_bytes())
    path = made(folder)
    assert path.stat().st_size < 1_000_000
    page = browsing.open(path)
    assert page.locator("details.file").count() == 31
    assert page.locator(".line:visible").count() == 0
    page.locator("details.file > summary").first.press("Enter")
    # The event of an opened `details` comes later than the key.
    page.locator(".card").first.wait_for()
    assert page.locator(".card:visible").count() == 13
    assert "Nothing found in 570 other files" in page.inner_text("main")
