"""The manifests of the tutorials that the project grew from: what is wrong with them is found, and made right."""

from pathlib import Path

from schedcfg.commands.generate import second_scheduler
from schedcfg.commands.generate.generation import generate_around
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from tests.paths import ROOT

SEED = ROOT / "examples" / "broken" / "seed"


def found(*files: Path) -> set[tuple[str, int]]:
    """Name rules and lines of what is found in manifests."""
    reports = validate_files([str(file) for file in files], Options())
    return {
        (finding.rule, finding.start.line)
        for report in reports
        for document in report.documents
        if document.kind != "KubeSchedulerConfiguration"
        for finding in document.findings
    }


def line(file: Path, text: str, number: int = 0) -> int:
    """Tell in which line a text stands, the first time or later."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [index for index, one in enumerate(lines, start=1) if text in one][number]


def test_the_static_pod() -> None:
    file = SEED / "kube-scheduler.yaml"
    told = found(file)
    # `--kubeconfig` and `--leader-elect` say what the file says.
    assert [at for rule, at in told if rule == "silenced-flag"] == [line(file, "--port=0")]
    assert ("host-network-dns", line(file, "hostNetwork")) in told


def test_the_static_pod_after_the_upgrade() -> None:
    file = SEED / "kube-scheduler.yaml"
    (report,) = validate_files([str(file)], Options(kubernetes="1.24"))
    rules = {(finding.rule, finding.start.line) for finding in report.documents[0].findings}
    assert ("unknown-flag", line(file, "--port=0")) in rules


def test_the_deployment() -> None:
    file = SEED / "second" / "custom-scheduler.yaml"
    assert found(file) == {
        ("missing-rbac", line(file, "serviceAccountName")),
        ("unmounted-file", line(file, "--config=")),
        ("probe-endpoint", line(file, "port: 10251")),
        ("probe-endpoint", line(file, "port: 10251", 1)),
    }


def test_nothing_is_wrong_with_what_is_right() -> None:
    assert found(SEED / "right", SEED / "second" / "right") == set()


def test_the_second_scheduler_is_what_is_generated() -> None:
    text = (SEED / "second" / "scheduler-config.yaml").read_text(encoding="utf-8")
    chosen_options = second_scheduler.SecondSchedulerOptions(
        image="cylonchau/custom-scheduler:v0.0.1", program="./scheduler"
    )
    (file,) = generate_around(text, second_scheduler.maker(chosen_options), "1.29").files
    assert (SEED / "second" / "right" / file.path).read_text(encoding="utf-8") == file.text
