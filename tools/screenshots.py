"""`python -m tools.screenshots`: the pictures in `docs/pictures/`, taken in the Chromium that is installed.

They are looked at by people: another release of Chromium draws letters otherwise, so that no test compares them.
"""

import argparse
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools import build_playground, editor_window, shown_pages

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
TYPED = ROOT / "examples" / "broken" / "scheduler.yaml"
"""What stands in the playground."""

_WINDOW = ViewportSize(width=1280, height=900)


def main() -> None:
    """Take all pictures anew."""
    parser = argparse.ArgumentParser(prog="python -m tools.screenshots", description=__doc__)
    parser.add_argument(
        "--binary", type=Path, help="a kube-scheduler; without one, the picture of `try` stays as it is"
    )
    parser.add_argument("--code-server", type=Path, help="without one, the picture of the editor stays as it is")
    given = parser.parse_args()
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name in shown_pages.COMMANDS:
            page = shown_pages.write(name, Path(folder), given.binary)
            if page is not None:
                _take(_open(browser, page.as_uri()), f"page-{name}")
        with _playground(Path(folder, "playground")) as address:
            _take(_typed(_open(browser, address)), "playground")
        if given.code_server:
            editor = Path(folder, "editor")
            editor.mkdir()
            with editor_window.opened(browser, given.code_server.absolute(), editor) as window:
                _take(window, "editor")
        browser.close()


@contextmanager
def _playground(folder: Path) -> Iterator[str]:
    build_playground.build(folder)
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport=_WINDOW)
    page.goto(address)
    page.wait_for_selector("#main > :not(noscript, :empty)")
    return page


def _typed(page: Page) -> Page:
    page.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(TYPED.read_text(encoding="utf-8"))
    page.wait_for_selector(".cm-lintRange-error", timeout=60_000)
    return page


def _take(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png")
    page.close()


if __name__ == "__main__":
    main()
