"""A catalog of plugins outside of Kubernetes: how it is registered, what is recorded of it.

What the program of Kubernetes 1.31 with scheduler-plugins v0.31.8 wrote for some cases is kept in `recorded/`.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tools.record import __main__ as command
from tools.record import answers, catalog, facts
from tools.record.answers import Recording
from tools.record.catalog import Catalog
from tools.record.module import KUBERNETES, Build, BuildError, Module

RECORDED = Path(__file__).parent / "recorded"
CASES = [json.loads(line) for line in (RECORDED / "catalog_answers.ndjson").read_text(encoding="utf-8").splitlines()]
PROJECT = Recording(command.CONFORMANCE / "sp-train")

MAIN = """package main

import (
	"k8s.io/kubernetes/cmd/kube-scheduler/app"

	"sigs.k8s.io/scheduler-plugins/pkg/coscheduling"
	alias "sigs.k8s.io/scheduler-plugins/pkg/qos"
	_ "sigs.k8s.io/scheduler-plugins/apis/config/scheme"
)

func main() {
	command := app.NewSchedulerCommand(
		app.WithPlugin(coscheduling.Name, coscheduling.New),
		// app.WithPlugin(crossnodepreemption.Name, crossnodepreemption.New),
		app.WithPlugin(alias.Name, alias.New),
	)
	os.Exit(cli.Run(command))
}
"""
TYPES = """package config

const (
	// Least is a mode.
	Least ModeType = "Least"
	Most  ModeType = "Most"
	Size           = 3
)
"""
MANIFEST = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: scheduling.x-k8s.io
  scope: Namespaced
  names: {kind: PodGroup, plural: podgroups}
  versions: [{name: v1alpha1}]
---
kind: Namespace
"""


@pytest.fixture
def scheduler_plugins(tmp_path: Path) -> Catalog:
    files = {catalog.MAIN: MAIN, "apis/config/types.go": TYPES, "manifests/coscheduling/crd.yaml": MANIFEST}
    for name, text in files.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    module = Module(catalog.MODULES["scheduler-plugins"], "v0.31.8", tmp_path / "source", {KUBERNETES: "v1.31.8"})
    return Catalog("scheduler-plugins", module)


@pytest.fixture
def in_tree() -> frozenset[str]:
    return frozenset(json.loads((RECORDED / "catalog.json").read_text(encoding="utf-8"))["in_tree_plugins"])


def test_plugins_are_registered_as_its_own_main_function_does(scheduler_plugins: Catalog) -> None:
    lines = [line.strip() for line in catalog.registration(scheduler_plugins.module).splitlines()]
    assert [line for line in lines if line.startswith("app.WithPlugin")] == [
        "app.WithPlugin(coscheduling.Name, coscheduling.New),",
        "app.WithPlugin(alias.Name, alias.New),",
    ]
    assert 'alias "sigs.k8s.io/scheduler-plugins/pkg/qos"' in lines
    assert '_ "sigs.k8s.io/scheduler-plugins/apis/config/scheme"' in lines
    (resource,) = [line for line in lines if '"podgroups"' in line]
    assert 'Namespaced: true, Group: "scheduling.x-k8s.io", Version: "v1alpha1", Kind: "PodGroup"' in resource


def test_values_of_strings_are_read_from_its_source(scheduler_plugins: Catalog) -> None:
    assert catalog.enums(scheduler_plugins.module.source) == {"ModeType": ["Least", "Most"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdicts_have_the_recorded_form(case: dict[str, Any], in_tree: frozenset[str]) -> None:
    assert catalog.entry(case["answer"], case["text"], in_tree) == PROJECT.entries("1.31")[case["id"]]


def test_each_stage_is_among_the_cases() -> None:
    recorded = PROJECT.entries("1.31")
    outcomes = {recorded[case["id"]]["outcome"] for case in CASES}
    assert outcomes == {"decode", "validation", "args", "framework", "ok"}
    assert any("unused_args_errors" in recorded[case["id"]] for case in CASES)


def test_the_newest_release_for_one_of_kubernetes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "newest_patch", lambda release, _path: f"v{release}.9")
    monkeypatch.setattr(
        catalog, "download", lambda path, version: Module(path, version, Path(), {KUBERNETES: "v1.31.8"})
    )
    found = catalog.find("scheduler-plugins", "1.31")
    assert (found.module.version, found.kubernetes) == ("v0.31.9", "v1.31.8")
    assert catalog.find("scheduler-plugins@v0.31.8", "1.31").module.version == "v0.31.8"
    with pytest.raises(BuildError, match="no catalog of modules is named plugins: scheduler-plugins"):
        catalog.find("plugins", "1.31")


def test_what_was_recorded_compares_as_equal(
    scheduler_plugins: Catalog,
    build: Build,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(catalog, "find", lambda _wanted, _release: scheduler_plugins)
    monkeypatch.setattr(catalog, "build_with", lambda _found, _version: build)
    recording = Recording(tmp_path / "small")
    rows = [{"id": case["id"], "tags": [], "yaml": case["text"], "releases": {"1.19nt": {}}} for case in CASES]
    answers.write_rows(recording.verdicts, rows)
    arguments = ["1.31", "--catalog", "scheduler-plugins", "--cases", str(recording.prefix), "--facts", str(tmp_path)]
    assert command.main(arguments) == 0
    assert all(list(row["releases"]) == ["1.31", "1.19nt"] for row in answers.read_rows(recording.verdicts))
    tables = facts.read(tmp_path / "scheduler-plugins" / "1.31.json")
    assert tables["enums"] == {"ModeType": ["Least", "Most"]}
    assert tables["scheduler_plugins_version"] == "v0.31.8"
    assert tables["plugins"]["QOSSort"]["extension_points"] == ["queueSort"]
    assert command.main([*arguments, "--compare"]) == 0
    assert f"{len(CASES)} of {len(CASES)} cases answered the same" in capsys.readouterr().out

    changed = list(answers.read_rows(recording.verdicts))
    ran = next(row["releases"]["1.31"] for row in changed if row["releases"]["1.31"].get("runs"))
    ran["runs"] = {}
    answers.write_rows(recording.verdicts, changed)
    assert command.main([*arguments, "--compare", "--only", "answers"]) == 1
    assert "differing: 1 runs" in capsys.readouterr().out


def test_facts_differ_in_more_than_the_name_of_what_was_measured() -> None:
    recorded = {"scheduler_plugins_commit": "74c29036", "kubernetes": "v1.31.8", "minimal_decode_errors": {"v2": "x"}}
    found = {"scheduler_plugins_version": "v0.31.8", "kubernetes": "v1.31.4", "minimal_decode_errors": {"v2": "x"}}
    assert catalog.comparable(recorded) == catalog.comparable(found)
    assert catalog.comparable({**found, "plugins": {}}) != catalog.comparable(recorded)
