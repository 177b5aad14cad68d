"""Settings of a project: which file holds, what it says, and what is wrong with it."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from schedcfg.commands.schema.editor_schemas import settings_schema
from schedcfg.configuration.effective.plugin_sets import POINTS as UPSTREAM_POINTS
from schedcfg.errors import SchedcfgError, UnreadableInput, WrongSettings
from schedcfg.models.v1 import EXTENSION_POINTS
from schedcfg.validation.settings.discovery import find_settings
from schedcfg.validation.settings.model import OwnPlugin, PerPath, ProjectSettings, Table
from schedcfg.validation.settings.reading import line_of, read
from tests.paths import ROOT

ALL = """\
kubernetes = "1.29"
feature-gates = { MatchLabelKeysInPodTopologySpread = false }
select = ["advised"]
ignore = ["old-api-version", "surroundings", "info"]
require-reasons = true
require = true
suffixes = [".conf"]
fail-on = "warning"
baseline = "known.json"
exclude = ["vendor"]
catalogs = ["scheduler-plugins"]
[plugins.HelloWorldPlugin]
extension-points = ["score"]
args-schema = "args.json"

[plugins.Other]

[[per-path]]
paths = ["clusters/old/**"]
kubernetes = "1.27"
ignore = ["undeclared-plugin"]

[[per-path]]
paths = ["*.yml"]

[organization]
severity = "warning"

[[organization.plugins]]
forbidden = ["ImageLocality"]

[[organization.releases]]
paths = ["clusters/old/**"]
required = ["1.27"]
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "args.json").write_text('{"type": "object"}', encoding="utf-8")
    return tmp_path


def written(project: Path, text: str, name: str = ".schedcfg.toml") -> str:
    path = project / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def complaints(project: Path, text: str, name: str = ".schedcfg.toml") -> list[str]:
    with pytest.raises(WrongSettings) as stopped:
        read(written(project, text, name))
    return str(stopped.value).splitlines()


