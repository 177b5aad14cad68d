"""What is generated for a product is found, validated and migrated in the product's own files."""

from collections.abc import Mapping
from pathlib import Path

import pytest

import schedcfg
from schedcfg import IN_TREE_ONLY
from schedcfg.commands.generate.product_files import TargetOptions
from schedcfg.commands.migrate.results import FileMigration, MigrationStatus
from schedcfg.configuration.effective.provenance import plugins
from schedcfg.configuration.effective.written import written
from schedcfg.document import parse
from schedcfg.sources import may_hold_configuration
from schedcfg.validation.document import ValidatedDocument
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from schedcfg.validation.text import validate_stream
from tests.commands.generate.configurations_given import IMAGE, files, view
from tests.commands.generate.products import WHOLE, without_kubeconfig
from tests.commands.generate.test_targets import KUBERNETES, RICH
from tests.conformance.recordings import read, read_effective

OLD = """\
# mine
apiVersion: kubescheduler.config.k8s.io/v1beta3  # to be raised
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}
leaderElection: {leaderElect: true}
profiles:
  - schedulerName: default-scheduler  # theirs
"""
AS_FIELDS = {"kops", "kubespray", "talos"}
DOCUMENT = "document"


def found(made: Mapping[str, str]) -> list[ValidatedDocument]:
    options = Options(kubernetes=KUBERNETES)
    return [
        document for path, text in made.items() for document in validate_stream(parse(text), options, path).documents
    ]


def has_fields(made: Mapping[str, str]) -> bool:
    """Return whether anything is configured: kubespray has no variable for a configuration without fields."""
    return any("kube_scheduler_" in text or "config" in text for text in made.values())


def is_found_as_it_was(made: Mapping[str, str], given: str) -> bool:
    (document,) = found(made)
    assert document.configuration is not None
    wanted, meant_to_run = view(given, KUBERNETES)
    configuration = written(document.configuration, IN_TREE_ONLY)
    running = dict(plugins(document.configuration, IN_TREE_ONLY))
    return (without_kubeconfig(configuration), running) == (without_kubeconfig(wanted), meant_to_run)


@pytest.mark.parametrize("name", WHOLE)
def test_it_means_the_same(name: str) -> None:
    made = files(name, RICH, KUBERNETES, TargetOptions(IMAGE))
    assert is_found_as_it_was(made, RICH)
    assert any(may_hold_configuration(text.encode()) for text in made.values())
    assert found(made)[0].report.verdict is schedcfg.Verdict.ACCEPTED


def test_the_document_of_talos_means_the_same() -> None:
    assert is_found_as_it_was(files("talos", RICH, KUBERNETES, TargetOptions(IMAGE, DOCUMENT)), RICH)


def test_recorded_configurations_mean_the_same_as_fields() -> None:
    texts = {case.id: case.text for case in read("train.verdicts")}
    accepted = [case for case, kubernetes, _ in read_effective("train") if kubernetes == KUBERNETES]
    wrong = [
        (case, name)
        for case in accepted[::3]
        for name in AS_FIELDS
        if has_fields(made := files(name, texts[case], KUBERNETES, TargetOptions(IMAGE)))
        and not is_found_as_it_was(made, texts[case])
    ]
    assert len(accepted) > 100
    assert wrong == []


@pytest.mark.parametrize("name", WHOLE)
def test_no_error_is_found_in_the_folder(name: str, tmp_path: Path) -> None:
    given = RICH.replace("schedulerName: batch", "schedulerName: default-scheduler")
    for path, text in files(name, given, KUBERNETES, TargetOptions(IMAGE)).items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    reports = list(validate_files([str(tmp_path)], Options(kubernetes=KUBERNETES)))
    findings = [finding for report in reports for document in report.documents for finding in document.findings]
    assert any(report.holds_scheduler for report in reports)
    # It names no kubeconfig, without which kind's generator makes nothing.
    assert {finding.rule for finding in findings if finding.is_error} <= {"missing-kubeconfig"}


def migrated(made: Mapping[str, str]) -> dict[str, FileMigration]:
    results = {path: schedcfg.migrate(text, "v1") for path, text in made.items()}
    return {path: one for path, one in results.items() if one.documents}


@pytest.mark.parametrize("name", sorted(set(WHOLE) - AS_FIELDS))
def test_a_text_is_migrated_in_place(name: str) -> None:
    ((path, result),) = migrated(files(name, OLD, "1.28", TargetOptions(IMAGE))).items()
    before = files(name, OLD, "1.28", TargetOptions(IMAGE))[path]
    assert result.migrated == before.replace("config.k8s.io/v1beta3", "config.k8s.io/v1")


@pytest.mark.parametrize("name", sorted(AS_FIELDS))
def test_fields_are_of_the_newest_version_already(name: str) -> None:
    (result,) = migrated(files(name, RICH, KUBERNETES, TargetOptions(IMAGE))).values()
    assert result.status is MigrationStatus.UNCHANGED
