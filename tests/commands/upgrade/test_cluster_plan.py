"""The plan for what runs in a cluster, read through a kubectl that answers as a real one does."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.document import yaml_writer
from tests.called import Result
from tests.recorded_cluster import answering
from tests.stand_in import StandIn

Command = Callable[..., Result]
Data = dict[str, Any]

BETA = """\
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
leaderElection:
  resourceLock: leases
  resourceName: batch
profiles:
  # For batches.
  - schedulerName: batch
    plugins:
      score:
        disabled:
          - name: NodeResourcesLeastAllocated
        enabled:
          - {name: NodeResourcesMostAllocated, weight: 5}
"""
RECORDED = Path(__file__).parent / "cluster"
MIRROR = {"kubernetes.io/config.mirror": "4a1bd3f5", "kubernetes.io/config.source": "file"}
FLAGS = (
    "--authentication-kubeconfig=/etc/kubernetes/scheduler.conf",
    "--authorization-kubeconfig=/etc/kubernetes/scheduler.conf",
    "--bind-address=127.0.0.1",
    "--kubeconfig=/etc/kubernetes/scheduler.conf",
    "--leader-elect=true",
    "--port=0",
)
"""Those of kubeadm 1.22."""


def static_pod(node: str, *flags: str, release: str = "v1.22.17", **annotations: str) -> Data:
    """Return the mirror of a static Pod, as kubeadm makes it and the API server shows it."""
    name, file = "kubeconfig", "/etc/kubernetes/scheduler.conf"
    container = {
        "name": "kube-scheduler",
        "image": f"registry.k8s.io/kube-scheduler:{release}",
        "command": ["kube-scheduler", *flags],
        "volumeMounts": [{"name": name, "mountPath": file, "readOnly": True}],
    }
    metadata = {
        "name": f"kube-scheduler-{node}",
        "namespace": "kube-system",
        "annotations": {**MIRROR, **annotations},
        "ownerReferences": [{"apiVersion": "v1", "kind": "Node", "name": node, "uid": "1"}],
    }
    volumes = [{"name": name, "hostPath": {"path": file, "type": "FileOrCreate"}}]
    spec = {"nodeName": node, "hostNetwork": True, "containers": [container], "volumes": volumes}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec, "status": {"phase": "Running"}}


def deployment(name: str, namespace: str, *flags: str, config_map: str = "", **labels: str) -> Data:
    container = {
        "name": "scheduler",
        "image": "registry.k8s.io/kube-scheduler:v1.22.17",
        "command": ["kube-scheduler", *flags],
        "volumeMounts": [{"name": "config", "mountPath": "/etc/scheduler"}],
    }
    spec = {
        "serviceAccountName": name,
        "schedulerName": "default-scheduler",
        "containers": [container],
        "volumes": [{"name": "config", "configMap": {"name": config_map or name}}],
    }
    template = {"metadata": {"labels": {"app": name}}, "spec": spec}
    metadata = {"name": name, "namespace": namespace, "uid": "1", "labels": labels}
    own = {"replicas": 1, "selector": {"matchLabels": {"app": name}}, "template": template}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": own, "status": {"replicas": 1}}


def config_map(name: str, namespace: str, **data: str) -> Data:
    data = {key.replace("_", "."): value for key, value in data.items()}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": namespace}, "data": data}


class Cluster:
    """A kubectl that shows a cluster with some objects."""

    def __init__(self, folder: Path, kubectl: StandIn) -> None:
        self.folder = folder
        self._kubectl = kubectl

    def has(self, version: str, *objects: Data, but: str = "") -> None:
        """Show objects, and nothing else; `but` is a resource that nobody may list."""
        self._put("version", {"serverVersion": {"gitVersion": version}}, "version")
        if but:
            message = f'Error from server (Forbidden): {but} is forbidden: User "viewer" cannot list resource "{but}"'
            self._kubectl.answers("get", but, errors=message, status=1)
        kinds = {"pods": "Pod", "configmaps": "ConfigMap", "deployments.apps": "Deployment"}
        for resource, kind in kinds.items():
            listed = [one for one in objects if one["kind"] == kind]
            self._put(resource, {"items": listed}, "get", resource, "--output=json")
        rows = self.folder / "rows.txt"
        rows.write_text("", encoding="utf-8")
        self._kubectl.answers("get", "pods", file=rows).answers("get", "leases.coordination.k8s.io", file=rows)
        self._put("none", {"items": []}, "get")

    def has_recorded(self) -> None:
        """Show what kubectl 1.32 wrote of a cluster whose API server was the real one of 1.22.17."""
        kinds = {"pods": "static-pods", "configmaps": "configmaps", "deployments.apps": "deployments"}
        self._kubectl.answers("version", file=RECORDED / "version.json")
        for resource, name in kinds.items():
            self._kubectl.answers("get", resource, "--output=json", file=RECORDED / f"{name}.json")
        self.has("v1.22.17")

    def _put(self, name: str, data: Data, *words: str) -> None:
        file = self.folder / f"{name}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        self._kubectl.answers(*words, file=file)


@pytest.fixture
def kubectl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return StandIn(tmp_path, "kubectl")


@pytest.fixture
def cluster(tmp_path: Path, kubectl: StandIn) -> Cluster:
    return Cluster(tmp_path, kubectl)


OLD = (
    static_pod("cp-1", *FLAGS),
    static_pod("cp-2", *FLAGS),
    deployment("batch", "jobs", "--config=/etc/scheduler/config.yaml"),
    config_map("batch", "jobs", config_yaml=BETA),
)
BATCH = "cluster/jobs/configmap/batch[config.yaml]"
CP = ("cluster/kube-system/pod/kube-scheduler-cp-1", "cluster/kube-system/pod/kube-scheduler-cp-2")


def items(report: Data) -> Iterator[tuple[str, Data]]:
    for hop in report["hops"]:
        yield from ((hop["to"], item) for item in hop["items"])


def test_an_old_cluster_to_the_newest_release(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.22.17", *OLD)
    result = schedcfg("upgrade", "--cluster", "--output", "json")
    assert result.status == 1
    assert (result.report["from"], result.report["to"]) == ("1.22", releases.NEWEST)
    found = [(to, item["message"], item["places"]) for to, item in items(result.report) if item["action"] == "edit"]
    at = [{"path": BATCH, "line": 1}]
    assert [(to, places) for to, message, places in found if message.startswith("migrate v1beta1 → ")] == [("1.23", at)]
    assert (
        "1.24",
        "`--port=0` is removed: Kubernetes 1.24 does not know it",
        [{"path": p, "line": None} for p in CP],
    ) in found
    everywhere = {place["path"] for to, message, places in found if "becomes `registry" in message for place in places}
    assert everywhere == {*CP, "cluster/jobs/deployment/batch"}
    files = {file["path"]: file["after"] for hop in result.report["hops"] for file in hop["files"]}
    # Configurations as they are in their key, and no mirror: its file is elsewhere.
    assert set(files) == {BATCH, "cluster/jobs/deployment/batch"}
    assert files[BATCH].startswith("apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n")
    assert "  # For batches.\n" in files[BATCH]


def test_what_a_real_api_server_shows_is_planned_alike(schedcfg: Command, cluster: Cluster) -> None:
    """It adds defaults to what was created there: the objects above, another static Pod, and what kubeadm reads."""
    arguments = ("upgrade", "--cluster", "--to", "1.30", "--output", "json")
    kubeadm = (
        "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.22.17\nscheduler:\n"
        "  extraArgs:\n    port: '0'\n"
    )
    configured = static_pod("cp-3", *FLAGS, "--config=/etc/kubernetes/scheduler.conf/c.yaml")
    cluster.has("v1.22.17", *OLD, configured, config_map("kubeadm-config", "kube-system", ClusterConfiguration=kubeadm))
    made = schedcfg(*arguments).report
    again = Cluster(cluster.folder, StandIn(cluster.folder, "kubectl"))
    again.has_recorded()
    recorded = schedcfg(*arguments).report
    assert list(items(recorded)) == list(items(made))
    assert len(list(items(recorded))) > len(recorded["hops"])
    for key in ("schedulers", "today", "unseen", "objects", "unread"):
        assert recorded[key] == made[key]


def test_how_each_object_is_changed(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.22.17", *OLD)
    report = schedcfg("upgrade", "--cluster", "--context", "my prod", "--to", "1.24", "--output", "json").report
    objects = {one["path"]: one for one in report["objects"]}
    assert list(objects) == ["cluster/jobs/configmap/batch", "cluster/jobs/deployment/batch", *CP]
    kubectl = "kubectl '--context=my prod' --namespace=jobs"
    assert objects["cluster/jobs/configmap/batch"] == {
        "path": "cluster/jobs/configmap/batch",
        "node": None,
        "file": None,
        "save": f"mkdir -p saved/jobs && {kubectl} get configmap batch --output=yaml > saved/jobs/configmap-batch.yaml",
        "change": f"{kubectl} edit configmap batch",
        "notes": [f"Deployment `batch` reads it when it starts: `{kubectl} rollout restart deployment batch`"],
    }
    mirror = objects[CP[1]]
    file = "/etc/kubernetes/manifests/kube-scheduler.yaml"
    assert (mirror["node"], mirror["file"], mirror["change"]) == ("cp-2", file, f"ssh -t cp-2 sudoedit {file}")
    saved = "saved/nodes/cp-2"
    assert mirror["save"] == f"mkdir -p {saved} && ssh cp-2 sudo cat {file} > {saved}/kube-scheduler.yaml"
    assert "changing the Pod has no effect" in mirror["notes"][0]


@pytest.mark.parametrize("output", ["text", "markdown"])
def test_the_same_for_people(schedcfg: Command, cluster: Cluster, output: str) -> None:
    cluster.has("v1.22.17", *OLD, static_pod("cp-3", *FLAGS, "--config=/etc/kubernetes/scheduler.conf/c.yaml"))
    report = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", "json").report
    shown = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", output).out
    commands = [one[key] for one in report["objects"] for key in ("save", "change")]
    (unseen,) = report["unseen"]
    for text in (
        *commands,
        unseen["help"],
        *(path for one in report["objects"] for path in (one["path"], one["file"])),
    ):
        assert text is None or text in shown
    assert "its configuration is /etc/kubernetes/scheduler.conf/c.yaml on node `cp-3`" in shown.replace("\\", "")
    assert "nothing is written to a cluster" in shown
    assert "schedcfg upgrade saved --write --step 1.23" in shown


def saved_as(one: Data) -> tuple[str, Data]:
    """Return where the commands put an object, and what it is there."""
    name, namespace = one["metadata"]["name"], one["metadata"]["namespace"]
    if one["kind"] != "Pod":
        return f"{namespace}/{one['kind'].lower()}-{name}", one
    # The file of the node is what kubeadm wrote, rather than what the kubelet shows.
    spec = {key: value for key, value in one["spec"].items() if key != "nodeName"}
    metadata = {"name": "kube-scheduler", "namespace": namespace}
    return f"nodes/{one['spec']['nodeName']}/kube-scheduler", {**one, "metadata": metadata, "spec": spec}


def test_what_is_saved_is_planned_alike_and_can_be_written(schedcfg: Command, cluster: Cluster, tmp_path: Path) -> None:
    """Where the commands of the plan put them, `upgrade DIR` finds the same, and edits it."""
    cluster.has("v1.22.17", *OLD)
    planned = schedcfg("upgrade", "--cluster", "--to", "1.28", "--output", "json").report
    for one in OLD:
        place, data = saved_as(one)
        path = tmp_path / "saved" / f"{place}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(yaml_writer.write(data), encoding="utf-8")
    saved = schedcfg("upgrade", "saved", "--from", "1.22", "--to", "1.28", "--output", "json").report

    def told(report: Data) -> list[tuple[str, str, str, str, int]]:
        return sorted((to, i["when"], i["action"], i["message"], len(i["places"])) for to, i in items(report))

    assert told(planned) == told(saved)
    files = [{f["path"]: f["after"] for f in hop["files"] if "configmap" in f["path"]} for hop in planned["hops"]]
    assert files[0]
    for hop, expected in zip(planned["hops"], files, strict=True):
        assert schedcfg("upgrade", "saved", "--step", hop["to"], "--write").status in {0, 1}
        for text in expected.values():
            written = (tmp_path / "saved" / "jobs" / "configmap-batch.yaml").read_text(encoding="utf-8")
            assert all(f"    {line}\n" in written or not line for line in text.splitlines())
    assert "kube-scheduler:v1.28" in (tmp_path / "saved/nodes/cp-1/kube-scheduler.yaml").read_text(encoding="utf-8")


def test_a_cluster_in_which_nothing_has_to_change(schedcfg: Command, cluster: Cluster) -> None:
    newest = releases.at(releases.NEWEST)
    text = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
    own = static_pod("cp-1", "--leader-elect=true", release=f"v1.{newest.number}.0")
    cluster.has(f"v1.{newest.number - 1}.2", own, config_map("notes", "kube-system", scheduler_yaml=text))
    result = schedcfg("upgrade", "--cluster", "--output", "json")
    to_do = [item["id"] for _, item in items(result.report) if item["when"] != "after" and item["action"] != "note"]
    assert (result.status, to_do) == (0, [])
    assert (result.report["objects"], result.report["unseen"]) == ([], [])


def test_a_cluster_at_the_newest_release(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has(f"v{releases.NEWEST}.0", *OLD)
    result = schedcfg("upgrade", "--cluster")
    assert result.status == 2
    assert f"the cluster runs Kubernetes {releases.NEWEST}, the newest release that is known here" in result.err
    assert schedcfg("upgrade", "--cluster", "--from", "1.22", "--to", "1.23").status == 1


def test_one_hop(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.22.17", *OLD)
    report = schedcfg("upgrade", "--cluster", "--step", "1.23.17", "--output", "json").report
    assert [(hop["from"], hop["to"]) for hop in report["hops"]] == [("1.22", "1.23")]
    assert any("kube-scheduler:v1.23.17" in item["message"] for _, item in items(report))


def test_what_kubeadm_will_write(schedcfg: Command, cluster: Cluster) -> None:
    written = (
        "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.22.17\nscheduler:\n"
    )
    own = f"{written}  extraArgs:\n    port: '0'\n"
    cluster.has(
        "v1.22.17", static_pod("cp-1", *FLAGS), config_map("kubeadm-config", "kube-system", ClusterConfiguration=own)
    )
    report = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", "json").report
    place = "cluster/kube-system/configmap/kubeadm-config[ClusterConfiguration]"
    gone = next(item for _, item in items(report) if item["message"].startswith("`--port=0` is removed"))
    assert [(one["path"], one["line"]) for one in gone["places"]] == [(place, 6), (CP[0], None)]
    objects = {one["path"]: one for one in report["objects"]}
    assert "'--output=jsonpath={.data.ClusterConfiguration}'" in objects[place.partition("[")[0]]["save"]
    assert "what is only in the file is then lost" in objects[CP[0]]["notes"][1]
    # What kubeadm chooses by itself needs nobody.
    without = config_map("kubeadm-config", "kube-system", ClusterConfiguration=f"{written.rstrip()} {{}}\n")
    cluster.has("v1.22.17", static_pod("cp-1", *FLAGS), without)
    again = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", "json").report
    assert [one["path"] for one in again["objects"]] == [CP[0]]
    assert "what is only in the file is then lost" in again["objects"][0]["notes"][1]


def test_several_configurations_in_a_config_map(schedcfg: Command, cluster: Cluster) -> None:
    other = BETA.replace("batch", "other").replace("  # For batches.\n", "")
    cluster.has("v1.22.17", static_pod("cp-1", *FLAGS), config_map("two", "jobs", a_yaml=BETA, b_yaml=other, c_txt="x"))
    report = schedcfg("upgrade", "--cluster", "--step", "1.23", "--output", "json").report
    paths = [f"cluster/jobs/configmap/two[{key}]" for key in ("a.yaml", "b.yaml")]
    assert [file["path"] for file in report["hops"][0]["files"]] == paths
    assert all(file["after"].startswith("apiVersion: kubescheduler") for file in report["hops"][0]["files"])
    migrated = next(item for _, item in items(report) if item["id"] == "configuration")
    assert migrated["places"] == [{"path": path, "line": 1} for path in paths]
    assert [one["path"] for one in report["objects"]] == ["cluster/jobs/configmap/two", CP[0]]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (BETA.replace("\n", "\r\n"), 1),
        (BETA.rstrip(), 1),
        (f"\n\n{BETA}", 3),
        ('{"apiVersion": "kubescheduler.config.k8s.io/v1beta1", "kind": "KubeSchedulerConfiguration"}', 1),
        ('{"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": "PodFitsResources"}]}', 1),
    ],
    ids=["CRLF", "no line break at the end", "empty lines", "JSON", "Policy"],
)
def test_however_a_configuration_is_quoted(schedcfg: Command, cluster: Cluster, text: str, line: int) -> None:
    cluster.has("v1.22.17", static_pod("cp-1", *FLAGS), config_map("batch", "jobs", config_yaml=text))
    report = schedcfg("upgrade", "--cluster", "--step", "1.23", "--output", "json").report
    (migrated,) = [item for _, item in items(report) if item["id"] == "configuration"]
    assert (migrated["action"], migrated["places"]) == (
        "edit",
        [{"path": "cluster/jobs/configmap/batch[config.yaml]", "line": line}],
    )
    assert "\r" not in report["hops"][0]["files"][0]["after"]


@pytest.mark.parametrize(
    ("flag", "volume", "message"),
    [
        (
            "--config=/etc/scheduler/c.yaml",
            {"configMap": {"name": "gone"}},
            "key `c.yaml` of ConfigMap `gone`, in which",
        ),
        ("--config=/etc/scheduler/c.yaml", {"secret": {"secretName": "s"}}, "in Secret `s`, and no Secret is read"),
        ("--config=/etc/scheduler/c.yaml", {"hostPath": {"path": "/srv"}}, "is /srv/c.yaml on the nodes that run it"),
        ("--config=/own.yaml", {"emptyDir": {}}, "`/own.yaml`, is a file of its own container"),
        ("--policy-configmap=gone", {"emptyDir": {}}, "`gone`"),
    ],
)
def test_configurations_that_are_not_seen(
    schedcfg: Command, cluster: Cluster, flag: str, volume: Data, message: str
) -> None:
    own = deployment("batch", "jobs", flag)
    own["spec"]["template"]["spec"]["volumes"] = [{"name": "config", **volume}]
    cluster.has("v1.22.17", static_pod("cp-1", *FLAGS), own)
    report = schedcfg("upgrade", "--cluster", "--step", "1.23", "--output", "json").report
    (unseen,) = report["unseen"]
    assert unseen["path"] == "cluster/jobs/deployment/batch"
    assert message in unseen["message"]


def test_a_control_plane_that_is_not_shown(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.22.17-eks-1234567", *OLD[2:])
    result = schedcfg("upgrade", "--cluster", "--to", "1.23")
    assert "not seen cluster: no scheduler of the control plane is shown" in result.out
    cluster.has("v1.22.17-eks-1234567")
    nothing = schedcfg("upgrade", "--cluster", "--to", "1.23")
    assert nothing.status == 0
    assert "no scheduler of the control plane is shown" in nothing.out


def test_a_scheduler_that_is_behind(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.24.3", static_pod("cp-1", *FLAGS))
    report = schedcfg("upgrade", "--cluster", "--to", "1.25", "--output", "json").report
    assert [one["message"] for one in report["unseen"]] == [
        "it runs Kubernetes 1.22: what changes for it up to 1.24 is only in a plan `--from 1.22`"
    ]


def test_who_else_writes_an_object(schedcfg: Command, cluster: Cluster) -> None:
    helms = deployment("batch", "jobs", "--port=0", **{"app.kubernetes.io/managed-by": "Helm"})
    operators = deployment("other", "jobs", "--port=0")
    operators["metadata"]["ownerReferences"] = [{"kind": "Scheduler", "name": "mine"}]
    url = static_pod("cp-1", *FLAGS, **{"kubernetes.io/config.source": "http"})
    cluster.has("v1.22.17", url, helms, operators)
    report = schedcfg("upgrade", "--cluster", "--step", "1.23", "--output", "json").report
    notes = {one["path"].rpartition("/")[2]: " ".join(one["notes"]) for one in report["objects"]}
    assert "Helm manages it" in notes["batch"]
    assert "`Scheduler/mine` created it" in notes["other"]
    assert "from a URL (`staticPodURL`)" in notes["kube-scheduler-cp-1"]
    assert report["objects"][-1]["file"] is None


def test_a_pod_without_a_workload(schedcfg: Command, cluster: Cluster) -> None:
    own = static_pod("cp-1", *FLAGS)
    own["metadata"] = {"name": "kube-scheduler", "namespace": "kube-system"}
    cluster.has("v1.23.17", own)
    report = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", "json").report
    (pod,) = report["objects"]
    assert (pod["node"], pod["change"]) == (None, None)
    assert "delete the Pod, and create it again" in pod["notes"][0]


def test_answers_that_are_no_lists(schedcfg: Command, cluster: Cluster) -> None:
    odd: list[Any] = [
        {"kind": kind, "metadata": metadata, "spec": spec, "data": {"a": 1, "b": BETA}}
        for kind in ("Pod", "ConfigMap", "Deployment")
        for metadata in ({}, 1, {"name": 1, "annotations": [], "ownerReferences": {}, "labels": 7})
        for spec in ({}, [], {"nodeName": 3, "containers": [{"command": "kube-scheduler"}]})
    ]
    cluster.has("v1.22.17", *odd)
    result = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", "json")
    assert result.status == 1
    assert all(item["places"] for _, item in items(result.report) if item["action"] == "edit")


@pytest.mark.parametrize("output", ["text", "markdown", "json"])
def test_what_is_forbidden_is_part_of_the_plan(schedcfg: Command, cluster: Cluster, output: str) -> None:
    cluster.has("v1.22.17", *OLD, but="configmaps")
    result = schedcfg("upgrade", "--cluster", "--to", "1.24", "--output", output)
    assert result.status == 3
    assert "schedcfg: cluster/configmaps cannot be read: " in result.err
    assert "cluster/configmaps" in result.out
    assert "--verb=list --resource=configmaps" in result.out.replace("\\", "")
    assert "`--port=0` is removed" in result.out
    # Nobody knows whether the ConfigMap is there.
    assert "key `config.yaml` of ConfigMap `batch`, in which none was found" in result.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--cluster", "--write", "--step", "1.23"),
            "nothing is written to a cluster: save the objects with the commands",
        ),
        (("--cluster", "--write"), "schedcfg upgrade saved --write --step 1.23"),
        (("--cluster", "a.yaml"), "PATH and --cluster exclude each other"),
        (("--cluster", "--step", "1.23", "--to", "1.24"), "--step is a single hop"),
        (("a.yaml", "--from", "1.22", "--to", "1.23", "--context", "here"), "--context needs --cluster"),
    ],
)
def test_what_is_refused_before_anything_is_read(
    schedcfg: Command, kubectl: StandIn, arguments: tuple[str, ...], message: str
) -> None:
    answering(kubectl)
    result = schedcfg("upgrade", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not kubectl.calls


def test_only_get_and_version_are_run(schedcfg: Command, kubectl: StandIn) -> None:
    answering(kubectl)
    assert schedcfg("upgrade", "--cluster", "--context", "here", "--to", "1.34").status == 1
    assert {call[0] for call in kubectl.calls} == {"get", "version"}
    assert "secret" not in str(kubectl.calls).lower()


def test_a_cluster_that_cannot_be_reached(schedcfg: Command, kubectl: StandIn) -> None:
    kubectl.answers("version", errors="The connection to the server 127.0.0.1:1 was refused", status=1)
    result = schedcfg("upgrade", "--cluster", "--output", "json")
    assert (result.status, result.out) == (3, "")
    assert "The connection to the server" in result.err


def test_a_namespace(schedcfg: Command, cluster: Cluster) -> None:
    cluster.has("v1.22.17", *OLD)
    result = schedcfg("upgrade", "--cluster", "--namespace", "jobs", "--to", "1.23")
    assert "only the namespaces `jobs` were read" in result.out
    assert "nothing is reported by missing-rbac and unserved-scheduler-name" in result.out


@pytest.mark.parametrize("output", ["text", "markdown", "json"])
def test_hostile_names_are_harmless(schedcfg: Command, cluster: Cluster, output: str) -> None:
    hostile = "x; \x1b[31mreboot `id` $(id)"
    own = static_pod(f"-oProxyCommand={hostile}", *FLAGS, "--config=/c/$(id);\x1b[2J'.yaml")
    own["spec"]["containers"][0]["volumeMounts"].append({"name": "c", "mountPath": "/c"})
    own["spec"]["volumes"].append({"name": "c", "hostPath": {"path": "/$(reboot)"}})
    fine = static_pod("cp-1", *FLAGS, "--config=/c/$(id);\x1b[2J'.yaml")
    fine["spec"] = {**own["spec"], "nodeName": "cp-1"}
    keys = {f"a\x1b]0;b`|{hostile}": BETA}
    map_ = {**config_map(hostile, "jobs"), "data": keys}
    cluster.has("v1.22.17", own, fine, map_, deployment(hostile, "jobs", "--port=0"))
    result = schedcfg("upgrade", "--cluster", "--step", "1.23", "--output", output)
    assert result.status == 1
    assert "\x1b" not in result.out + result.err
    commands = [
        line for line in result.out.splitlines() if any(one in line for one in ("ssh ", "kubectl get", "kubectl --"))
    ]
    # No command has a name that is none; what a file is called reaches both shells in quotes.
    assert commands
    assert not any("ProxyCommand" in line for line in commands)
    if output == "json":
        objects = json.loads(result.out)["objects"]
        assert [one["path"] for one in objects if one["save"] is None and one["change"] is None] == [
            one["path"] for one in objects if hostile in one["path"]
        ]
        (saved,) = [one["help"] for one in json.loads(result.out)["unseen"] if one["help"]]
        assert saved.startswith("mkdir -p saved/nodes/cp-1 && ssh cp-1 sudo cat ''\"'\"'/$(reboot)/$(id);")
