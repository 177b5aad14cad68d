"""What is generated around a configuration is validated like anything else: it is right in every release."""

from pathlib import Path

import pytest

from schedcfg import releases
from schedcfg.commands.generate import kubeadm, second_scheduler
from schedcfg.commands.generate.generation import Generation, generate_around, write_files
from schedcfg.plugins import all_plugins, find
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.commands.generate.second_schedulers import RELEASES, enabling, generate, plain
from tests.commands.generate.static_pods import text_of

MAY_BE = {"old-api-version", "undeclared-plugin"}
"""Advice about the configuration itself."""
IMAGE = "registry.example.com/quiet-scheduler:7"


def rules(folder: Path, release: str | None) -> set[str]:
    """Name the rules of all findings in a folder, in which something has to be validated."""
    reports = list(validate_files([str(folder)], Options(kubernetes=release)))
    kinds = {document.kind for report in reports for document in report.documents}
    assert kinds - {"KubeSchedulerConfiguration"}
    return {finding.rule for report in reports for document in report.documents for finding in document.findings}


def put(generation: Generation, folder: Path) -> None:
    assert generation.files, generation.report
    assert list(write_files(generation, str(folder)))


@pytest.mark.parametrize("validated_by", ["the image", "the release"])
@pytest.mark.parametrize("files", [second_scheduler.manifest, second_scheduler.kustomization])
@pytest.mark.parametrize("release", RELEASES)
def test_second_schedulers(release: str, files: object, validated_by: str, tmp_path: Path) -> None:
    put(generate(plain(release), release, files=files), tmp_path)  # type: ignore[arg-type]
    assert rules(tmp_path, release if validated_by == "the release" else None) <= MAY_BE


@pytest.mark.parametrize("release", RELEASES)
def test_second_schedulers_with_plugins_of_their_own(release: str, tmp_path: Path) -> None:
    chosen_options = second_scheduler.SecondSchedulerOptions(image=IMAGE, replicas=2)
    put(generate(enabling(release, "Quiet"), release, chosen_options), tmp_path)
    assert rules(tmp_path, release) <= MAY_BE | {"outweighed-score"}


READING = sorted(plugin.name for plugin in all_plugins() if plugin.access_in(releases.at("1.29")))


@pytest.mark.parametrize("plugin", READING)
def test_what_plugins_may_do_is_the_same_for_the_generator_and_the_rule(plugin: str, tmp_path: Path) -> None:
    image = "registry.k8s.io/scheduler-plugins/kube-scheduler:v0.29.7"
    described = find(plugin)
    assert described is not None
    point = described.points_at(29)[-1]
    if point == "queueSort":  # Where only one plugin runs
        text = enabling("1.29", plugin, point) + "        disabled: [{name: '*'}]\n"
    else:
        text = enabling("1.29", plugin, point)
    put(generate(text, "1.29", second_scheduler.SecondSchedulerOptions(image=image)), tmp_path)
    assert missing_rights(tmp_path) == []
    (file,) = tmp_path.iterdir()
    objects = file.read_text().split("---\n")
    file.write_text("---\n".join(one for one in objects if "  name: batch-plugins\n" not in one))
    (message,) = missing_rights(tmp_path)
    assert message.startswith(f"`{plugin}` does not work: ")


def missing_rights(folder: Path) -> list[str]:
    """List what `missing-rbac` finds in a folder."""
    reports = validate_files([str(folder)], Options())
    findings = (finding for report in reports for document in report.documents for finding in document.findings)
    return [finding.message for finding in findings if finding.rule == "missing-rbac"]


@pytest.mark.parametrize("kind", ["plain", "extender"])
# kubeadm 1.18 takes no patches, without which the Pod cannot ask for Services.
@pytest.mark.parametrize("release", RELEASES[1:])
def test_kubeadm(kind: str, release: str, tmp_path: Path) -> None:
    text, chosen_options = text_of(kind, release), kubeadm.KubeadmOptions()
    (tmp_path / "scheduler-config.yaml").write_text(text)
    put(generate_around(text, kubeadm.maker(chosen_options), release), tmp_path)
    assert rules(tmp_path, release) <= MAY_BE


def test_a_fault_would_be_noticed(tmp_path: Path) -> None:
    put(generate(plain("1.29"), "1.29"), tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text().replace("10259", "10251").replace("resourceName: batch", "resourceName: other"))
    assert {"probe-endpoint", "missing-rbac"} <= rules(tmp_path, "1.29")
