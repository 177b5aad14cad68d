"""What a product does not take is said, and stops the files where its scheduler would not work."""

import pytest

from schedcfg import releases
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.sources.products.target import ImageOption
from tests import quick_yaml
from tests.commands.generate.configurations_given import IMAGE, generated, rules
from tests.commands.generate.products import WHOLE

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
KUBECONFIGS = {
    "k3s": "/var/lib/rancher/k3s/server/cred/scheduler.kubeconfig",
    "kind": "/etc/kubernetes/scheduler.conf",
    "minikube": "/etc/kubernetes/scheduler.conf",
    "rke2": "/var/lib/rancher/rke2/server/cred/scheduler.kubeconfig",
}
"""Of those that leave it to the file."""
OWN_KUBECONFIG = ("kops", "kubespray", "talos")
OUT_OF_TREE = "profiles: [{schedulerName: mine, plugins: {score: {enabled: [{name: HelloWorldPlugin}]}}}]\n"
ASKED = "filterVerb: filter, ignorable: true, nodeCacheCapable: true"
CA_FILE = f"extenders: [{{urlPrefix: 'https://10.0.0.4', {ASKED}, tlsConfig: {{caFile: /etc/ca.pem}}}}]\n"
SERVICE = f"extenders: [{{urlPrefix: 'http://extender.kube-system.svc:8080', {ASKED}}}]\n"


def suited(name: str, more: str = "") -> str:
    """Make a configuration that a product takes, and add to it."""
    kubeconfig = f"clientConnection: {{kubeconfig: {KUBECONFIGS[name]}}}\n" if name in KUBECONFIGS else ""
    beside = _profiles(name) if "profiles" not in more else ""
    lease = "leaderElection: {leaderElect: false}\n" if name == "openshift" and "leaderElection" not in more else ""
    return V1 + kubeconfig + beside + lease + more


def _profiles(name: str) -> str:
    """Name no profile like the cluster's own where the product runs its scheduler beside that."""
    default = "" if name == "openshift" else "{schedulerName: default-scheduler}, "
    return f"profiles: [{default}{{schedulerName: mine}}]\n"


def chosen_options(name: str) -> TargetOptions:
    return TargetOptions(IMAGE if find_target(name).target.image is ImageOption.REQUIRED else None)


@pytest.mark.parametrize("name", WHOLE)
def test_what_suits_is_generated_without_a_finding(name: str) -> None:
    generation = generated(name, suited(name), chosen_options=chosen_options(name))
    assert generation.files
    assert rules(generation) == {}


BESIDE_THE_CLUSTERS_OWN = {"aks", "openshift"}
"""Products that keep their own scheduler, or its profile."""


@pytest.mark.parametrize("name", sorted({*WHOLE} - BESIDE_THE_CLUSTERS_OWN))
def test_a_scheduler_that_leaves_out_the_other_pods_is_reported(name: str) -> None:
    generation = generated(
        name, suited(name, "profiles: [{schedulerName: mine}]\n"), chosen_options=chosen_options(name)
    )
    assert rules(generation) == {"unserved-default-scheduler": "warning"}
    assert generation.files


@pytest.mark.parametrize("name", ["kubespray", "talos", "aks"])
def test_older_api_versions_are_refused_where_v1_is_built_in(name: str) -> None:
    generation = generated(name, suited(name).replace("/v1\n", "/v1beta3\n"), "1.28", chosen_options(name))
    assert not generation.files
    assert rules(generation)["v1-only"] == "error"
    assert generation.report is not None
    assert any("migrate --to v1" in str(finding.help) for finding in generation.report.documents[0].findings)


@pytest.mark.parametrize("name", ["k3s", "rke2", "kind", "kops", "minikube", "openshift"])
def test_older_api_versions_are_passed_on_by_the_others(name: str) -> None:
    generation = generated(name, suited(name).replace("/v1\n", "/v1beta3\n"), "1.28", chosen_options(name))
    assert generation.files
    assert "v1-only" not in rules(generation)


