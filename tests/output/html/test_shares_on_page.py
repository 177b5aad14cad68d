"""The page of `effective` has the same shares as all other reports."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result
from tests.commands.scores_that_count import CASES, CONFIGURATION, Case, percent
from tests.output.html.browser import Browsing


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_page_has_the_share_of_all_reports(
    case: Case, tmp_path: Path, schedcfg: Callable[..., Result], browsing: Browsing
) -> None:
    written, path = tmp_path / "scheduler.yaml", tmp_path / "page.html"
    written.write_text(CONFIGURATION)
    assert schedcfg("effective", written, *case.options, "-o", f"html={path}").status == 0
    row = browsing.open(path).locator("tr", has_text="VolumeBinding").first.inner_text()
    expected = re.escape(case.idle) if case.share is None else percent(case.share).replace("%", " ?%")
    assert re.search(expected, row)
