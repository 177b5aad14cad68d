"""The playground: its answers are the command's, and its page is usable, private and harmless."""

import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.called import Result
from tests.commands.server.marked_text import BAR, accepting, shown
from tests.conformance.recordings import read
from tests.output.html.browser import WIDTHS, overflow, violations
from tests.output.html.pages import unfolded
from tests.paths import EXAMPLES, ROOT
from tests.searching import IS_SEARCHING
from tools.build_playground import weights

pytestmark = pytest.mark.long

CASES = 300 if IS_SEARCHING else 100
"""Recorded ones, spread evenly over all: what is compared is two builds of Python, not what each case is about."""
RELEASES = ("1.22", "1.25", "1.29", "1.33", "1.37")
HOSTILE = "</script><img src=x onerror=alert(1)>\u202e\x1b[31m"
ACCEPTED = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"


def requests() -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield command lines with their files: all examples, recorded cases, and each other command once."""
    options = ["--output", "json", "--no-settings", "--jobs", "1"]
    examples = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.yaml"))]
    recorded = [recording.text for recording in read("train.verdicts")]
    recorded = recorded[:: len(recorded) // CASES][:CASES]
    assert len(recorded) == CASES
    for number, texts in enumerate(zip(*[iter(recorded)] * (CASES // len(RELEASES)), strict=True)):
        files = {f"{index:03}.yaml": text for index, text in enumerate(texts)}
        yield ["validate", *files, "--kubernetes", RELEASES[number % len(RELEASES)], *options], files
    files = {f"{index:03}.yaml": text for index, text in enumerate(examples)}
    yield ["validate", *files, *options], files
    profiles = {"scheduler.yaml": (EXAMPLES / "profiles.yaml").read_text(encoding="utf-8"), "default.yaml": ACCEPTED}
    yield ["effective", "scheduler.yaml", "--output", "json", "--no-settings"], profiles
    yield ["diff", "default.yaml", "scheduler.yaml"], profiles
    yield ["migrate", "scheduler.yaml", "--to", "v1", "--diff", "--no-settings"], profiles


def test_its_answers_are_those_of_the_command(
    folder: Path, tmp_path: Path, schedcfg: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = list(requests())
    lines = "".join(f"{json.dumps({'given': given, 'files': files})}\n" for given, files in cases)
    node = ["node", str(ROOT / "playground" / "answers.mjs"), str(folder)]
    done = subprocess.run(node, input=lines, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [json.loads(line) for line in io.StringIO(done.stdout)]
    assert len(answers) == len(cases)
    for number, ((given, files), answer) in enumerate(zip(cases, answers, strict=True)):
        own = tmp_path / str(number)
        own.mkdir()
        for name, text in files.items():
            (own / name).write_bytes(text.encode())
        monkeypatch.chdir(own)
        here = schedcfg(*given)
        assert answer == {"status": here.status, "out": here.out, "err": here.err}, given


def write(page: Any, text: str) -> None:
    """Replace the text of the editor, as one does who pastes."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def verdict(page: Any, expected: str) -> None:
    page.wait_for_function("text => document.querySelector('.verdict').innerText.includes(text)", arg=expected)


def test_findings_come_while_one_types_and_lead_to_their_place(page: Any) -> None:
    write(page, ACCEPTED)
    verdict(page, "kube-scheduler 1.37 starts with it.")
    write(page, ACCEPTED + "parallelism: 0\n")
    verdict(page, "kube-scheduler 1.37 does not start with it.")
    page.wait_for_selector(".cm-lintRange-error")
    assert page.locator(".cm-lintRange-error").inner_text() == "0"
    page.get_by_role("button", name="line 3, column 14").click()
    page.keyboard.press("Delete")
    page.keyboard.type("8")
    verdict(page, "kube-scheduler 1.37 starts with it.")
    page.get_by_label("Kubernetes").first.select_option("1.24")
    verdict(page, "kube-scheduler 1.24 does not start with it.")
    page.get_by_label("Kubernetes").first.select_option("")


def test_tabs_show_pages_and_texts_by_keyboard(page: Any) -> None:
    write(page, (EXAMPLES / "profiles.yaml").read_text(encoding="utf-8"))
    verdict(page, "starts with it")
    page.get_by_role("tab", name="Findings").focus()
    page.keyboard.press("ArrowRight")
    shown = page.frame_locator("iframe")
    shown.get_by_text("Which score decides").first.wait_for(timeout=120_000)
    page.keyboard.press("ArrowRight")
    page.get_by_text("schedcfg migrate scheduler.yaml --kubernetes 1.37").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("schedcfg diff default.yaml scheduler.yaml").wait_for(timeout=60_000)


FIRST_SCREEN = 200
"""Pixels from the top within which the answer has to be, of the page and of what it frames."""