class TestFinding:
    def test_the_nearest_above(self, tmp_path: Path) -> None:
        deep = tmp_path / "a" / "b"
        deep.mkdir(parents=True)
        assert find_settings(str(deep)) is None
        for folder in (tmp_path, tmp_path / "a", deep):
            (folder / "schedcfg.toml").write_text("", encoding="utf-8")
            assert find_settings(str(deep)) == str(folder / "schedcfg.toml")

    def test_in_one_folder(self, tmp_path: Path) -> None:
        for others in ("[tool.other]\n", "[tool.schedcfg-other]\n", "# see tool.schedcfg.\n"):
            (tmp_path / "pyproject.toml").write_text(others, encoding="utf-8")
            assert find_settings(str(tmp_path)) is None
        for name, text in (("pyproject.toml", "[tool.schedcfg]\n"), ("schedcfg.toml", ""), (".schedcfg.toml", "")):
            (tmp_path / name).write_text(text, encoding="utf-8")
            assert find_settings(str(tmp_path)) == str(tmp_path / name)

    @pytest.mark.parametrize(
        "text", ["[tool]\nschedcfg = {}\n", "tool.schedcfg = {}\n", "[tool . 'schedcfg']\n", "[tool.schedcfg]\nx = [\n"]
    )
    def test_the_table_may_be_written_in_other_ways_and_wrongly(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
        assert find_settings(str(tmp_path)) == str(tmp_path / "pyproject.toml")

    def test_nothing_is_read_where_there_is_none(self, tmp_path: Path) -> None:
        config = tmp_path / "a.yaml"
        config.write_text(
            "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n", encoding="utf-8"
        )
        code = (
            "import sys; sys.argv = ['schedcfg', 'validate', 'a.yaml']\n"
            "from schedcfg.__main__ import main\n"
            "try: main()\n"
            "except SystemExit as end: assert end.code in (0, None), end.code\n"
            "heavy = ('tomllib', 'jsonschema', 'schedcfg.validation.settings.model')\n"
            "heavy += ('schedcfg.commands.explain.rules',)\n"
            "assert not [name for name in heavy if name in sys.modules]\n"
            "assert 'schedcfg.validation.selection.ignores' not in sys.modules\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


class TestNamesOfPlugins:
    def test_an_organization_cannot_require_a_misspelled_plugin(self, project: Path) -> None:
        text = """\
[[organization.plugins]]
required = ["PodTopologySpred", "MyOwn", "Node*"]
forbidden = ["imagelocality"]
[[organization.weights]]
plugin = "NodeResourceFit"
maximum = 5
"""
        found = complaints(project, text)
        assert len(found) == 3
        assert "there is no plugin `PodTopologySpred`. Did you mean `PodTopologySpread`?" in found[0]
        assert "`ImageLocality`" in found[1]
        assert "`NodeResourcesFit`" in found[2]

    def test_names_that_are_declared_or_known_are_right(self, project: Path) -> None:
        text = """\
[plugins.PodTopologySpred]
[[organization.plugins]]
required = ["PodTopologySpred", "NodeLabel", "Coscheduling"]
"""
        assert read(written(project, text)).organization


class TestReading:
    def test_everything_that_can_be_said(self, project: Path) -> None:
        found = read(written(project, ALL))
        assert {name for name in ProjectSettings.model_fields if name not in found.values.model_fields_set} == {
            "in_tree_only"
        }
        assert found.values.kubernetes == "1.29"
        assert found.feature_gates == ("MatchLabelKeysInPodTopologySpread=false",)
        assert found.baseline == "known.json"
        assert found.exclude.fit("a/vendor/x.yaml")
        (own,) = found.own
        assert own == ("HelloWorldPlugin", ("score",), '{"type": "object"}')
        old, yml = found.per_path
        assert (old.kubernetes, old.ignore) == ("1.27", {"undeclared-plugin"})
        assert yml.patterns.fit("deep/b.yml")
        plugins, releases = found.organization
        assert (plugins.patterns, plugins.requirement.severity) == (None, "warning")
        assert releases.patterns is not None
        assert releases.patterns.fit("clusters/old/a.yaml")

    def test_plugins_can_be_a_list(self, project: Path) -> None:
        found = read(written(project, 'plugins = ["A", "B"]'))
        assert list(found.values.plugins) == ["A", "B"]
        assert found.own == ()

    def test_in_pyproject_only_the_own_table_counts(self, project: Path) -> None:
        others = '[project]\nname = "x"\n', "[tool.ruff]\na = 1\n"
        text = '[tool.schedcfg]\nkubernetes = "1.29"\n[tool.schedcfg.plugins.A]\n'.join(others)
        found = read(written(project, text, "pyproject.toml"))
        assert (found.values.kubernetes, list(found.values.plugins)) == ("1.29", ["A"])

    def test_nothing_said_is_nothing_set(self, project: Path) -> None:
        assert read(written(project, "")).values == ProjectSettings()

    def test_a_group_that_is_a_folder_stands_for_its_rules(self, project: Path) -> None:
        found = read(written(project, '[[per-path]]\npaths = ["a"]\nignore = ["surroundings"]\n'))
        assert "missing-rbac" in found.per_path[0].ignore


class TestComplaints:
    def test_about_keys_and_types_all_at_once(self, project: Path) -> None:
        text = (
            'kubernets = "1.29"\nselect = "x"\nfail-on = "errors"\nin-tree-only = "yes"\n'
            '[plugins.Foo]\nextension-point = ["score"]\n[plugins."Bar"]\nextension-points = "score"\n'
            '[[per-path]]\npaths = ["a"]\n[[per-path]]\nignor = []\n'
        )
        assert complaints(project, text) == [
            ".schedcfg.toml:1: unknown key `kubernets`. Did you mean `kubernetes`?",
            '.schedcfg.toml:2: `select` must be an array, e.g. ["a", "b"], found the string "x"',
            '.schedcfg.toml:3: `fail-on` is the string "errors". Write one of error, warning, info, never.',
            '.schedcfg.toml:4: `in-tree-only` must be a boolean, found the string "yes"',
            ".schedcfg.toml:6: unknown key `extension-point`. Did you mean `extension-points`?",
            '.schedcfg.toml:8: `plugins.Bar.extension-points` must be an array, e.g. ["a", "b"], found the string '
            '"score"',
            ".schedcfg.toml:11: `per-path[1].paths` is missing",
            ".schedcfg.toml:12: unknown key `ignor`. Did you mean `ignore`?",
        ]

    def test_a_release_that_is_a_number(self, project: Path) -> None:
        (line,) = complaints(project, "kubernetes = 1.30\n")
        assert line.endswith("Put it in quotes: as a number, 1.30 would be 1.3.")

    def test_about_what_is_named(self, project: Path) -> None:
        text = (
            'kubernetes = "1.99"\nselect = ["unknown-fiel"]\n'
            'ignore = ["refused", "score-overflow"]\nin-tree-only = true\n'
            'feature-gates = { Foo = true }\n[plugins.Foo]\nextension-points = ["scor"]\nargs-schema = "nope.json"\n'
            '[[per-path]]\npaths = ["a"]\nkubernetes = "1.1"\nignore = ["x"]\n'
        )
        said = complaints(project, text)
        assert [line.split(":")[1] for line in said] == ["1", "2", "3", "3", "4", "5", "7", "8", "11", "12"]
        assert "Did you mean `unknown-field`?" in said[1]
        assert "Did you mean `score`?" in said[6]
        assert "nope.json cannot be read: there is no such file" in said[7]

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("[", "args.json:1:1:"),
            ("[]", "args.json is not a JSON Schema: it is a list"),
            ('{"type": "objekt"}', "args.json is not a JSON Schema: 'objekt' is not"),
            ('{"$schema": "http://json-schema.org/draft-07/schema#", "required": "x"}', "is not a JSON Schema"),
        ],
    )
    def test_about_a_schema(self, project: Path, content: str, message: str) -> None:
        (project / "args.json").write_text(content, encoding="utf-8")
        (line,) = complaints(project, '[plugins.Foo]\nargs-schema = "args.json"\n')
        assert line.startswith(".schedcfg.toml:2: ")
        assert message in line

    def test_about_toml(self, project: Path) -> None:
        (line,) = complaints(project, "a = \n")
        assert line.startswith(".schedcfg.toml: it is not TOML: ")
        assert "line 1" in line

    def test_in_pyproject_lines_are_those_of_the_file(self, project: Path) -> None:
        text = "[tool.ruff]\nkubernets = 1\n\n[tool.schedcfg]\nkubernets = '1.29'\n"
        assert complaints(project, text, "pyproject.toml") == [
            "pyproject.toml:5: unknown key `kubernets`. Did you mean `kubernetes`?"
        ]
        assert complaints(project, "tool.schedcfg = 5\n", "pyproject.toml")[0].startswith("pyproject.toml:1: ")

    def test_about_a_file_that_is_not_there(self, project: Path) -> None:
        with pytest.raises(UnreadableInput, match=r"settings no\.toml cannot be read: there is no such file"):
            read(str(project / "no.toml"))

    @pytest.mark.parametrize("raw", [b"\xff", b"\x00"])
    def test_about_bytes_that_are_no_text(self, project: Path, raw: bytes) -> None:
        (project / "a.toml").write_bytes(raw)
        with pytest.raises(SchedcfgError):
            read("a.toml")


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("kubernetes",), 1),
        (("plugins", "HelloWorldPlugin", "args-schema"), 14),
        (("plugins", "Other"), 16),
        (("plugins", "Missing"), 1),
        (("per-path", 0, "kubernetes"), 20),
        (("per-path", 1, "paths", 0), 24),
        (("per-path", 1, "kubernetes"), 23),
        (("feature-gates", "MatchLabelKeysInPodTopologySpread"), 2),
    ],
)
def test_lines_of_keys(path: tuple[str | int, ...], line: int) -> None:
    assert line_of(path, ALL) == line


