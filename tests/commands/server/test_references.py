"""From a name to where it is defined, and to all places that have it: in one text, and across files."""

from pathlib import Path

import pytest

from schedcfg.commands.server.analysis import analyze
from schedcfg.commands.server.outline import outline
from schedcfg.commands.server.references import definitions_at, references_at
from tests.commands.server.written_folder import (
    CONFIG_MAP,
    CONFIGURATION,
    DEPLOYMENT,
    POLICY,
    STATIC_FILES,
    STATIC_POD,
    THREE_FILES,
    look_at,
    place_of,
    shown,
    write,
)
from tests.paths import EXAMPLES


def definitions(path: Path, text: str, number: int = 0) -> list[str]:
    return shown(definitions_at(look_at(path), place_of(path, text, number)))


def references(path: Path, text: str, number: int = 0) -> list[str]:
    return shown(references_at(look_at(path), place_of(path, text, number)))


LEADING = ["deploy.yaml: /etc/batch/config.yaml", "deploy.yaml: name: config", "deploy.yaml: name: config"]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("deploy.yaml", "/etc/batch/config.yaml"),
        ("deploy.yaml", "mountPath: /etc/batch"),
        ("deploy.yaml", "configMap:"),
        ("config.yaml", "config.yaml: |"),
    ],
)
def test_a_flag_its_mount_its_volume_and_the_key_of_a_config_map_lead_to_each_other(
    tmp_path: Path, file: str, text: str
) -> None:
    write(tmp_path, THREE_FILES)
    assert definitions(tmp_path / file, text) == ["config.yaml: config.yaml"]
    assert references(tmp_path / file, text) == LEADING


def test_a_static_pod_and_the_file_beside_it_lead_to_each_other(tmp_path: Path) -> None:
    write(tmp_path, STATIC_FILES)
    leading = [
        "kube-scheduler.yaml: /etc/kubernetes/own/my-scheduler.yaml",
        *["kube-scheduler.yaml: name: own"] * 2,
    ]
    for file, text in (
        ("kube-scheduler.yaml", "/own/my-scheduler.yaml"),
        ("kube-scheduler.yaml", "hostPath:"),
        ("my-scheduler.yaml", "apiVersion"),
    ):
        assert definitions(tmp_path / file, text)[:1] == [
            "my-scheduler.yaml: apiVersion: kubescheduler.config.k8s.io/v1"
        ]
        assert references(tmp_path / file, text) == leading


def test_a_file_that_is_not_here_leads_to_its_volume(tmp_path: Path) -> None:
    write(tmp_path, {"kube-scheduler.yaml": STATIC_POD})
    path = tmp_path / "kube-scheduler.yaml"
    assert definitions(path, "/own/my-scheduler.yaml") == ["kube-scheduler.yaml: name: own"]
    found = definitions_at(look_at(path), place_of(path, "/own/my-scheduler.yaml"))
    assert STATIC_POD[found[0].start : found[0].end].endswith("path: /etc/kubernetes/own")


def test_what_kustomize_makes_a_config_map_of_leads_to_the_file(tmp_path: Path) -> None:
    kustomization = """\
resources: [deploy.yaml]
configMapGenerator:
- name: other
  files: [other.yaml]
- name: batch
  namespace: kube-system
  files:
  - note.txt
  - config.yaml=scheduler.yaml
"""
    files = {"kustomization.yaml": kustomization, "deploy.yaml": DEPLOYMENT, "scheduler.yaml": CONFIGURATION}
    write(tmp_path, files)
    made = "kustomization.yaml: config.yaml=scheduler.yaml"
    assert references(tmp_path / "deploy.yaml", "/etc/batch/config.yaml") == [*LEADING, made]
    assert definitions(tmp_path / "kustomization.yaml", "=scheduler.yaml") == [
        "scheduler.yaml: apiVersion: kubescheduler.config.k8s.io/v1"
    ]
    assert definitions(tmp_path / "kustomization.yaml", "other.yaml") == []


WORKLOADS = ["pods.yaml: batch-jobs", "pods.yaml: batch-jobs"]


@pytest.mark.parametrize(
    ("file", "text", "number"),
    [("config.yaml", "batch-jobs", 0), ("pods.yaml", "batch-jobs", 0), ("pods.yaml", "batch-jobs", 1)],
)
def test_pods_lead_to_the_profile_that_they_choose(tmp_path: Path, file: str, text: str, number: int) -> None:
    write(tmp_path, THREE_FILES)
    assert definitions(tmp_path / file, text, number) == ["config.yaml: batch-jobs"]
    assert references(tmp_path / file, text, number) == WORKLOADS


def test_an_admission_policy_leads_to_the_profile_that_pods_get(tmp_path: Path) -> None:
    write(tmp_path, {**THREE_FILES, "policy.yaml": POLICY})
    assert definitions(tmp_path / "policy.yaml", "batch-jobs") == ["config.yaml: batch-jobs"]
    assert references(tmp_path / "config.yaml", "batch-jobs") == [*WORKLOADS, "policy.yaml: batch-jobs"]


def test_the_name_by_default_is_that_of_a_profile_that_has_none(tmp_path: Path) -> None:
    write(tmp_path, STATIC_FILES)
    assert definitions(tmp_path / "pod.yaml", "default-scheduler") == [
        "my-scheduler.yaml: percentageOfNodesToScore: 50"
    ]
    assert references(tmp_path / "my-scheduler.yaml", "percentageOfNodesToScore") == ["pod.yaml: default-scheduler"]


