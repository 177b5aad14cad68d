"""Files that real people wrote: no traceback in any format, and every finding has a card.

They are not part of the project; skipped where absent.
"""

import os
from pathlib import Path

import pytest

from schedcfg import releases
from schedcfg.commands import effective as show
from schedcfg.commands.effective.effective import effective_file
from schedcfg.configuration.effective.view import FileView
from schedcfg.findings import FileReport
from schedcfg.output import FORMATS, load
from schedcfg.output.summary import Summary
from schedcfg.rules.cards import cards
from schedcfg.sources.configurations import Role
from schedcfg.validation.each_file import Verb, each_file
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

FOLDERS = [
    Path(os.environ.get("SCHEDCFG_CORPUS", "")),
    *(parent / ("sha" + "red") / "corpus" for parent in Path(__file__).parents),
]
CORPUS = next((folder for folder in FOLDERS if folder.name and folder.is_dir()), None)


ASKED = [
    *((release, Role.ANY) for release in (None, "1.18", "1.22", releases.NEWEST)),
    *((None, Role.CONFIG), ("1.22", Role.POLICY), (releases.NEWEST, Role.NAMED)),
]
"""Releases, and what the files are taken for."""

needs_corpus = pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")


def paths() -> list[str]:
    assert CORPUS is not None
    return sorted(str(path) for path in CORPUS.rglob("*") if path.is_file())


@pytest.fixture(scope="module", params=ASKED, ids=lambda asked: f"{asked[0]}-{asked[1]}")
def reports(request: pytest.FixtureRequest) -> tuple[FileReport, ...]:
    """Validate all files, once for the tests that follow each other; an exception fails all of them."""
    release, role = request.param
    return tuple(validate_files(paths(), Options(kubernetes=release, role=role)))


@pytest.fixture(scope="module", params=[None, "1.22"])
def views(request: pytest.FixtureRequest) -> tuple[FileView, ...]:
    return tuple(each_file(Verb(effective_file, FileView), paths(), Options(kubernetes=request.param)))


@needs_corpus
@pytest.mark.parametrize("output", sorted(FORMATS))
def test_no_traceback(output: str, reports: tuple[FileReport, ...]) -> None:
    summary = Summary()
    counted = summary.counting(iter(reports), lambda report: (report,))
    text = "".join(load(FORMATS[output])(counted, summary, colored=True))
    assert summary.files == len(paths())
    assert text


@needs_corpus
def test_every_finding_has_a_card(reports: tuple[FileReport, ...]) -> None:
    found = {finding.rule for report in reports for document in report.documents for finding in document.findings}
    assert found
    assert found - set(cards()) == set()


@needs_corpus
@pytest.mark.parametrize("output", sorted(show.FORMATS))
def test_effective_without_traceback(output: str, views: tuple[FileView, ...]) -> None:
    summary = Summary()
    counted = summary.counting(iter(views), lambda view: (view.report,))
    text = "".join(load(show.FORMATS[output])(counted, summary, colored=True))
    assert summary.files == len(paths())
    assert text
