"""Paths with wildcards."""

from pathlib import Path

import pytest

from schedcfg.validation.options import Patterns


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("clusters/old/**", "clusters/old/a.yaml", True),
        ("clusters/old/**", "clusters/old/b/a.yaml", True),
        ("clusters/old/**", "clusters/older/a.yaml", False),
        ("clusters/old", "clusters/old/b/a.yaml", True),
        ("clusters/old/", "clusters/old/a.yaml", True),
        ("clusters/old", "other/clusters/old/a.yaml", False),
        ("clusters/*/a.yaml", "clusters/x/a.yaml", True),
        ("clusters/*/a.yaml", "clusters/x/y/a.yaml", False),
        ("**/old/*.yaml", "old/a.yaml", True),
        ("**/old/*.yaml", "x/y/old/a.yaml", True),
        ("*.yml", "x/y/a.yml", True),
        ("*.yml", "x/a.ymlx", False),
        ("./a.yaml", "a.yaml", True),
        ("./a.yaml", "x/a.yaml", False),
        ("old", "x/old/a.yaml", True),
        ("a?.yaml", "a1.yaml", True),
        ("a.yaml", "axyaml", False),
        ("**", "x/a.yaml", True),
    ],
)
def test_what_fits(glob: str, path: str, fits: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Patterns(str(tmp_path), (glob,)).fit(path) is fits


def test_what_is_elsewhere_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner").mkdir()
    monkeypatch.chdir(tmp_path / "inner")
    inner = Patterns(str(tmp_path / "inner"), ("**", "a.yaml", "*"))
    assert not inner.fit("../a.yaml")
    assert not inner.fit("-")
    assert Patterns(str(tmp_path), ("inner/a.yaml",)).fit("a.yaml")
