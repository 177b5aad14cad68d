"""What an API server fills in, and what it refuses."""

from pathlib import Path
from typing import Any

import pytest

from schedcfg.commands.trial.admission.pod_defaults import is_on
from schedcfg.commands.trial.node_selection import merged_tolerations, tolerates
from schedcfg.errors import SchedcfgError
from tests.commands.trial.worlds import CONTAINERS, Object, made, placed, pod, read

HIGH = made("PriorityClass", "high", "scheduling.k8s.io/v1", value=1000, preemptionPolicy="Never")
LIMITED: list[Object] = [
    {"name": "c", "resources": {"limits": {"cpu": 2, "memory": "1Gi"}, "requests": {"memory": "1Mi"}}}
]


def spec_of(tmp_path: Path, *objects: Object, release: str = "1.29") -> dict[str, Any]:
    (found,) = placed(read(tmp_path, *objects, release=release)).values()
    return found["spec"]  # type: ignore[no-any-return]


def refusal(tmp_path: Path, *objects: Object) -> str:
    with pytest.raises(SchedcfgError) as error:
        read(tmp_path, *objects)
    return str(error.value)


def limits(**item: Any) -> Object:
    return made("LimitRange", "bounds", spec={"limits": [{"type": "Container", **item}]})


def test_defaults_of_a_pod(tmp_path: Path) -> None:
    spec = spec_of(tmp_path, pod("a"))
    assert (spec["schedulerName"], spec["priority"], spec["preemptionPolicy"]) == (
        "default-scheduler",
        0,
        "PreemptLowerPriority",
    )
    assert [one["key"] for one in spec["tolerations"]] == [
        "node.kubernetes.io/not-ready",
        "node.kubernetes.io/unreachable",
    ]
    assert {one["tolerationSeconds"] for one in spec["tolerations"]} == {300}


def test_own_tolerations_are_kept(tmp_path: Path) -> None:
    every = [{"operator": "Exists"}]
    assert spec_of(tmp_path, pod("a", tolerations=every))["tolerations"] == every


def test_requests_from_limits(tmp_path: Path) -> None:
    given = read(tmp_path, pod("a", containers=LIMITED))
    (container,) = placed(given)["a"]["spec"]["containers"]
    assert container["resources"]["requests"] == {"memory": "1Mi", "cpu": "2"}
    assert given.notes == ("requests taken from limits: 1 Pod",)


def test_a_whole_pod_requests_what_its_containers_do(tmp_path: Path) -> None:
    data = pod("a", containers=LIMITED, resources={"limits": {"cpu": "4", "memory": "2Gi"}})
    assert spec_of(tmp_path, data, release="1.34")["resources"]["requests"] == {"cpu": "2", "memory": "1Mi"}
    assert "requests" not in spec_of(tmp_path, data, release="1.29")["resources"]


def test_ports_of_the_host(tmp_path: Path) -> None:
    containers = [{"name": "c", "ports": [{"containerPort": 80}]}]
    assert spec_of(tmp_path, pod("a", containers=containers, hostNetwork=True))["containers"][0]["ports"] == [
        {"containerPort": 80, "hostPort": 80}
    ]


def test_priority_comes_from_the_class(tmp_path: Path) -> None:
    given = read(tmp_path, HIGH, pod("a", priorityClassName="high"), pod("b", priorityClassName="system-node-critical"))
    first, second = (one["spec"] for one in placed(given).values())
    assert (first["priority"], first["preemptionPolicy"]) == (1000, "Never")
    assert second["priority"] == 2_000_001_000
    assert given.notes == (
        "priority 1000 from PriorityClass high: 1 Pod",
        "priority 2000001000 from PriorityClass system-node-critical: 1 Pod",
    )


def test_of_several_default_classes_the_least_counts(tmp_path: Path) -> None:
    classes = [
        made("PriorityClass", name, "scheduling.k8s.io/v1", value=value, globalDefault=True)
        for name, value in (("more", 7), ("less", 3))
    ]
    given = read(tmp_path, *classes, pod("a"))
    assert placed(given)["a"]["spec"]["priorityClassName"] == "less"
    assert given.notes == ("priority 3 from PriorityClass less, the default one: 1 Pod",)


def test_priorities_that_are_refused(tmp_path: Path) -> None:
    assert "no PriorityClass nix is given" in refusal(tmp_path, pod("a", priorityClassName="nix"))
    assert "sets `priority` to 7 itself, and without a class it is 0" in refusal(tmp_path, pod("a", priority=7))
    own = pod("a", priorityClassName="high", preemptionPolicy="PreemptLowerPriority")
    assert "sets `preemptionPolicy` to PreemptLowerPriority itself" in refusal(tmp_path, HIGH, own)


