"""A patch release that was named, by an option or by the configuration itself, is that of all that is generated."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.sources.products import targets
from tests.called import Result

Run = Callable[..., Result]

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: /etc/kubernetes/scheduler.conf
profiles:
- schedulerName: default-scheduler
"""
SECOND = CONFIG.replace("clientConnection:\n  kubeconfig: /etc/kubernetes/scheduler.conf\n", "").replace(
    "default", "batch"
)
OPENSHIFT = SECOND + "leaderElection: {leaderElect: false}\n"
HEADER = "# schedcfg: kubernetes=1.33.12\n"
ARGUMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "second-scheduler": (SECOND, ()),
    "openshift": (OPENSHIFT, ("--image", "registry.example.com/scheduler:v1")),
}
"""What generators take that is not for the default scheduler."""
NAMING = {"kubeadm", "static-pod", "second-scheduler", "minikube"}
"""Those whose files name a version of Kubernetes."""


def versions(schedcfg: Run, folder: Path, generator: str, text: str, *options: str) -> set[str]:
    """Return the patch releases in what is generated, of 1.33."""
    config = folder / "config.yaml"
    config.write_text(text, encoding="utf-8")
    made = folder / "made"
    more = ARGUMENTS.get(generator, ("", ()))[1]
    schedcfg("generate", generator, "--config", str(config), *more, *options, "--write-to", f"{made}/")
    texts = [file.read_text(encoding="utf-8") for file in made.rglob("*") if file.is_file()]
    return {version for one in texts for version in re.findall(r"v1\.33\.\d+", one)}


GENERATORS = ("kubeadm", "static-pod", "second-scheduler", *targets())


@pytest.mark.parametrize("generator", GENERATORS)
def test_a_patch_that_was_requested(generator: str, schedcfg: Run, tmp_path: Path) -> None:
    text = ARGUMENTS.get(generator, (CONFIG, ()))[0]
    found = versions(schedcfg, tmp_path, generator, text, "-k", "v1.33.12")
    assert found == ({"v1.33.12"} if generator in NAMING else set())


@pytest.mark.parametrize("generator", sorted(NAMING))
def test_a_patch_that_the_configuration_names(generator: str, schedcfg: Run, tmp_path: Path) -> None:
    text = HEADER + ARGUMENTS.get(generator, (CONFIG, ()))[0]
    assert versions(schedcfg, tmp_path, generator, text) == {"v1.33.12"}
    assert versions(schedcfg, tmp_path, generator, text, "-k", "1.33.9") == {"v1.33.9"}


@pytest.mark.parametrize("generator", sorted(NAMING))
def test_feature_gates_that_the_configuration_names(generator: str, schedcfg: Run, tmp_path: Path) -> None:
    gates = HEADER.replace("\n", " feature-gates=SchedulerQueueingHints=false\n")
    versions(schedcfg, tmp_path, generator, gates + ARGUMENTS.get(generator, (CONFIG, ()))[0])
    texts = [file.read_text(encoding="utf-8").split(HEADER.strip())[-1] for file in (tmp_path / "made").rglob("*.yaml")]
    assert any("feature-gates" in text.partition("\n")[2] for text in texts)


def test_without_one_the_comment_says_to_write_it(schedcfg: Run, tmp_path: Path) -> None:
    made = tmp_path / "made" / "kubeadm-config.yaml"
    versions(schedcfg, tmp_path, "kubeadm", CONFIG, "-k", "1.33.12")
    assert "Write your patch release." not in made.read_text(encoding="utf-8")
    versions(schedcfg, tmp_path, "kubeadm", CONFIG, "-k", "1.33")
    assert "Write your patch release." in made.read_text(encoding="utf-8")


@pytest.mark.parametrize(("release", "version"), [("1.33", "v1.33.7"), ("1.33.12", "v1.33.12"), ("1.34", "v1.34.7")])
def test_kubeadms_own_file_keeps_its_patch(release: str, version: str, schedcfg: Run, tmp_path: Path) -> None:
    existing = tmp_path / "existing.yaml"
    existing.write_text(
        "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.33.7\nscheduler: {}\n",
        encoding="utf-8",
    )
    versions(schedcfg, tmp_path, "kubeadm", CONFIG, "-k", release, "--from", str(existing))
    made = (tmp_path / "made" / "kubeadm-config.yaml").read_text(encoding="utf-8")
    assert f"kubernetesVersion: {version}\n" in made


def added(schedcfg: Run, file: Path, comment: str) -> Result:
    file.write_text(comment + CONFIG.replace("/v1\n", "/v1beta3\n"), encoding="utf-8")
    return schedcfg("generate", "profile", "bin-packing", "--scheduler-name", "packer", "--into", str(file))


@pytest.mark.parametrize(("comment", "release"), [("", "1.28"), ("# schedcfg: kubernetes=1.27\n", "1.27")])
def test_a_profile_is_added_for_the_release_that_the_file_names(
    comment: str, release: str, schedcfg: Run, tmp_path: Path
) -> None:
    result = added(schedcfg, tmp_path / "scheduler.yaml", comment)
    assert (result.status, f"({release})" in result.err) == (0, True)
    assert validate(result.out).documents[0].kubernetes == release


def test_a_release_that_does_not_read_the_file_adds_nothing(schedcfg: Run, tmp_path: Path) -> None:
    result = added(schedcfg, tmp_path / "scheduler.yaml", "# schedcfg: kubernetes=1.29.3\n")
    assert (result.status, result.out, "(1.29)" in result.err) == (1, "", True)
