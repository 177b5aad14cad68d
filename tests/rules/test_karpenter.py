"""Karpenter beside a scheduler: what threads asked about, and what goes together."""

import json
from pathlib import Path
from typing import Any

import pytest

from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

DRIFT, CONSOLIDATED = "karpenter-drift", "consolidated-against-score"


def configuration(*profiles: dict[str, Any], **more: Any) -> dict[str, Any]:
    kind = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    return {**kind, "profiles": list(profiles), **more}


def profile(name: str = "default-scheduler", **more: Any) -> dict[str, Any]:
    return {"schedulerName": name, **more}


def constraint(action: str, skew: int = 1) -> dict[str, Any]:
    return {"maxSkew": skew, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": action}


def spread(*constraints: dict[str, Any]) -> dict[str, Any]:
    args = {"defaultingType": "List", "defaultConstraints": list(constraints)}
    return configuration(profile(pluginConfig=[{"name": "PodTopologySpread", "args": args}]))


def scored(kind: str, **more: Any) -> dict[str, Any]:
    strategy = {"type": kind, "resources": [{"name": "cpu", "weight": 1}], **more}
    return configuration(profile(pluginConfig=[{"name": "NodeResourcesFit", "args": {"scoringStrategy": strategy}}]))


def pool(**spec: Any) -> dict[str, Any]:
    metadata = {"name": "default"}
    return {"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "metadata": metadata, "spec": {"template": {}, **spec}}


def disrupted(policy: str, after: str = "1m") -> dict[str, Any]:
    return pool(disruption={"consolidationPolicy": policy, "consolidateAfter": after})


def controller(version: str = "1.6.2", *, env: Any = None, flags: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a Deployment of Karpenter."""
    container = {"name": "controller", "image": f"public.ecr.aws/karpenter/controller:{version}", "args": [*flags]}
    pod = {"containers": [{**container, **({} if env is None else {"env": env})}]}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": pod}}
    metadata = {"name": "karpenter", "namespace": "kube-system"}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec}


def told(*constraints: dict[str, Any]) -> str:
    """Return what `SCHEDULER_CONFIG` has."""
    return json.dumps({"podTopologySpread": {"defaultConstraints": list(constraints)}})


def variable(*constraints: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "SCHEDULER_CONFIG", "value": told(*constraints)}]


def release(values: Any, version: str = "1.6.2") -> dict[str, Any]:
    """Return a HelmRelease of Flux."""
    chart = {"spec": {"chart": "karpenter", "version": version}}
    kind = {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": {"name": "karpenter"}}
    return {**kind, "spec": {"chart": chart, "values": values}}


def found(folder: Path, *files: Any) -> list[tuple[str, str]]:
    """List what is found about Karpenter, each rule with its severity."""
    for number, data in enumerate(files):
        (folder / f"{number}.yaml").write_text(json.dumps(data), encoding="utf-8")
    reports = validate_files([str(folder)], Options())
    findings = [one for report in reports for document in report.documents for one in document.findings]
    return sorted((one.rule, one.severity) for one in findings if one.rule in {DRIFT, CONSOLIDATED})


def messages(folder: Path) -> list[str]:
    """Return what is said of Karpenter in a folder, with what to do."""
    reports = validate_files([str(folder)], Options())
    findings = [one for report in reports for document in report.documents for one in document.findings]
    return [f"{one.message} / {one.help}" for one in findings if one.rule in {DRIFT, CONSOLIDATED}]


HARD, SOFT = constraint("DoNotSchedule"), constraint("ScheduleAnyway", 3)
OWN = configuration(profile("own", plugins={"filter": {"enabled": [{"name": "MostPods"}]}}))
EXTENDED = configuration(profile(), extenders=[{"urlPrefix": "https://extender.example", "filterVerb": "filter"}])
IGNORING = configuration(
    profile(pluginConfig=[{"name": "NodeResourcesFit", "args": {"ignoredResources": ["example.com/foo"]}}])
)
WITHOUT_PORTS = configuration(profile(plugins={"filter": {"disabled": [{"name": "NodePorts"}]}}))
CURVE = {"requestedToCapacityRatio": {"shape": [{"utilization": 0, "score": 10}, {"utilization": 100, "score": 0}]}}

THREADS: dict[str, tuple[list[dict[str, Any]], list[tuple[str, str]]]] = {
    "kubernetes-sigs/karpenter#1197": ([spread(SOFT), pool()], [(DRIFT, "info")]),
    "kubernetes-sigs/karpenter#3183": ([spread(HARD), pool()], [(DRIFT, "warning")]),
    "aws/karpenter-provider-aws#7062": ([spread(SOFT), controller("1.0.0")], [(DRIFT, "info")]),
    "kubernetes-sigs/karpenter#2030": ([OWN, pool()], [(DRIFT, "info")]),
    "aws/karpenter-provider-aws#7265": ([OWN, controller("1.0.6"), pool()], [(DRIFT, "info")]),
    "kubernetes-sigs/karpenter#1228": (
        [scored("LeastAllocated"), disrupted("WhenEmptyOrUnderutilized")],
        [(CONSOLIDATED, "info")],
    ),
    # What is asked for there, a scheduler that packs, goes together.
    "aws/containers-roadmap#1468": ([scored("MostAllocated"), disrupted("WhenEmpty")], []),
}


@pytest.mark.parametrize("thread", THREADS)
def test_a_thread_about_karpenter(thread: str, tmp_path: Path) -> None:
    files, expected = THREADS[thread]
    assert found(tmp_path, *files) == expected


GOOD: dict[str, list[Any]] = {
    "no configuration": [configuration(profile()), pool(), controller()],
    "two profiles": [configuration(profile(), profile("batch")), disrupted("WhenEmptyOrUnderutilized")],
    "packing": [scored("MostAllocated"), disrupted("WhenEmptyOrUnderutilized")],
    "packing, balanced": [scored("MostAllocated"), disrupted("Balanced"), controller("1.14.1")],
    "spreading, never emptied": [scored("LeastAllocated"), disrupted("WhenEmpty")],
    "spreading, not consolidated": [scored("LeastAllocated"), disrupted("WhenEmptyOrUnderutilized", "Never")],
    "a fixed number of nodes": [spread(HARD), pool(replicas=3)],
    "upstream's constraints": [
        configuration(profile(pluginConfig=[{"name": "PodTopologySpread", "args": {"defaultingType": "System"}}])),
        pool(),
    ],
    "no constraints": [spread(), pool()],
    "told": [spread(HARD, SOFT), controller("1.15.0", env=variable(HARD, SOFT)), pool()],
    "told by a flag": [spread(HARD), controller("1.15.0", flags=("--scheduler-config", told(HARD)))],
    "told by values": [spread(HARD), release({"settings": {"schedulerConfig": told(HARD)}}, "1.15.0")],
    "told by something else": [
        spread(HARD),
        controller("1.15.0", env=[{"name": "SCHEDULER_CONFIG", "valueFrom": {"configMapKeyRef": {}}}]),
    ],
    "a filter that is not simulated": [
        configuration(profile(plugins={"multiPoint": {"disabled": [{"name": "VolumeRestrictions"}]}})),
        pool(),
    ],
    "an extender that only scores": [
        configuration(profile(), extenders=[{"urlPrefix": "https://e.example", "prioritizeVerb": "p", "weight": 1}]),
        controller(),
    ],
    "parallelism": [configuration(profile(), parallelism=32, percentageOfNodesToScore=50), pool()],
    "another kind of that name": [spread(HARD), {**pool(), "apiVersion": "container.cnrm.cloud.google.com/v1beta1"}],
    "no scheduler": [pool(), controller()],
}


@pytest.mark.parametrize("name", GOOD)
def test_what_goes_together(name: str, tmp_path: Path) -> None:
    assert found(tmp_path, *GOOD[name]) == []


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ([IGNORING, pool()], [(DRIFT, "warning")]),
        ([WITHOUT_PORTS, controller()], [(DRIFT, "warning")]),
        ([EXTENDED, pool()], [(DRIFT, "info")]),
        ([spread(HARD, SOFT), pool(), pool()], [(DRIFT, "warning")]),
        # 1.14 reads neither; later releases are compared.
        ([spread(HARD), controller("1.14.1", env=variable(HARD))], [(DRIFT, "warning")]),
        ([spread(HARD), controller("1.15.0", env=variable(SOFT))], [(DRIFT, "warning")]),
        ([spread(HARD), controller("1.15.0", env=variable(HARD, SOFT))], [(DRIFT, "info")]),
        ([spread(HARD), release({"settings": {"clusterName": "c"}})], [(DRIFT, "warning")]),
        ([spread(HARD), {"settings": {"schedulerConfig": told(SOFT)}}], [(DRIFT, "warning")]),
        ([spread(HARD), {"settings": {"schedulerConfig": "a: [b"}}], [(DRIFT, "warning")]),
        ([scored("RequestedToCapacityRatio", **CURVE), disrupted("Balanced")], [(CONSOLIDATED, "info")]),
        ([scored("LeastAllocated"), pool()], [(CONSOLIDATED, "info")]),
        (
            [
                scored("LeastAllocated"),
                {**pool(consolidation={"enabled": True}), "apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner"},
            ],
            [(CONSOLIDATED, "info")],
        ),
    ],
)
def test_what_does_not(files: list[Any], expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert found(tmp_path, *files) == expected


@pytest.mark.parametrize(
    ("version", "advice"), [("1.14.1", "Use a later release than 1.14"), ("1.15.0", "`settings.schedulerConfig`")]
)
def test_what_is_advised_depends_on_the_release(version: str, advice: str, tmp_path: Path) -> None:
    found(tmp_path, spread(HARD), controller(version))
    assert advice in messages(tmp_path)[0]
