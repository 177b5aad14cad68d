"""Files for kubeadm: shapes that it decodes, patches that apply, and all that the configuration needs."""

from copy import deepcopy

import jsonschema
import pytest

from schedcfg import releases
from schedcfg.commands.generate import kubeadm
from schedcfg.commands.generate.generation import Generation, generate_around
from schedcfg.commands.generate.kubeadm import KubeadmOptions
from schedcfg.document import parse
from schedcfg.errors import UnknownTarget
from schedcfg.validation.options import Options
from tests.commands.generate.kubeadm_shapes import arguments, check_cluster_configuration
from tests.commands.generate.second_schedulers import RELEASES, head, rules_found
from tests.kubernetes_shapes import check_shape

CONNECTED = "clientConnection:\n  kubeconfig: /etc/kubernetes/scheduler.conf\n"
NO_ELECTION = "leaderElection:\n  leaderElect: false\n"
EXTENDER = """\
extenders:
  - urlPrefix: https://extender.scheduling.svc:8443/
    filterVerb: filter
    enableHTTPS: true
    tlsConfig:
      caFile: /etc/kubernetes/pki/extender-ca.crt
"""
PLUGIN = "profiles:\n  - plugins:\n      score:\n        enabled:\n          - name: Ours\n"
PATCHING = [release for release in RELEASES if release != "1.18"]

POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "kube-scheduler", "namespace": "kube-system", "labels": {"component": "kube-scheduler"}},
    "spec": {
        "containers": [
            {"name": "kube-scheduler", "image": "stock", "command": ["kube-scheduler", "--leader-elect=true"]}
        ],
        "hostNetwork": True,
    },
}
"""What kubeadm makes, in short."""


def generate(
    text: str,
    release: str,
    chosen_options: KubeadmOptions = KubeadmOptions(),  # noqa: B008 - frozen
    gates: tuple[str, ...] = (),
) -> Generation:
    return generate_around(
        text, kubeadm.maker(chosen_options), release, name="batch.yaml", options=Options(feature_gates=gates)
    )


def files(generation: Generation) -> dict[str, dict]:
    assert generation.files, generation.report
    return {file.path: parse(file.text).documents[0].data for file in generation.files}


def cluster_configuration(generation: Generation) -> dict:
    return files(generation)["kubeadm-config.yaml"]


def patched(generation: Generation) -> dict:
    """Apply the patch as kubeadm does: a strategic merge, containers by name."""

    def merge(old: object, new: object) -> object:
        if isinstance(old, dict) and isinstance(new, dict):
            return old | {key: merge(old.get(key), value) for key, value in new.items()}
        if isinstance(old, list) and isinstance(new, list):
            by_name = {item["name"]: item for item in new}
            return [merge(item, by_name.get(item["name"], {})) for item in old]
        return new

    made = merge(deepcopy(POD), files(generation)["patches/kube-scheduler0+strategic.yaml"])
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize("text", [CONNECTED, CONNECTED + NO_ELECTION, CONNECTED.replace("scheduler.conf", "own.conf")])
@pytest.mark.parametrize("release", RELEASES)
def test_the_scheduler_gets_its_configuration(release: str, text: str) -> None:
    data = cluster_configuration(generate(head(release) + text, release))
    check_cluster_configuration(data)
    assert data["kubernetesVersion"].startswith(f"v{release}.")
    flags = arguments(data)
    assert set(flags) <= set(releases.at(release).flags)
    volumes = {volume["mountPath"]: volume for volume in data["scheduler"]["extraVolumes"]}
    assert flags["config"] == "/etc/kubernetes/batch.yaml"
    for path, volume in volumes.items():
        assert volume["hostPath"] == path
        assert (volume["pathType"], volume["readOnly"]) == ("File", True)
    own = {"/etc/kubernetes/own.conf"} if "own.conf" in text else set()
    assert set(volumes) == {flags["config"]} | own
    assert len({volume["name"] for volume in volumes.values()} | {"kubeconfig"}) == len(volumes) + 1


@pytest.mark.parametrize(
    ("wrong"),
    [
        {"scheduler": {"extraArgs": {"config": "/a"}}},
        {"scheduler": {"extraVolumes": [{"name": "a", "hostPath": "/a", "mountPath": "/a", "type": "File"}]}},
        {"schedulers": {}},
    ],
)
def test_another_shape_would_be_noticed(wrong: dict) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check_cluster_configuration({"apiVersion": "kubeadm.k8s.io/v1beta4", "kind": "ClusterConfiguration"} | wrong)


