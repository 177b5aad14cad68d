"""The page of `upgrade`, in a browser: boxes stay ticked, edits are differences, commands can be copied."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.output.html.browser import LOOKS, Browsing, overflow, violations
from tests.paths import EXAMPLES

SEED = EXAMPLES / "broken" / "seed"
WAY = ("--from", "1.22", "--to", "1.24")
Made = Callable[..., Path]


@pytest.fixture
def made(tmp_path: Path, schedcfg: Callable[..., Result]) -> Made:
    """Return what makes the page of an upgrade."""

    def make(*arguments: object) -> Path:
        path = tmp_path / "page.html"
        schedcfg("upgrade", *arguments, "--output", f"html={path}")
        return path

    return make


def boxes(page: Any) -> list[bool]:
    ticked: list[bool] = page.locator(".todo input").evaluate_all("all => all.map(one => one.checked)")
    return ticked


def test_it_is_accessible_and_fits(made: Made, browsing: Browsing, subtests: pytest.Subtests) -> None:
    for where, page in browsing.open_in(LOOKS, made(SEED, *WAY)):
        with subtests.test(where):
            assert (overflow(page), violations(page)) == (0, [])


def test_boxes_stay_ticked_for_this_plan_only(made: Made, browsing: Browsing) -> None:
    path = made(SEED, *WAY)
    page = browsing.open(path)
    page.get_by_label("migrate v1beta1").focus()
    page.keyboard.press("Space")
    ticked = boxes(page)
    assert sum(ticked) == 1
    assert page.get_by_role("status").first.inner_text() == f"1 of {len(ticked)} done"
    page.reload()
    page.wait_for_selector(".todo")
    assert boxes(page) == ticked
    page.get_by_label("Only what is left to do").check()
    assert page.locator(".todo:visible").count() == len(ticked) - 1
    made(SEED, "--from", "1.22", "--to", "1.23")
    page.reload()
    page.wait_for_selector(".todo")
    assert not any(boxes(page))


def test_where_nothing_can_be_kept_the_page_says_so(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(SEED, *WAY))
    assert "keeps nothing" not in page.inner_text("main")
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })")
    page.reload()
    page.wait_for_selector(".todo")
    assert "This browser keeps nothing for this page" in page.inner_text("main")
    page.locator(".todo input").first.check()
    assert sum(boxes(page)) == 1


def test_it_says_where_nothing_is_to_be_done(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(EXAMPLES / "profiles.yaml", "--from", "1.29", "--to", "1.33"))
    text = page.inner_text("main")
    assert "profiles.yaml needs no change." in text
    assert "1.30: nothing to do" in text
    page.get_by_label("Only what is left to do").check()
    assert not page.get_by_text("All done.").is_visible()
    for box in page.locator(".todo input").all():
        box.press("Space")
    assert page.get_by_text("All done.").is_visible()
    others = browsing.open(made(SEED, *WAY)).locator("p", has_text="needs no change.").all_inner_texts()
    assert [text.split("/seed/")[1] for text in others] == [
        "second/scheduler-config.yaml needs no change.",
        "second/right/custom-scheduler.yaml needs no change.",
    ]


def test_edits_are_differences_with_commands(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(SEED, *WAY))
    edits = page.locator(".fix", has_text="networktraffic-config.yaml").first
    edits.locator("summary").press("Enter")
    assert edits.locator(".gone code").all_inner_texts() == ["apiVersion: kubescheduler.config.k8s.io/v1beta1"]
    assert edits.locator(".missing code").all_inner_texts() == ["apiVersion: kubescheduler.config.k8s.io/v1beta2"]
    assert page.locator("pre").first.inner_text().splitlines() == [
        f"schedcfg upgrade {SEED} --write --moment before --step 1.23",
        f"schedcfg validate {SEED} --kubernetes 1.22",
    ]


def test_what_comes_from_files_stays_text_and_secrets_stay_out(made: Made, browsing: Browsing, tmp_path: Path) -> None:
    folder = tmp_path / "<img src=x onerror=alert(1)>"
    folder.mkdir()
    (folder / "config.yaml").write_text(
        "# password: hunter22-secret\n"
        "apiVersion: kubescheduler.config.k8s.io/v1beta1  # \u202e</script><b>hunter22-secret\n"
        'kind: KubeSchedulerConfiguration\nprofiles:\n- schedulerName: "</script><img src=x onerror=alert(1)>"\n',
        encoding="utf-8",
    )
    path = made(folder, *WAY)
    assert "hunter22" not in path.read_text(encoding="utf-8")
    page = browsing.open(path, 360)
    page.locator(".fix summary").first.press("Enter")
    line = page.locator(".missing code").first.inner_text()
    assert line == "apiVersion: kubescheduler.config.k8s.io/v1beta2  # \\u{202e}</script><b>***************"
    assert page.locator("main img, main script, main b").count() == 0
    assert overflow(page) == 0


def test_the_first_hop_with_something_to_do_is_unfolded_and_others_on_request(made: Made, browsing: Browsing) -> None:
    page = browsing.open(made(SEED, "--from", "1.22", "--to", "1.28"))
    opened = "all => all.map(one => one.open)"
    hops = page.locator("details.hop")
    assert hops.evaluate_all(opened) == [True, False, False, False, False, False]
    page.get_by_label("All hops unfolded").check()
    assert all(hops.evaluate_all(opened))


def test_totals_are_those_of_the_terminal(made: Made, schedcfg: Callable[..., Result], browsing: Browsing) -> None:
    page = browsing.open(made(SEED, *WAY))
    left = schedcfg("upgrade", SEED, *WAY, "--output", "json").report["toDo"]
    number = left["edits"] + left["steps"]
    assert page.get_by_role("status").first.inner_text() == f"0 of {number} done"
    counts = page.locator("summary .count").all_inner_texts()
    assert sum(int(text.split()[2]) for text in counts if " of " in text) == number
