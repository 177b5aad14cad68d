"""The page of `effective`, in a browser: read, slid through releases, weighed, walked by keyboard."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from tests.called import Result
from tests.output.html.browser import ALL_LOOKS, PAPER, Browsing, overflow, violations
from tests.output.html.pages import check_page
from tests.paths import EXAMPLES

pytestmark = pytest.mark.long

PROFILES = EXAMPLES / "profiles.yaml"


@pytest.fixture
def page(tmp_path: Path, schedcfg: Callable[..., Result]) -> Path:
    """Return the page of the example."""
    path = tmp_path / "effective.html"
    assert schedcfg("effective", PROFILES, "--output", f"html={path}").status == 0
    return path


def test_it_is_read_without_its_script(page: Path) -> None:
    written = page.read_text(encoding="utf-8")
    check_page(written)
    assert "no-scoring-scheduler" in written.partition("<script")[0]


def test_it_is_accessible_and_fits(page: Path, browsing: Browsing, subtests: pytest.Subtests) -> None:
    for where, opened in browsing.open_in(ALL_LOOKS, page):
        with subtests.test(where):
            assert (overflow(opened), violations(opened)) == (0, [])


OWN = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- {urlPrefix: "https://extender.example.com", prioritizeVerb: rate, weight: 5}
profiles:
- schedulerName: default-scheduler
- schedulerName: gpu
  percentageOfNodesToScore: 7
  plugins: {multiPoint: {enabled: [{name: Own, weight: 3}]}}
  pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated}}
- schedulerName: heavy
  plugins:
    score:
      enabled:
      - {name: ImageLocality, weight: 9}
"""


@pytest.fixture
def own(tmp_path: Path, schedcfg: Callable[..., Result]) -> Path:
    """Return the page of a file with an extender that scores, a plugin of its own, and a profile with other weights."""
    file, path = tmp_path / "own.yaml", tmp_path / "own.html"
    file.write_text(OWN, encoding="utf-8")
    assert schedcfg("effective", file, "--output", f"html={path}").status == 0
    return path


def rows(page: Path) -> dict[str, list[str]]:
    """Return what the table has before scripts run: the head of a row → its cells."""
    table = page.read_text(encoding="utf-8").partition('<table class="pipeline')[2].partition("</table>")[0]
    split = [re.split(r"</t[hd]>\s*<t[hd][^>]*>", row) for row in table.split("<tr")[1:]]
    texts = [[" ".join(unescape(re.sub(r"<wbr>|<[^>]*>", "", cell)).split()) for cell in row] for row in split]
    return {row[0].rpartition(">")[2]: row[1:] for row in texts}


def test_which_score_decides_is_the_first_row(own: Path) -> None:
    table = rows(own)
    assert list(table)[1:4] == ["Which score decides", "Packs or spreads", "percentageOfNodesToScore"]
    usual, gpu, heavy = table["Which score decides"]
    extender = "For all Pods, extender https://extender.example.com counts more than any plugin: weight 5."
    assert usual == f"TaintToleration counts most: 20.0%.{extender}"
    assert gpu == f"Not known: Own (weight 3) may score.Of the others, TaintToleration counts most: 20.0%.{extender}"
    assert heavy == "ImageLocality counts most: 39.1%. (line 17)", "with the line that decides"


def test_packing_and_its_strategy_and_the_percentage_are_in_the_table(own: Path) -> None:
    table = rows(own)
    assert [cell.partition(";")[0] for cell in table["Packs or spreads"]] == [
        f"Not known: NodeResourcesFit prefers {which}"
        for which in (
            "emptier nodes (LeastAllocated)",
            "fuller nodes (MostAllocated)",
            "emptier nodes (LeastAllocated)",
        )
    ]
    assert ["Most" in cell for cell in table["NodeResourcesFit"]] == [False, True, False]
    assert table["percentageOfNodesToScore"] == ["0 (default of v1)", "7 (line 8)", "0 (default of v1)"]


