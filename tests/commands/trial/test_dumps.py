"""What `kubectl get` writes of a cluster, as what is there before a trial."""

import re
from pathlib import Path

from schedcfg.commands.trial.inputs.given_cluster import _RESOURCES, read_cluster
from tests.commands.trial.worlds import NODE, dumped, names, placed, pod, workload, written
from tests.paths import ROOT


def test_pods_of_a_dump_that_wait_are_left_out(tmp_path: Path) -> None:
    """As with `--cluster`: what comes with the nodes is there, and only the Pods of `--pods` are placed."""
    unschedulable = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}
    nodes = written(
        tmp_path,
        NODE,
        dumped(pod("runs", nodeName="n"), phase="Running"),
        dumped(pod("starts", nodeName="n"), phase="Pending"),
        dumped(pod("waits"), phase="Pending", conditions=[unschedulable]),
        dumped(pod("nominated", priority=9), phase="Pending", nominatedNodeName="n"),
        dumped(pod("gated", schedulingGates=[{"name": "quota"}]), phase="Pending"),
        dumped(pod("done"), phase="Succeeded"),
    )
    given = read_cluster([nodes], ["1:cpu=1"], "1.29")
    assert names(given, "Pod") == ["runs", "starts", "pod-0"]
    assert given.notes == (
        "left out: 3 Pods of `--nodes` without a node; name those that are to be placed with `--pods`",
        "left out, as they have ended, or are being deleted: 1 Pod",
    )
    # They can be named, in a file of their own or in the same one.
    named = written(tmp_path, pod("waits", nodeSelector={"a": "b"}), name="named.json")
    assert list(placed(read_cluster([nodes], [named], "1.29"))) == ["waits"]
    assert list(placed(read_cluster([nodes], [nodes], "1.29"))) == ["waits", "nominated", "gated"]


def test_workloads_of_a_dump_bring_no_pods(tmp_path: Path) -> None:
    """One of their Pods waits: it would come again under another name."""
    owner = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-1", "uid": "u", "controller": True}
    own = dumped(workload("ReplicaSet", "web-1", replicas=2))
    there, waiting = dumped(pod("web-1-a", nodeName="n")), dumped(pod("web-1-b"), phase="Pending")
    for data in (there, waiting):
        data["metadata"]["ownerReferences"] = [owner]
    others = [workload("Deployment", "web", replicas=2), workload("DaemonSet", "agent")]
    nodes = written(tmp_path, NODE, own, there, waiting, *map(dumped, others))
    given = read_cluster([nodes], ["1:cpu=1"], "1.29")
    assert (list(placed(given)), names(given, "ReplicaSet")) == (["pod-0"], ["web-1"])
    assert given.notes[1:] == (
        "make no Pods, as they come with `--nodes`; name them with `--pods` to place their Pods: 1 Deployment",
        "make no Pods, as they come with `--nodes`; name them with `--pods` to place their Pods: 1 DaemonSet",
    )


def test_workloads_that_nobody_has_created_are_not_dropped_in_silence(tmp_path: Path) -> None:
    nodes = written(tmp_path, NODE, workload("StatefulSet", "db", replicas=2))
    (note,) = read_cluster([nodes], ["1:cpu=1"], "1.29").notes
    assert note.endswith("name them with `--pods` to place their Pods: 1 StatefulSet")
    assert list(placed(read_cluster([nodes], [nodes], "1.29"))) == ["db-0", "db-1"]


def test_the_documented_dump_has_what_is_read_of_a_cluster() -> None:
    page = (ROOT / "docs" / "how-to" / "will-it-fit.md").read_text(encoding="utf-8")
    lists = re.findall(r"kubectl get (\S+) -A -o yaml", page)
    assert len(lists) == 2
    assert {name for one in lists for name in one.split(",")} == {resource.qualified for resource in _RESOURCES}
    # kubectl lists nothing at all where a cluster lacks one of them.
    optional = {one.qualified for one in _RESOURCES if one.group == "resource.k8s.io" or "PodGroup" in one.kind}
    assert set(lists[1].split(",")) == optional
