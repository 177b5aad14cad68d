"""Files that real people wrote: no traceback in any format. They are not part of the project; skipped where absent."""

import os
from functools import lru_cache
from pathlib import Path

import pytest

from schedcfg import releases, show
from schedcfg.effective.view import FileView
from schedcfg.files import Verb, each_file, validate_files
from schedcfg.findings import FileReport
from schedcfg.options import Options
from schedcfg.output import FORMATS, Summary, load
from schedcfg.show.effective import effective_bytes
from schedcfg.sources.configurations import Role

FOLDERS = [
    Path(os.environ.get("SCHEDCFG_CORPUS", "")),
    *(parent / ("sha" + "red") / "corpus" for parent in Path(__file__).parents),
]
CORPUS = next((folder for folder in FOLDERS if folder.name and folder.is_dir()), None)


OTHER_ROLES = [(None, Role.CONFIG), ("1.22", Role.POLICY), (releases.NEWEST, Role.NAMED)]


def paths() -> list[str]:
    assert CORPUS is not None
    return sorted(str(path) for path in CORPUS.rglob("*") if path.is_file())


@lru_cache(maxsize=1)
def reports(release: str | None, role: Role) -> tuple[FileReport, ...]:
    """Judge all files, once for the formats that follow each other; an exception fails the test that is the first."""
    return tuple(validate_files(paths(), Options(kubernetes=release, role=role)))


@lru_cache(maxsize=1)
def views(release: str | None) -> tuple[FileView, ...]:
    return tuple(each_file(Verb(effective_bytes, FileView), paths(), Options(kubernetes=release)))


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")
@pytest.mark.parametrize("output", sorted(FORMATS))
@pytest.mark.parametrize(
    ("release", "role"), [*((release, Role.ANY) for release in (None, "1.18", "1.22", releases.NEWEST)), *OTHER_ROLES]
)
def test_no_traceback(output: str, role: Role, release: str | None) -> None:
    summary = Summary()
    counted = summary.counting(reports(release, role), lambda report: (report,))
    text = "".join(load(FORMATS[output])(counted, summary, coloured=True))
    assert summary.files == len(paths())
    assert text


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")
@pytest.mark.parametrize("output", sorted(show.FORMATS))
@pytest.mark.parametrize("release", [None, "1.22"])
def test_effective_without_traceback(output: str, release: str | None) -> None:
    summary = Summary()
    counted = summary.counting(views(release), lambda view: (view.report,))
    text = "".join(load(show.FORMATS[output])(counted, summary, coloured=True))
    assert summary.files == len(paths())
    assert text