@pytest.mark.parametrize("name", sorted(KUBECONFIGS))
@pytest.mark.parametrize("written", ["", "clientConnection: {kubeconfig: /root/.kube/config}\n"])
def test_a_kubeconfig_elsewhere_is_refused(name: str, written: str) -> None:
    generation = generated(name, V1 + written)
    assert not generation.files
    assert rules(generation) == {"wrong-kubeconfig" if written else "missing-kubeconfig": "error"}
    assert generation.report is not None
    (finding,) = generation.report.documents[0].findings
    assert finding.help is not None
    assert KUBECONFIGS[name] in finding.help


@pytest.mark.parametrize("name", OWN_KUBECONFIG)
def test_a_kubeconfig_that_is_replaced_is_reported(name: str) -> None:
    generation = generated(name, suited(name, "clientConnection: {kubeconfig: /root/.kube/config, qps: 7}\n"))
    assert rules(generation) == {"kubeconfig-replaced": "warning"}
    assert all("/root" not in file.text for file in generation.files)
    assert any("qps: 7" in file.text for file in generation.files)


@pytest.mark.parametrize("name", ["kind", "k3s", "aks"])
def test_a_plugin_of_ones_own_is_refused_where_only_the_stock_scheduler_runs(name: str) -> None:
    generation = generated(name, suited(name, OUT_OF_TREE))
    assert not generation.files
    assert rules(generation)["stock-image-plugin"] == "error"


@pytest.mark.parametrize("name", ["kubespray", "minikube", "rke2", "talos"])
def test_a_plugin_of_ones_own_wants_an_image(name: str) -> None:
    text = suited(name, OUT_OF_TREE)
    assert rules(generated(name, text))["stock-image-plugin"] == "error"
    (made, *_) = [
        file.text for file in generated(name, text, chosen_options=TargetOptions(IMAGE)).files if IMAGE in file.text
    ]
    assert "stock-image-plugin" not in rules(generated(name, text, chosen_options=TargetOptions(IMAGE)))
    assert quick_yaml.load(made)


def test_a_plugin_of_ones_own_is_a_matter_of_the_cluster_in_kops() -> None:
    generation = generated("kops", suited("kops", OUT_OF_TREE))
    assert generation.files
    assert rules(generation)["stock-image-plugin"] == "warning"


@pytest.mark.parametrize("name", ["aks", "kind", "kops", "openshift"])
def test_a_file_that_is_not_mounted_is_refused(name: str) -> None:
    assert (
        rules(generated(name, suited(name, CA_FILE), chosen_options=chosen_options(name)))["unmounted-configured-file"]
        == "error"
    )


def test_a_file_in_the_folder_that_kops_mounts_is_fine() -> None:
    text = suited("kops", CA_FILE.replace("/etc/ca.pem", "/var/lib/kube-scheduler/ca.pem"))
    assert rules(generated("kops", text)) == {}


def test_the_document_of_talos_mounts_nothing() -> None:
    text = suited("talos", CA_FILE)
    assert generated("talos", text).files
    refused = generated("talos", text, chosen_options=TargetOptions(variant="document"))
    assert rules(refused) == {"unmounted-configured-file": "error"}


@pytest.mark.parametrize("name", ["kubespray", "minikube", "talos", "rke2"])
def test_a_file_is_mounted_where_that_can_be_said(name: str) -> None:
    generation = generated(name, suited(name, CA_FILE))
    assert rules(generation) == {}
    assert any("/etc/ca.pem" in str(_volumes(quick_yaml.load(file.text))) for file in generation.files)


def _volumes(data: dict) -> object:
    scheduler = data.get("cluster", {}).get("scheduler", data)
    keys = ("scheduler_extra_volumes", "extraVolumes", "kube-scheduler-extra-mount+")
    of_pod = data.get("spec", {}).get("volumes", [])
    return [*(scheduler[key] for key in keys if key in scheduler), of_pod]


