"""Whatever a file holds: a trial begins, or there is a clear message; never a traceback."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from schedcfg.commands.trial.controllers.controllers import Controllers
from schedcfg.commands.trial.inputs.given_cluster import read_cluster
from schedcfg.errors import SchedcfgError
from tests.commands.trial.worlds import CONTAINERS, NODES, Object, made, pod, workload, written

CLAIM_SPEC = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
REQUESTS = {"devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}}
FLAT_REQUESTS = {"devices": {"requests": [{"name": "r", "deviceClassName": "gpu"}]}}
TERM = {"labelSelector": {"matchLabels": {"app": "a"}}, "topologyKey": "zone", "matchLabelKeys": ["app"]}
EVERY: list[Object] = [
    pod(
        "all",
        labels={"app": "a"},
        priorityClassName="high",
        runtimeClassName="vm",
        nodeSelector={"a": "b"},
        tolerations=[{"key": "a", "operator": "Exists", "effect": "NoExecute"}],
        schedulingGates=[{"name": "a"}],
        hostNetwork=True,
        affinity={"podAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [TERM]}},
        topologySpreadConstraints=[{**TERM, "maxSkew": 1, "whenUnsatisfiable": "DoNotSchedule"}],
        resources={"limits": {"cpu": "1"}},
        volumes=[
            {"name": "c", "persistentVolumeClaim": {"claimName": "c"}},
            {"name": "e", "ephemeral": {"volumeClaimTemplate": {"spec": CLAIM_SPEC}}},
        ],
        resourceClaims=[{"name": "g", "resourceClaimTemplateName": "t"}],
    ),
    {**pod("there"), "spec": {"nodeName": "node-0", "containers": CONTAINERS}},
    made(
        "Node",
        "n",
        spec={"unschedulable": True, "taints": [{"key": "a", "effect": "NoSchedule"}]},
        status={"capacity": {"cpu": "1"}, "conditions": [{"type": "Ready", "status": "False"}]},
    ),
    made("PriorityClass", "high", "scheduling.k8s.io/v1", value=5, globalDefault=True),
    made("RuntimeClass", "vm", "node.k8s.io/v1", overhead={"podFixed": {"cpu": "1m"}}, scheduling={"nodeSelector": {}}),
    made("LimitRange", "l", spec={"limits": [{"type": "Container", "default": {"cpu": "1"}, "max": {"cpu": "9"}}]}),
    made("PersistentVolumeClaim", "c", spec=CLAIM_SPEC),
    made("PersistentVolume", "v", spec={"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"]}),
    made("StorageClass", "s", "storage.k8s.io/v1", provisioner="x", allowedTopologies=[{"matchLabelExpressions": []}]),
    made("PodDisruptionBudget", "b", "policy/v1", spec={"minAvailable": "50%", "selector": {"matchLabels": {}}}),
    made("DeviceClass", "gpu", "resource.k8s.io/v1", spec={}),
    *(
        made(
            "PodGroup",
            f"g{version}",
            f"scheduling.k8s.io/{version}",
            spec={"schedulingPolicy": {"gang": {"minCount": 2}}},
        )
        for version in ("v1alpha2", "v1alpha3", "v1beta1")
    ),
    made("ResourceClaim", "old", "resource.k8s.io/v1alpha2", spec={"resourceClassName": "gpu"}),
    made("ResourceClaimTemplate", "t", "resource.k8s.io/v1", spec={"spec": REQUESTS}),
    made(
        "ResourceSlice",
        "rs",
        "resource.k8s.io/v1beta1",
        spec={"driver": "d", "devices": [{"name": "d", "basic": {"capacity": {"m": {"value": "1"}}}}]},
    ),
    made("ResourceClaim", "rc", "resource.k8s.io/v1alpha3", spec=FLAT_REQUESTS, status={"reservedFor": [{"uid": "1"}]}),
    made(
        "CustomResourceDefinition",
        "w.x.io",
        "apiextensions.k8s.io/v1",
        spec={
            "group": "x.io",
            "scope": "Namespaced",
            "names": {"plural": "ws", "kind": "W"},
            "versions": [{"name": "v1", "served": True}],
        },
    ),
    made("W", "w", "x.io/v1", spec={}),
    workload("Deployment", "d", replicas=2),
    workload("StatefulSet", "f", replicas=1, volumeClaimTemplates=[{"metadata": {"name": "v"}, "spec": CLAIM_SPEC}]),
    workload("Job", "j", "batch/v1", parallelism=2, completionMode="Indexed", completions=3),
    workload("DaemonSet", "a"),
    made("CronJob", "k", "batch/v1", spec={"jobTemplate": {"spec": workload("Job", "x", "batch/v1")["spec"]}}),
]

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from(
        [10**30, -1, 10**9, 1.5, "", "\x1b[31m", "a" * 300, "-1", "1e999999999", [], {}, [None], [[]], {"a": None}]
    ),
    st.sampled_from(["kind", "metadata", "v1", "Pod", "node-0", "0.0000001", "\ud800", "../x", "x\ny"]),
)


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values below one."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in inner for found in ((*path, key), *paths(value, (*path, key)))]


PATHS = paths(EVERY)


def changed(path: tuple[Any, ...], junk: Any) -> list[Object]:
    """Return all objects with one value replaced."""
    objects = json.loads(json.dumps(EVERY))
    inner = objects
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    return objects  # type: ignore[no-any-return]


def begin(folder: Path, objects: list[Object], release: str) -> str:
    """Read objects, let the controllers look at them once, and return the messages."""
    try:
        found = read_cluster([NODES], [written(folder, *objects)], release)
    except SchedcfgError as error:
        return error.sentence
    Controllers(found.cluster.store()).start()
    return "\n".join(found.notes)


def test_the_objects_themselves_are_taken(tmp_path: Path) -> None:
    notes = begin(tmp_path, EVERY, "1.37").splitlines()
    assert "priority 5 from PriorityClass high: 1 Pod" in notes
    assert "overhead, nodeSelector and tolerations from RuntimeClass vm: 1 Pod" in notes


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(PATHS), junk=JUNK, release=st.sampled_from(["1.22", "1.31", "1.33", "1.37"]))
@example(path=(0, "spec"), junk=[], release="1.29")
@example(path=(0, "spec", "containers"), junk=[{}], release="1.29")
@example(path=(0, "metadata", "name"), junk="\x1b[31m", release="1.29")
def test_no_value_makes_a_traceback(tmp_path: Path, path: tuple[Any, ...], junk: Any, release: str) -> None:
    check(begin(tmp_path, changed(path, junk), release))


def check(messages: str) -> None:
    """Check that a terminal can show some messages as they are."""
    assert re.fullmatch(r"[^\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]*", messages), messages


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5000,
        "---\n" + "a: {" * 200,
        "a: &a [1]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\n"
        + "".join(
            f"{after}: &{after} [{', '.join(['*' + before] * 8)}]\n"
            for before, after in zip("cdefgh", "defghi", strict=True)
        ),
        "kind: List\nitems: &x [{kind: List, items: *x}]\n",
        "\x00",
        "kind: Pod\nkind: Pod\n",
        "- kind: Pod\n",
        "7\n",
        '{"kind": "List", "items": 7}',
        '{"kind": "PodList", "apiVersion": "v1", "items": [7, null, {}]}',
    ],
)
def test_texts_that_are_no_manifests_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SchedcfgError) as error:
        read_cluster([NODES], [str(path)], "1.29")
    assert "a.yaml" in str(error.value)
    check(str(error.value))
