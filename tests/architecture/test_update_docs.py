"""`python -m tools.update_docs` lists what is out of date, and writes it.

That nothing is out of date now is tested page by page: `test_generated_pages`, `test_shown_output` and, of the schemas,
`test_committed_schemas`.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import update_docs

SHOWN = """\
# A page

```console
$ schedcfg schema
…
{line}
…
```
"""
REAL = "rules                  `schedcfg list rules --output json`"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project with one generated page, one that nothing generates any more, one schema and one shown block."""

    def generated(_: Path) -> Iterator[tuple[Path, str | None]]:
        yield tmp_path / "docs" / "new.md", "new\n"
        if old.exists():
            yield old, None

    (tmp_path / "docs").mkdir()
    old = tmp_path / "docs" / "old.md"
    old.write_text("old\n", encoding="utf-8")
    monkeypatch.setattr(update_docs, "ROOT", tmp_path)
    monkeypatch.setattr(update_docs, "generated", generated)
    monkeypatch.setattr(update_docs, "schemas", lambda _: iter([(tmp_path / "schemas" / "a.json", "{}\n")]))
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr("sys.argv", ["update_docs", *arguments])
    return update_docs.main()


def test_what_is_out_of_date_is_listed_then_written(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = root / "README.md"
    page.write_text(SHOWN.format(line=f"{REAL}\nchanged since"), encoding="utf-8")
    before = page.read_text(encoding="utf-8")
    assert run(monkeypatch) == 1
    assert capsys.readouterr().out.split() == ["docs/new.md", "docs/old.md", "schemas/a.json", "README.md"]
    assert page.read_text(encoding="utf-8") == before
    assert not (root / "docs" / "new.md").exists()


def test_writing(root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    page = root / "README.md"
    page.write_text(SHOWN.format(line=f"{REAL}\nchanged since"), encoding="utf-8")
    assert run(monkeypatch, "--write") == 0
    assert capsys.readouterr().out.split() == ["docs/new.md", "docs/old.md", "schemas/a.json", "README.md"]
    assert (root / "docs" / "new.md").read_text(encoding="utf-8") == "new\n"
    assert not (root / "docs" / "old.md").exists()
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[5] == REAL
    assert lines[6] != "changed since"
    assert run(monkeypatch) == 0
    assert capsys.readouterr().out == ""


def test_a_block_that_is_not_clear_is_left_to_people(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = root / "README.md"
    page.write_text(SHOWN.format(line="gone for good"), encoding="utf-8")
    assert run(monkeypatch, "--write") == 1
    assert "README.md: `schedcfg schema`" in capsys.readouterr().err
    assert page.read_text(encoding="utf-8") == SHOWN.format(line="gone for good")
