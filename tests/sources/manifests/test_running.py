"""Which manifests run a scheduler, and the Pods that they make."""

import pytest

from schedcfg.sources.manifests.pod import Fields, pod_spec
from schedcfg.sources.manifests.running import RunningScheduler, running_in

CONTAINER: Fields = {"name": "s", "image": "registry.k8s.io/kube-scheduler:v1.29.4", "command": ["kube-scheduler"]}
SPEC: Fields = {"containers": [CONTAINER]}


def nested(*keys: str) -> Fields:
    data = SPEC
    for key in reversed(keys):
        data = {key: data}
    return data


@pytest.mark.parametrize(
    ("kind", "keys"),
    [
        ("Pod", ("spec",)),
        ("PodTemplate", ("template", "spec")),
        ("CronJob", ("spec", "jobTemplate", "spec", "template", "spec")),
        *(
            (kind, ("spec", "template", "spec"))
            for kind in ("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController", "Job")
        ),
    ],
)
def test_kinds_that_make_pods(kind: str, keys: tuple[str, ...]) -> None:
    manifest = nested(*keys)
    spec = pod_spec(kind, manifest, ("items", 2))
    assert spec is not None
    assert (spec.data, spec.path) == (SPEC, ("items", 2, *keys))
    (found,) = running_in(kind, manifest, ("items", 2))
    assert found.container == ("items", 2, *keys, "containers", 0)
    assert (found.certain, found.kubernetes, found.is_partial) == (True, "1.29", False)


@pytest.mark.parametrize("kind", ["Service", "Node", "", "pod"])
def test_kinds_that_make_none(kind: str) -> None:
    assert pod_spec(kind, nested("spec"), ()) is None
    assert list(running_in(kind, nested("spec"), ())) == []


def found(container: Fields, kind: str = "Pod", **spec: object) -> list[RunningScheduler]:
    manifest: Fields = {"spec": {**spec, "containers": [{"name": "x", "image": "busybox"}, container]}}
    return list(running_in(kind, manifest, ()))


@pytest.mark.parametrize(
    ("container", "certain"),
    [
        ({"image": "example.com/thing:v1", "command": ["/usr/bin/kube-scheduler"]}, True),
        ({"image": "registry.k8s.io/kube-scheduler:v1.29.4"}, True),
        ({"image": "registry.k8s.io/kube-scheduler:v1.29.4", "args": ["--v=2"]}, True),
        ({"image": "example.com/my-scheduler:v1", "args": ["--config=/etc/c.yaml"]}, False),
        ({"image": "example.com/thing:v1", "command": ["/my-scheduler", "--config", "/etc/c.yaml"]}, False),
    ],
)
def test_schedulers(container: Fields, certain: bool) -> None:
    (one,) = found(container)
    assert one.certain is certain
    assert one.container == ("spec", "containers", 1)


@pytest.mark.parametrize(
    "container",
    [
        {"image": "registry.k8s.io/kube-proxy:v1.29.4", "command": ["kube-proxy", "--config=/c"]},
        {"image": "example.com/my-scheduler:v1"},
        {"image": "registry.k8s.io/descheduler/descheduler:v0.29.0", "args": ["--config=/c"]},
        {"image": "registry.k8s.io/kube-scheduler:v1.29.4", "command": ["sleep", "infinity"]},
        {"image": 3, "command": "kube-scheduler"},
        {},
    ],
)
def test_no_schedulers(container: Fields) -> None:
    assert [one for one in found(container) if one.is_named_so] == []


@pytest.mark.parametrize(
    ("image", "command", "flags", "is_another"),
    [
        # Flags that no kube-scheduler had show another program, whatever else it has.
        (
            "example.com/other:v1",
            "/scheduler",
            ["--leader-elect=false", "--tracer=noop", "--config=/sched"],
            True,
        ),
        ("example.com/other:v1", "/scheduler", ["--config=/scheduler.cfg", "--reservation-ttl=60"], True),
        ("volcanosh/vc-scheduler:v1.8.0", "/vc-scheduler", ["--scheduler-name=v", "--scheduler-conf=/c"], True),
        ("example.com/my-scheduler", "/my-scheduler", ["-logtostderr", "-period=1s", "--scheduler-name=my"], True),
        # By another name, it is kube-scheduler if it has flags that only that has, also misspelled ones beside them.
        ("my-sched", "/kube-scheduler-own", ["--master=https://1.2.3.4", "--scheduler-name=own"], False),
        ("my-sched", "/kube-scheduler-own", ["--leader-elect-resource-name=own", "--leader-elekt"], False),
        ("example.com/placer", "/placer", ["--policy-config-file=/policy.json", "-v=2"], False),
        ("example.com/placer", "/placer", ["--algorithm-provider={{ provider }}", "--{{ flag }}=1"], False),
    ],
)
def test_flags_show_which_program_it_is(image: str, command: str, flags: list[str], *, is_another: bool) -> None:
    schedulers = found({"image": image, "command": [command, *flags]})
    assert [one.shows_itself for one in schedulers if not one.is_another_program] == [True] * (not is_another)


@pytest.mark.parametrize(
    "container",
    [
        {"image": "example.com/operator", "command": ["/operator", "--scheduler-name=volcano"]},
        {"image": "example.com/operator", "command": ["/operator", "--leader-elect-resource-name=operator"]},
    ],
)
def test_other_programs_have_some_flags_of_schedulers(container: Fields) -> None:
    assert found(container) == []


def test_what_gets_a_configuration_may_be_one_whatever_it_is_called() -> None:
    (one,) = found({"image": "registry.example.com/placer:v1", "command": ["/placer", "--config=/c"]})
    assert not one.is_named_so
    assert not one.certain


def test_what_has_no_image_is_a_patch() -> None:
    (one,) = found({"command": ["kube-scheduler"]})
    assert one.is_partial


@pytest.mark.parametrize(
    ("kind", "spec", "static"),
    [
        ("Pod", {"hostNetwork": True}, True),
        ("Pod", {"volumes": [{"name": "c", "hostPath": {"path": "/c"}}]}, True),
        ("Pod", {"hostNetwork": True, "serviceAccountName": "s"}, False),
        ("Pod", {"hostNetwork": True, "serviceAccount": "s"}, False),
        ("Pod", {}, False),
        ("Deployment", {"hostNetwork": True}, False),
    ],
)
def test_static_pods(kind: str, spec: Fields, static: bool) -> None:
    manifest: Fields = {"spec": {**spec, "containers": [CONTAINER]}}
    whole = manifest if kind == "Pod" else {"spec": {"template": manifest}}
    (one,) = running_in(kind, whole, ())
    assert one.is_static is static


def test_replicas() -> None:
    for written, replicas in ((3, 3), (0, 0), (None, 1), ("3", 1)):
        manifest: Fields = {"spec": {"replicas": written, "template": {"spec": SPEC}}}
        (one,) = running_in("Deployment", manifest, ())
        assert one.replicas == replicas


def test_kubeadms_scheduler() -> None:
    kind: Fields = {"apiVersion": "kubeadm.k8s.io/v1beta3", "kind": "ClusterConfiguration"}
    manifest: Fields = {**kind, "scheduler": {"extraArgs": {"config": "/c"}}}
    (one,) = running_in("ClusterConfiguration", manifest, ())
    assert one.is_kubeadm
    assert one.is_static
    assert one.scheduler == "kube-scheduler"
    assert list(running_in("ClusterConfiguration", {}, ())) == []