def test_a_flag_names_a_scheduler_without_a_file(tmp_path: Path) -> None:
    old = STATIC_POD.replace("--config=/etc/kubernetes/own/my-scheduler.yaml", '"--scheduler-name=batch-jobs"')
    write(tmp_path, {"kube-scheduler.yaml": old.replace("v1.35.0", "v1.22.1"), "pods.yaml": THREE_FILES["pods.yaml"]})
    assert definitions(tmp_path / "pods.yaml", "batch-jobs") == ["kube-scheduler.yaml: batch-jobs"]
    assert references(tmp_path / "kube-scheduler.yaml", "batch-jobs") == WORKLOADS


def test_args_lead_to_where_their_profile_names_the_plugin(tmp_path: Path) -> None:
    write(tmp_path, {"config.yaml": CONFIG_MAP})
    path = tmp_path / "config.yaml"
    analysis = look_at(path)
    offsets = [place_of(path, "NodeResourcesFit", number) for number in range(3)]
    for offset in offsets:
        (definition,) = definitions_at(analysis, offset)
        assert definition.start == offsets[2] - 1
        assert {place.start for place in references_at(analysis, offset)} == {offsets[0] - 1, offsets[1] - 1}


def test_a_plugin_is_one_in_its_own_profile_only() -> None:
    text = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: one
  plugins: {score: {enabled: [{name: ImageLocality}]}}
- schedulerName: two
  plugins: {multiPoint: {disabled: [{name: ImageLocality}]}}
"""
    analysis = analyze(text)
    first, second = text.index("ImageLocality"), text.rindex("ImageLocality")
    for offset in (first, second):
        assert [place.start for place in references_at(analysis, offset)] == [offset]
        assert definitions_at(analysis, offset) == ()


def test_json_and_crlf_have_the_same_places(tmp_path: Path) -> None:
    write(tmp_path, {name: text.replace("\n", "\r\n") for name, text in THREE_FILES.items()})
    assert definitions(tmp_path / "pods.yaml", "batch-jobs") == ["config.yaml: batch-jobs"]
    pod = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"schedulerName": "batch-jobs"}}'
    write(tmp_path, {"pods.yaml": pod})
    assert references(tmp_path / "config.yaml", "batch-jobs") == ["pods.yaml: batch-jobs"]
    assert definitions(tmp_path / "pods.yaml", "batch-jobs") == ["config.yaml: batch-jobs"]


def test_a_text_whose_places_are_not_known_is_left_out(tmp_path: Path) -> None:
    lines = CONFIG_MAP.partition("config.yaml: |\n")
    quoted = lines[2].replace("\n    ", "\\n").strip().replace('"', '\\"')
    write(tmp_path, {**THREE_FILES, "config.yaml": f'{lines[0]}config.yaml: "{quoted}"\n'})
    assert definitions(tmp_path / "pods.yaml", "batch-jobs") == []
    assert references(tmp_path / "pods.yaml", "batch-jobs") == WORKLOADS
    assert definitions(tmp_path / "deploy.yaml", "/etc/batch/config.yaml") == ["config.yaml: config.yaml"]


def test_a_unit_whose_places_are_not_known_is_left_out(tmp_path: Path) -> None:
    unit = "[Service]\\nExecStart=/usr/bin/kube-scheduler --config=/etc/kubernetes/my-scheduler.yaml\\n"
    cloud_init = f'write_files:\n- path: /etc/systemd/system/kube-scheduler.service\n  content: "{unit}"\n'
    write(tmp_path, {"init.yaml": cloud_init, "my-scheduler.yaml": CONFIGURATION})
    assert "kube-scheduler" in outline(look_at(tmp_path / "init.yaml"))[0].name, "it runs one"
    assert references(tmp_path / "my-scheduler.yaml", "apiVersion") == []
    assert definitions(tmp_path / "init.yaml", "/etc/kubernetes/my") == []


def test_the_changed_text_counts_rather_than_its_file(tmp_path: Path) -> None:
    write(tmp_path, THREE_FILES)
    path = tmp_path / "pods.yaml"
    text = "# not saved yet\n" + THREE_FILES["pods.yaml"].replace("nightly", "batch-jobs")
    analysis = look_at(path, text)
    found = references_at(analysis, text.index("batch-jobs"))
    assert [text[place.start : place.end] for place in found] == ["batch-jobs"] * 3
    assert shown(definitions_at(analysis, text.index("batch-jobs"))) == ["config.yaml: batch-jobs"]


def test_the_examples_lead_from_the_flag_to_the_configuration() -> None:
    for file, flag, key in (
        ("second-scheduler.yaml", "/etc/batch/config.yaml", "config.yaml"),
        ("network-traffic/second-scheduler/quiet-node.yaml", "/etc/kube-scheduler/", "scheduler-config.yaml"),
        ("network-traffic/second-scheduler/network-traffic.yaml", "/etc/kube-scheduler/", "scheduler-config.yaml"),
    ):
        path = EXAMPLES / file
        assert definitions(path, flag) == [f"{path.name}: {key}"]
    path = EXAMPLES / "network-traffic" / "scheduler.yaml"
    assert definitions(path, "NetworkTraffic", 1) == ["scheduler.yaml: NetworkTraffic"]
