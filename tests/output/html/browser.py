"""A real browser that opens pages: what it complains about, and what it asks of servers, fails the test."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
WIDTHS = (360, 1280, 3840)
"""A telephone, a laptop, a 4K screen."""
LOOKS = (*((width, "light") for width in WIDTHS), (1280, "dark"))
"""Widths, and color schemes, in which a page is looked at."""
ALL_LOOKS = tuple(product(WIDTHS, ("light", "dark")))
"""Likewise, for a page in which colors say much."""
PAPER = (794, 1123)
"""A sheet of A4 in pixels."""


@contextmanager
def started() -> Iterator[Any]:
    """Yield a browser; skip where there is none."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    playwright = pytest.importorskip("playwright.sync_api")
    if program is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Browsing:
    """Pages that a test has opened, and what was noticed about them."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self.noticed: list[str] = []
        self._contexts: list[Any] = []

    def open(self, path: Path, width: int = 1280, scheme: str = "light") -> Any:
        """Open a file, and return the page once it is drawn.

        Args:
            path: The file.
            width: Of the window, in pixels.
            scheme: `light` or `dark`.
        """
        context = self._browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.noticed.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: self.noticed.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.noticed.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self._see(request.url, path))
        page.goto(path.as_uri())
        page.wait_for_selector("#main > :not(noscript)")
        return page

    def open_in(self, looks: Iterable[tuple[int, str]], path: Path) -> Iterator[tuple[str, Any]]:
        """Yield a file as it is drawn in some looks, each with its name.

        It is one page that is read anew: another one for each would take twice as long.
        """
        page = self.open(path)
        for width, scheme in looks:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.reload()
            page.wait_for_selector("#main > :not(noscript)")
            yield f"{width} {scheme}", page

    def _see(self, url: str, path: Path) -> None:
        if url != path.as_uri():
            self.noticed.append(f"request: {url}")

    def end(self) -> None:
        """Close all pages, and check that nothing was noticed."""
        for context in self._contexts:
            context.close()
        assert self.noticed == []


def violations(page: Any) -> list[str]:
    """Return what axe-core finds in a page: rule, and the first element that breaks it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


def overflow(page: Any) -> int:
    """Return by how many pixels a page is wider than its window."""
    width: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width


def intersections(page: Any, selector: str) -> list[str]:
    """Return which of some boxes cover each other: the beginning of the text of both."""
    script = """all => all.flatMap((one, number) => all.slice(number + 1).map(other => {
        const [a, b] = [one, other].map(each => each.getBoundingClientRect());
        const isOver = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
        return isOver && [one, other].map(each => each.innerText.slice(0, 40)).join(" / ");
    }).filter(Boolean))"""
    found: list[str] = page.locator(selector).evaluate_all(script)
    return found
