"""The static Pod is right in every release."""

import copy
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest

from schedcfg import releases
from schedcfg.configuration.effective.command_line import FIELDS
from tests.commands.generate.static_pods import (
    IMAGE,
    KINDS,
    container,
    generated,
    only,
    options_of,
    pod,
    rules,
    text_of,
)
from tests.kubernetes_shapes import check_shape
from tests.recorded_facts import RELEASES, facts

EVERYWHERE = [(kind, release) for kind in KINDS for release in releases.names()]
MEASURED = [(kind, release) for kind in KINDS for release in RELEASES]


def manifest(kind: str, release: str, **chosen_options: Any) -> str:
    return only(generated(text_of(kind, release), options_of(kind, release, **chosen_options)))


def flags(text: str) -> dict[str, str]:
    program, *words = container(text)["command"]
    assert program == "kube-scheduler"
    return dict(word.removeprefix("--").split("=", 1) for word in words)


@pytest.mark.parametrize(("kind", "release"), MEASURED)
def test_the_release_knows_its_flags_and_hears_them(kind: str, release: str) -> None:
    known = facts(release)["flags"]
    names = known.keys() if isinstance(known, dict) else {flag["name"] for flag in known}
    given = flags(manifest(kind, release))
    assert given.keys() == {"authentication-kubeconfig", "authorization-kubeconfig", "bind-address", "config"}
    assert given.keys() <= set(names)
    assert given.keys().isdisjoint(FIELDS)


@pytest.mark.parametrize(("kind", "release"), EVERYWHERE)
def test_it_has_the_shape_of_a_pod(kind: str, release: str) -> None:
    check_shape(pod(manifest(kind, release)), releases.at(release))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("spec", "hostNetwork"), "yes"),
        (("spec", "containers", 0, "volumeMounts", 0, "mountpath"), "/a"),
        (("spec", "containers", 0, "command"), "kube-scheduler"),
        (("spec", "volumes", 0, "hostPath"), {"type": "File"}),
    ],
)
def test_another_shape_would_be_noticed(path: tuple[str | int, ...], value: object) -> None:
    data = copy.deepcopy(pod(manifest("plain", releases.NEWEST)))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(kubernetes_validate.ValidationError):
        check_shape(data, releases.at(releases.NEWEST))


@pytest.mark.parametrize(("kind", "release"), EVERYWHERE)
def test_validate_finds_nothing_wrong_with_it(kind: str, release: str, tmp_path: Path) -> None:
    from schedcfg.validation.files import validate_files
    from schedcfg.validation.options import Options

    (tmp_path / "kube-scheduler.yaml").write_text(manifest(kind, release), encoding="utf-8")
    (tmp_path / "scheduler-config.yaml").write_text(text_of(kind, release), encoding="utf-8")
    reports = list(validate_files([str(tmp_path)], Options(kubernetes=release)))
    assert len(reports) == 2
    found = {finding.rule for report in reports for document in report.documents for finding in document.findings}
    assert found <= {"old-api-version", "undeclared-plugin", "outweighed-score"}


def test_its_lease_and_its_dns_settle_advice() -> None:
    text = (
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
        "clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}\n"
        "profiles: [{schedulerName: second}]\n"
        "extenders: [{urlPrefix: 'http://gpu.kube-system:3456', filterVerb: filter}]\n"
    )
    report = generated(text, options_of("plain", "1.29")).report
    assert report is not None
    (document,) = report.documents
    assert {one.finding.rule: one.reason for one in document.settled} == {
        "default-lease": "the files that are generated give it a lease of its own, or the default scheduler's place",
        "node-dns": "the files that are generated set the DNS of the scheduler's Pod",
    }


@pytest.mark.parametrize("release", releases.names())
def test_every_file_is_mounted_as_a_file_that_has_to_be_there(release: str) -> None:
    text = manifest("extender", release)
    volumes = {volume["name"]: volume["hostPath"] for volume in pod(text)["spec"]["volumes"]}
    assert {volume["path"]: volume["type"] for volume in volumes.values()} == {
        "/etc/kubernetes/scheduler.conf": "FileOrCreate",  # kubeadm's own
        "/etc/kubernetes/scheduler-config.yaml": "File",
        "/etc/kubernetes/my-scheduler.conf": "File",
        "/etc/gpu/ca.crt": "File",
        "/etc/gpu/tls.crt": "File",
        "/etc/gpu/tls.key": "File",
    }
    mounts = container(text)["volumeMounts"]
    assert {mount["name"]: mount["mountPath"] for mount in mounts} == {
        name: volume["path"] for name, volume in volumes.items()
    }
    assert all(mount["readOnly"] for mount in mounts)


