"""Files of tests that say where Pods go, in an editor: what is wrong with them is underlined."""

from schedcfg.commands.server.analysis import analyze
from tests.commands.test.test_broken_files import BROKEN, EXPECT, HEAD, NODES, TEST


def test_what_validate_finds_is_underlined() -> None:
    for broken in BROKEN.values():
        found = [one for document in analyze(broken.text).report.documents for one in document.findings]
        assert [(one.start.line, one.start.column) for one in found] == [(broken.line, broken.column)]
        assert all(one.is_error for one in found)


def test_a_file_that_can_be_run_has_nothing_underlined() -> None:
    found = analyze(HEAD + NODES + TEST + EXPECT)
    assert [one for document in found.report.documents for one in document.findings] == []
    assert not found.holds_scheduler
