"""A scheduler under another name: all that names it changes, and nothing else."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from schedcfg.commands.server.renaming import Renaming, renamable_range_at, renaming_at
from schedcfg.document.edit.splices import applied
from schedcfg.document.span import Edit
from tests.commands.server.written_folder import (
    CONFIG_MAP,
    POLICY,
    STATIC_FILES,
    STATIC_POD,
    THREE_FILES,
    look_at,
    place_of,
    read,
    write,
)
from tests.paths import EXAMPLES


def renamed(path: Path, text: str, new_name: str, number: int = 0) -> Renaming:
    found = renaming_at(look_at(path), place_of(path, text, number), new_name)
    assert found is not None
    return found


def apply(edits: Mapping[str, tuple[Edit, ...]]) -> None:
    for name, changes in edits.items():
        Path(name).write_bytes(applied(read(Path(name)), changes).encode())


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def findings(folder: Path) -> list[tuple[str, str, int]]:
    """List what is found in all files of a folder, by rule and line."""
    reports = [(path.name, look_at(path).report) for path in sorted(folder.iterdir())]
    return [
        (name, finding.rule, finding.start.line)
        for name, report in reports
        for document in report.documents
        for finding in document.findings
    ]


@pytest.mark.parametrize(
    ("file", "number"), [("config.yaml", 0), ("pods.yaml", 0), ("pods.yaml", 1)], ids=["profile", "pod", "cron-job"]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["lf", "crlf"])
def test_the_profile_and_all_that_choose_it_are_renamed_and_back(
    tmp_path: Path, file: str, number: int, line_end: str
) -> None:
    write(tmp_path, {name: text.replace("\n", line_end) for name, text in THREE_FILES.items()})
    before, found_before = state(tmp_path), findings(tmp_path)
    renaming = renamed(tmp_path / file, "batch-jobs", "quick", number)
    assert renaming.refusal == ""
    apply(renaming.edits)
    after = state(tmp_path)
    assert {name: text.count(b"quick") for name, text in after.items()} == {
        "config.yaml": 1,
        "deploy.yaml": 0,
        "pods.yaml": 2,
    }
    assert not any(b"batch-jobs" in text for text in after.values())
    assert findings(tmp_path) == found_before
    apply(renamed(tmp_path / file, "quick", "batch-jobs", number).edits)
    assert state(tmp_path) == before


@pytest.mark.parametrize("new_name", ["yes", "16", "null", "0x1f", "#x", "it's", 'a"b', "a:b", "*", "--", "é"])
def test_a_name_is_written_so_that_it_is_read_as_that_name(tmp_path: Path, new_name: str) -> None:
    write(tmp_path, THREE_FILES)
    apply(renamed(tmp_path / "config.yaml", "batch-jobs", new_name).edits)
    analysis = look_at(tmp_path / "config.yaml")
    configuration = analysis.configurations[0].validated.configuration
    assert configuration is not None
    assert [profile.scheduler_name for profile in configuration.profiles] == [new_name, "nightly"]
    pods = look_at(tmp_path / "pods.yaml").stream.documents
    assert pods[0].data["spec"]["schedulerName"] == new_name
    assert pods[1].data["spec"]["jobTemplate"]["spec"]["template"]["spec"]["schedulerName"] == new_name
    assert pods[2].data["spec"]["schedulerName"] == "nightly"


def test_the_range_is_the_name_without_its_quotes(tmp_path: Path) -> None:
    write(tmp_path, THREE_FILES)
    for file, number in (("config.yaml", 0), ("pods.yaml", 0), ("pods.yaml", 1)):
        path = tmp_path / file
        found = renamable_range_at(look_at(path), place_of(path, "batch-jobs", number))
        assert found is not None
        assert read(path)[slice(*found)] == "batch-jobs"


@pytest.mark.parametrize("text", ["NodeResourcesFit", "resourceName: batch", "name: batch", "/etc/batch", "# Batch"])
def test_nothing_else_is_renamed(tmp_path: Path, text: str) -> None:
    write(tmp_path, {"all.yaml": "---\n".join([CONFIG_MAP, THREE_FILES["deploy.yaml"]])})
    path = tmp_path / "all.yaml"
    assert renamable_range_at(look_at(path), place_of(path, text)) is None
    assert renaming_at(look_at(path), place_of(path, text), "other") is None


def test_what_no_profile_here_serves_is_not_renamed(tmp_path: Path) -> None:
    write(tmp_path, {"pods.yaml": THREE_FILES["pods.yaml"]})
    path = tmp_path / "pods.yaml"
    assert renaming_at(look_at(path), place_of(path, "batch-jobs"), "other") is None


@pytest.mark.parametrize(
    ("new_name", "reason"),
    [
        ("", "at least one character"),
        ("a b", "no white space"),
        ("a\n", "no white space"),
        ("nightly", "`nightly` is already the name of a profile"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, new_name: str, reason: str) -> None:
    write(tmp_path, THREE_FILES)
    renaming = renamed(tmp_path / "config.yaml", "batch-jobs", new_name)
    assert renaming.edits == {}
    assert reason in renaming.refusal
    assert (" in config.yaml" in renamed(tmp_path / "pods.yaml", "batch-jobs", "nightly").refusal) is True


def test_the_same_name_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, THREE_FILES)
    assert renamed(tmp_path / "config.yaml", "batch-jobs", "batch-jobs") == Renaming({}, "")


def test_all_or_nothing_is_renamed(tmp_path: Path) -> None:
    write(tmp_path, STATIC_FILES)
    unwritten = renamed(tmp_path / "pod.yaml", "default-scheduler", "other")
    assert (unwritten.edits, "not written in my-scheduler.yaml" in unwritten.refusal) == ({}, True)

    quoted = '{"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration", "profiles": [%s]}'
    inner = (quoted % '{"schedulerName": "batch-jobs"}').replace('"', '\\"')
    config_map = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"config.yaml": "%s"}}'
    write(tmp_path, {**THREE_FILES, "other.json": config_map % inner})
    unplaced = renamed(tmp_path / "config.yaml", "batch-jobs", "other")
    assert (unplaced.edits, "by hand" in unplaced.refusal, "other.json" in unplaced.refusal) == ({}, True, True)


def test_a_name_in_an_admission_policy_is_left_to_the_user(tmp_path: Path) -> None:
    write(tmp_path, {**THREE_FILES, "policy.yaml": POLICY})
    for file in ("config.yaml", "pods.yaml", "policy.yaml"):
        renaming = renamed(tmp_path / file, "batch-jobs", "other")
        assert renaming.edits == {}
        assert "by hand" in renaming.refusal
        assert ("policy.yaml" in renaming.refusal) is (file != "policy.yaml")


def test_a_name_of_a_flag_is_left_to_the_user(tmp_path: Path) -> None:
    old = STATIC_POD.replace("--config=/etc/kubernetes/own/my-scheduler.yaml", "--scheduler-name=batch-jobs")
    write(tmp_path, {**THREE_FILES, "kube-scheduler.yaml": old.replace("v1.35.0", "v1.22.1")})
    renaming = renamed(tmp_path / "pods.yaml", "batch-jobs", "other")
    assert (renaming.edits, "kube-scheduler.yaml" in renaming.refusal) == ({}, True)


@pytest.mark.parametrize(
    ("file", "old"),
    [
        ("second-scheduler.yaml", "batch-scheduler"),
        ("network-traffic/second-scheduler/quiet-node.yaml", "quiet-node"),
        ("network-traffic/second-scheduler/network-traffic.yaml", "network-traffic"),
        ("network-traffic/scheduler.yaml", "network-traffic"),
    ],
)
def test_the_profiles_of_the_examples_are_renamed_and_back(tmp_path: Path, file: str, old: str) -> None:
    path = tmp_path / Path(file).name
    path.write_bytes((EXAMPLES / file).read_bytes())
    before, found_before = path.read_bytes(), findings(tmp_path)
    new = "some-other"
    offset = read(path).index(f"schedulerName: {old}\n") + len("schedulerName: ")
    found = renaming_at(look_at(path), offset, new)
    assert found is not None
    apply(found.edits)
    assert read(path).count(new) == 1
    assert findings(tmp_path) == found_before
    back = renaming_at(look_at(path), offset, old)
    assert back is not None
    apply(back.edits)
    assert path.read_bytes() == before


TALOS = """\
version: v1alpha1
machine: {type: controlplane}
cluster:
  scheduler:
    config:
      apiVersion: kubescheduler.config.k8s.io/v1
      kind: KubeSchedulerConfiguration
      profiles:
      - &first {schedulerName: "batch-jobs"}  # of Talos
"""
POD_LIST = """\
kind: List
apiVersion: v1
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {schedulerName: &name batch-jobs}}
- {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {schedulerName: batch-jobs}}
"""


def test_parts_of_documents_and_lists_are_renamed(tmp_path: Path) -> None:
    files = {"talos.yaml": TALOS, "list.yaml": POD_LIST, "many.yaml": "---\n".join([THREE_FILES["pods.yaml"]] * 20)}
    write(tmp_path, files)
    before = state(tmp_path)
    renaming = renamed(tmp_path / "talos.yaml", "batch-jobs", "quick")
    assert {Path(path).name: len(edits) for path, edits in renaming.edits.items()} == {
        "talos.yaml": 1,
        "list.yaml": 2,
        "many.yaml": 40,
    }
    apply(renaming.edits)
    for name, text in files.items():
        assert read(tmp_path / name) == text.replace("batch-jobs", "quick")
    apply(renamed(tmp_path / "talos.yaml", "quick", "batch-jobs").edits)
    assert state(tmp_path) == before
