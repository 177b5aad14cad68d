"""`python -m tools.screenshots`: the pictures of pages in `docs/pictures/`, taken in the Chromium that is installed.

They are looked at by people: another release of Chromium draws letters otherwise, so that no test compares them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
PAGES = {
    "page-effective": ["effective", "examples/profiles.yaml"],
    "page-validate": ["validate", "examples/broken"],
    "page-diff": ["diff", "examples/profiles.yaml", "--from", "1.29", "--to", "1.33"],
    "page-upgrade": ["upgrade", "examples/profiles.yaml", "--from", "1.29", "--to", "1.36"],
}
"""Picture → the command whose page it shows."""

_WINDOW = ViewportSize(width=1280, height=900)
_ACCEPTED, _REFUSED = 0, 1


def main() -> None:
    """Take all pictures anew."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, command in PAGES.items():
            page = Path(folder, f"{name}.html")
            _write(page, command)
            _take(browser, page, PICTURES / f"{name}.png")
        browser.close()


def _write(page: Path, command: list[str]) -> None:
    arguments = [sys.executable, "-m", "schedcfg", *command, "--output", f"html={page}"]
    done = subprocess.run(arguments, cwd=ROOT, check=False)  # noqa: S603 - our own program
    if done.returncode not in {_ACCEPTED, _REFUSED}:
        sys.exit(f"schedcfg {' '.join(command)}: exit status {done.returncode}")


def _take(browser: Browser, page: Path, picture: Path) -> None:
    shown = browser.new_page(viewport=_WINDOW)
    shown.goto(page.as_uri())
    shown.wait_for_selector("#main > :not(noscript)")
    shown.screenshot(path=picture)
    shown.close()


if __name__ == "__main__":
    main()