def test_profiles_are_columns_and_args_are_yaml_once(own: Path) -> None:
    table, written = rows(own), own.read_text(encoding="utf-8").partition("<script")[0]
    assert len(table["bind"]) == 1, "the same in all profiles"
    assert len(table["score"]) == 3
    assert "ImageLocality 1 → 9 (line 17)" in table["score"][2]
    assert written.count(">scoringStrategy:<") == 2, "that of gpu, and the default"
    assert "scoringStrategy.type" not in written
    assert [names for names in re.findall(r"in ([\w, ]+)</span>", written) if names == "gpu"] == ["gpu"]


def test_what_is_found_does_not_hide_the_answer(own: Path, browsing: Browsing) -> None:
    opened = browsing.open(own, 360)
    found = opened.get_by_text("2 warnings, 1 info: few-nodes-scored, undeclared-plugin, outweighed-packing")
    assert found.is_visible()
    assert not opened.get_by_text("it is assumed to be compiled into your scheduler").is_visible()
    found.click()
    assert opened.get_by_text("it is assumed to be compiled into your scheduler").is_visible()


def test_what_a_profile_does_not_run_takes_no_room_on_a_telephone(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page, 360)
    assert opened.locator(".nothing").count() > 0
    assert opened.locator(".nothing:visible").count() == 0
    assert browsing.open(page).locator(".nothing:visible").count() > 0


def test_on_paper_it_begins_on_the_first_sheet_with_bars(own: Path, browsing: Browsing) -> None:
    opened = browsing.open(own, PAPER[0])
    opened.emulate_media(media="print")
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    below = opened.locator("td.score").last.evaluate("one => one.getBoundingClientRect().bottom")
    assert below < PAPER[1], "scores are on the first sheet"
    track = opened.locator(".track").first
    assert track.evaluate("one => [getComputedStyle(one).printColorAdjust, one.clientHeight > 2]") == ["exact", True]
    assert opened.get_by_text("it is assumed to be compiled into your scheduler").is_visible(), "unfolded"
    assert not opened.get_by_text("acceptContentTypes").is_visible(), "defaults stay folded"


def test_the_address_names_a_configuration(tmp_path: Path, schedcfg: Callable[..., Result], browsing: Browsing) -> None:
    path = tmp_path / "two.html"
    (tmp_path / "own.yaml").write_text(OWN, encoding="utf-8")
    schedcfg("effective", PROFILES, tmp_path / "own.yaml", "--output", f"html={path}")
    opened = browsing.open(path)
    opened.goto(f"{path.as_uri()}#configuration=2&profile=heavy&release=1.30")
    opened.get_by_role("heading", name="own.yaml: v1, run by Kubernetes 1.30").wait_for()
    assert opened.locator("thead th:visible").all_inner_texts() == ["heavy (line 13)"]


