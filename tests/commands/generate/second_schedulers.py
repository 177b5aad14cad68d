"""What the tests of second schedulers share: a configuration for each release, and how files are made of it."""

from collections.abc import Callable, Iterable
from typing import Any

from schedcfg import releases
from schedcfg.commands.generate import second_scheduler
from schedcfg.commands.generate.generation import AcceptedConfig, GeneratedFile, Generation, generate_around
from schedcfg.commands.generate.second_scheduler import SecondSchedulerOptions
from schedcfg.document import parse
from schedcfg.validation.options import Options

RELEASES = [release.name for release in releases.all_releases()]


def head(release: str) -> str:
    """Begin a configuration in the newest API version that a release serves."""
    version = releases.at(release).api_versions[-1]
    return f"apiVersion: kubescheduler.config.k8s.io/{version}\nkind: KubeSchedulerConfiguration\n"


def plain(release: str) -> str:
    return f"# Ours\n{head(release)}profiles:\n  - schedulerName: batch  # for jobs\n"


def enabling(release: str, plugin: str, point: str = "score") -> str:
    return f"{plain(release)}    plugins:\n      {point}:\n        enabled:\n          - name: {plugin}\n"


def generate(
    text: str,
    release: str,
    chosen_options: SecondSchedulerOptions = SecondSchedulerOptions(),  # noqa: B008 - frozen
    files: Callable[[AcceptedConfig, SecondSchedulerOptions], Iterable[GeneratedFile]] = second_scheduler.manifest,
    gates: tuple[str, ...] = (),
) -> Generation:
    maker = second_scheduler.maker(chosen_options)._replace(files=files)
    return generate_around(text, maker, release, name="c.yaml", options=Options(feature_gates=gates))


def objects(generation: Generation) -> list[dict[str, Any]]:
    """Read the objects of all files, but for configurations and kustomizations."""
    assert generation.files, generation.report
    found: list[Any] = [document.data for file in generation.files for document in parse(file.text).documents]
    return [data for data in found if data["kind"] not in {"KubeSchedulerConfiguration", "Kustomization"}]


def of_kind(kind: str, found: Iterable[dict[str, Any]]) -> dict[str, Any]:
    (one,) = (data for data in found if data["kind"] == kind)
    return one


def rules_found(generation: Generation) -> set[str]:
    """Name the rules of what is said about the configuration."""
    assert generation.report is not None
    return {finding.rule for document in generation.report.documents for finding in document.findings}