def test_groups_of_pods_have_a_priority(tmp_path: Path) -> None:
    group = made("PodGroup", "g", "scheduling.k8s.io/v1beta1", spec={"priorityClassName": "high"})
    given = read(tmp_path, HIGH, group, pod("a", schedulingGroup={"podGroupName": "g"}), release="1.37")
    (found,) = [one for one in given.cluster.objects if one["kind"] == "PodGroup"]
    assert found["spec"]["priority"] == 1000
    assert given.notes == ("priority 1000 from PriorityClass high: 1 PodGroup",)


def test_what_an_api_server_has_stored_is_left_alone(tmp_path: Path) -> None:
    data = pod("a", priority=7, tolerations=[], schedulerName="own")
    data["metadata"]["resourceVersion"] = "5"
    assert spec_of(tmp_path, data) == data["spec"]


def test_what_a_scheduler_wrote_before_does_not_count(tmp_path: Path) -> None:
    data = pod("a")
    data["metadata"]["resourceVersion"] = "5"
    conditions = [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable"}]
    claims = [{"name": "g", "resourceClaimName": "a-g"}]
    data["status"] = {"conditions": conditions, "nominatedNodeName": "n", "resourceClaimStatuses": claims}
    status = placed(read(tmp_path, data))["a"]["status"]
    assert status == {"phase": "Pending", "resourceClaimStatuses": claims}


def test_a_runtime_class_adds_what_it_takes(tmp_path: Path) -> None:
    tolerations = [{"key": "vm", "operator": "Exists"}]
    runtime = made(
        "RuntimeClass",
        "vm",
        "node.k8s.io/v1",
        handler="vm",
        overhead={"podFixed": {"memory": "100Mi"}},
        scheduling={"nodeSelector": {"vm": "yes"}, "tolerations": tolerations},
    )
    spec = spec_of(tmp_path, runtime, pod("a", runtimeClassName="vm", nodeSelector={"a": "b"}))
    assert (spec["overhead"], spec["nodeSelector"]) == ({"memory": "100Mi"}, {"a": "b", "vm": "yes"})
    assert spec["tolerations"][-1] == tolerations[0]
    contrary = pod("a", runtimeClassName="vm", nodeSelector={"vm": "no"})
    assert "contradicts that of RuntimeClass vm" in refusal(tmp_path, runtime, contrary)
    assert "no RuntimeClass nix is given" in refusal(tmp_path, pod("a", runtimeClassName="nix"))
    assert "another overhead" in refusal(tmp_path, runtime, pod("a", runtimeClassName="vm", overhead={"cpu": "1"}))
    same = spec_of(tmp_path, runtime, pod("a", runtimeClassName="vm", overhead={"memory": "102400Ki"}))
    assert same["overhead"] == {"memory": "100Mi"}


def test_limit_ranges_fill_in(tmp_path: Path) -> None:
    item = {
        "default": {"cpu": "1"},
        "defaultRequest": {"cpu": "500m"},
        "max": {"memory": "1Gi"},
        "min": {"ephemeral-storage": "1"},
    }
    spec = spec_of(tmp_path, limits(default={"cpu": "1"}, max={"memory": "1Gi"}), pod("a", containers=[{"name": "c"}]))
    assert spec["containers"][0]["resources"] == {
        "limits": {"memory": "1Gi", "cpu": "1"},
        "requests": {"memory": "1Gi", "cpu": "1"},
    }
    filled = spec_of(tmp_path, limits(**item), pod("a", containers=[{"name": "c"}]))["containers"][0]["resources"]
    assert filled["requests"] == {"ephemeral-storage": "1", "memory": "1Gi", "cpu": "500m"}


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ({"min": {"cpu": "3"}}, "has to request at least 3 of cpu"),
        ({"max": {"cpu": "500m"}, "default": {"cpu": "1"}}, "may take at most 500m of cpu"),
        ({"maxLimitRequestRatio": {"cpu": "2"}, "default": {"cpu": "4"}}, "at most 2 times that"),
        ({"type": "Pod", "max": {"cpu": "1500m"}}, "the Pod may take at most 1500m of cpu"),
        ({"type": "Pod", "min": {"cpu": "3"}}, "the Pod has to request at least 3 of cpu"),
    ],
)
def test_limit_ranges_refuse(tmp_path: Path, item: Object, reason: str) -> None:
    both = pod("a", containers=[*CONTAINERS, {**CONTAINERS[0], "name": "other"}])
    assert reason in refusal(tmp_path, limits(**item), both)


