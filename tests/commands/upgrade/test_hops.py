"""What single hops do with configurations, Policies, flags and versions."""

import hashlib
from pathlib import Path

import pytest

from schedcfg.commands.generate.generation import generate_around
from schedcfg.commands.generate.static_pod import StaticPodOptions, maker
from schedcfg.commands.upgrade.plan import plan, route
from schedcfg.commands.upgrade.reading import read_files
from schedcfg.commands.upgrade.results import Action, Hop, When
from schedcfg.validation.options import DEFAULT

CONFIG = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"
POD = """\
apiVersion: v1
kind: Pod
metadata: {{name: kube-scheduler, namespace: kube-system}}
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v{image}
      command:
        - kube-scheduler
        - --kubeconfig=/etc/kubernetes/scheduler.conf
        - {flag}
      volumeMounts: [{{name: kubeconfig, mountPath: /etc/kubernetes/scheduler.conf}}]
  volumes:
    - name: kubeconfig
      hostPath: {{path: /etc/kubernetes/scheduler.conf, type: File}}
"""


def hop(folder: Path, to: str, **files: str) -> Hop:
    """Plan a single hop for a folder with files."""
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    way = route(f"1.{int(to.split('.')[1]) - 1}", to)
    return plan(read_files([str(folder)], DEFAULT), way, DEFAULT).hops[0]


def flag_hop(folder: Path, to: str, flag: str) -> Hop:
    image = f"1.{int(to.split('.')[1]) - 1}.0"
    return hop(folder, to, pod=POD.format(image=image, flag=flag))


GOES, BEFORE, WITH = Action.EDIT, When.BEFORE, When.WITH


@pytest.mark.parametrize(
    ("to", "flag", "when", "left"),
    [
        ("1.22", "--algorithm-provider=DefaultProvider", BEFORE, ""),
        ("1.22", "--scheduler-name=default-scheduler", BEFORE, ""),
        ("1.22", "--hard-pod-affinity-symmetric-weight=1", BEFORE, ""),
        ("1.23", "--port=10251", WITH, ""),
        ("1.24", "--port=0", BEFORE, ""),
        ("1.24", "--address=127.0.0.1", BEFORE, ""),
        ("1.24", "--leader-elect-resource-lock=endpoints", BEFORE, "--leader-elect-resource-lock=endpointsleases"),
        ("1.27", "--leader-elect-resource-lock=configmapsleases", BEFORE, "--leader-elect-resource-lock=leases"),
        ("1.25", "--feature-gates=TTLAfterFinished=true", BEFORE, ""),
        ("1.26", "--logtostderr=true", BEFORE, ""),
        ("1.26", "--log-dir=/var/log", BEFORE, ""),
        ("1.26", "--logtostderr=false", WITH, ""),
        ("1.26", "--add-dir-header=true", WITH, ""),
        ("1.28", "--lock-object-name=team", BEFORE, "--leader-elect-resource-name=team"),
        ("1.28", "--lock-object-namespace=team", BEFORE, "--leader-elect-resource-namespace=team"),
    ],
)
def test_flags_that_a_release_drops(tmp_path: Path, to: str, flag: str, when: When, left: str) -> None:
    found = flag_hop(tmp_path, to, flag)
    item = next(one for one in found.items if one.id in {"flag", "feature-gates"})
    assert (item.action, item.when) == (GOES, when)
    text = found.files[0].after
    assert f"{flag}\n" not in text
    assert left in text
    assert (f"{flag}\n" not in found.files[0].halfway) is (when is BEFORE)


@pytest.mark.parametrize(
    ("to", "flag"),
    [
        ("1.22", "--algorithm-provider=ClusterAutoscalerProvider"),
        ("1.22", "--scheduler-name=batch"),
        ("1.23", "--policy-config-file=/etc/kubernetes/elsewhere.json"),
        ("1.23", "--port=$(PORT)"),
    ],
)
def test_flags_that_nothing_here_can_replace(tmp_path: Path, to: str, flag: str) -> None:
    found = flag_hop(tmp_path, to, flag)
    item = next(one for one in found.items if one.id in {"flag", "policy"})
    assert item.action is Action.BY_HAND
    assert flag in item.message
    assert item.help
    assert flag in found.files[0].after


def test_flags_that_stay(tmp_path: Path) -> None:
    found = flag_hop(tmp_path, "1.29", "--leader-elect=true")
    assert [item.id for item in found.items if item.action is Action.EDIT] == ["release"]


def test_a_flag_in_a_script_is_for_people(tmp_path: Path) -> None:
    script = POD.format(image="1.23.0", flag="--v=2").replace(
        "        - kube-scheduler\n        - --kubeconfig=/etc/kubernetes/scheduler.conf\n        - --v=2\n",
        "        - sh\n        - -c\n        - kube-scheduler --kubeconfig=/etc/kubernetes/scheduler.conf --port=0\n",
    )
    found = hop(tmp_path, "1.24", pod=script)
    item = next(one for one in found.items if one.id == "flag")
    assert (item.action, "script" in (item.help or "")) == (Action.BY_HAND, True)


@pytest.mark.parametrize(
    ("to", "version", "becomes", "when"),
    [
        ("1.23", "v1beta1", "v1beta2", WITH),
        ("1.25", "v1beta2", "v1beta2", None),
        ("1.28", "v1beta2", "v1", BEFORE),
        ("1.29", "v1beta3", "v1", BEFORE),
        ("1.30", "v1", "v1", None),
    ],
)
def test_versions_change_as_late_and_as_far_as_possible(
    tmp_path: Path, to: str, version: str, becomes: str, when: When | None
) -> None:
    found = hop(tmp_path, to, config=CONFIG.format(version))
    texts = [file.after for file in found.files]
    assert texts == ([] if when is None else [text for text in texts if f"/{becomes}\n" in text])
    assert [item.when for item in found.items if item.id == "configuration"] == ([] if when is None else [when])


