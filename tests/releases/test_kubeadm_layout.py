"""What kubeadm changed from version to version, as its pull requests and real manifests have it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.releases.kubeadm_layout import Version, layout, version_of
from tests import quick_yaml
from tests.commands.generate.static_pods import container, generated, only, options_of, pod, text_of
from tests.corpus.test_real_files import CORPUS


def made(kubernetes: str) -> str:
    release = ".".join(kubernetes.split(".")[:2])
    return only(generated(text_of("plain", release), options_of("plain", release, kubernetes=kubernetes)))


def probes(text: str) -> dict[str, Any]:
    return {name: value for name, value in container(text).items() if name.endswith("Probe")}


@pytest.mark.parametrize(
    ("kubernetes", "image"),
    [
        ("1.18", "k8s.gcr.io/kube-scheduler:v1.18.2"),
        ("1.22.16", "k8s.gcr.io/kube-scheduler:v1.22.16"),
        ("1.22.17", "registry.k8s.io/kube-scheduler:v1.22.17"),
        ("v1.24.8", "k8s.gcr.io/kube-scheduler:v1.24.8"),
        ("v1.24.9", "registry.k8s.io/kube-scheduler:v1.24.9"),
        ("1.25.0", "registry.k8s.io/kube-scheduler:v1.25.0"),
        ("v1.29.3-eks-abc123", "registry.k8s.io/kube-scheduler:v1.29.3"),
        ("1.29", "registry.k8s.io/kube-scheduler:v1.29.14"),
    ],
)
def test_the_image(kubernetes: str, image: str) -> None:
    assert container(made(kubernetes))["image"] == image


@pytest.mark.parametrize("release", releases.names())
def test_the_version_of_a_release_is_one_of_it(release: str) -> None:
    assert version_of(releases.at(release), None).minor == releases.at(release).number
    assert version_of(releases.at(release), "1.2.3") == version_of(releases.at(release), None)


@pytest.mark.parametrize(
    ("kubernetes", "names", "paths"),
    [
        ("1.18", {"livenessProbe"}, {"/healthz"}),
        ("1.19", {"livenessProbe", "startupProbe"}, {"/healthz"}),
        ("1.31", {"livenessProbe", "startupProbe"}, {"/healthz"}),
        ("1.32", {"livenessProbe", "startupProbe", "readinessProbe"}, {"/livez", "/readyz"}),
    ],
)
def test_the_probes(kubernetes: str, names: set[str], paths: set[str]) -> None:
    found = probes(made(kubernetes))
    assert found.keys() == names
    assert {probe["httpGet"]["path"] for probe in found.values()} == paths


@pytest.mark.parametrize(("kubernetes", "port"), [("1.33", 10259), ("1.34", "probe-port")])
def test_the_port_that_probes_ask(kubernetes: str, port: int | str) -> None:
    text = made(kubernetes)
    assert {probe["httpGet"]["port"] for probe in probes(text).values()} == {port}
    assert ("ports" in container(text)) is isinstance(port, str)


@pytest.mark.parametrize(
    ("kubernetes", "name", "number", "seccomp"),
    [
        ("1.18", "system-cluster-critical", None, False),
        ("1.19", "system-node-critical", None, False),
        ("1.21", "system-node-critical", None, False),
        ("1.22", "system-node-critical", None, True),
        ("1.25.11", "system-node-critical", None, True),
        ("1.25.12", "system-node-critical", 2000001000, True),
        ("1.27.0", "system-node-critical", 2000001000, True),
    ],
)
def test_priority_and_seccomp(kubernetes: str, name: str, number: int | None, *, seccomp: bool) -> None:
    spec = pod(made(kubernetes))["spec"]
    assert (spec["priorityClassName"], spec.get("priority")) == (name, number)
    assert ("securityContext" in spec) is seccomp


@pytest.mark.parametrize(("version", "closed"), [((18, 5), False), ((18, 6), True), ((22, 0), True), ((23, 0), False)])
def test_kubeadm_closes_the_port_without_encryption(version: tuple[int, int], *, closed: bool) -> None:
    assert ("port" in layout(Version(*version)).flags) is closed


def of_kubeadm() -> Iterator[Path]:
    """Find real manifests of known versions that have all of kubeadm's probes."""
    for path in sorted(CORPUS.glob("manifests/*.yaml")) if CORPUS else ():
        text = path.read_text(encoding="utf-8", errors="replace")
        if ("registry.k8s.io/kube-scheduler:v1." in text and "startupProbe" in text) or (
            "k8s.gcr.io/kube-scheduler:v1.2" in text and "startupProbe" in text
        ):
            yield path


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")
def test_there_are_real_manifests() -> None:
    assert len(list(of_kubeadm())) >= 3


@pytest.mark.parametrize("path", list(of_kubeadm()), ids=lambda path: path.name)
def test_it_is_like_the_real_ones(path: Path) -> None:
    real = path.read_text(encoding="utf-8")
    ours = made(container(real)["image"].rpartition(":")[2])
    assert probes(ours) == probes(real)
    assert container(ours)["image"] == container(real)["image"]
    for field in ("priority", "priorityClassName", "securityContext", "hostNetwork"):
        assert pod(ours)["spec"].get(field) == pod(real)["spec"].get(field), field
    assert quick_yaml.load(ours)["metadata"]["labels"] == pod(real)["metadata"]["labels"]
