"""Folders of other people's files, and of test data, are not searched; named ones are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.called import Result

WRONG = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nparalelism: 3\n"


@pytest.mark.parametrize("name", ["vendor", "node_modules", "site-packages", "testdata", "deps"])
def test_they_are_not_searched_and_that_is_reported(name: str, schedcfg: Callable[..., Result], tmp_path: Path) -> None:
    folder = tmp_path / "a" / name / "b"
    folder.mkdir(parents=True)
    (folder / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    (tmp_path / "right.yaml").write_text(WRONG.replace("paralelism", "parallelism"), encoding="utf-8")
    result = schedcfg("validate", str(tmp_path))
    assert (result.status, result.out) == (0, "")
    assert f"not searched, as files of others or test data: {tmp_path / 'a' / name}" in result.err
    for named in (tmp_path / "a" / name, folder, folder / "wrong.yaml"):
        assert "unknown-field" in schedcfg("validate", str(named)).out


def test_a_hidden_folder_with_a_configuration_is_reported(
    schedcfg: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".archive/a", ".github", ".git", ".venv/lib/site-packages/b", ".cache/a"):
        (tmp_path / name).mkdir(parents=True)
    for name in (".archive/a", ".git", ".venv/lib/site-packages/b", ".cache/a"):
        (tmp_path / name / "wrong.yaml").write_text(WRONG, encoding="utf-8")
    (tmp_path / ".cache" / "CACHEDIR.TAG").write_text("Signature: 8a477f597d28d172789f06886806bc55\n", encoding="utf-8")
    (tmp_path / ".github" / "workflow.yaml").write_text("on: push\n", encoding="utf-8")
    result = schedcfg("validate", str(tmp_path))
    assert (result.status, result.out) == (0, "")
    assert f"not searched, as hidden, although a configuration is in it: {tmp_path / '.archive'}; name" in result.err
    assert result.err.count(str(tmp_path)) == 1
    assert "unknown-field" in schedcfg("validate", str(tmp_path / ".archive")).out
    monkeypatch.chdir(tmp_path)
    (tmp_path / "schedcfg.toml").write_text('exclude = [".archive"]\n', encoding="utf-8")
    assert "hidden" not in schedcfg("validate", str(tmp_path)).err
