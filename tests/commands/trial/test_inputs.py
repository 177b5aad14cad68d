"""Files and folders that a trial begins with."""

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from schedcfg.commands.trial.inputs import given_objects
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.errors import UnreadableInput
from tests.commands.trial.worlds import NODE, NODES, made, names, placed, pod, read, refusal, workload, written

DEFINITION = made(
    "CustomResourceDefinition",
    "podgroups.scheduling.x-k8s.io",
    "apiextensions.k8s.io/v1",
    spec={
        "group": "scheduling.x-k8s.io",
        "scope": "Namespaced",
        "names": {"plural": "podgroups", "kind": "PodGroup"},
        "versions": [{"name": "v1alpha1", "served": True, "storage": True}],
    },
)


def test_a_file_for_both_is_read_once(tmp_path: Path) -> None:
    path = written(tmp_path, NODE, pod("a"))
    given = read_cluster([path], [f"{tmp_path}/./objects.json"], "1.29")
    assert (names(given, "Node"), list(placed(given))) == (["n"], ["a"])


def test_folders_documents_and_typed_lists(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    items = [{"metadata": {"name": name}, "spec": pod("x")["spec"]} for name in ("b", "c")]
    (inner / "pods.json").write_text(
        json.dumps({"apiVersion": "v1", "kind": "PodList", "items": items}), encoding="utf-8"
    )
    (tmp_path / "a.yaml").write_text(
        "# nothing\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: c}]}\n---\n",
        encoding="utf-8",
    )
    (tmp_path / "values.yaml").write_text("replicas: 3\n", encoding="utf-8")
    (tmp_path / "broken.yaml").write_text("a: [\n", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("kind: Pod", encoding="utf-8")
    given = read_cluster([NODES], [str(tmp_path)], "1.29")
    assert list(placed(given)) == ["a", "b", "c"]
    broken, skipped = given.notes
    assert broken.startswith(f"{tmp_path}/broken.yaml:1 is skipped: ")
    assert skipped == "skipped, as they have no `kind`: 1 document"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO(json.dumps(pod("a")).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=raw))
    assert list(placed(read_cluster([NODES], ["-"], "1.29"))) == ["a"]


def test_pods_keep_their_order(tmp_path: Path) -> None:
    objects = [workload("Deployment", "late", replicas=1), pod("b"), workload("Job", "j", "batch/v1"), pod("a")]
    assert list(placed(read(tmp_path, *objects))) == ["late-0", "b", "j-0", "a"]


def test_pods_with_a_node_are_there_before(tmp_path: Path) -> None:
    given = read(tmp_path, pod("there", nodeName="node-0"), pod("lost", nodeName="gone"), pod("new"))
    assert list(placed(given)) == ["new"]
    assert "on node gone, which is not given: 1 Pod" in given.notes


def test_pods_that_are_over_are_left_out(tmp_path: Path) -> None:
    over = [{**pod(phase.lower()), "status": {"phase": phase}} for phase in ("Succeeded", "Failed")]
    leaving, ending = pod("leaving"), pod("ending", nodeName="node-0")
    for data in (leaving, ending):
        data["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z"
    given = read(tmp_path, pod("a"), *over, leaving, ending)
    assert names(given, "Pod") == ["ending", "a"]
    assert given.notes == ("left out, as they have ended, or are being deleted: 3 Pods",)


def test_what_is_wrong_is_listed_with_its_place(tmp_path: Path) -> None:
    objects = [
        pod("A"),
        {**pod("b"), "spec": []},
        pod("c", nodeSelector={"a": 1}),
        {"apiVersion": "v1", "kind": "Pod", "metadata": {}},
        made("Pod", "d", spec={"containers": []}),
        {**pod("e"), "metadata": {"name": "e", "namespace": "a.b"}},
        {"kind": "Pod", "metadata": {"name": "f"}},
        pod("g", containers=[{"name": "c", "resources": {"requests": {"cpu": "1x"}}}]),
    ]
    places, lines = zip(*(line.split(": ", 1) for line in refusal(tmp_path, *objects)), strict=True)
    assert lines == (
        "Pod has a name that none may have: 'A'",
        "Pod b: spec has to be an object, and is a list",
        "Pod c: spec.nodeSelector.a has to be a text, and is a number",
        "Pod has no `metadata.name`",
        "Pod e has a namespace that none may be",
        "Pod has no `apiVersion`",
        "Pod g: spec.containers[0].resources.requests.cpu has to be a quantity, such as 4, 500m or 16Gi, "
        "and is the text '1x'",
    )
    text = (tmp_path / "objects.json").read_text(encoding="utf-8").splitlines()
    assert '"a": 1' in text[int(places[2].partition(":")[2]) - 1]


def test_only_so_many_problems_are_shown(tmp_path: Path) -> None:
    lines = refusal(tmp_path, *(pod(f"Wrong{number}") for number in range(15)))
    assert len(lines) == 11
    assert lines[-1] == "and 5 more problems like these"


def test_pods_that_no_api_server_takes(tmp_path: Path) -> None:
    devices = [{"name": "c", "resources": {"requests": {"nvidia.com/gpu": 1}}}]
    none, limited, unnamed = refusal(
        tmp_path, made("Pod", "a", spec={}), pod("b", containers=devices), pod("c", containers=[{"image": "x"}])
    )
    assert none.endswith("Pod default/a has no containers")
    assert "container c has to limit nvidia.com/gpu to what it requests" in limited
    assert unnamed.endswith("a container has no name")


def test_an_object_is_there_once(tmp_path: Path) -> None:
    assert list(placed(read(tmp_path, pod("a"), pod("a")))) == ["a"]
    (line,) = refusal(tmp_path, pod("a"), pod("a", nodeName="n"))
    assert "Pod default/a is already in " in line


def test_generated_names_are_numbered(tmp_path: Path) -> None:
    first = {**pod("x"), "metadata": {"generateName": "web-"}}
    other = {**pod("x"), "metadata": {"generateName": "web-", "namespace": "b"}}
    given = read(tmp_path, first, first, other)
    assert names(given, "Pod") == ["web-0", "web-1", "web-0"]


def test_kinds_that_say_nothing_are_named(tmp_path: Path) -> None:
    others = [made("ConfigMap", "a"), made("Ingress", "b", "networking.k8s.io/v1"), made("ConfigMap", "c")]
    given = read(tmp_path, pod("a"), *others)
    assert given.notes == ("not used, as the scheduler does not look at them: ConfigMap (2), Ingress (1)",)


def test_definitions_add_kinds(tmp_path: Path) -> None:
    group = made("PodGroup", "g", "scheduling.x-k8s.io/v1alpha1", spec={"minMember": 3})
    given = read(tmp_path, pod("a"), DEFINITION, group)
    (found,) = [one for one in given.cluster.objects if one["kind"] == "PodGroup"]
    assert found["metadata"] == {"name": "g", "namespace": "default"}
    assert given.cluster.kinds.of(found) is not None
    assert given.notes == ()


def test_kinds_of_plugins_need_their_definition(tmp_path: Path) -> None:
    notes = read(tmp_path, pod("a"), made("PodGroup", "g", "scheduling.x-k8s.io/v1alpha1")).notes
    assert "a plugin that looks at PodGroup needs the CustomResourceDefinition among the files" in notes


def test_nodes_on_which_nothing_fits_are_noted(tmp_path: Path) -> None:
    path = written(tmp_path, made("Node", "a"), made("Node", "b", status={"allocatable": {"cpu": "1"}}), NODE)
    notes = read_cluster([path], ["1:"], "1.29").notes
    assert notes == (
        "no `status.allocatable`, so that nothing fits there: 1 Node",
        "without the label `kubernetes.io/hostname`, so that rules about hosts do not see them: 2 Nodes",
        "no `pods` in `status.allocatable`, so that no Pod fits there: 1 Node",
    )


def test_conditions_of_nodes_become_taints(tmp_path: Path) -> None:
    conditions = [{"type": "Ready", "status": "Unknown"}, {"type": "DiskPressure", "status": "False"}]
    node = {**NODE, "spec": {"unschedulable": True}, "status": {**NODE["status"], "conditions": conditions}}
    given = read_cluster([written(tmp_path, node)], ["1:"], "1.29")
    (found,) = [one for one in given.cluster.objects if one["kind"] == "Node"]
    assert [taint["key"] for taint in found["spec"]["taints"]] == [
        "node.kubernetes.io/unreachable",
        "node.kubernetes.io/unschedulable",
    ]


def test_files_have_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(given_objects, "LARGEST", 100)
    monkeypatch.setenv("SCHEDCFG_MAX_FILE_MIB", "0")
    with pytest.raises(UnreadableInput) as error:
        read(tmp_path, pod("a"))
    assert "it is larger than" in error.value.sentence


def test_what_is_missing_is_said_before_the_run(tmp_path: Path) -> None:
    claims = [{"name": "g", "resourceClaimTemplateName": "t"}, {"name": "h", "resourceClaimName": "c"}]
    volume = [{"name": "v", "persistentVolumeClaim": {"claimName": "data"}}]
    request = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}}
    objects = [
        pod("a", resourceClaims=claims, volumes=volume),
        made("ResourceClaim", "c", "resource.k8s.io/v1", spec=request),
        made("PersistentVolumeClaim", "other", spec={"storageClassName": "fast"}),
    ]
    waits = "is not given, and the scheduler waits for it: 1 Pod"
    assert read(tmp_path, *objects, release="1.37").notes == (
        "no ResourceSlice is given: no node has devices that can be claimed",
        f"PersistentVolumeClaim default/data {waits}",
        f"ResourceClaimTemplate default/t {waits}",
        "StorageClass fast is not given, so that no volumes are made for it: 1 PersistentVolumeClaim",
        "DeviceClass gpu is not given, so that no device is of it: 1 ResourceClaim",
    )


def test_labels_of_made_namespaces_are_not_known(tmp_path: Path) -> None:
    term = {"topologyKey": "a", "namespaceSelector": {"matchLabels": {"team": "x"}}, "labelSelector": {}}
    affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    given = read(tmp_path, pod("a", affinity=affinity))
    assert "Pods select namespaces by labels" in " ".join(given.notes)
    (namespace,) = [one for one in given.cluster.objects if one["kind"] == "Namespace"]
    assert namespace["metadata"]["labels"] == {"kubernetes.io/metadata.name": "default"}