def test_what_is_equal_is_proven_and_what_is_not_is_reported(tmp_path: Path) -> None:
    equal = hop(tmp_path, "1.28", config=CONFIG.format("v1beta2"))
    item = next(one for one in equal.items if one.id == "configuration")
    assert item.proof == "same behavior in 1.23, 1.24, 1.25, 1.26, 1.27, 1.28"
    assert item.since == ""  # the upgrade starts there
    other = hop(tmp_path, "1.23", config=CONFIG.format("v1beta1"))
    assert not next(one for one in other.items if one.id == "configuration").proof
    assert any("NodePreferAvoidPods" in item.message for item in other.items)
    assert "1 plugin removed" in other.behavior[0].summary


def test_a_lock_changes_by_way_of_both(tmp_path: Path) -> None:
    lock = CONFIG.format("v1beta2") + "leaderElection:\n  resourceLock: {}\n"
    first = hop(tmp_path, "1.24", config=lock.format("endpoints"))
    assert first.files[0].halfway.endswith("resourceLock: endpointsleases\n")
    second = hop(tmp_path, "1.27", config=lock.format("endpointsleases"))
    assert second.files[0].halfway.endswith("resourceLock: leases\n")


def test_an_image_that_is_ahead_waits(tmp_path: Path) -> None:
    found = hop(tmp_path, "1.24", pod=POD.format(image="1.25.3", flag="--port=0"))
    assert found.files == ()


@pytest.mark.parametrize(
    "image", ["registry.example.com/team/scheduler:v3", "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.27.8"]
)
def test_images_of_ones_own_are_for_people(tmp_path: Path, image: str) -> None:
    pod = POD.format(image="1.27.0", flag="--v=2").replace("registry.k8s.io/kube-scheduler:v1.27.0", image)
    found = hop(tmp_path, "1.28", pod=pod)
    item = next(one for one in found.items if one.id == "release")
    assert (item.action, image in item.message) == (Action.BY_HAND, True)


def test_kubelets_follow_before_they_are_too_far_behind(tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(CONFIG.format("v1"), encoding="utf-8")
    found = plan(read_files([str(tmp_path)], DEFAULT), route("1.25", "1.33"), DEFAULT)
    after = [hop.target for hop in found.hops if any(item.id == "kubelets" for item in hop.items)]
    assert after == ["1.28", "1.31", "1.33"]


def _static_pod(text: str, kubernetes: str) -> str:
    config = generate_around(text, maker(StaticPodOptions()), kubernetes, name="config.yaml")
    return config.files[0].text


@pytest.mark.parametrize("ending", ["", "# A comment of the user.\n"])
def test_the_checksum_in_a_pod_follows_its_configuration(tmp_path: Path, ending: str) -> None:
    config = CONFIG.format("v1beta2") + "clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}\n" + ending
    taken = hop(tmp_path, "1.28", config=config, pod=_static_pod(config, "1.27"))
    texts = {Path(file.path).name: file for file in taken.files}
    halfway, after = texts["pod.yaml"].halfway, texts["pod.yaml"].after
    for pod, configuration in ((halfway, texts["config.yaml"].halfway), (after, texts["config.yaml"].after)):
        assert f"config-sha256: {hashlib.sha256(configuration.encode()).hexdigest()}\n" in pod
    assert halfway.startswith("# kube-scheduler v1.27.16 as kubeadm runs it, ")
    assert after.startswith("# kube-scheduler v1.28.8 as kubeadm runs it, ")
    assert [item.when for item in taken.items if item.id == "outdated-checksum"] == [BEFORE]


def test_a_checksum_of_what_the_upgrade_does_not_change_stays(tmp_path: Path) -> None:
    config = CONFIG.format("v1") + "clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}\n"
    taken = hop(tmp_path, "1.28", config=f"# Changed.\n{config}", pod=_static_pod(config, "1.27"))
    assert f"config-sha256: {hashlib.sha256(config.encode()).hexdigest()}\n" in taken.files[0].after
    assert not [item for item in taken.items if item.id == "outdated-checksum"]


LISTED = """\
profiles:
  - plugins:
      multiPoint:
        disabled: [{{name: "*"}}]
        enabled:
          - name: SchedulingGates
          - name: PrioritySort
          - name: NodeResourcesFit
          - name: DefaultBinder
          - name: {}
"""


@pytest.mark.parametrize(
    ("to", "last", "names"),
    [
        ("1.33", "NodeName", []),
        ("1.34", "NodeName", ["DynamicResources"]),
        ("1.34", "DynamicResources", []),
        ("1.35", "NodeName", []),
        ("1.36", "NodeName", ["NodeDeclaredFeatures"]),
    ],
)
def test_a_list_of_plugins_ages(tmp_path: Path, to: str, last: str, names: list[str]) -> None:
    found = hop(tmp_path, to, config=CONFIG.format("v1") + LISTED.format(last))
    items = [one for one in found.items if one.id == "ageing-list"]
    assert [(one.action, one.when) for one in items] == [(Action.NOTE, WITH)] * len(names)
    assert all(f"`{name}`, which {to} adds to its defaults" in one.message for one in items for name in names)


@pytest.mark.parametrize(
    "profiles", ["", "profiles: [{plugins: {multiPoint: {disabled: [{name: DynamicResources}]}}}]\n"]
)
def test_what_is_left_to_the_defaults_does_not(tmp_path: Path, profiles: str) -> None:
    found = hop(tmp_path, "1.34", config=CONFIG.format("v1") + profiles)
    assert [one for one in found.items if one.id == "ageing-list"] == []