def test_limit_ranges_of_other_namespaces_do_not_count(tmp_path: Path) -> None:
    other = limits(min={"cpu": "3"})
    other["metadata"]["namespace"] = "other"
    assert "limits" not in spec_of(tmp_path, other, pod("a"))["containers"][0]["resources"]


def test_claims_get_the_default_class_and_bounds(tmp_path: Path) -> None:
    annotated = made("StorageClass", "fast", "storage.k8s.io/v1", provisioner="x")
    annotated["metadata"]["annotations"] = {"storageclass.kubernetes.io/is-default-class": "true"}
    claim = made("PersistentVolumeClaim", "c", spec={"resources": {"requests": {"storage": "5Gi"}}})
    static = made("PersistentVolumeClaim", "static", spec={"storageClassName": ""})
    given = read(tmp_path, annotated, claim, static, pod("a"))
    found = {one["metadata"]["name"]: one["spec"] for one in given.cluster.objects if one["kind"] == claim["kind"]}
    assert found["c"]["storageClassName"] == "fast"
    assert found["static"]["storageClassName"] == ""
    (kept,) = [one for one in given.cluster.objects if one["kind"] == "StorageClass"]
    assert kept["volumeBindingMode"] == "Immediate"
    bounds = limits(type="PersistentVolumeClaim", max={"storage": "1Gi"})
    assert "the claim may take at most 1Gi of storage" in refusal(tmp_path, bounds, claim, pod("a"))


def test_gates_are_written_into_the_status(tmp_path: Path) -> None:
    gated = pod("a", schedulingGates=[{"name": "x"}])
    (condition,) = placed(read(tmp_path, gated))["a"]["status"]["conditions"]
    assert (condition["type"], condition["status"], condition["reason"]) == ("PodScheduled", "False", "SchedulingGated")
    assert placed(read(tmp_path, gated, release="1.25"))["a"]["status"] == {"phase": "Pending"}