@pytest.mark.parametrize(
    ("release", "versions"),
    [
        ("1.18", ["v1beta2"]),
        ("1.21", ["v1beta2"]),
        ("1.22", ["v1beta2", "v1beta3"]),
        ("1.26", ["v1beta2", "v1beta3"]),
        ("1.27", ["v1beta3"]),
        ("1.30", ["v1beta3"]),
        ("1.31", ["v1beta3", "v1beta4"]),
        ("1.35", ["v1beta3", "v1beta4"]),
    ],
)
def test_versions_that_kubeadm_reads(release: str, versions: list[str]) -> None:
    text = head(release) + CONNECTED
    for version in ("v1beta2", "v1beta3", "v1beta4"):
        if version in versions:
            data = cluster_configuration(generate(text, release, KubeadmOptions(version)))
            check_cluster_configuration(data)
            assert data["apiVersion"] == f"kubeadm.k8s.io/{version}"
        else:
            with pytest.raises(UnknownTarget, match=version):
                generate(text, release, KubeadmOptions(version))
    assert cluster_configuration(generate(text, release))["apiVersion"].endswith(versions[-1])


@pytest.mark.parametrize("release", PATCHING)
def test_the_patch_applies(release: str) -> None:
    text = head(release) + CONNECTED + EXTENDER + PLUGIN
    generation = generate(text, release, KubeadmOptions(image="example.com/scheduler:1"))
    made = patched(generation)
    check_shape(made, releases.at(release))
    assert made["spec"]["dnsPolicy"] == "ClusterFirstWithHostNet"
    (container,) = made["spec"]["containers"]
    assert container["image"] == "example.com/scheduler:1"
    assert container["command"] == POD["spec"]["containers"][0]["command"]
    mounts = [volume["mountPath"] for volume in cluster_configuration(generation)["scheduler"]["extraVolumes"]]
    assert "/etc/kubernetes/pki/extender-ca.crt" in mounts


@pytest.mark.parametrize("release", PATCHING)
def test_a_patch_says_no_more_than_it_must(release: str) -> None:
    made = patched(generate(head(release) + CONNECTED, release))
    annotations = made["metadata"].pop("annotations")
    assert list(annotations) == ["schedcfg.io/config-sha256"]
    assert made == POD
    other = patched(generate(f"# Other\n{head(release)}{CONNECTED}", release))
    assert other["metadata"]["annotations"] != annotations


def test_the_first_release_takes_no_patches() -> None:
    generation = generate(head("1.18") + CONNECTED, "1.18")
    assert list(files(generation)) == ["kubeadm-config.yaml"]
    assert any("has no such patches" in remark for remark in generation.remarks)


@pytest.mark.parametrize("release", RELEASES)
def test_kubeadms_own_flag_does_not_overrule_the_configuration(release: str) -> None:
    flags = arguments(cluster_configuration(generate(head(release) + CONNECTED + NO_ELECTION, release)))
    assert flags.get("leader-elect") == ("false" if int(release[2:]) >= 22 else None)
    flags = arguments(cluster_configuration(generate(head(release) + CONNECTED, release)))
    assert "leader-elect" not in flags


def test_feature_gates_are_passed_on() -> None:
    generation = generate(head("1.31") + CONNECTED, "1.31", gates=("SchedulerQueueingHints=true",))
    assert arguments(cluster_configuration(generation))["feature-gates"] == "SchedulerQueueingHints=true"


def test_another_place_on_the_node() -> None:
    data = cluster_configuration(generate(head("1.29") + CONNECTED, "1.29", KubeadmOptions(config_path="/opt/s.yaml")))
    assert arguments(data)["config"] == "/opt/s.yaml"
    assert [volume["hostPath"] for volume in data["scheduler"]["extraVolumes"]] == ["/opt/s.yaml"]


@pytest.mark.parametrize(
    ("rule", "text", "release", "chosen_options"),
    [
        ("missing-kubeconfig", "", "1.29", KubeadmOptions()),
        ("taken-place", CONNECTED, "1.29", KubeadmOptions(config_path="/etc/kubernetes/scheduler.conf")),
        (
            "taken-place",
            CONNECTED + EXTENDER,
            "1.29",
            KubeadmOptions(config_path="/etc/kubernetes/pki/extender-ca.crt"),
        ),
        ("taken-place", CONNECTED, "1.29", KubeadmOptions(config_path="/etc/kubernetes/manifests")),
        ("relative-file", CONNECTED.replace("/etc/", "etc/"), "1.29", KubeadmOptions()),
        ("relative-file", CONNECTED + EXTENDER.replace("/etc/", ""), "1.29", KubeadmOptions()),
        ("stock-image-plugin", CONNECTED + PLUGIN, "1.29", KubeadmOptions()),
        ("image-without-patch", CONNECTED, "1.18", KubeadmOptions(image="a")),
        ("host-network-dns", CONNECTED + EXTENDER, "1.18", KubeadmOptions()),
    ],
)
def test_nothing_is_generated(rule: str, text: str, release: str, chosen_options: KubeadmOptions) -> None:
    generation = generate(head(release) + text, release, chosen_options)
    assert not generation.files
    assert rule in rules_found(generation)


@pytest.mark.parametrize(
    ("release", "words"),
    [("1.19", "--experimental-patches"), ("1.22", "`patches.directory`"), ("1.35", "UpgradeConfiguration")],
)
def test_how_patches_are_named(release: str, words: str) -> None:
    assert any(words in remark for remark in generate(head(release) + CONNECTED, release).remarks)
