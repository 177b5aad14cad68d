"""cluster-autoscaler beside a scheduler: what threads asked about, and what goes together."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options

CONFIGURATION, DRIFT = "autoscaler-configuration", "autoscaler-drift"


def configuration(*profiles: dict[str, Any], **more: Any) -> dict[str, Any]:
    kind = {"apiVersion": "kubescheduler.config.k8s.io/v1", "kind": "KubeSchedulerConfiguration"}
    return {**kind, "profiles": list(profiles), **more}


def profile(name: str = "default-scheduler", **more: Any) -> dict[str, Any]:
    return {"schedulerName": name, **more}


def config_map(data: dict[str, Any]) -> dict[str, Any]:
    metadata = {"name": "simulated", "namespace": "kube-system"}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"c.yaml": json.dumps(data)}}


def autoscaler(*, reads_file: bool, image: str = "registry.k8s.io/autoscaling/cluster-autoscaler:v1.32.1") -> Any:
    """Return a Deployment of cluster-autoscaler."""
    flags = ["--scheduler-config-file=/simulated/c.yaml"] if reads_file else []
    container = {
        "name": "cluster-autoscaler",
        "image": image,
        "command": ["./cluster-autoscaler", "--v=4", *flags],
        "volumeMounts": [{"name": "simulated", "mountPath": "/simulated"}],
    }
    pod = {"containers": [container], "volumes": [{"name": "simulated", "configMap": {"name": "simulated"}}]}
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": pod}}
    metadata = {"name": "cluster-autoscaler", "namespace": "kube-system"}
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata, "spec": spec}


def found(folder: Path, *files: dict[str, Any]) -> list[tuple[str, str]]:
    """List what is found about cluster-autoscaler, each rule with its severity."""
    for number, data in enumerate(files):
        (folder / f"{number}.yaml").write_text(json.dumps(data), encoding="utf-8")
    reports = validate_files([str(folder)], Options())
    findings = [one for report in reports for document in report.documents for one in document.findings]
    return sorted((one.rule, one.severity) for one in findings if one.rule in {CONFIGURATION, DRIFT})


def messages(folder: Path) -> list[str]:
    """Return the messages about cluster-autoscaler in a folder."""
    reports = validate_files([str(folder)], Options())
    findings = [one for report in reports for document in report.documents for one in document.findings]
    return [one.message for one in findings if one.rule in {CONFIGURATION, DRIFT}]


def image_of(version: str) -> str:
    return f"registry.k8s.io/autoscaling/cluster-autoscaler:v{version}"


def kube_scheduler(version: str) -> dict[str, Any]:
    """Return a Pod that runs a scheduler without a configuration."""
    container = {
        "name": "kube-scheduler",
        "image": f"registry.k8s.io/kube-scheduler:v{version}",
        "command": ["kube-scheduler", "--kubeconfig=/etc/kubernetes/scheduler.conf"],
    }
    metadata = {"name": "kube-scheduler", "namespace": "kube-system"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": {"containers": [container]}}


def spread(action: str) -> dict[str, Any]:
    constraint = {"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone", "whenUnsatisfiable": action}
    return {"name": "PodTopologySpread", "args": {"defaultingType": "List", "defaultConstraints": [constraint]}}


PACKING = {"name": "NodeResourcesFit", "args": {"scoringStrategy": {"type": "MostAllocated"}}}
IGNORING = {"name": "NodeResourcesFit", "args": {"ignoredResources": ["example.com/foo"]}}
EXTENDERS = [{"urlPrefix": "https://extender.example", "filterVerb": "filter"}]
OWN = {"filter": {"enabled": [{"name": "OwnFilter"}]}}

THREADS: dict[int, tuple[list[dict[str, Any]], list[tuple[str, str]]]] = {
    # A scheduler of one's own, by an extender: no node is added.
    506: ([configuration(profile(), extenders=EXTENDERS), autoscaler(reads_file=False)], [(DRIFT, "info")]),
    # A second scheduler of their own.
    1406: ([configuration(profile("user-scheduler", plugins=OWN)), autoscaler(reads_file=False)], [(DRIFT, "info")]),
    3879: (
        [configuration(profile(pluginConfig=[spread("DoNotSchedule")])), autoscaler(reads_file=False)],
        [(DRIFT, "warning")],
    ),
    # Packing only scores, so that cluster-autoscaler has nothing to know of it.
    4518: ([configuration(profile(pluginConfig=[PACKING])), autoscaler(reads_file=False)], []),
    # What became the flag.
    5106: (
        [
            configuration(profile(pluginConfig=[IGNORING])),
            config_map(configuration(profile(pluginConfig=[IGNORING]))),
            autoscaler(reads_file=True),
        ],
        [],
    ),
    6407: (
        [config_map(configuration(profile(plugins=OWN))), autoscaler(reads_file=True)],
        [(CONFIGURATION, "error")],
    ),
    6544: (
        [config_map(configuration(profile(), profile("batch"))), autoscaler(reads_file=True)],
        [(CONFIGURATION, "error")],
    ),
}


@pytest.mark.parametrize("thread", THREADS)
def test_a_thread_of_the_autoscaler(thread: int, tmp_path: Path) -> None:
    files, expected = THREADS[thread]
    assert found(tmp_path, *files) == expected


ADDED = {
    "name": "NodeAffinity",
    "args": {
        "addedAffinity": {
            "requiredDuringSchedulingIgnoredDuringExecution": {
                "nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]}]
            }
        }
    },
}
FILTERING = [[IGNORING], [ADDED], [spread("DoNotSchedule")], [IGNORING, ADDED]]
SCORING: list[list[dict[str, Any]]] = [[], [PACKING], [spread("ScheduleAnyway")]]
DISABLED = [
    {},
    {"filter": {"disabled": [{"name": "NodePorts"}]}},
    {"multiPoint": {"disabled": [{"name": "NodeAffinity"}]}},
]


@pytest.mark.parametrize(("args", "plugins"), list(product(FILTERING + SCORING, DISABLED)))
def test_a_copy_goes_together(args: Any, plugins: Any, tmp_path: Path) -> None:
    one = configuration(profile(pluginConfig=args, plugins=plugins))
    assert found(tmp_path, one, config_map({**one, "parallelism": 8}), autoscaler(reads_file=True)) == []


@pytest.mark.parametrize("args", SCORING)
def test_scores_need_no_copy(args: Any, tmp_path: Path) -> None:
    assert found(tmp_path, configuration(profile(pluginConfig=args)), autoscaler(reads_file=False)) == []


@pytest.mark.parametrize(("args", "plugins"), [*product(FILTERING, DISABLED[:1]), *product([[]], DISABLED[1:])])
@pytest.mark.parametrize("reads_file", [False, True])
def test_filters_do(args: Any, plugins: Any, reads_file: bool, tmp_path: Path) -> None:
    scheduler = configuration(profile(pluginConfig=args, plugins=plugins))
    files = [scheduler, config_map(configuration(profile("simulated"))), autoscaler(reads_file=reads_file)]
    assert found(tmp_path, *(files if reads_file else [scheduler, files[-1]])) == [(DRIFT, "warning")]


@pytest.mark.parametrize(
    "image", ["registry.k8s.io/cpa/cluster-proportional-autoscaler:v1.9.0", "example.com/other:v1"]
)
def test_other_programs_are_none(image: str, tmp_path: Path) -> None:
    other = autoscaler(reads_file=False, image=image)
    other["spec"]["template"]["spec"]["containers"][0]["command"] = ["/cluster-proportional-autoscaler"]
    assert found(tmp_path, configuration(profile(pluginConfig=[IGNORING])), other) == []


def test_a_file_that_is_not_here_says_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, configuration(profile(pluginConfig=[IGNORING])), autoscaler(reads_file=True)) == []


ONE = config_map(configuration(profile()))


@pytest.mark.parametrize(
    ("version", "expected"), [("1.27.8", [(CONFIGURATION, "error")]), ("1.28.0", []), ("1.36.1", []), ("master", [])]
)
def test_the_flag_came_with_1_28(version: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert found(tmp_path, ONE, autoscaler(reads_file=True, image=image_of(version))) == expected
    assert all("does not know `--scheduler-config-file`, which came with 1.28" in one for one in messages(tmp_path))


def test_an_older_one_without_the_flag_starts(tmp_path: Path) -> None:
    assert found(tmp_path, ONE, autoscaler(reads_file=False, image=image_of("1.27.8"))) == []


def test_a_plugin_that_its_release_does_not_have(tmp_path: Path) -> None:
    gang = {"preEnqueue": {"enabled": [{"name": "GangScheduling"}]}}
    copy = config_map(configuration(profile(plugins=gang)))
    assert found(tmp_path, copy, autoscaler(reads_file=True, image=image_of("1.30.0"))) == [(CONFIGURATION, "error")]
    assert "contains the plugins of Kubernetes 1.30 only" in messages(tmp_path)[0]


@pytest.mark.parametrize(
    ("scheduler", "simulated", "filters"),
    [
        ("1.34.1", "1.33.0", ["`DynamicResources`"]),
        ("1.36.0", "1.30.0", ["`DynamicResources`", "`NodeDeclaredFeatures`"]),
        ("1.34.1", "1.34.0", []),
        ("1.33.0", "1.32.0", []),
        ("1.29.0", "1.34.0", []),
        ("1.30.0", "1.31.0", []),
    ],
)
def test_an_older_one_has_fewer_filters(scheduler: str, simulated: str, filters: list[str], tmp_path: Path) -> None:
    beside = autoscaler(reads_file=False, image=image_of(simulated))
    assert found(tmp_path, kube_scheduler(scheduler), beside) == [(DRIFT, "info")] * bool(filters)
    assert all(name in one for one in messages(tmp_path) for name in filters)


def test_a_copy_of_its_own_is_no_scheduler(tmp_path: Path) -> None:
    """The descheduler, and another cluster-autoscaler, are compared with what places Pods."""
    policy = {
        "apiVersion": "descheduler/v1alpha2",
        "kind": "DeschedulerPolicy",
        "profiles": [
            {
                "name": "default",
                "pluginConfig": [{"name": "HighNodeUtilization", "args": {"thresholds": {"cpu": 20}}}],
                "plugins": {"balance": {"enabled": ["HighNodeUtilization"]}},
            }
        ],
    }
    packing = configuration(profile(pluginConfig=[PACKING]))
    files = (packing, config_map(configuration(profile("simulated"))), policy, autoscaler(reads_file=True))
    found(tmp_path, *files)
    reports = validate_files([str(tmp_path)], Options())
    rules = [one.rule for report in reports for document in report.documents for one in document.findings]
    assert "evicted-against-score" not in rules
    (tmp_path / "3.yaml").unlink()
    reports = validate_files([str(tmp_path)], Options())
    rules = [one.rule for report in reports for document in report.documents for one in document.findings]
    assert "evicted-against-score" in rules


VALUES = {
    "cloudProvider": "aws",
    "image": {"tag": "v1.32.1"},
    "extraArgs": {"v": 4, "scheduler-config-file": "/simulated/c.yaml"},
    "extraVolumeMounts": [{"name": "simulated", "mountPath": "/simulated"}],
    "extraVolumes": [{"name": "simulated", "configMap": {"name": "simulated"}}],
}


def release(values: dict[str, Any]) -> dict[str, Any]:
    metadata = {"name": "autoscaler", "namespace": "kube-system"}
    kind = {"apiVersion": "helm.toolkit.fluxcd.io/v2", "kind": "HelmRelease", "metadata": metadata}
    return {**kind, "spec": {"values": values}}


@pytest.mark.parametrize("written", [lambda values: values, release])
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, [(CONFIGURATION, "error")]),
        ({"image": {}}, [(CONFIGURATION, "error")]),
        ({"image": {"tag": "v1.27.0"}}, [(CONFIGURATION, "error")]),
        ({"extraVolumes": []}, []),
        ({"extraVolumes": "x", "extraVolumeMounts": 3, "image": "y"}, []),
        ({"extraArgs": {"v": 4}}, []),
        ({"extraArgs": {"scheduler-config-file": None}}, []),
        ({"extraArgs": {"scheduler-config-file_1": "/simulated/c.yaml"}}, [(CONFIGURATION, "error")]),
    ],
)
def test_values_of_the_chart(written: Any, change: Any, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    two = config_map(configuration(profile(), profile("batch")))
    assert found(tmp_path, two, written({**VALUES, **change})) == expected
