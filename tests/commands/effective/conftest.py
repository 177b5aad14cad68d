"""The report for reading, of a text."""

from collections.abc import Callable

import pytest

from schedcfg.commands.effective import text as renderer
from schedcfg.commands.effective.effective import effective_configuration
from schedcfg.output.summary import Summary
from schedcfg.sources.configurations import Role
from schedcfg.validation.options import Options

Report = Callable[..., str]


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> Report:
    """Render a configuration, on so many columns."""

    def render(
        text: str, kubernetes: str | None = "1.29", *, columns: int = 100, colored: bool = False, role: Role = Role.ANY
    ) -> str:
        monkeypatch.setattr(renderer, "columns", lambda: columns)
        view = effective_configuration(text, kubernetes, options=Options(role=role), path="a.yaml")
        return "".join(renderer.render([view], Summary(), colored=colored))

    return render