TABS = {
    "Findings": (),
    "What it runs": (),
    "Migrate": (),
    "Differences": ("default", "text", "release"),
}
"""Tab → what can be chosen there to compare with."""


def choices(page: Any) -> Iterator[str]:
    """Open each tab with each choice, and yield where it is once its answer is drawn."""
    for tab, chosen in TABS.items():
        page.get_by_role("tab", name=tab).click()
        for one in chosen or ("",):
            if one:
                page.get_by_label("Compared with").first.select_option(one)
            if one == "text":
                page.get_by_label("The other text").fill(ACCEPTED)
            page.get_by_role("region", name="The same on your machine").wait_for(timeout=60_000)
            yield f"{tab} {one}".strip()


def test_the_example_shows_something_under_each_tab(page: Any, example: str) -> None:
    write(page, example)
    verdict(page, "kube-scheduler 1.27 starts with it. 2 warnings")
    assert page.locator(".findings > li").count() == 2
    assert page.get_by_role("button", name="Fix what can be fixed safely").is_visible()
    page.get_by_role("tab", name="What it runs").click()
    page.frame_locator("iframe").get_by_text("MostAllocated").first.wait_for(timeout=60_000)
    page.get_by_role("tab", name="Migrate").click()
    page.locator(".difference .added", has_text="+apiVersion: kubescheduler.config.k8s.io/v1").wait_for(timeout=60_000)
    page.get_by_role("tab", name="Differences").click()
    page.frame_locator("iframe").get_by_text("LeastAllocated").first.wait_for(timeout=60_000)


def test_what_can_be_fixed_safely_is_offered_and_fixed(page: Any, example: str) -> None:
    write(page, example)
    page.get_by_role("button", name="Fix what can be fixed safely").click(timeout=30_000)
    verdict(page, "1 warning,")
    assert "ServiceAffinity" not in page.locator(".cm-content").inner_text()
    assert page.get_by_role("button", name="Fix what can be fixed safely").count() == 0


