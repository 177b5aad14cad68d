"""The playground, built once, and served on this machine with the policy that it asks of a host."""

import os
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.integrations import wasm_programs
from tests.output.html import browser
from tools.build_playground import NotDownloaded, build

REAL = os.environ.get("SCHEDCFG_WASM", "")
"""The real kube-scheduler, as WebAssembly; empty where there is none."""
NOTICE = "the licenses of a program of a few lines"


def _scheduler(folder: Path) -> Path:
    """Return what lies beside the page: the real scheduler, or a program that says that it is one."""
    if REAL:
        return Path(REAL)
    program = folder / "kube-scheduler-1.37.2.wasm"
    program.with_suffix(".NOTICE.txt").write_text(NOTICE, encoding="utf-8")
    program.write_bytes(pytest.importorskip("wasmtime").wat2wasm(wasm_programs.SAYS_ITS_VERSION))
    return program


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the built playground; skip where npm is missing."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("node and npm are not installed")
    built = tmp_path_factory.mktemp("playground")
    try:
        build(built, _scheduler(tmp_path_factory.mktemp("scheduler")))
    except NotDownloaded as error:
        pytest.skip(str(error))
    return built


class _Served(SimpleHTTPRequestHandler):
    """A static host that sends the policy of the page with every file: it then binds the worker too."""

    policy = ""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", self.policy)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Keep quiet."""


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Yield where the playground is served."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    handler = type("_Host", (_Served,), {"policy": policy})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Yield one browser for all tests here."""
    with browser.started() as running:
        yield running


@pytest.fixture(scope="module")
def opened(chromium: Any, address: str) -> Iterator[tuple[Any, list[str]]]:
    """Yield a page that has answered once, and what was noticed about it."""
    noticed: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("console", lambda message: noticed.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: noticed.append(f"error: {error}"))
    page.on("dialog", lambda dialog: noticed.append(f"dialog: {dialog.message}"))
    page.on("request", lambda request: noticed.extend({request.url} - _own(request.url, address)))
    page.goto(address)
    page.wait_for_selector(".verdict strong", timeout=180_000)
    yield page, noticed
    context.close()


def _own(url: str, address: str) -> set[str]:
    return {url} if url.startswith((address, "blob:")) else set()


def without_python(page: Any) -> None:
    """Have the page as it is while Python is loaded: what is looked at does not wait for it, which takes seconds."""
    page.route("**/worker.js", lambda _route: None)


@pytest.fixture(scope="module")
def example(chromium: Any, address: str) -> str:
    """Return the text with which the page begins."""
    page = chromium.new_context().new_page()
    without_python(page)
    page.goto(address)
    page.wait_for_selector(".cm-line")
    lines = page.locator(".cm-line").all_inner_texts()
    page.context.close()
    return "\n".join("" if line == "\n" else line for line in lines)


@pytest.fixture
def page(opened: tuple[Any, list[str]]) -> Iterator[Any]:
    """Yield the page, on its first tab; what is noticed about it fails the test."""
    shown, noticed = opened
    noticed.clear()
    shown.get_by_role("tab", name="Findings").click()
    yield shown
    assert noticed == []
