"""The schemas in an editor: what its language server offers, explains and underlines, and where."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.models import API_VERSIONS
from tests.commands.schema.language_server import LanguageServer
from tests.commands.schema.schema_files import path_of

Open = Callable[..., "Editor"]

HEAD = """\
apiVersion: kubescheduler.config.k8s.io/{version}
kind: KubeSchedulerConfiguration
"""

CURSOR = "|"


class Editor:
    """A file that is open; `|` in its text is where the cursor stands."""

    def __init__(self, server: LanguageServer, path: Path, text: str) -> None:
        before, _, behind = text.partition(CURSOR)
        path.write_text(before + behind, encoding="utf-8")
        self.cursor = (before.count("\n"), len(before) - before.rfind("\n") - 1)
        self.lines = (before + behind).splitlines()
        self._server, self._path = server, path
        self.problems = server.open(path)

    def underlined(self) -> dict[str, str]:
        """Return the text that is underlined → why."""
        return {self._within(problem["range"]): problem["message"] for problem in self.problems}

    def _within(self, found: dict[str, Any]) -> str:
        start, end = found["start"], found["end"]
        assert start["line"] == end["line"]
        return self.lines[start["line"]][start["character"] : end["character"]]

    def offered(self) -> dict[str, dict[str, Any]]:
        return self._server.completions(self._path, *self.cursor)

    def hover(self, word: str) -> str:
        line = next(number for number, text in enumerate(self.lines) if word in text)
        return self._server.hover(self._path, line, self.lines[line].index(word) + 1)


@pytest.fixture
def editor(language_server: LanguageServer, tmp_path: Path) -> Open:
    """Open a file that names its schema in the first line."""

    def opened(text: str, version: str = "v1") -> Editor:
        modeline = f"# yaml-language-server: $schema={path_of(version).as_uri()}\n"
        return Editor(language_server, tmp_path / "scheduler.yaml", modeline + HEAD.format(version=version) + text)

    return opened


@pytest.mark.parametrize("version", API_VERSIONS)
def test_the_server_takes_the_schema_and_finds_nothing_wrong(editor: Open, version: str) -> None:
    assert editor("leaderElection:\n  leaderElect: true\n", version).problems == []


def test_fields_are_offered(editor: Open) -> None:
    offered = editor("leaderElection:\n  leaderElect: true\n  |\n").offered()
    assert {"leaseDuration", "renewDeadline", "resourceLock"} <= set(offered)
    assert "leaderElect" not in offered
    assert "parallelism" not in offered
    assert "leaseDuration: ${1:15s}" in offered["leaseDuration"]["insertText"]


def test_plugins_of_an_extension_point_are_offered_and_others_are_taken(editor: Open) -> None:
    opened = editor("profiles:\n- plugins:\n    queueSort:\n      enabled:\n      - name: |\n      - name: MyOwnSort\n")
    offered = opened.offered()
    assert "PrioritySort" in offered
    assert "NodeResourcesFit" not in offered
    assert "by priority" in offered["PrioritySort"]["documentation"]["value"]
    assert opened.problems == []


def test_disabling_offers_what_runs_by_default(editor: Open) -> None:
    offered = editor("profiles:\n- plugins:\n    filter:\n      disabled:\n      - name: |\n").offered()
    assert "NodeName" in offered
    assert any("*" in label for label in offered)
    assert "ImageLocality" not in offered


@pytest.mark.parametrize("plugin", ["NodeResourcesFit", "NodeAffinity", "VolumeBinding"])
def test_the_fields_of_the_args_are_those_of_the_plugin(editor: Open, plugin: str) -> None:
    offered = set(editor(f"profiles:\n- pluginConfig:\n  - name: {plugin}\n    args:\n      |\n").offered())
    own = {
        "NodeResourcesFit": {"scoringStrategy", "ignoredResources"},
        "NodeAffinity": {"addedAffinity"},
        "VolumeBinding": {"bindTimeoutSeconds"},
    }
    assert own.pop(plugin) <= offered
    assert not set.union(*own.values()) & offered


def test_values_of_args_are_offered(editor: Open) -> None:
    text = (
        "profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      scoringStrategy:\n        type: |\n"
    )
    assert {"LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"} <= set(editor(text).offered())


def test_fields_are_explained(editor: Open) -> None:
    opened = editor(
        "leaderElection:\n  leaseDuration: 15s\nprofiles:\n- pluginConfig:\n  - name: InterPodAffinity\n"
        "    args:\n      hardPodAffinityWeight: 7\n"
    )
    assert "before they try to take it over" in opened.hover("leaseDuration")
    assert "`renewDeadline`" in opened.hover("leaseDuration")
    assert "required affinity" in opened.hover("hardPodAffinityWeight")
    assert f"Kubernetes 1.25 to {releases.NEWEST}" in opened.hover("apiVersion")


@pytest.mark.parametrize(
    ("text", "underlined", "said"),
    [
        ("paralelism: 3\n", "paralelism", "not allowed"),
        ("parallelism: 0\n", "0", "minimum of 1"),
        ("enableProfiling: 'true'\n", "'true'", "Write true or false, without quotes"),
        ("leaderElection:\n  leaseDuration: 15\n", "15", "type"),
        ("leaderElection:\n  leaseDuration: '15'\n", "'15'", "Write a duration with a unit"),
        ("leaderElection:\n  resourceLock: endpoints\n", "endpoints", '"leases"'),
        ("profiles:\n- plugins:\n    scores: {}\n", "scores", "not allowed"),
        (
            "profiles:\n- pluginConfig:\n  - name: NodeResourcesFit\n    args:\n      scoringStrategy: {type: Least}\n",
            "Least",
            '"LeastAllocated"',
        ),
        (
            "profiles:\n- pluginConfig:\n  - name: InterPodAffinity\n    args:\n      hardPodAffinityWeight: 101\n",
            "101",
            "maximum of 100",
        ),
        (
            "profiles:\n- pluginConfig:\n  - name: NodeAffinity\n    args:\n      hardPodAffinityWeight: 1\n",
            "hardPodAffinityWeight",
            "not allowed",
        ),
    ],
)
def test_what_is_wrong_is_underlined(editor: Open, text: str, underlined: str, said: str) -> None:
    ((place, message),) = editor(text).underlined().items()
    assert place == underlined
    assert said in message


@pytest.mark.parametrize(
    "text",
    [
        "enableProfiling: yes\n",
        "parallelism:\nprofiles:\n- pluginConfig:\n  - name: NodeAffinity\n    args:\n",
        "profiles:\n- pluginConfig:\n  - name: MyOwn\n    args: {anything: [1, {goes: true}]}\n",
        "profiles:\n- plugins:\n    score:\n      enabled:\n      - name: MyOwn\n        weight: 2\n",
    ],
)
def test_what_kube_scheduler_takes_is_not_underlined(editor: Open, text: str) -> None:
    assert editor(text).problems == []


def test_a_wrong_api_version_is_underlined(language_server: LanguageServer, tmp_path: Path) -> None:
    text = f"# yaml-language-server: $schema={path_of('v1').as_uri()}\n{HEAD.format(version='v1beta2')}"
    assert list(Editor(language_server, tmp_path / "old.yaml", text).underlined()) == [
        "kubescheduler.config.k8s.io/v1beta2"
    ]


def test_a_schema_may_be_named_relative_to_the_file(language_server: LanguageServer, tmp_path: Path) -> None:
    """As the page about editors shows it."""
    (tmp_path / ".schemas").mkdir()
    shutil.copy(path_of("v1"), tmp_path / ".schemas")
    text = f"# yaml-language-server: $schema=.schemas/{path_of('v1').name}\n{HEAD.format(version='v1')}paralelism: 3\n"
    assert list(Editor(language_server, tmp_path / "near.yaml", text).underlined()) == ["paralelism"]
