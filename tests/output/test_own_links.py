"""Reports link to the documentation once it can be read; until then they name the command that explains a rule."""

import re

import pytest

from schedcfg import validate
from schedcfg.commands.server.diagnostics import diagnostic
from schedcfg.commands.server.positions import TextPositions
from schedcfg.commands.server.workspace import OpenText
from schedcfg.output import FORMATS, github, links, load
from schedcfg.output.summary import Summary
from schedcfg.rules.cards import cards
from tests.commands.server.marked_text import BAR, V1, shown
from tests.paths import EXAMPLES

OWN = re.compile(rf"{re.escape(links.SITE)}|{re.escape(links.REPOSITORY)}")
BROKEN = EXAMPLES / "broken" / "everything.yaml"
LINKING = {"rdjson", "sarif"}


def reported(name: str) -> str:
    """Return the report of a format on a file with findings; of `github` that on the page of a run."""
    report = validate(BROKEN.read_text(encoding="utf-8"), path=BROKEN.name)
    summary = Summary(None, cards)
    render = github.render_step_summary if name == "github" else load(FORMATS[name])
    return "".join(render(iter([report]), summary, colored=False))


@pytest.mark.parametrize("name", FORMATS)
def test_no_report_links_to_what_cannot_be_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", False)
    written = reported(name)
    assert "unknown-field" in written
    assert OWN.findall(written) == []
    if name == "sarif":
        assert "See `schedcfg explain unknown-field`" in written
        assert "More about this rule: `schedcfg explain unknown-field`" in written


@pytest.mark.parametrize("name", sorted(LINKING | {"github"}))
def test_one_constant_makes_reports_link(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", True)
    written = reported(name)
    assert links.rule_address("unknown-field") in written
    assert "schedcfg explain unknown-field" not in written


@pytest.mark.parametrize("is_published", [False, True])
def test_an_editor_gets_the_page_of_a_rule(*, is_published: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", is_published)
    text = BROKEN.read_text(encoding="utf-8")
    (document,) = validate(text).documents
    found = diagnostic(
        document.findings[0], document, OpenText("file:///a.yaml", "a.yaml", 1, text), TextPositions(text)
    )
    expected = links.rule_address("unknown-field") if is_published else None
    assert (found.code_description.href if found.code_description else None) == expected


@pytest.mark.parametrize("is_published", [False, True])
def test_an_editor_gets_what_there_is_about_a_plugin(*, is_published: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "IS_PUBLISHED", is_published)
    text = shown(f"{V1}profiles:\n- pluginConfig:\n  - name: Node{BAR}Name\n")
    address = f"{links.SITE}reference/plugins.html#nodename"
    assert ("More about it: `schedcfg explain NodeName`" in text) is not is_published
    assert (f"[NodeName in the documentation]({address})" in text) is is_published