def test_the_answer_is_on_the_first_screen(page: Any, example: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    write(page, example)
    verdict(page, "starts with it")
    assert bottom(page.locator(".verdict")) <= FIRST_SCREEN
    for tab, answer in {"What it runs": "run by Kubernetes 1.27", "Differences": "1 weight changed"}.items():
        page.get_by_role("tab", name=tab).click()
        frame = page.frame_locator("iframe")
        answered = frame.get_by_text(answer).first
        answered.wait_for(timeout=60_000)
        assert frame.locator("header p").is_hidden(), "what the page around the frame says already"
        assert bottom(answered) - page.locator("iframe").bounding_box()["y"] <= FIRST_SCREEN
        assert bottom(page.locator("iframe")) <= 800, "a frame is on the screen as a whole"


def bottom(element: Any) -> float:
    box = element.bounding_box()
    return float(box["y"] + box["height"])


def test_each_command_that_is_shown_runs_as_it_is(page: Any, example: str, tmp_path: Path) -> None:
    write(page, example)
    verdict(page, "starts with it")
    ran = {}
    for place in choices(page):
        same = page.get_by_role("region", name="The same on your machine")
        folder = tmp_path / place
        folder.mkdir()
        for button in same.get_by_role("button", name="Save ").all():
            with page.expect_download() as downloaded:
                button.click()
            downloaded.value.save_as(folder / downloaded.value.suggested_filename)
        line = same.locator("pre").inner_text()
        done = subprocess.run(
            [sys.executable, "-P", "-m", *shlex.split(line)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
        )
        frame = page.locator("iframe")
        if frame.count():
            made = (folder / line.rpartition("=")[2]).read_text(encoding="utf-8")
            assert unfolded(made) == unfolded(frame.get_attribute("srcdoc")), line
        ran[place] = line.split()[1], done.returncode
    assert ran == {
        "Findings": ("validate", 0),
        "What it runs": ("effective", 0),
        "Migrate": ("migrate", 0),
        "Differences default": ("diff", 1),
        "Differences text": ("diff", 1),
        "Differences release": ("diff", 1),
    }


def test_what_editors_offer_is_offered_here(page: Any) -> None:
    text = f"# \N{GRINNING FACE}\n{ACCEPTED}para{BAR}"
    write(page, text.replace(BAR, ""))
    page.keyboard.press("Control+Space")
    page.get_by_text("Number of goroutines for scheduling a Pod").wait_for(timeout=30_000)
    page.locator(".cm-tooltip-autocomplete li", has_text="parallelism").click()
    assert content(page) == accepting(text, "parallelism")


def test_a_whole_entry_is_offered_with_its_lines_and_places_to_fill_in(page: Any) -> None:
    write(page, f"{ACCEPTED}profiles:\n  ")
    page.keyboard.press("Control+Space")
    page.locator(".cm-tooltip-autocomplete li", has_text="a whole profile").click(timeout=30_000)
    page.keyboard.type("mine")
    lines = "  - schedulerName: mine\n    plugins:\n      score:\n        disabled:\n          - name: ImageLocality"
    assert content(page) == f"{ACCEPTED}profiles:\n{lines}"


def test_the_place_under_the_pointer_is_explained(page: Any) -> None:
    text = f"# \N{GRINNING FACE}\n{ACCEPTED}parall{BAR}elism: 8\n"
    write(page, text.replace(BAR, ""))
    page.locator(".cm-line span", has_text="parallelism").first.hover()
    box = page.locator(".cm-tooltip .markdown")
    box.wait_for(timeout=30_000)
    plain = shown(text).replace("**", "").replace("`", "")
    assert "".join(box.inner_text().split()) == "".join(plain.replace("\n- ", "\n").split())
    page.mouse.move(0, 0)


def content(page: Any) -> str:
    """Return the text of the editor."""
    return "\n".join("" if line == "\n" else line for line in page.locator(".cm-line").all_inner_texts())


def test_limits_are_in_words_of_the_page(page: Any, tmp_path: Path, address: str, chromium: Any) -> None:
    large = tmp_path / "large.yaml"
    large.write_text("a" * (8 * 1024 * 1024 + 1), encoding="utf-8")
    page.get_by_label("File").set_input_files(large)
    page.get_by_text("large.yaml is larger than 8 MiB, the most that is read here.").wait_for()
    many = tmp_path / "many.yaml"
    many.write_text(f"{ACCEPTED}extenders: [{', '.join(['{}'] * 50_001)}]\n", encoding="utf-8")
    page.get_by_label("File").set_input_files(many)
    verdict(page, "This page reads no more; schedcfg on your machine does, with a higher SCHEDCFG_MAX_VALUES.")
    cut = chromium.new_context().new_page()
    cut.goto(f"{address}#1eJw")
    cut.get_by_text("The link cannot be read: it is not whole. This is the example.").wait_for()
    cut.context.close()


def test_a_migration_is_shown_and_taken_over(page: Any) -> None:
    write(page, "apiVersion: kubescheduler.config.k8s.io/v1beta3\nkind: KubeSchedulerConfiguration  # mine\n")
    page.get_by_role("tab", name="Migrate").click()
    page.get_by_role("button", name="Go on with this text").click(timeout=60_000)
    verdict(page, "kube-scheduler 1.37 starts with it.")
    assert (
        "kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration  # mine"
        in page.locator(".cm-content").inner_text()
    )


def test_a_link_holds_the_text_and_nothing_is_sent(page: Any, address: str, chromium: Any) -> None:
    sent: list[str] = []
    write(page, ACCEPTED + "parallelism: 3  # linked\n")
    verdict(page, "starts with it")
    page.get_by_role("button", name="Link to this text").click()
    page.wait_for_url(lambda url: "#1" in url)
    other = chromium.new_context().new_page()
    other.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    other.goto(page.url)
    other.wait_for_selector(".cm-content")
    assert "parallelism: 3  # linked" in other.locator(".cm-content").inner_text()
    other.context.close()
    assert {request for request in sent if not request.startswith(f"GET {address}") or "#" in request} == set()


def test_a_dropped_file_is_read(page: Any, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(ACCEPTED + "parallelism: 5\n", encoding="utf-8")
    page.get_by_label("File").set_input_files(path)
    page.locator(".cm-content", has_text="parallelism: 5").wait_for()


def test_what_is_hostile_stays_text(page: Any) -> None:
    name = json.dumps(HOSTILE)
    write(page, f"{ACCEPTED}profiles:\n- schedulerName: {name}\n  {name}: 1\n")
    verdict(page, "does not start with it")
    page.get_by_text("</script><img src=x onerror=alert(1)>").first.wait_for()
    page.get_by_role("tab", name="What it runs").click()
    page.frame_locator("iframe").get_by_text("</script><img src=x onerror=alert(1)>").first.wait_for(timeout=60_000)
    assert page.locator("img").count() == 0
    assert page.frame_locator("iframe").locator("img").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_accessible_and_fits(page: Any, width: int, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    write(page, ACCEPTED + "parallelism: 0\nenableProfiling: yes\n")
    verdict(page, "does not start with it")
    assert (overflow(page), violations(page)) == (0, [])


def test_what_a_visitor_loads_is_listed(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} >= {"index.html", "packages.zip", "pyodide", "editor.js"}
    *files, total = weights(folder)
    sizes = [int(line.split()[-2].replace(",", "")) for line in files if ".wasm.gz: " not in line]
    assert len(sizes) == len(files) - 1, "the scheduler is loaded when it is asked for"
    assert sum(sizes) < 11_750_000
    assert total.startswith("all: ")
