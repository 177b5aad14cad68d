"""The playground: its answers are the command's, and its page is usable, private and harmless."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.recordings import read
from tests.output.html.browser import WIDTHS, overflow, violations
from tests.paths import EXAMPLES, ROOT
from tools.build_playground import weights

pytestmark = pytest.mark.long

CASES = 500
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
    for number, texts in enumerate(zip(*[iter(recorded)] * 100, strict=True)):
        files = {f"{index:03}.yaml": text for index, text in enumerate(texts)}
        yield ["validate", *files, "--kubernetes", RELEASES[number % len(RELEASES)], *options], files
    files = {f"{index:03}.yaml": text for index, text in enumerate(examples)}
    yield ["validate", *files, *options], files
    profiles = {"scheduler.yaml": (EXAMPLES / "profiles.yaml").read_text(encoding="utf-8"), "default.yaml": ACCEPTED}
    yield ["effective", "scheduler.yaml", "--output", "json", "--no-settings"], profiles
    yield ["diff", "default.yaml", "scheduler.yaml"], profiles
    yield ["migrate", "scheduler.yaml", "--to", "v1", "--diff", "--no-settings"], profiles


def command(given: list[str], files: dict[str, str], folder: Path) -> dict[str, Any]:
    """Return what a command writes here."""
    for path in folder.iterdir():
        path.unlink()
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    done = subprocess.run(
        [sys.executable, "-P", "-m", "schedcfg", *given],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    return {"status": done.returncode, "out": done.stdout.decode(), "err": done.stderr.decode()}


def test_its_answers_are_those_of_the_command(folder: Path, tmp_path: Path) -> None:
    cases = list(requests())
    lines = "".join(f"{json.dumps({'given': given, 'files': files})}\n" for given, files in cases)
    node = ["node", str(ROOT / "playground" / "answers.mjs"), str(folder)]
    done = subprocess.run(node, input=lines, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stderr[-2000:]
    answers = [json.loads(line) for line in io.StringIO(done.stdout)]
    assert len(answers) == len(cases)
    for (given, files), answer in zip(cases, answers, strict=True):
        assert answer == command(given, files, tmp_path), given


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
    total = list(weights(folder))[-1]
    assert int(total.split()[-2].replace(",", "")) < 11_000_000
