"""The extension in a real VS Code: code-server, which runs it in a browser.

`npm install code-server` brings one; where it cannot build or download its parts, a file of its own that is not needed
here may be missing, such as ripgrep.
"""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "editors" / "vscode"
SHOWN = ROOT / "examples" / "broken" / "scheduler.yaml"
"""The file that is open."""

_WINDOW = ViewportSize(width=1100, height=560)
_PATIENCE = 120.0
"""Seconds until the window counts as stuck."""

_SETTINGS = {
    "editor.minimap.enabled": False,
    "editor.wordWrap": "on",
    "workbench.startupEditor": "none",
    "workbench.activityBar.location": "hidden",
    "telemetry.telemetryLevel": "off",
}


@contextmanager
def opened(browser: Browser, code_server: Path, folder: Path) -> Iterator[Page]:
    """Yield a window with a file open in it, once its problems are underlined.

    Args:
        browser: Where the window is shown.
        code_server: The program.
        folder: Where to put what the editor needs; it is empty.
    """
    user, extensions, workspace = (folder / name for name in ("user", "extensions", "prod"))
    workspace.mkdir()
    shutil.copy(SHOWN, workspace)
    (user / "User").mkdir(parents=True)
    settings = _SETTINGS | {"schedcfg.path": shutil.which("schedcfg", path=str(Path(sys.executable).parent))}
    (user / "User" / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [str(code_server), "--user-data-dir", str(user), "--extensions-dir", str(extensions)]
    subprocess.run([*command, "--install-extension", str(_package())], check=True)  # noqa: S603 - named by who runs this
    port = _free_port()
    options = [
        "--auth",
        "none",
        "--bind-addr",
        f"127.0.0.1:{port}",
        "--disable-workspace-trust",
        "--disable-update-check",
    ]
    with subprocess.Popen([*command, *options, str(workspace)]) as server:  # noqa: S603 - as above
        try:
            _wait_for(port)
            yield _window(browser, f"http://127.0.0.1:{port}/?folder={workspace}")
        finally:
            server.terminate()


def _package() -> Path:
    for arguments in (["ci", "--ignore-scripts"], ["run", "package"]):
        subprocess.run(["npm", *arguments], cwd=EXTENSION, check=True)  # noqa: S603, S607 - our own scripts
    return max((EXTENSION / "out").glob("*.vsix"), key=lambda path: path.stat().st_mtime)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as reserved:
        port: int = reserved.getsockname()[1]
    return port


def _wait_for(port: int) -> None:
    patience = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.1)
        else:
            return


def _window(browser: Browser, address: str) -> Page:
    page = browser.new_page(viewport=_WINDOW)
    page.set_default_timeout(_PATIENCE * 1000)
    page.goto(address)
    page.locator(".explorer-folders-view .label-name", has_text=SHOWN.name).dblclick()
    page.wait_for_selector(".squiggly-error")
    page.get_by_text("kube-scheduler 1.").wait_for()
    page.keyboard.press("Control+b")  # the files are not what this is about
    page.get_by_text("NodeResourceFit").click()
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+i")
    page.get_by_text("Quick Fix...").first.wait_for()
    return page
