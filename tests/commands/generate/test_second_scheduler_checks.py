"""What keeps a configuration from being run by a second scheduler, and what may."""

import pytest

from schedcfg.commands.generate.second_scheduler import SecondSchedulerOptions as Options
from tests.commands.generate.second_schedulers import RELEASES, enabling, generate, head, plain, rules_found

EXTENDER = "extenders:\n  - urlPrefix: {url}\n    filterVerb: filter\n    ignorable: true\n"
TLS = EXTENDER.format(url="https://a.example.com") + "    enableHTTPS: true\n    tlsConfig:\n      caFile: {file}\n"
NO_ELECTION = "leaderElection:\n  leaderElect: false\n"

REFUSED = {
    "second-default-scheduler": (plain("1.29").replace("batch", "default-scheduler"), Options()),
    "second-default-scheduler, unsaid": (head("1.29"), Options()),
    "object-name": (plain("1.29").replace("batch", "My_Scheduler"), Options()),
    "object-name, wished": (plain("1.29"), Options(name="a.b")),
    "object-name, the cluster's own": (plain("1.29"), Options(name="kube-scheduler")),
    "object-name, namespace": (plain("1.29"), Options(namespace="Kube")),
    "kubeconfig-in-deployment": (plain("1.29") + "clientConnection: {kubeconfig: /a.conf}\n", Options()),
    "stock-image-plugin": (enabling("1.29", "Coscheduling", "permit"), Options()),
    "replicas-without-election": (plain("1.29") + NO_ELECTION, Options(replicas=2)),
    "unmounted-configured-file": (plain("1.29") + TLS.format(file="/etc/pki/ca.crt"), Options()),
    "unmounted-configured-file, relative": (
        plain("1.29") + TLS.format(file="pki/ca.crt"),
        Options(tls_secret="s"),
    ),
    "unmounted-configured-file, in the root": (
        plain("1.29") + TLS.format(file="/ca.crt"),
        Options(tls_secret="s"),
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_generated(name: str) -> None:
    text, chosen_options = REFUSED[name]
    generation = generate(text, "1.29", chosen_options)
    assert not generation.files
    assert not generation.remarks
    assert name.partition(",")[0] in rules_found(generation)
    findings = [finding for document in generation.report.documents for finding in document.findings]  # type: ignore[union-attr]
    assert all(finding.help for finding in findings)


@pytest.mark.parametrize(
    ("text", "chosen_options"),
    [
        (plain("1.29"), Options(name="default-scheduler-2", namespace="a")),
        (plain("1.29").replace("batch", "My_Scheduler"), Options(name="mine")),
        (enabling("1.29", "Coscheduling", "permit"), Options(image="a")),
        (plain("1.29") + NO_ELECTION, Options()),
        (plain("1.29"), Options(replicas=2)),
        (plain("1.29") + TLS.format(file="/etc/pki/ca.crt"), Options(tls_secret="s")),
        (plain("1.29") + EXTENDER.format(url="http://extender.default.svc"), Options()),
    ],
)
def test_nothing_is_said(text: str, chosen_options: Options) -> None:
    generation = generate(text, "1.29", chosen_options)
    assert generation.files
    assert rules_found(generation) <= {"undeclared-plugin", "presumed-catalog", "unlike-published"}


@pytest.mark.parametrize("url", ["http://127.0.0.1:8888/s", "http://localhost/", "http://[::1]:80"])
def test_the_pod_has_a_network_of_its_own(url: str) -> None:
    generation = generate(plain("1.29") + EXTENDER.format(url=url), "1.29")
    assert generation.files
    assert rules_found(generation) == {"loopback-address"}


@pytest.mark.parametrize("release", [name for name in RELEASES if int(name[2:]) >= 31])
def test_a_candidate_for_the_clusters_own_lease(release: str) -> None:
    gates = ("CoordinatedLeaderElection=true",)
    assert rules_found(generate(plain(release), release, gates=gates)) == {"coordinated-leader-election"}
    assert not rules_found(generate(plain(release) + NO_ELECTION, release, gates=gates))


def test_a_configuration_that_is_refused_stays_alone() -> None:
    generation = generate(plain("1.29") + "parallelism: 0\n", "1.29")
    assert not generation.files
    assert "kubeconfig-in-deployment" not in rules_found(generation)
