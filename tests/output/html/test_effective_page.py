"""The page of `effective`, in a browser: read, slid through releases, weighed, walked by keyboard."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result
from tests.output.html.browser import WIDTHS, Browsing, overflow, violations
from tests.paths import EXAMPLES

PROFILES = EXAMPLES / "profiles.yaml"


@pytest.fixture
def page(tmp_path: Path, schedcfg: Callable[..., Result]) -> Path:
    """Return the page of the example."""
    path = tmp_path / "effective.html"
    assert schedcfg("effective", PROFILES, "--output", f"html={path}").status == 0
    return path


def test_it_holds_the_json_that_the_command_writes(
    page: Path, schedcfg: Callable[..., Result], browsing: Browsing
) -> None:
    opened = browsing.open(page)
    embedded = json.loads(opened.evaluate("document.getElementById('report').textContent"))
    assert embedded == json.loads(schedcfg("effective", PROFILES, "--output", "json").out)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_accessible_and_fits(page: Path, browsing: Browsing, width: int, scheme: str) -> None:
    opened = browsing.open(page, width, scheme)
    assert (overflow(opened), violations(opened)) == (0, [])


def test_other_releases_show_what_comes_and_goes(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    slider = opened.get_by_role("slider", name="Kubernetes release")
    slider.focus()
    opened.keyboard.press("Home")
    assert slider.get_attribute("aria-valuetext") == "Kubernetes 1.25"
    assert "Goes" in opened.inner_text("main")
    assert "default-scheduler: NodeDeclaredFeatures at filter" in opened.inner_text("main")


def test_another_weight_changes_the_shares_at_once(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    row = opened.locator("tr", has_text="ImageLocality")
    assert "6.7 %" in row.inner_text()
    opened.get_by_label("weight of ImageLocality in default-scheduler").fill("16")
    assert "tried 16, not 1: 53.3 %" in row.inner_text()
    assert "With the weights that are tried, ImageLocality counts most." in opened.inner_text("main")
    opened.get_by_role("button", name="Reset to the file's weights").click()
    assert "6.7 %" in opened.locator("tr", has_text="ImageLocality").inner_text()


def test_a_weight_that_cannot_be_is_named_and_does_not_count(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page)
    field = opened.get_by_label("weight of ImageLocality in default-scheduler")
    for wrong in ("-3", "0", "1.5", "", "99999999999"):
        field.fill(wrong)
        assert field.get_attribute("aria-invalid") == "true"
        assert "A weight is a whole number from 1 to 2147483647." in opened.get_by_role("alert").inner_text()
        assert "tried" not in opened.locator("tr", has_text="ImageLocality").inner_text()
    field.fill("2147483647")
    assert field.get_attribute("aria-invalid") == "false"
    assert opened.get_by_role("alert").count() == 0


def test_names_stay_readable_on_a_telephone(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page, 360)
    narrowest = "all => Math.min(...all.map(one => one.getBoundingClientRect().width))"
    assert opened.locator("main > div > dl > *").evaluate_all(narrowest) > 250


def test_paper_is_light_and_unfolds_what_is_not_the_default(page: Path, browsing: Browsing) -> None:
    opened = browsing.open(page, 720, "dark")
    opened.emulate_media(media="print")
    opened.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert opened.locator(".plugins details[open].by-default").count() == 0
    assert opened.locator(".plugins details[open]").count() > 0
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
    shown = opened.locator("section[role=status]").inner_text()
    assert "What Kubernetes 1.34 does otherwise than 1.29" in shown
    assert "default-scheduler: DynamicResources at filter" in shown
