"""The tab *Try*: a scheduler that is loaded when it is asked for, and what it says.

`SCHEDCFG_WASM` names the real one; otherwise a program of a few lines is beside the page, which only says its version.
"""

import gzip
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.integrations import wasm_programs
from tests.output.html.browser import WIDTHS, overflow, violations
from tests.output.html.pages import unfolded
from tests.paths import ROOT
from tests.playground.conftest import NOTICE, REAL, without_python
from tests.playground.test_playground import ACCEPTED, verdict, write

wasmtime = pytest.importorskip("wasmtime")
pytestmark = pytest.mark.long
with_real = pytest.mark.skipif(not REAL, reason="set SCHEDCFG_WASM to what `python -m tools.build_scheduler` built")

LONG = 600_000
"""Milliseconds for what needs the real scheduler: on a machine that does other things as well."""
PACKED = f"""{ACCEPTED}profiles:
- pluginConfig:
  - name: NodeResourcesFit
    args: {{scoringStrategy: {{type: MostAllocated}}}}
  plugins: {{score: {{enabled: [{{name: NodeResourcesFit, weight: 10}}]}}}}
"""
POD = """apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: web}]}
"""


@pytest.fixture
def opened_page(chromium: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Yield what opens the page anew, with nothing kept; what it asks of other places fails the test."""
    contexts, noticed = [], []

    def opened(fragment: str = "", before: Callable[[Any], None] = lambda _page: None) -> Any:
        """Open the page, once that was done with it which its first request is to meet."""
        context = chromium.new_context(viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: noticed.append(f"error: {error}"))
        context.on("request", lambda request: noticed.extend({request.url} - own(request.url)))
        before(page)
        page.goto(address + fragment)
        return page

    def own(url: str) -> set[str]:
        return {url} if url.startswith((address, "blob:")) else set()

    yield opened
    for context in contexts:
        context.close()
    assert noticed == []


def tried(page: Any) -> Any:
    """Open the tab, and return it."""
    page.get_by_role("tab", name="Try").click()
    return page.get_by_role("tabpanel")


def placed(page: Any, text: str, nodes: str = "", pods: str = "") -> Any:
    """Have Pods placed, and return the frame with the answer."""
    page.wait_for_selector(".verdict strong", timeout=LONG)
    write(page, text)
    tab = tried(page)
    for label, value in (("Nodes", nodes), ("Pods", pods)):
        if value:
            tab.get_by_label(label).fill(value)
    tab.get_by_role("button", name=re.compile(r"lace the Pods")).click()
    tab.get_by_text("answered in").wait_for(timeout=LONG)
    return page.frame_locator("iframe")


def answer_of(page: Any) -> str:
    """Return the page that was made for the answer."""
    return str(page.locator("iframe").get_attribute("srcdoc"))


def with_program(page: Any, text: str) -> None:
    """Put another program in the place of the one that lies beside the page."""
    content = gzip.compress(wasmtime.wat2wasm(text))
    page.route("**/*.wasm.gz*", lambda route: route.fulfill(body=content, content_type="application/gzip"))


def test_where_none_lies_beside_the_page_it_says_how_to_build_one(opened_page: Callable[..., Any]) -> None:
    page = opened_page(before=with_no_scheduler)
    tab = tried(page)
    tab.get_by_text("No kube-scheduler lies beside this page.").wait_for()
    assert "python -m tools.build_scheduler 1.37" in tab.locator("pre").inner_text()
    assert page.get_by_role("button", name="Ask the real").count() == 0


def with_no_scheduler(page: Any) -> None:
    """Have the page as it is built without a scheduler, while Python is loaded."""
    without_python(page)

    def fulfill(route: Any) -> None:
        changed, number = re.subn(r'"scheduler": \{[^}]*\}', '"scheduler": null', route.fetch().text())
        assert number == 1
        route.fulfill(body=changed, content_type="text/html")

    page.route("**/", fulfill)


def test_a_program_that_is_no_scheduler_is_reported(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    with_program(page, wasm_programs.SAYS_ITS_VERSION)
    write(page, ACCEPTED)
    tab = tried(page)
    tab.get_by_role("button", name="Load kube-scheduler").click()
    tab.get_by_text("the program ended before it had placed the Pods: Kubernetes v1.37.2").wait_for(timeout=LONG)


def test_its_licenses_lie_beside_it(opened_page: Callable[..., Any]) -> None:
    page = opened_page(before=without_python)
    tried(page).get_by_role("link", name="Licenses of the scheduler").click()
    page.wait_for_url("**/kube-scheduler-1.37.2.NOTICE.txt")
    assert REAL or page.locator("body").inner_text() == NOTICE


def test_a_program_that_fails_is_reported(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    with_program(page, wasm_programs.after_its_version(wasm_programs.FAILS))
    page.wait_for_selector(".verdict strong", timeout=LONG)
    write(page, ACCEPTED)
    verdict(page, "starts with it")  # The findings of this text come in the place of the answer to another one.
    page.get_by_role("button", name="Ask the real kube-scheduler").click(timeout=LONG)
    failed = "the program of WebAssembly failed: unreachable"
    page.get_by_role("region", name="The real scheduler").get_by_text(failed).wait_for(timeout=LONG)
    tab = tried(page)
    tab.get_by_role("button", name="Place the Pods").click()
    tab.get_by_text(failed).wait_for(timeout=LONG)


@pytest.fixture(scope="module")
def hanging(chromium: Any, address: str) -> Iterator[Any]:
    """Yield a page with a program that does not end: to open it takes longer than all that is tried with it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.clock.install()
    page.goto(address)
    with_program(page, wasm_programs.HANGS)
    page.wait_for_selector(".verdict strong", timeout=LONG)
    write(page, ACCEPTED)
    verdict(page, "starts with it")
    yield page
    context.close()


PLACING = re.compile("Load kube-scheduler|lace the Pods")


def test_a_program_that_does_not_end_can_be_stopped(hanging: Any) -> None:
    tab = tried(hanging)
    tab.get_by_role("button", name=PLACING).click()
    tab.get_by_text("The scheduler places the Pods …").wait_for(timeout=LONG)
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_text("This could not be answered: it was stopped.").wait_for(timeout=LONG)
    assert tab.get_by_role("button", name="lace the Pods").is_enabled()


@pytest.mark.parametrize(("tab", "asked"), [("Try", PLACING), ("Findings", re.compile("Ask the real"))])
def test_a_program_that_does_nothing_is_ended(hanging: Any, tab: str, asked: re.Pattern[str]) -> None:
    hanging.get_by_role("tab", name=tab).click()
    hanging.get_by_role("button", name=asked).click()
    told = hanging.get_by_role("tabpanel").get_by_text("it did nothing for 120 seconds, and was ended")
    for _ in range(600):
        if told.count() > 0:
            break
        hanging.wait_for_timeout(1000)
        hanging.clock.fast_forward(30_000)
    assert told.is_visible()
    assert hanging.get_by_role("button", name=asked).is_enabled()


def test_it_is_accessible_and_fits(opened_page: Callable[..., Any]) -> None:
    page = opened_page(before=without_python)
    tab = tried(page)
    tab.get_by_label("Beside it").select_option("text")
    tab.get_by_label("The other text").wait_for()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert (width, overflow(page), violations(page)) == (width, 0, [])


@with_real
def test_pods_go_where_the_command_puts_them(opened_page: Callable[..., Any], tmp_path: Path) -> None:
    page = opened_page()
    frame = placed(page, PACKED, "6:cpu=8,memory=16Gi", "12:cpu=500m,memory=512Mi")
    frame.get_by_text("all 12 Pods placed").first.wait_for()
    assert_as_by_the_command(page, tmp_path)
    page.get_by_label("Beside it").select_option("text")
    page.get_by_label("The other text").fill(ACCEPTED)
    page.get_by_label("Seed").fill("7")
    frame = placed(page, PACKED, "3:cpu=2\n2:cpu=4,taint=a:NoSchedule", POD)
    frame.get_by_text("1 Pod placed").first.wait_for()
    (tmp_path / "again").mkdir()
    assert_as_by_the_command(page, tmp_path / "again")


def assert_as_by_the_command(page: Any, folder: Path) -> None:
    """Save the files, run the command that is shown, and compare both pages."""
    same = page.get_by_role("region", name="The same on your machine")
    for button in same.get_by_role("button", name="Save ").all():
        with page.expect_download() as downloaded:
            button.click()
        downloaded.value.save_as(folder / downloaded.value.suggested_filename)
    line = shlex.split(same.locator("pre").inner_text())
    (folder / line[line.index("--binary") + 1]).symlink_to(REAL)
    done = subprocess.run(
        [sys.executable, "-P", "-m", *line],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert unfolded((folder / "try.html").read_text(encoding="utf-8")) == unfolded(answer_of(page)), line


@with_real
def test_a_link_holds_it_all_and_gives_the_same_answer(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    placed(page, PACKED, "4:cpu=4,memory=8Gi", "5:cpu=100m\n2:cpu=3")
    page.get_by_role("button", name="Link to this text").click()
    page.wait_for_url(lambda url: "#1" in url)
    other = opened_page(f"#{page.url.partition('#')[2]}")
    other.get_by_role("button", name="Load kube-scheduler").click(timeout=LONG)
    other.get_by_role("tabpanel").get_by_text("answered in").wait_for(timeout=LONG)
    assert answer_of(other) == answer_of(page)


@with_real
def test_a_text_for_an_older_release_is_migrated_first(opened_page: Callable[..., Any], example: str) -> None:
    page = opened_page()
    page.wait_for_selector(".verdict strong", timeout=LONG)
    write(page, example)
    tab = tried(page)
    tab.get_by_role("button", name="Load kube-scheduler").click()
    tab.get_by_role("button", name="Migrate the text for Kubernetes 1.37").click(timeout=LONG)
    tab.get_by_text("answered in").wait_for(timeout=LONG)
    page.frame_locator("iframe").get_by_text("all 12 Pods placed").first.wait_for()


@with_real
def test_the_real_one_reads_the_text_and_is_compared(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    page.wait_for_selector(".verdict strong", timeout=LONG)
    write(page, PACKED)
    verdict(page, "starts with it")
    page.get_by_role("button", name="Ask the real kube-scheduler").click(timeout=LONG)
    page.get_by_text("it starts; schedcfg agrees").wait_for(timeout=LONG)


@with_real
def test_once_loaded_it_works_without_a_network(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    placed(page, PACKED)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function("async () => (await (await caches.open('schedcfg-schedulers')).keys()).length === 1")
    page.context.set_offline(True)
    page.reload()
    frame = placed(page, PACKED)
    frame.get_by_text("all 12 Pods placed").first.wait_for()


@with_real
@pytest.mark.skipif(not os.environ.get("SCHEDCFG_WASM_LARGE"), reason="set SCHEDCFG_WASM_LARGE: it takes a minute")
def test_a_thousand_pods_end_and_say_how_long_they_took(opened_page: Callable[..., Any]) -> None:
    page = opened_page()
    frame = placed(page, ACCEPTED, "500:cpu=16,memory=64Gi,zone=a/b/c", "1000:cpu=500m,memory=1Gi")
    frame.get_by_text("all 1000 Pods placed").or_(frame.get_by_text("all 1,000 Pods placed")).first.wait_for()
    took = page.get_by_role("tabpanel").get_by_text("answered in").inner_text()
    assert re.fullmatch(r"kube-scheduler 1\.37\.\d+, answered in [\d,.]+ s", took)
    print(took)