@pytest.mark.parametrize(("kind", "policy"), [("extender", "ClusterFirstWithHostNet"), ("plain", None)])
def test_services_are_found_where_one_is_named(kind: str, policy: str | None) -> None:
    assert pod(manifest(kind, "1.29"))["spec"].get("dnsPolicy") == policy


@pytest.mark.parametrize("release", releases.names())
def test_keys_come_as_people_write_them(release: str) -> None:
    made = pod(manifest("plain", release))
    assert list(made) == ["apiVersion", "kind", "metadata", "spec", "status"]
    assert list(made["metadata"])[:4] == ["name", "namespace", "labels", "annotations"]
    (container,) = made["spec"]["containers"]
    assert list(container)[:4] == ["name", "image", "imagePullPolicy", "command"]
    assert list(container)[-1] == "volumeMounts"


def test_the_annotation_changes_with_the_configuration_and_with_nothing_else() -> None:
    def checksum(text: str) -> str:
        made = only(generated(text, options_of("plain", "1.29")))
        (value,) = pod(made)["metadata"]["annotations"].values()
        return value

    text = text_of("plain", "1.29")
    assert checksum(text) == checksum(text)
    assert checksum(text) != checksum(text + "# a comment\n")


def test_options_are_granted() -> None:
    text = manifest(
        "plain", "1.29", image="a/b:1", config_path="/srv/s.yaml", feature_gates=("AllBeta=true", "AllAlpha=false")
    )
    assert container(text)["image"] == "a/b:1"
    assert flags(text)["config"] == "/srv/s.yaml"
    assert flags(text)["feature-gates"] == "AllBeta=true,AllAlpha=false"
    assert "/srv/s.yaml" in {volume["hostPath"]["path"] for volume in pod(text)["spec"]["volumes"]}


@pytest.mark.parametrize("image", [None, "registry.k8s.io/kube-scheduler:v1.29.14"])
def test_plugins_want_an_image_that_has_them(image: str | None) -> None:
    generation = generated(text_of("out-of-tree", "1.29"), options_of("plain", "1.29", image=image))
    assert not generation.files
    assert "stock-image-plugin" in rules(generation)
    assert container(manifest("out-of-tree", "1.29"))["image"] == IMAGE


def test_without_credentials_nothing_is_generated() -> None:
    text = text_of("plain", "1.29").partition("clientConnection")[0]
    generation = generated(text, options_of("plain", "1.29"))
    assert not generation.files
    assert rules(generation) == ["missing-kubeconfig"]


def test_what_is_worth_knowing_is_said() -> None:
    text = text_of("extender", "1.22").replace("v1beta2", "v1beta1")
    generation = generated(text + "leaderElection: {leaderElect: false}\n", options_of("plain", "1.22"))
    assert generation.files
    assert {"no-leader-election", "open-port"} <= set(rules(generation))


def test_a_relative_path_leads_nowhere() -> None:
    text = text_of("extender", "1.29").replace("/etc/gpu/tls.key", "tls.key")
    generation = generated(text, options_of("plain", "1.29"))
    assert not generation.files
    assert "relative-file" in rules(generation)


@pytest.mark.parametrize(("host", "is_open"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_the_port_without_encryption(host: str, *, is_open: bool) -> None:
    addresses = "".join(f"{field}BindAddress: {host}:10251\n" for field in ("healthz", "metrics"))
    generation = generated(text_of("plain", "1.21") + addresses, options_of("plain", "1.21"))
    assert ("open-port" in rules(generation)) is is_open


TAKEN = ["/etc/kubernetes/scheduler.conf", "/etc/gpu/tls.key", "/etc/gpu//ca.crt", "/etc/kubernetes/pki"]


@pytest.mark.parametrize("place", TAKEN)
def test_the_configuration_is_not_put_where_something_is(place: str) -> None:
    text = text_of("extender", "1.29")
    assert generated(text, options_of("plain", "1.29", config_path="/etc/gpu/s.yaml")).files
    generation = generated(text, options_of("plain", "1.29", config_path=place))
    assert not generation.files
    assert "taken-place" in rules(generation)
