"""The page of `validate`, in a browser: findings beside the source, filtered, fixes as differences, no secrets."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.output.html.browser import WIDTHS, Browsing, intersections, overflow, violations
from tests.output.html.pages import unfolded
from tests.paths import EXAMPLES

BROKEN = EXAMPLES / "broken"
HOSTILE = "</script><img src=x onerror=alert(1)>"
Made = Callable[..., Path]


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


@pytest.mark.parametrize(("width", "scheme"), [*((width, "light") for width in WIDTHS), (1280, "dark")])
def test_it_is_accessible_and_fits(made: Made, browsing: Browsing, width: int, scheme: str) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml", BROKEN / "custom-plugin.yaml"), width, scheme)
    assert (overflow(page), violations(page)) == (0, [])


def test_findings_are_at_their_lines_and_fixes_are_differences(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml"))
    assert page.locator(".line.hit code").all_inner_texts() == [
        "healthzBindAddress: 0.0.0.0:10251",
        "  leaseDuration: 15",
        "          - name: NodeResourceFit",
    ]
    assert page.locator("mark").all_inner_texts() == ["healthzBindAddress", "15", "NodeResourceFit"]
    card = page.get_by_label("line 7: refused")
    assert card.locator("a").first.get_attribute("href").endswith("/rules/wrong-type.html")
    assert [card.locator(f".{kind} code").all_inner_texts() for kind in ("gone", "missing")] == [
        ["  leaseDuration: 15"],
        ["  leaseDuration: 15s"],
    ]


@pytest.mark.parametrize("width", WIDTHS)
def test_cards_and_lines_do_not_cover_each_other(made: Made, browsing: Browsing, width: int) -> None:
    page = browsing.open(made(BROKEN / "everything.yaml", BROKEN / "scheduler.yaml"), width)
    for _ in ("with fixes", "without"):
        assert page.locator(".card").count() > 10
        assert intersections(page, ".read > .card, .read > .line") == []
        page.get_by_label("Fixes as differences").click()


def test_filters_work_by_keyboard(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(BROKEN / "scheduler.yaml", BROKEN / "everything.yaml"))
    page.get_by_label("refused (14)").focus()
    page.keyboard.press("Space")
    assert page.locator(".card .badge.refused").count() == 0
    assert page.get_by_role("status").inner_text() == "2 of 16 findings shown."
    page.locator("select").nth(0).select_option("unknown-field")
    assert page.locator(".card").count() == 0
    assert page.locator("details.file").count() == 2, "the headings of both stay"
    page.get_by_label("refused (14)").press("Space")
    page.locator("select").nth(1).select_option(str(BROKEN / "scheduler.yaml"))
    assert page.locator(".card").count() == 1


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
    assert path.stat().st_size < 300_000
    page = browsing.open(path)
    assert page.locator("details.file").count() == 31
    assert page.locator(".line").count() == 0
    page.locator("details.file > summary").first.press("Enter")
    # The event of an opened `details` comes later than the key.
    page.locator(".card").first.wait_for()
    assert page.locator(".card:visible").count() == 13
    assert "Nothing found in 570 other files" in page.inner_text("main")