def test_other_releases_show_what_comes_and_goes(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    slider = opened.get_by_role("slider", name="Kubernetes release")
    slider.focus()
    opened.keyboard.press("Home")
    opened.get_by_role("heading", name="run by Kubernetes 1.25").wait_for()
    assert slider.get_attribute("aria-valuetext") == "Kubernetes 1.25"
    told = opened.locator("details[role=status]")
    assert told.locator("summary").inner_text().startswith("Kubernetes 1.25 instead of 1.37: with EBSLimits")
    told.locator("summary").click()
    assert "default-scheduler: NodeDeclaredFeatures at filter" in told.locator("ul.removed").inner_text()


def test_where_the_script_fails_the_page_keeps_what_it_shows(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    opened.evaluate("window.DecompressionStream = undefined")
    opened.get_by_role("slider", name="Kubernetes release").focus()
    opened.keyboard.press("Home")
    failed = opened.locator("main > .failed[role=alert]")
    failed.wait_for()
    assert "It needs a browser of 2023 or later" in failed.inner_text()
    opened.keyboard.press("ArrowRight")
    failed.wait_for()
    assert (failed.count(), opened.locator("h2:visible").count()) == (1, 1)
    assert opened.get_by_role("heading", name="run by Kubernetes 1.37").is_visible()


def test_the_address_names_release_and_profile(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    opened.goto(f"{page.as_uri()}#release=1.33&profile=no-scoring-scheduler")
    opened.get_by_role("heading", name="run by Kubernetes 1.33").wait_for()
    assert opened.locator("thead th:visible").all_inner_texts() == ["no-scoring-scheduler (line 7)"]
    opened.get_by_role("combobox", name="Profile").select_option(label="all")
    assert opened.evaluate("location.hash") == "#release=1.33"
    assert opened.locator("thead th:visible").count() == 2


def test_another_weight_changes_the_shares_at_once(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    cell = opened.locator("td.score[data-plugin=ImageLocality]")
    assert cell.locator(".share").inner_text() == "6.7%"
    field = opened.get_by_label("weight of ImageLocality in default-scheduler")
    field.fill("16")
    assert cell.locator(".share").inner_text() == "53.3%"
    assert float(cell.locator(".bar").get_attribute("width") or "") == pytest.approx(53.3, abs=0.1)
    most = opened.locator(".most").first
    assert "With the weights that are tried, ImageLocality counts most of the plugins: 53.3%." in most.inner_text()
    opened.get_by_role("button", name="Reset to the file's weights").click()
    assert (cell.locator(".share").inner_text(), field.input_value()) == ("6.7%", "1")
    assert most.inner_text() == "TaintToleration counts most: 20.0%."


def test_a_weight_that_cannot_be_says_why_and_does_not_count(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    field = opened.get_by_label("weight of ImageLocality in default-scheduler")
    reasons = {
        "-3": "A negative weight prefers nodes with a low score",
        "0": "0 is the weight 1",
        "1.5": "A weight is a whole number.",
        "": "A weight is a whole number.",
        "99999999999": "The highest weight is 2147483647.",
    }
    for wrong, reason in reasons.items():
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        assert reason in opened.get_by_role("alert").filter(has_text="The file's counts.").inner_text()
        assert opened.locator("td.score[data-plugin=ImageLocality] .share").inner_text() == "6.7%"
    field.fill("2147483647")
    assert field.get_attribute("aria-invalid") == "false"
    assert opened.get_by_role("alert").filter(has_text="The file's counts.").count() == 0


def test_a_line_is_led_to(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    opened.locator("thead a.to-line").last.click()
    assert "schedulerName: no-scoring-scheduler" in opened.locator(".line.led").inner_text()
    assert opened.evaluate("location.hash") == ""


def test_a_refused_file_shows_what_validate_shows(
    tmp_path: Path, schedcfg: Callable[..., Result], browsing: Browsing
) -> None:
    file, path = EXAMPLES / "broken" / "everything.yaml", tmp_path / "refused.html"
    assert schedcfg("effective", file, "--output", f"html={path}").status == 1
    opened = browsing.open(path)
    shown = opened.locator("main").inner_text()
    for document in schedcfg("validate", file, "--output", "json").report["files"][0]["documents"]:
        for finding in document["findings"]:
            assert finding["message"].replace("`", "") in shown
            assert finding["rule"] in shown
    assert opened.locator("main h3:visible, main table:visible").count() == 0
    assert (overflow(opened), violations(opened)) == (0, [])


def test_names_stay_readable_on_a_telephone(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page, 360)
    narrowest = "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
    assert opened.locator(".pipeline tr > *:visible").evaluate_all(narrowest) > 250


def test_paper_is_light_and_whole(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page, 720, "dark")
    opened.emulate_media(media="print")
    opened.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert opened.locator("details[open].by-default").count() == 0
    cut = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert opened.locator(".wide").evaluate_all(cut) == 0
    assert overflow(opened) == 0


def test_two_releases_are_compared(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    opened.get_by_label("Compared with").select_option(label="Kubernetes 1.29")
    slider = opened.get_by_role("slider", name="Kubernetes release")
    slider.focus()
    for _ in range(3):
        opened.keyboard.press("ArrowLeft")
    assert slider.get_attribute("aria-valuetext") == "Kubernetes 1.34"
    told = opened.locator("details[role=status]").filter(has_text="Kubernetes 1.34 instead of 1.29")
    told.locator("summary").click()
    assert "default-scheduler: DynamicResources at filter" in told.inner_text()
