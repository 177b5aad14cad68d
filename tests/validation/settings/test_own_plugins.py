"""Plugins of the user's own: declared with extension points and a schema, or described by an installed package."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from schedcfg import FileReport, declared, effective_configuration, list_plugins, validate
from schedcfg.commands.explain.plugins import render, render_details
from schedcfg.configuration.effective.registry import DeclaredPlugin, PluginRegistry, chosen
from schedcfg.errors import WrongSettings
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.paths import ROOT

EXAMPLE = (ROOT / "examples" / "broken" / "custom-plugin.yaml").read_text(encoding="utf-8")
NAME = "HelloWorldPlugin"
SCHEMA = (ROOT / "examples" / "hello-world" / "hello-world-args.schema.json").read_text(encoding="utf-8")

Package = Callable[..., None]


def registry(**declared: object) -> PluginRegistry:
    return chosen(frozenset({NAME}), (), (DeclaredPlugin(NAME, **declared),) if declared else ())  # type: ignore[arg-type]


OTHERS = {"outweighed-score", "unused-plugin-args", "weight-without-effect"}
"""Rules that look at other things than what is declared of a plugin."""


def found(report: FileReport) -> list[tuple[str, int, str]]:
    findings = [finding for document in report.documents for finding in document.findings if finding.rule not in OTHERS]
    return [(finding.rule, finding.start.line, str(finding.finding_class)) for finding in findings]


class TestDeclared:
    def test_a_name_alone_takes_everything(self) -> None:
        for text in (EXAMPLE, EXAMPLE.replace("score:", "filter:"), EXAMPLE.replace("zzz: 3", "zzz: []")):
            assert found(validate(text, options=Options(registry=registry()))) == []

    def test_extension_points(self) -> None:
        known = registry(extension_points=("score", "preScore"))
        assert found(validate(EXAMPLE, options=Options(registry=known))) == []
        wrong = EXAMPLE.replace("score:", "filter:")
        assert found(validate(wrong, options=Options(registry=known))) == [("wrong-extension-point", 12, "refused")]

    def test_multi_point_goes_by_them(self) -> None:
        text = EXAMPLE.replace("score:", "multiPoint:")
        (document,) = effective_configuration(
            text, options=Options(registry=registry(extension_points=("score",)))
        ).documents
        assert document.view is not None
        assert found(validate(text, options=Options(registry=registry(extension_points=("score",))))) == []

    def test_a_schema_alone_says_nothing_about_points(self) -> None:
        known = registry(args_schema=SCHEMA)
        assert found(validate(EXAMPLE.replace("score:", "filter:"), options=Options(registry=known))) == []

    def test_args_are_advised_about_all_at_once(self) -> None:
        text = EXAMPLE.replace('xxx: "xxx"', "xxy: 1").replace("zzz: 3", "zzz: 300").replace('"123"', "abc")
        report = validate(text, options=Options(registry=registry(args_schema=SCHEMA)))
        assert found(report) == [("own-plugin-args", line, "advised") for line in (16, 17, 18, 19)]
        assert report.verdict == "accepted"
        assert all(finding.is_error for finding in report.documents[0].findings)

    def test_each_entry_counts(self) -> None:
        text = (
            EXAMPLE + "  - schedulerName: two\n    pluginConfig:\n      - name: HelloWorldPlugin\n        args: [1]\n"
        )
        assert [
            line for _, line, _ in found(validate(text, options=Options(registry=registry(args_schema=SCHEMA))))
        ] == [23]

    def test_no_args_at_all(self) -> None:
        text = EXAMPLE[: EXAMPLE.index("        args:")]
        assert [
            rule for rule, _, _ in found(validate(text, options=Options(registry=registry(args_schema=SCHEMA))))
        ] == ["own-plugin-args"]

    def test_other_processes_know_them(self, tmp_path: Path) -> None:
        for number in range(3):
            (tmp_path / f"{number}.yaml").write_text(EXAMPLE.replace("zzz: 3", "zzz: -1"), encoding="utf-8")
        settings = Options(registry=registry(extension_points=("score",), args_schema=SCHEMA))
        reports = list(validate_files([str(tmp_path)], settings, jobs=2))
        assert [rule for report in reports for rule, _, _ in found(report)] == ["own-plugin-args"] * 3

    def test_they_are_on_the_reference(self) -> None:
        known = registry(extension_points=("score",), args_schema=SCHEMA).own
        (facts,) = list_plugins([NAME], own=known).plugins
        assert (facts.name, facts.in_tree, [period.points for period in facts.points]) == (NAME, False, [("score",)])
        assert NAME in {plugin.name for plugin in list_plugins(own=known).plugins}
        assert NAME not in {plugin.name for plugin in list_plugins().plugins}

    def test_on_the_reference_without_extension_points(self) -> None:
        found = list_plugins([NAME], own=registry(args_schema=SCHEMA).own)
        assert found.plugins[0].points == ()
        assert "Extension points\n  not declared\n" in "".join(render_details(found, colored=False))
        for release in (None, "1.33"):
            listed = list_plugins(kubernetes=release, own=registry(args_schema=SCHEMA).own)
            assert NAME in "".join(render(listed, colored=False))

    def test_an_in_tree_plugin_stays_what_it_is(self) -> None:
        text = EXAMPLE.replace(NAME, "NodeResourcesFit").split("    pluginConfig")[0]
        own = chosen(frozenset({"NodeResourcesFit"}), (), (DeclaredPlugin("NodeResourcesFit", ("bind",)),))
        assert found(validate(text, options=Options(registry=own))) == []


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Package]:
    """Install a package without pip: its module, and the folder in which its entry points are noted."""
    monkeypatch.syspath_prepend(str(tmp_path))
    module = "hello_world_schedcfg"

    def install(value: str = f"{module}:PLUGIN", before: str = "", *, source: bool = True) -> None:
        info = tmp_path / "hello_world_schedcfg-1.0.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hello-world-schedcfg\nVersion: 1.0.0\n", "utf-8")
        (info / "entry_points.txt").write_text(f"[schedcfg.plugins]\n{NAME} = {value}\n", "utf-8")
        if source:
            target = tmp_path / f"{module}.py"
            shutil.copy(ROOT / "examples" / "hello-world" / "package" / f"{module}.py", target)
            target.write_text(before + target.read_text(encoding="utf-8"), encoding="utf-8")

    from schedcfg.configuration.effective import registry

    registry.described.cache_clear()
    yield install
    registry.described.cache_clear()
    sys.modules.pop(module, None)


class TestPackages:
    def test_the_library_takes_a_plugin_as_it_is(self, package: Package) -> None:
        package()
        from hello_world_schedcfg import PLUGIN

        own = declared(frozenset(), own=(PLUGIN,))
        assert found(validate(EXAMPLE, options=Options(registry=own))) == []
        assert found(validate(EXAMPLE.replace("zzz: 3", "zzz: 300"), options=Options(registry=own))) == [
            ("plugin-args", 19, "refused")
        ]

    def test_shape_and_checks_are_the_packages(self, package: Package) -> None:
        package()
        assert found(validate(EXAMPLE, options=Options(registry=registry()))) == []
        text = EXAMPLE.replace('xxx: "xxx"', "xxy: 1").replace("zzz: 3", "zzz: 300").replace('"123"', "123")
        assert found(validate(text, options=Options(registry=registry()))) == [
            ("unknown-field", 17, "refused"),
            ("wrong-type", 18, "refused"),
            ("plugin-args", 19, "refused"),
        ]
        assert found(validate(EXAMPLE.replace("score:", "bind:"), options=Options(registry=registry()))) != []

    def test_defaults_are_shown(self, package: Package) -> None:
        package()
        text = EXAMPLE.replace("          zzz: 3\n", "")
        (document,) = effective_configuration(text, options=Options(registry=registry())).documents
        assert document.view is not None
        assert "'zzz': 1" in str(document.view)

    def test_versions_that_do_not_know_the_args_take_anything(self, package: Package) -> None:
        package()
        text = EXAMPLE.replace("/v1\n", "/v1beta1\n").replace("zzz: 3", "zzz: []")
        assert [rule for rule, _, _ in found(validate(text, "1.20", options=Options(registry=registry())))] == [
            "old-api-version"
        ]

    def test_nothing_is_looked_for_where_nothing_is_declared(self, package: Package) -> None:
        package(before="raise RuntimeError('not asked for')\n")
        assert [rule for rule, _, _ in found(validate(EXAMPLE))] == ["undeclared-plugin"]
        assert chosen(frozenset({"Other"}), ()).own == ()

    def test_settings_say_more_than_a_package(self, package: Package) -> None:
        package(before="raise RuntimeError('not asked for')\n")
        assert found(validate(EXAMPLE, options=Options(registry=registry(extension_points=("score",))))) == []

    @pytest.mark.parametrize(
        ("value", "before", "message"),
        [
            ("hello_world_schedcfg:PLUGIN", "import no_such_module\n", "ModuleNotFoundError: No module named 'no_such"),
            ("hello_world_schedcfg:NOTHING", "", "AttributeError"),
            ("hello_world_schedcfg:HelloWorldArgs", "", "which is not a `schedcfg.plugins.Plugin` of that name"),
            ("hello_world_schedcfg:PLUGIN", "raise RuntimeError('broken')\n", "RuntimeError: broken"),
        ],
    )
    def test_what_cannot_be_loaded_is_reported(self, package: Package, value: str, before: str, message: str) -> None:
        package(value, before)
        with pytest.raises(WrongSettings) as stopped:
            registry()
        assert str(stopped.value).startswith(f"`{NAME}` is described by {value}, which ")
        assert message in str(stopped.value)
        assert stopped.value.help

    def test_a_package_that_is_half_there(self, package: Package) -> None:
        package(source=False)
        with pytest.raises(WrongSettings, match="cannot be imported"):
            registry()
