"""The page of `validate` shows the sentence with which every report ends, and each file's own numbers."""

from collections.abc import Callable
from pathlib import Path

from tests.called import EXAMPLES, Result
from tests.output.html.browser import Browsing


def test_the_page_has_the_last_line_of_the_text(
    tmp_path: Path, schedcfg: Callable[..., Result], browsing: Browsing
) -> None:
    text, page = tmp_path / "text", tmp_path / "page.html"
    schedcfg("validate", EXAMPLES, "--output", f"text={text}", "--output", f"html={page}")
    closing = text.read_text(encoding="utf-8").splitlines()[-1]
    opened = browsing.open(page)
    assert opened.locator("main > p").first.inner_text() == f"No. {closing}."
    badges = opened.locator("summary .badge").all_inner_texts()
    assert {"1 warning", "2 warnings"} <= {*badges}
    assert not [one for one in badges if one.endswith(" warning") and not one.startswith("1 ")]
