"""The entries for SchemaStore's catalog: whom they would help, and that they leave every other file alone."""

import json
from collections import Counter
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator
from referencing import Registry, Resource

from schedcfg.models import API_VERSIONS
from tests.commands.schema.language_server import LanguageServer
from tests.commands.schema.schema_files import errors, read
from tests.paths import ROOT
from tools import schemastore

CORPUS = ROOT.parent / "shared" / "corpus"
ENTRIES = schemastore.catalog()["schemas"]


def matches(path: str) -> list[str]:
    """Return the entries for a file; a pattern without a slash is the name of a file in any folder."""
    return [entry["name"] for entry in ENTRIES if any(map(PurePosixPath(path).match, entry["fileMatch"]))]


def test_the_files_are_fresh() -> None:
    for path, content in schemastore.files(ROOT):
        assert json.loads(path.read_text(encoding="utf-8")) == content, "run `python -m tools.update_docs --write`"


def test_the_entries_are_as_the_catalog_wants_them() -> None:
    """By src/schemas/json/schema-catalog.json, and its advice to use no patterns where names are enough."""
    assert set(schemastore.catalog()) == {"$schema", "version", "schemas"}
    for entry in ENTRIES:
        assert set(entry) <= {"name", "description", "fileMatch", "url", "versions"}
        assert len(entry["fileMatch"]) == len(set(entry["fileMatch"]))
        # Only of files of tests does the end of the name say what they are.
        names = [one.removeprefix("*.") for one in entry["fileMatch"]]
        assert [one for one in names if set(one) & set("*?[{!(/")] == []
        assert (entry["name"] == "SchedulerTest") == (names != entry["fileMatch"])
        for url in (entry["url"], *entry.get("versions", {}).values()):
            start = "https://raw.githubusercontent.com/schedcfg/schedcfg/main/"
            assert (ROOT / url.removeprefix(start)).is_file(), url
    assert set(ENTRIES[0]["versions"]) == set(API_VERSIONS)


@pytest.mark.parametrize(
    "path",
    [
        "kube-scheduler-config.yaml",
        "deploy/kube-scheduler-config.yml",
        "/etc/kubernetes/kubescheduler-config.yaml",
        "a/b/kube-scheduler-configuration.json",
        "kubeschedulerconfiguration.yaml",
    ],
)
def test_configurations_are_known_by_their_names(path: str) -> None:
    assert matches(path) == ["KubeSchedulerConfiguration"]


def test_settings_are_known_by_their_name() -> None:
    assert matches("x/.schedcfg.toml") == ["schedcfg"]


@pytest.mark.parametrize("path", ["scheduling.schedtest.yaml", "a/b.schedtest.yml", "c.d.schedtest.json"])
def test_files_of_tests_are_known_by_their_end(path: str) -> None:
    assert matches(path) == ["SchedulerTest"]


@pytest.mark.parametrize(
    "path",
    [
        "config.yaml",
        "scheduler.yaml",
        "scheduler-config.yaml",  # of Airflow, Quartz and others, too
        "kube-scheduler.yaml",  # mostly the Pod
        "kube-scheduler-config.yaml.j2",
        "my-kube-scheduler-config.yaml",
        "kube-scheduler-configmap.yaml",
        "kube-scheduler-config/values.yaml",
        "kubescheduler-config.v1beta1.yaml",
        "kube-scheduler-config",
        "KUBE-SCHEDULER-CONFIG.YAML.bak",
        "scheduler-policy-config.json",
        "kubeadm-config.yaml",
        "schedcfg.toml.orig",
        "schedtest.yaml",
        "a.schedtest.yaml.bak",
        "policies/kube-scheduler-config-policy.yaml",
        ".github/workflows/kube-scheduler.yaml",
        "charts/kube-scheduler-config/Chart.yaml",
    ],
)
def test_other_names_are_not_taken(path: str) -> None:
    assert matches(path) == []


def test_real_files_that_are_something_else_are_not_taken() -> None:
    index = CORPUS / "index.jsonl"
    if not index.is_file():
        pytest.skip("the collection of real files is not here")
    rows = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 200
    taken = Counter(row["kind"] for row in rows if matches(row["path"]))
    assert set(taken) == {"KubeSchedulerConfiguration"}
    # Why the usual name is none of ours.
    usual = Counter(row["kind"] for row in rows if PurePosixPath(row["path"]).name == "scheduler-config.yaml")
    assert len(usual) > 1


@cache
def dispatching() -> Draft7Validator:
    [content] = [content for path, content in schemastore.files(ROOT) if path.name != "catalog.json"]
    base = "https://example.invalid/editors/schemastore/any.json"
    known = [
        (f"https://example.invalid/schemas/kubeschedulerconfiguration-{one}.json", read(one)) for one in API_VERSIONS
    ]
    resources = [(uri, Resource.from_contents({**schema, "$id": uri})) for uri, schema in known]
    return Draft7Validator({"$id": base, **content}, registry=Registry().with_resources(resources))


def found(document: Any) -> list[str]:
    return [error.json_path for error in dispatching().iter_errors(document)]


@pytest.mark.parametrize("version", API_VERSIONS)
def test_the_version_of_the_file_decides(version: str) -> None:
    document = {
        "apiVersion": f"kubescheduler.config.k8s.io/{version}",
        "kind": "KubeSchedulerConfiguration",
        "clientConnection": 3,
        "leaderElection": {"leaseDuration": []},
    }
    assert errors(version, document)
    assert found(document) == errors(version, document)


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda path: str(path.name))
def test_examples_are_as_with_their_own_schema(path: Path) -> None:
    for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
        assert found(document) == []


@pytest.mark.parametrize(
    "document",
    [
        {"apiVersion": "v1", "kind": "Pod", "spec": 1},
        {"apiVersion": "v1", "kind": "ConfigMap", "data": {"parallelism": "many"}},
        {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "NodeResourcesFitArgs", "profiles": 1},
        {"kind": "KubeSchedulerConfiguration", "profiles": 1},
        {"profiles": "of something else"},
    ],
)
def test_what_is_something_else_is_left_alone(document: Any) -> None:
    assert found(document) == []


def test_an_editor_follows_it(language_server: LanguageServer, tmp_path: Path) -> None:
    """The usual language server finds the schema of the version through it, as SchemaStore's users would."""
    schema = ROOT / schemastore.FOLDER / "kubeschedulerconfiguration.json"
    modeline = f"# yaml-language-server: $schema={schema.as_uri()}\n"
    kind = "kind: KubeSchedulerConfiguration\nparallelism: many\n"
    for version in ("v1", "v1beta2"):
        path = tmp_path / f"{version}.yaml"
        path.write_text(f"{modeline}apiVersion: kubescheduler.config.k8s.io/{version}\n{kind}", encoding="utf-8")
        assert [problem["range"]["start"]["line"] for problem in language_server.open(path)] == [3]
    path = tmp_path / "pod.yaml"
    path.write_text(f"{modeline}apiVersion: v1\nkind: Pod\nparallelism: many\n", encoding="utf-8")
    assert language_server.open(path) == []