@pytest.mark.parametrize("name", ["k3s", "kind", "kops", "rke2", "talos"])
def test_a_service_that_the_node_cannot_resolve_is_reported(name: str) -> None:
    generation = generated(name, suited(name, SERVICE))
    assert generation.files
    assert rules(generation) == {"host-network-dns": "warning"}


def test_kubespray_is_reported_to_resolve_it() -> None:
    generation = generated("kubespray", suited("kubespray", SERVICE))
    (file,) = generation.files
    (patch,) = quick_yaml.load(file.text)["kubeadm_patches"]
    assert rules(generation) == {}
    assert patch["patch"] == {"spec": {"dnsPolicy": "ClusterFirstWithHostNet"}}


@pytest.mark.parametrize(
    ("name", "kubernetes", "flags"),
    [
        ("kubespray", "1.34", {"leader-elect": "false"}),
        ("talos", "1.34", {"leader-elect": "false"}),
        ("kind", "1.34", {"leader-elect": "false", "config": "/etc/kubernetes/scheduler-config.yaml"}),
        ("kind", "1.21", {"config": "/etc/kubernetes/scheduler-config.yaml"}),
    ],
)
def test_no_leader_election_is_said_where_a_flag_says_otherwise(name: str, kubernetes: str, flags: dict) -> None:
    """Up to 1.21 the flag is not read beside --config."""
    text = suited(name, "leaderElection: {leaderElect: false}\n")
    text = text.replace("/v1\n", "/v1beta1\n") if kubernetes == "1.21" else text
    data = [quick_yaml.load(file.text) for file in generated(name, text, kubernetes).files]
    assert flags in [found for one in data for found in _flags(one)]


def _flags(data: dict) -> list[dict]:
    patches = [quick_yaml.load(patch) for patch in data.get("kubeadmConfigPatches", [])]
    places = [data.get("cluster", {}).get("scheduler", {}), *(patch["scheduler"] for patch in patches)]
    return [data.get("kube_kubeadm_scheduler_extra_args", {}), *(place.get("extraArgs", {}) for place in places)]


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ("profiles: [{schedulerName: mine}, {schedulerName: default-scheduler}]\n", "second-default-scheduler"),
        ("profiles: []\n", "second-default-scheduler"),
        ("leaderElection: {leaderElect: true, resourceName: mine}\n", "leader-election"),
        ("clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}\n", "wrong-kubeconfig"),
    ],
)
def test_what_clashes_with_openshift_is_refused(more: str, rule: str) -> None:
    generation = generated("openshift", suited("openshift", more), chosen_options=TargetOptions(IMAGE))
    assert not generation.files
    assert rules(generation) == {rule: "error"}


def test_openshift_elects_by_flags_from_kubernetes_1_35_on() -> None:
    text = suited("openshift", "leaderElection: {leaderElect: true, resourceName: mine}\n")
    assert rules(generated("openshift", text, releases.NEWEST, TargetOptions(IMAGE))) == {}


@pytest.mark.parametrize(
    ("more", "kubernetes", "found"),
    [
        ("", "1.32", {"too-old": "error"}),
        ("profiles: [{schedulerName: aks-system}]\n", "1.33", {"not-offered": "error"}),
        ("parallelism: 4\n", "1.33", {"not-offered": "warning"}),
        ("percentageOfNodesToScore: 40\npodMaxBackoffSeconds: 8\n", "1.33", {}),
    ],
)
def test_what_aks_keeps_for_itself_is_reported(more: str, kubernetes: str, found: dict) -> None:
    assert rules(generated("aks", suited("aks", more), kubernetes)) == found


def test_what_the_scheduler_refuses_is_generated_for_nobody() -> None:
    for name in WHOLE:
        assert not generated(name, suited(name, "parallelism: -1\n"), chosen_options=chosen_options(name)).files
