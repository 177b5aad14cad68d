"""The documentation site builds, without a warning, and every page has its place."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from schedcfg.output.links import SITE, rule_page
from schedcfg.rules.cards import cards

ROOT = Path(__file__).parents[2]


def navigation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("navigation", ROOT / "docs" / "navigation.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def placed(nav: list[Any]) -> list[str]:
    """List the pages in the order of the site."""
    return [page for entry in nav for page in ([entry] if isinstance(entry, str) else next(iter(entry.values())))]


def test_every_page_has_one_place() -> None:
    pages = placed(navigation().navigation(ROOT / "docs"))
    assert pages[:2] == ["index.md", "tutorial.md"]
    assert len(set(pages)) == len(pages)
    own = {page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").rglob("*.md")}
    assert own - set(pages) == {page for page in own if page.startswith("rules/") and page != "rules/index.md"}


def test_pages_may_come_and_go(tmp_path: Path) -> None:
    for name in ("index.md", "editors.md", "new.md", "rules/index.md", "rules/unknown-field.md", "explanation/why.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("# A page\n", encoding="utf-8")
    assert navigation().navigation(tmp_path) == [
        "index.md",
        {"How-to guides": ["editors.md", "new.md"]},
        {"Reference": ["rules/index.md"]},
        {"Explanation": ["explanation/why.md"]},
    ]


def test_words_behind_the_language_of_a_block_are_for_tests_only() -> None:
    text = "```yaml before v1\na: 1\n```\n\n```text\nb\n```\n"
    assert navigation().on_page_markdown(text, page=None) == text.replace(" before v1", "")


def build(folder: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = build(tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "index.html").is_file()
    pages = {rule_page(rule).removeprefix(SITE) for rule in cards()}
    assert {page for page in pages if not (tmp_path / page).is_file()} == set()
    assert (tmp_path / "rules" / "unknown-field.html").is_file()
    assert not (tmp_path / "navigation.py").exists()
    table = (tmp_path / "surroundings.html").read_text(encoding="utf-8")
    assert '<a href="rules/unknown-flag.html"><code>unknown-flag</code></a>' in table


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed")
def test_a_link_to_nowhere_would_be_noticed(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Here\n\n[there](there.md)\n", encoding="utf-8")
    (tmp_path / "mkdocs.yml").write_text("site_name: a\nplugins: []\n", encoding="utf-8")
    done = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode == 1
    assert "there.md" in done.stderr
