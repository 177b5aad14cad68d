"""The page of `diff`, in a browser: both sides, reasons and lines, weights as bars, orders, releases, many files."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result
from tests.output.html.browser import LOOKS, Browsing, overflow, violations
from tests.paths import EXAMPLES

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
PROFILE = """\
- schedulerName: default-scheduler
  plugins:
    score:
      enabled: [{name: ImageLocality, weight: WEIGHT}]
    bind:
      enabled: [ORDER, {name: DefaultBinder}]
      disabled: [{name: "*"}]
"""
LEFT = HEAD + PROFILE.replace("WEIGHT", "3").replace("ORDER", "{name: A}, {name: B}")
RIGHT = HEAD + PROFILE.replace("WEIGHT", "9").replace("ORDER", "{name: B}, {name: A}")
UPGRADE = (EXAMPLES / "profiles.yaml", "--from", "1.25", "--to", "1.34")
Made = Callable[..., Path]


@pytest.fixture
def made(tmp_path: Path, schedcfg: Callable[..., Result]) -> Made:
    """Return what makes the page of a difference."""

    def make(*arguments: object) -> Path:
        path = tmp_path / "page.html"
        schedcfg("diff", *arguments, "--output", f"html={path}")
        return path

    return make


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Return two files."""
    left, right = tmp_path / "left.yaml", tmp_path / "right.yaml"
    left.write_text(LEFT, encoding="utf-8")
    right.write_text(RIGHT, encoding="utf-8")
    return left, right


def test_it_is_accessible_and_fits(
    made: Made, browsing: Browsing, files: tuple[Path, Path], subtests: pytest.Subtests
) -> None:
    for where, page in browsing.open_in(LOOKS, made(*files)):
        with subtests.test(where):
            assert (overflow(page), violations(page)) == (0, [])


def test_changes_have_their_lines_and_scores_are_beside_each_other(
    made: Made, browsing: Browsing, files: tuple[Path, Path]
) -> None:
    left, right = files
    page = browsing.open(made(left, right))
    row = page.locator("tr", has_text="ImageLocality at score").inner_text()
    assert f"{left}:7: enabled: [{{name: ImageLocality, weight: 3}}]" in row
    assert f"{right}:7: enabled: [{{name: ImageLocality, weight: 9}}]" in row
    shares = page.get_by_role("table", name="shares of scores").locator("tr", has_text="ImageLocality").inner_text()
    assert "3 → 9" in shares
    assert [word for word in re.split(r"[\t\n]", shares) if word.endswith("%")] == ["17.6%", "39.1%"]
    assert page.locator("li", has_text="moved").all_inner_texts() == ["B moved"]


def test_changes_are_chosen_by_the_release_that_causes_them(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(*UPGRADE))
    page.locator("select").select_option("Kubernetes 1.31")
    rows = page.locator("tbody tr:visible")
    assert rows.count() == 3, "what both profiles lose is there once"
    assert all("changed in Kubernetes 1.31" in text for text in rows.all_inner_texts())
    source = rows.first.locator("a")
    assert source.get_attribute("href").startswith("https://github.com/kubernetes/kubernetes/blob/v1.31.")


def test_many_files_are_shown_one_by_one(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(EXAMPLES / "broken", EXAMPLES / "network-traffic"))
    file = page.locator("details.file", has_text="quiet-node.yaml").last
    file.locator("summary").first.press("Enter")
    assert "changes behavior" in file.inner_text()
    assert file.get_by_role("heading", name="Findings that go").is_visible()


def test_what_comes_from_files_stays_text_and_secrets_stay_out(
    made: Made, browsing: Browsing, files: tuple[Path, Path]
) -> None:
    left, right = files
    name = "</script><img src=x onerror=alert(1)>"
    entry = f'- schedulerName: "{name}"  # token: hunter22-secret \u202e\n'
    right.write_text(RIGHT + entry, encoding="utf-8")
    path = made(left, right)
    page = browsing.open(path, 360)
    assert page.locator("main img, main script").count() == 0
    shown = page.inner_text("main")
    assert name in shown
    assert "token: ***" in shown
    assert "\u202e" not in shown
    assert "hunter22" not in shown + page.content()
    assert overflow(page) == 0


def test_what_is_refused_is_not_compared_but_explained(
    made: Made, browsing: Browsing, files: tuple[Path, Path]
) -> None:
    left, right = files
    right.write_text(RIGHT.replace("weight: 9", "weight: -9"), encoding="utf-8")
    page = browsing.open(made(left, right))
    assert "is refused by Kubernetes" in page.locator(".most").inner_text()
    assert "refused" in page.get_by_role("region", name="After").inner_text()


def test_rows_are_stacked_on_a_telephone(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(*UPGRADE), 360)
    row = page.locator("tr", has_text="EBSLimits at filter").first
    text = " ".join(row.inner_text().split())
    assert "No longer excludes nodes that cannot attach as many more EBS volumes as the Pod needs." in text
    assert row.locator("td", has_text="changed in Kubernetes 1.31").is_visible()
    widths = row.locator("th, td:not(:empty)").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert max(widths) <= 360


def test_a_path_keeps_its_letters_and_where_it_was_is_said_of_renamed_files_only(
    made: Made, browsing: Browsing, tmp_path: Path
) -> None:
    for folder, names in (("one", ("a.yaml", "b.yaml")), ("other", ("a.yaml", "c.yaml"))):
        for number, name in enumerate(names):
            path = tmp_path / folder / name
            path.parent.mkdir(exist_ok=True)
            text = LEFT.replace("default-scheduler", f"s{number}")
            path.write_text(text.replace("weight: 3", "weight: 4") if folder == "other" and not number else text)
    page = browsing.open(made(tmp_path / "one", tmp_path / "other"))
    folder = f"{tmp_path}/other/"
    files = [" ".join(one.split()) for one in page.locator("summary:has(h2)").all_inner_texts()]
    assert files[0] == f"{folder}a.yaml changes behavior"
    assert re.fullmatch(rf"{folder}c\.yaml \(was \S*b\.yaml\) behaves the same", files[1])
