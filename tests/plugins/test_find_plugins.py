"""Looking plugins up: every in-tree plugin of every release is there, and nothing else can be reached."""

import subprocess
import sys
from itertools import pairwise

import pytest

from schedcfg import plugins, releases
from schedcfg.plugins import catalog
from tests.plugins import plugin_facts


def test_every_in_tree_plugin_has_a_file_and_no_other_is_in_tree() -> None:
    assert {plugin.name for plugin in plugins.all_plugins() if plugin.in_tree} == plugin_facts.all_names()


def test_found_plugins_are_those_listed() -> None:
    listed = plugins.all_plugins()
    assert list(listed) == sorted(listed, key=lambda plugin: plugin.name)
    assert [plugins.find(plugin.name) for plugin in listed] == list(listed)


@pytest.mark.parametrize("release", plugin_facts.RELEASES)
def test_extension_points(release: str) -> None:
    number = releases.at(release).number
    measured = {name: tuple(known["extension_points"]) for name, known in plugin_facts.plugins(release).items()}
    ours = {plugin.name: plugin.points_at(number) for plugin in plugins.all_plugins() if plugin.in_tree}
    assert {name: points for name, points in ours.items() if points} == measured


def test_each_change_of_extension_points_is_a_change() -> None:
    for plugin in plugins.all_plugins():
        points = list(plugin.points_by_release().values())
        assert all(one != other for one, other in pairwise(points)), plugin.name


def test_removed_plugins_say_what_to_do_and_no_others() -> None:
    for plugin in plugins.all_plugins():
        gone = not plugin.points_at(releases.at(releases.NEWEST).number)
        assert (plugin.successor is not None) == gone, plugin.name


def test_texts_are_sentences() -> None:
    for plugin in plugins.all_plugins():
        assert plugin.summary.endswith(".")
        assert plugin.summary[0].isupper()
        assert plugin.successor is None or plugin.successor.endswith(".")
        assert plugin.source


@pytest.mark.parametrize(
    "name",
    [
        "",
        "*",
        "Nope",
        "plugin",
        "Plugin",
        "Resources",
        "Wire",
        "Catalog",
        "__init__",
        "node_name",
        "nodeName",
        "NODENAME",
        "NodeName ",
        "NodeName\n",
        "NodeName\0",
        "../NodeName",
        "/etc/passwd",
        "schedcfg.plugins.node_name",
        "NodeName.py",
        "Node_Name",
        "Class",
        "Import",
        "Import" * 10_000,
        "Ĳ",
        "NodeNamé",
    ],
)
def test_other_names_find_nothing(name: str) -> None:
    assert plugins.find(name) is None


def test_out_of_tree_plugins_are_catalogd_and_in_tree_ones_are_not() -> None:
    assert {plugin.name for plugin in plugins.all_plugins() if not plugin.in_tree} <= plugins.CATALOGUED
    assert not plugins.CATALOGUED & plugin_facts.all_names()


def test_a_broken_plugin_file_is_no_unknown_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_path: str) -> None:
        raise ModuleNotFoundError(name="something_else")

    monkeypatch.setattr(catalog, "import_module", broken)
    with pytest.raises(ModuleNotFoundError):
        plugins.find("NeverAskedBefore")


def test_looking_at_plugins_without_args_imports_neither_pydantic_nor_other_plugins() -> None:
    code = (
        "import sys\n"
        "from schedcfg import plugins\n"
        "assert plugins.find('NodeName').points_at(29) == ('filter',)\n"
        "assert plugins.find('Nope') is None\n"
        "found = {name for name in sys.modules if name.startswith('schedcfg.plugins.')}\n"
        "known = ('catalog', 'context', 'plugin', 'without_args')\n"
        "assert found == {'schedcfg.plugins.' + name for name in known}, found\n"
        "assert not {'pydantic', 'yaml'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