def test_label_keys_become_part_of_selectors(tmp_path: Path) -> None:
    term = {"topologyKey": "zone", "labelSelector": {}, "matchLabelKeys": ["app", "x"], "mismatchLabelKeys": ["team"]}
    affinity = {"podAntiAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}
    data = pod("a", labels={"app": "web", "team": "one"}, affinity=affinity)

    def selector(release: str) -> Object:
        kind = spec_of(tmp_path, data, release=release)["affinity"]["podAntiAffinity"]
        return kind["requiredDuringSchedulingIgnoredDuringExecution"][0]["labelSelector"]  # type: ignore[no-any-return]

    assert selector("1.29") == {}
    assert selector("1.31")["matchExpressions"] == [
        {"key": "app", "operator": "In", "values": ["web"]},
        {"key": "team", "operator": "NotIn", "values": ["one"]},
    ]


def test_gates_that_are_gone_stay_on() -> None:
    assert [is_on("PodOverhead", release) for release in ("1.22", "1.37")] == [True, True]
    assert [is_on("MatchLabelKeysInPodAffinity", release) for release in ("1.22", "1.29", "1.37")] == [
        False,
        False,
        True,
    ]
    assert not is_on("NoSuchGate", "1.37")


@pytest.mark.parametrize(
    ("toleration", "expected"),
    [
        ({"operator": "Exists"}, True),
        ({"key": "a", "operator": "Exists"}, True),
        ({"key": "a", "value": "5"}, True),
        ({"key": "a", "value": "6"}, False),
        ({"key": "a", "operator": "Gt", "value": "4"}, True),
        ({"key": "a", "operator": "Lt", "value": "x"}, False),
        ({"key": "a", "operator": "Exists", "effect": "NoExecute"}, False),
        ({"key": "b", "operator": "Exists"}, False),
    ],
)
def test_tolerations(toleration: Object, expected: bool) -> None:
    assert tolerates(toleration, {"key": "a", "value": "5", "effect": "NoSchedule"}) is expected


def test_tolerations_that_others_include_are_left_out() -> None:
    wide, narrow = {"key": "a", "operator": "Exists"}, {"key": "a", "operator": "Equal", "value": "x"}
    assert merged_tolerations([narrow], [wide]) == [wide]
    assert merged_tolerations([wide], [narrow, wide]) == [wide]
    short = {"key": "a", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5}
    long = {**short, "tolerationSeconds": 10}
    assert merged_tolerations([short], [long]) == [long]
    assert merged_tolerations([narrow], [{"key": "b", "operator": "Exists"}]) == [
        narrow,
        {"key": "b", "operator": "Exists"},
    ]


def resources(limits: Object | None = None, requests: Object | None = None) -> Object:
    written = {"limits": limits, "requests": requests}
    return {"containers": [{"name": "c", "resources": {key: value for key, value in written.items() if value}}]}


def nodes(*terms: Object) -> Object:
    required = {"requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}}
    return {"affinity": {"nodeAffinity": required}}


def near(weight: int, **term: Any) -> Object:
    weighted = {"weight": weight, "podAffinityTerm": {"topologyKey": "z", "labelSelector": {}, **term}}
    return {"affinity": {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [weighted]}}}


def spread(**rule: Any) -> Object:
    whole = {"maxSkew": 1, "topologyKey": "z", "whenUnsatisfiable": "DoNotSchedule", "labelSelector": {}, **rule}
    return {"topologySpreadConstraints": [whole]}


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (resources({"cpu": "1"}, {"cpu": "2"}), "container c requests more cpu than its limit"),
        (resources({"a/b": "2"}, {"a/b": "1"}), "has to limit a/b to what it requests"),
        (resources({"a/b": "1.5"}), "an amount of a/b that is no whole number"),
        (resources({"cpu": "-1"}), "a negative amount of cpu"),
        (resources({"foo": "1"}), "names foo, which is no resource of containers"),
        (resources({"hugepages-2Mi": "2Mi"}), "cpu or memory beside huge pages"),
        ({"containers": [{"name": "c"}, {"name": "c"}]}, "two containers have the name c"),
        ({"containers": [{"name": "c", "ports": [{"hostPort": 8}, {"hostPort": 8}]}]}, "two ports take 8 of the host"),
        ({"volumes": [{"name": "v", "persistentVolumeClaim": {}}]}, "volume v names no claim"),
        ({"resourceClaims": [{"name": "g"}]}, "resource claim g needs either"),
        ({"schedulingGates": [{"name": "x"}, {"name": "x"}]}, "two scheduling gates have the name x"),
        ({"nodeSelector": {"a b": "c"}}, "nodeSelector a b is refused"),
        (nodes(), "no `nodeSelectorTerms`"),
        (nodes({"matchExpressions": [{"key": "a", "operator": "Near"}]}), "the operator Near"),
        (nodes({"matchExpressions": [{"key": "a", "operator": "In"}]}), "needs values for In"),
        (nodes({"matchExpressions": [{"key": "a", "operator": "Gt", "values": ["1", "2"]}]}), "needs one value for Gt"),
        (nodes({"matchExpressions": [{"key": "a", "operator": "Exists", "values": ["1"]}]}), "no values for Exists"),
        (nodes({"matchFields": [{"key": "metadata.name", "operator": "Exists"}]}), "`matchFields`"),
        (near(0), "a weight in its podAffinity is not from 1 to 100"),
        (near(1, topologyKey=""), "no `topologyKey`"),
        (near(1, labelSelector={"matchExpressions": [{"key": "a", "operator": "Gt"}]}), "the operator Gt"),
        (near(1, labelSelector=None, matchLabelKeys=["a"]), "without a `labelSelector`"),
        ({"tolerations": [{}]}, "a toleration without a key needs the operator Exists"),
        ({"tolerations": [{"key": "a", "operator": "Near"}]}, "the operator Near"),
        ({"tolerations": [{"key": "a", "operator": "Exists", "value": "b"}]}, "may have no value"),
        ({"tolerations": [{"key": "a", "effect": "Never"}]}, "the effect Never"),
        ({"tolerations": [{"key": "a", "tolerationSeconds": 5}]}, "needs the effect NoExecute"),
        ({"tolerations": [{"key": "a b"}]}, "a key or a value that no taint has"),
        (spread(maxSkew=0), "`maxSkew`"),
        (spread(topologyKey=""), "no `topologyKey`"),
        (spread(whenUnsatisfiable="x"), "`whenUnsatisfiable`"),
        (spread(minDomains=0), "`minDomains` in its topologySpreadConstraints has to be 1 or more"),
        (spread(minDomains=2, whenUnsatisfiable="ScheduleAnyway"), "needs `whenUnsatisfiable: DoNotSchedule`"),
        (spread(nodeTaintsPolicy="x"), "has to be Honor or Ignore"),
        ({"topologySpreadConstraints": spread()["topologySpreadConstraints"] * 2}, "the same `topologyKey`"),
    ],
)
def test_pods_that_are_refused(tmp_path: Path, spec: Object, reason: str) -> None:
    assert reason in refusal(tmp_path, pod("a", **spec))