def test_lines_of_keys_in_quotes_and_with_dots() -> None:
    text = 'plugins."A.b".args-schema = "x"\n[ "plugins" . \'C\' ]\nargs-schema = 1\n'
    assert line_of(("plugins", "A.b", "args-schema"), text) == 1
    assert line_of(("plugins", "C", "args-schema"), text) == 3


class TestSchema:
    COMMITTED = ROOT / "schemas" / "settings.json"

    def test_it_takes_what_we_take(self) -> None:
        validator = Draft7Validator(json.loads(self.COMMITTED.read_text(encoding="utf-8")))
        validator.validate(tomllib.loads(ALL))
        validator.validate({"plugins": ["A"]})
        example = ROOT / "examples" / "hello-world" / "schedcfg.toml"
        validator.validate(tomllib.loads(example.read_text(encoding="utf-8")))

    @pytest.mark.parametrize(
        "wrong",
        [
            {"kubernets": "1.29"},
            {"kubernetes": 1.29},
            {"plugins": [1]},
            {"plugins": {"A": {"extension-points": ["scor"]}}},
            {"plugins": {"A": {"weight": 1}}},
            {"per-path": [{"kubernetes": "1.29"}]},
            {"fail-on": "always"},
            {"feature-gates": {"A": "true"}},
        ],
        ids=str,
    )
    def test_it_refuses_what_we_refuse(self, wrong: dict[str, object]) -> None:
        assert not Draft7Validator(settings_schema()).is_valid(wrong)

    @pytest.mark.parametrize("table", [ProjectSettings, OwnPlugin, PerPath])
    def test_every_key_is_described(self, table: type[Table]) -> None:
        assert [name for name, field in table.model_fields.items() if not field.description] == []


def test_extension_points_are_upstreams() -> None:
    assert set(EXTENSION_POINTS) == set(UPSTREAM_POINTS)
