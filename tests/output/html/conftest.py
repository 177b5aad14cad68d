"""A browser for all tests of pages, and pages that are checked when the test ends."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.output.html import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Yield one browser for the tests of pages; its event loop would keep other tests from running theirs."""
    with browser.started() as running:
        yield running


@pytest.fixture
def browsing(chromium: Any) -> Iterator[browser.Browsing]:
    """Yield what opens pages; what is noticed about them fails the test."""
    opened = browser.Browsing(chromium)
    yield opened
    opened.end()
