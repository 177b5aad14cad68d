"""Settings on the command line: where they are found, what they change, and that options win."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from tests.paths import ROOT

HEAD = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
_ENABLED = "        enabled:\n          - name: OurPlugin\n            weight: 20\n"
OURS = f"{HEAD}profiles:\n  - plugins:\n      score:\n{_ENABLED}"

Command = Callable[..., Any]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(OURS, encoding="utf-8")
    return tmp_path


def settings(project: Path, text: str, name: str = ".schedcfg.toml") -> None:
    (project / name).write_text(text, encoding="utf-8")


def judged(schedcfg: Command, *options: str) -> tuple[int, list[str], list[str | None]]:
    """Give the exit status, the findings and the releases that validated."""
    result = schedcfg("validate", "--output", "json", *options)
    documents = [document for file in result.report["files"] for document in file["documents"]]
    rules = [one["rule"] for document in documents for one in document["findings"]]
    return result.status, rules, [document["kubernetes"] for document in documents]


def test_they_are_found_above_the_working_directory(
    schedcfg: Command, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "deep" / "er").mkdir(parents=True)
    settings(project, 'kubernetes = "1.29"\nignore = ["undeclared-plugin"]\n')
    assert judged(schedcfg, "a.yaml") == (0, [], ["1.29"])
    monkeypatch.chdir(project / "deep" / "er")
    assert judged(schedcfg, "../../a.yaml") == (0, [], ["1.29"])
    settings(project / "deep", "")
    assert judged(schedcfg, "../../a.yaml") == (0, ["undeclared-plugin"], [releases.NEWEST])


def test_those_beside_the_files_do_not_count(schedcfg: Command, project: Path) -> None:
    (project / "deep").mkdir()
    (project / "deep" / "b.yaml").write_text(OURS, encoding="utf-8")
    settings(project / "deep", 'ignore = ["undeclared-plugin"]\n')
    assert judged(schedcfg, "deep") == (0, ["undeclared-plugin"], [releases.NEWEST])
    assert judged(schedcfg, "deep", "--settings", "deep/.schedcfg.toml")[1] == []


def test_pyproject(schedcfg: Command, project: Path) -> None:
    settings(project, '[tool.schedcfg]\nplugins = ["OurPlugin"]\n', "pyproject.toml")
    assert judged(schedcfg, "a.yaml") == (0, [], [releases.NEWEST])


def test_they_can_be_left_out(schedcfg: Command, project: Path) -> None:
    settings(project, "this is wrong")
    assert schedcfg("validate", "a.yaml").status == 2
    assert judged(schedcfg, "a.yaml", "--no-settings")[0] == 0
    result = schedcfg("validate", "a.yaml", "--no-settings", "--settings", ".schedcfg.toml")
    assert (result.status, "exclude each other" in result.err) == (2, True)


@pytest.mark.parametrize("command", ["validate", "effective", "migrate --to v1", "diff a.yaml"])
def test_wrong_ones_stop_every_command_that_validates(schedcfg: Command, project: Path, command: str) -> None:
    settings(project, 'kubernets = "1.29"\n')
    result = schedcfg(*command.split(), "a.yaml")
    assert (result.status, result.out) == (2, "")
    assert result.err == "schedcfg: .schedcfg.toml:1: unknown key `kubernets`. Did you mean `kubernetes`?\n"


def test_a_file_that_is_not_there(schedcfg: Command, project: Path) -> None:
    result = schedcfg("validate", project / "a.yaml", "--settings", "none.toml")
    assert (result.status, result.out) == (3, "")


class TestOptionsWin:
    @pytest.mark.parametrize(
        ("text", "options", "expected"),
        [
            ('kubernetes = "1.29"', ["-k", "1.30"], (0, ["undeclared-plugin"], ["1.30"])),
            ('select = ["old-api-version"]', ["--select", "warning"], (0, ["undeclared-plugin"], [releases.NEWEST])),
            ('ignore = ["undeclared-plugin"]', ["--ignore", "info"], (0, ["undeclared-plugin"], [releases.NEWEST])),
            ('fail-on = "warning"', [], (1, ["undeclared-plugin"], [releases.NEWEST])),
            ('fail-on = "warning"', ["--fail-on", "error"], (0, ["undeclared-plugin"], [releases.NEWEST])),
            ("in-tree-only = true", [], (1, ["unknown-plugin"], [releases.NEWEST])),
            ("in-tree-only = true", ["--plugin", "OurPlugin"], (0, [], [releases.NEWEST])),
            ('plugins = ["OurPlugin"]', ["--in-tree-only"], (1, ["unknown-plugin"], [releases.NEWEST])),
            ('plugins = ["Other"]', [], (1, ["unknown-plugin"], [releases.NEWEST])),
            ('plugins = ["Other"]', ["--plugin", "OurPlugin"], (0, [], [releases.NEWEST])),
        ],
        ids=str,
    )
    def test_over_keys(
        self, schedcfg: Command, project: Path, text: str, options: list[str], expected: tuple[object, ...]
    ) -> None:
        settings(project, text)
        assert judged(schedcfg, "a.yaml", *options) == expected

    def test_over_feature_gates(self, schedcfg: Command, project: Path) -> None:
        text = "feature-gates = { DynamicResourceAllocation = false }\n"
        settings(project, text)
        shown = ["effective", "a.yaml", "-k", "1.34", "--output", "text"]
        assert "DynamicResources" not in schedcfg(*shown).out
        assert "DynamicResources" in schedcfg(*shown, "--feature-gates", "DynamicResourceAllocation=true").out
        assert "DynamicResources" in schedcfg(*shown, "--no-settings").out

    def test_over_the_baseline(self, schedcfg: Command, project: Path) -> None:
        settings(project, 'baseline = "known.json"\n')
        assert schedcfg("validate", "a.yaml").status == 3
        assert schedcfg("validate", "a.yaml", "--write-baseline", "known.json").status == 0
        assert judged(schedcfg, "a.yaml")[1] == []
        (project / "none.json").write_text('{"version": 1, "findings": []}', encoding="utf-8")
        assert judged(schedcfg, "a.yaml", "--baseline", "none.json")[1] == ["undeclared-plugin"]

    def test_a_baseline_is_found_beside_the_settings(
        self, schedcfg: Command, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        schedcfg("validate", "a.yaml", "--write-baseline", "known.json")
        settings(project, 'baseline = "known.json"\n')
        (project / "deep").mkdir()
        monkeypatch.chdir(project / "deep")
        assert judged(schedcfg, "../a.yaml")[1] == []


class TestPerPath:
    TEXT = """\
