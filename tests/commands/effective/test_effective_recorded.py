"""The table of points against recorded answers: every plugin that runs, in order, at any width."""

from functools import cache
from typing import Any

import pytest

from schedcfg import IN_TREE_ONLY, FileView
from schedcfg.commands.effective import text as renderer
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.output.summary import Summary
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options
from tests.commands.effective.test_effective_pipeline import running, table
from tests.conformance.recordings import read, read_effective

EVERY = 29
"""One recorded answer of so many; all of them would take minutes."""


@cache
def explained(recording: str) -> list[tuple[str, str, FileView, dict[str, Any]]]:
    """List cases with a release, what is shown of each, and the plugins that were recorded."""
    texts = {case.id: case.text for case in read(f"{recording}.verdicts")}
    options = Options(registry=IN_TREE_ONLY, role=Role.CONFIG)
    return [
        (case, release, effective_configuration(texts[case], release, options=options), value["plugins"])
        for case, release, value in list(read_effective(recording))[::EVERY]
    ]


@pytest.mark.parametrize("columns", [60, 100])
@pytest.mark.parametrize("recording", ["train", "named"])
def test_what_runs_is_in_the_table(recording: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "columns", lambda: columns)
    compared, wrong = 0, []
    for case, release, view, plugins_of_profiles in explained(recording):
        report = "".join(renderer.render([view], Summary(), colored=False))
        assert view.view is not None
        recorded = plugins_of_profiles[view.view.profiles[0].name]
        shown = {point: names for point, cells in table(report).items() if (names := running(cells))}
        compared += 1
        if shown != {point: [plugin["name"] for plugin in plugins] for point, plugins in recorded.items()}:
            wrong.append((release, case))
    assert compared > 100
    assert wrong == []
