"""CONTRIBUTING names files that exist, and code that runs."""

import re

import pytest

from tests.paths import ROOT

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PAGES = sorted((ROOT / "docs" / "contributing").glob("*.md"))
_PATH = re.compile(r"(?<![\w/.])(?:schedcfg|tests|tools|docs|schemas|examples)/[\w./-]*[\w/]")


def paths(text: str) -> set[str]:
    """Return the paths that a text names, but for those that have a placeholder in them."""
    whole = re.sub(r"[\w./-]*(?:1\.NN|<\w+>)[\w./]*", "", text)
    return set(_PATH.findall(whole))


def test_every_path_exists() -> None:
    named = paths("\n".join([TEXT, *(page.read_text(encoding="utf-8") for page in PAGES)]))
    assert len(named) > 80
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_folder_of_the_package_is_named() -> None:
    folders = {path.parent.name for path in (ROOT / "schedcfg").glob("*/__init__.py")}
    assert [folder for folder in sorted(folders) if f"| `schedcfg/{folder}/` |" not in TEXT] == []


def test_links_lead_to_headings() -> None:
    headings = re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors


def test_the_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (example,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    printed: list[object] = []
    exec(example, {"print": lambda *values: printed.extend(values)})
    assert len(printed) == 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`schedcfg/no_such.py`: x", {"schedcfg/no_such.py"}),
        ("in `docs/ci.md`.", {"docs/ci.md"}),
        ("`schedcfg/releases/notes/1.NN.toml`", set()),
        ("`schedcfg/rules/refused/<rule>.py`", set()),
    ],
)
def test_paths_are_found(text: str, found: set[str]) -> None:
    assert paths(text) == found