kubernetes = "1.29"
[[per-path]]
paths = ["old/**"]
kubernetes = "1.27"
ignore = ["undeclared-plugin"]
[[per-path]]
paths = ["old/but-newer.yaml"]
kubernetes = "1.28"
"""

    @pytest.fixture
    def files(self, project: Path) -> Path:
        (project / "old").mkdir()
        for name in ("old/a.yaml", "old/but-newer.yaml"):
            (project / name).write_text(OURS, encoding="utf-8")
        settings(project, self.TEXT)
        return project

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_releases_and_ignores(self, schedcfg: Command, files: Path, jobs: str) -> None:
        assert judged(schedcfg, str(files), "--jobs", jobs) == (0, ["undeclared-plugin"], ["1.29", "1.27", "1.28"])

    def test_a_release_on_the_command_line_is_for_all(self, schedcfg: Command, files: Path) -> None:
        assert judged(schedcfg, str(files), "-k", "1.31") == (0, ["undeclared-plugin"], ["1.31"] * 3)

    def test_what_is_refused_cannot_be_ignored(self, schedcfg: Command, files: Path) -> None:
        (files / "old" / "a.yaml").write_text(HEAD + "parallelism: 0\n", encoding="utf-8")
        assert judged(schedcfg, str(files / "old"))[:2] == (1, ["number-not-allowed"])

    def test_effective_goes_by_them_too(self, schedcfg: Command, files: Path) -> None:
        shown = schedcfg("effective", files / "old").out
        assert re.findall(r"run by Kubernetes (1\.\d+)", shown) == ["1.27", "1.28"]

    def test_diff_of_releases_does_not(self, schedcfg: Command, files: Path) -> None:
        result = schedcfg("diff", files / "old" / "a.yaml", "--from", "1.30", "--to", "1.30")
        assert "1.27" not in result.out
        assert result.status == 0

    def test_feature_gates_that_one_of_the_releases_does_not_take(self, schedcfg: Command, files: Path) -> None:
        settings(files, self.TEXT.replace('"1.28"', '"1.18"'))
        result = schedcfg("validate", ".", "--feature-gates", "DynamicResourceAllocation=true")
        assert result.status == 2
        assert "1.18" in result.err


class TestExclude:
    def test_a_search_passes_over(self, schedcfg: Command, project: Path) -> None:
        (project / "theirs").mkdir()
        (project / "theirs" / "b.yaml").write_text(OURS, encoding="utf-8")
        settings(project, 'exclude = ["theirs"]\n')
        assert len(judged(schedcfg, ".")[1]) == 1
        assert len(judged(schedcfg, "theirs/b.yaml")[1]) == 1
        assert judged(schedcfg, "theirs/b.yaml", "a.yaml", "--skip-others")[1] == ["undeclared-plugin"]
        assert len(judged(schedcfg, ".", "--no-settings")[1]) == 2


def test_effective_tells_the_same_advice(schedcfg: Command, project: Path) -> None:
    (project / "a.yaml").write_text(OURS.replace("OurPlugin", "NodeResourceFit"), encoding="utf-8")
    assert schedcfg("effective", "a.yaml").status == 1
    settings(project, 'ignore = ["undeclared-plugin"]\n')
    result = schedcfg("effective", "a.yaml")
    assert result.status == 0
    assert "undeclared-plugin" not in result.out


def test_the_release_that_is_named_is_that_of_the_files(schedcfg: Command, project: Path) -> None:
    settings(project, 'kubernetes = "1.29"\n[[per-path]]\npaths = ["b.yaml"]\nkubernetes = "1.31"\n')
    assert schedcfg("validate", "a.yaml").err.startswith("1 file accepted by Kubernetes 1.29 if `OurPlugin` is")
    assert schedcfg("validate", "a.yaml", "-k", "1.30").err.startswith("1 file accepted by Kubernetes 1.30 if ")


def test_migrate_takes_its_release_from_the_command_line_only(schedcfg: Command, project: Path) -> None:
    settings(project, 'kubernetes = "1.24"\n')
    result = schedcfg("migrate", "a.yaml")
    assert result.status == 2
    assert "missing target" in result.err
    assert schedcfg("migrate", "a.yaml", "--to", "v1").status == 0


def test_plugins_lists_what_they_describe(schedcfg: Command, project: Path) -> None:
    settings(project, '[plugins.OurPlugin]\nextension-points = ["score"]\n')
    assert schedcfg("plugins", "OurPlugin").out.startswith("OurPlugin  ")
    assert "OurPlugin" in schedcfg("plugins").out
    assert schedcfg("plugins", "OurPlugin", "--no-settings").status == 2


def test_settings_of_examples_mean_nothing_to_the_root(schedcfg: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert Path("examples/hello-world/schedcfg.toml").is_file()
    assert "undeclared-plugin" in judged(schedcfg, "examples/broken/custom-plugin.yaml")[1]
    example = ["examples/broken/custom-plugin.yaml", "--settings", "examples/hello-world/schedcfg.toml"]
    assert judged(schedcfg, *example)[:2] == (0, [])
