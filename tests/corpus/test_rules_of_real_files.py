"""Whatever is found in files that real people wrote tells of itself; skipped where they are absent."""

import pytest
from test_real_files import CORPUS

from schedcfg import releases
from schedcfg.files import validate_files
from schedcfg.options import Options
from schedcfg.rules.cards import cards


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")
@pytest.mark.parametrize("release", [None, "1.18", "1.22", releases.NEWEST])
def test_every_finding_has_a_card(release: str | None) -> None:
    assert CORPUS is not None
    paths = sorted(str(path) for path in CORPUS.rglob("*") if path.is_file())
    found = {
        finding.rule
        for report in validate_files(paths, Options(kubernetes=release))
        for document in report.documents
        for finding in document.findings
    }
    assert len(found) > 10
    assert found - set(cards()) == set()
