"""Files of a run are read as one cluster where Pods name a scheduler; what else binds files stays within a folder."""

import io
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.findings import Finding, Severity
from schedcfg.rules.context_cache import ContextCache
from schedcfg.rules.names import is_another_name
from schedcfg.sources import neighboring
from schedcfg.sources.manifests.pod import TEMPLATES
from schedcfg.validation.files import FilesOfRun, validate_files
from schedcfg.validation.options import DEFAULT, Options, Patterns
from tests.called import Result

Command = Callable[..., Result]

RULE = "unserved-scheduler-name"
SERVING = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {resourceName: NAME}
profiles:
- schedulerName: NAME
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  schedulerName: NAME
  containers: [{name: app, image: registry.example.com/app:v1}]
"""
SECOND = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: second, namespace: kube-system}
spec:
  selector: {matchLabels: {app: second}}
  template:
    metadata: {labels: {app: second}}
    spec:
      containers:
      - name: second
        image: IMAGE
        command: [COMMAND]
"""
HIDDEN = SECOND.replace("IMAGE", "registry.k8s.io/kube-scheduler:v1.33.0").replace(
    "COMMAND", "kube-scheduler, --config=/etc/elsewhere.yaml"
)
OF_JOBS = SECOND.replace("IMAGE", "apache/airflow:2.9.0").replace("COMMAND", "airflow, scheduler")
VOLCANO = SECOND.replace("IMAGE", "volcanosh/vc-scheduler:v1.9.0").replace("COMMAND", "/vc-scheduler")


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(**texts: str) -> None:
    """Write files: `apps_app` is `apps/app.yaml`."""
    for name, text in texts.items():
        path = Path(f"{name.replace('_', '/')}.yaml")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def serving(name: str) -> str:
    return SERVING.replace("NAME", name)


def pod(name: str) -> str:
    return POD.replace("NAME", name)


def findings(*paths: str, options: Options = DEFAULT, jobs: int = 1) -> list[tuple[str, Finding]]:
    return [
        (report.path, finding)
        for report in validate_files(paths or (".",), options, jobs)
        for document in report.documents
        for finding in document.findings
        if finding.rule == RULE
    ]


def severities(*paths: str, options: Options = DEFAULT) -> list[str]:
    return [str(finding.severity) for _, finding in findings(*paths, options=options)]


@pytest.mark.parametrize("paths", [(".",), ("apps/app.yaml", "deploy/packer.yaml"), ("deploy", "apps")])
def test_a_misspelling_is_an_error_wherever_the_scheduler_is(paths: tuple[str, ...]) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"))
    [(path, finding)] = findings(*paths)
    assert Path(path) == Path("apps/app.yaml")
    assert finding.severity is Severity.ERROR
    assert finding.start.line == 5
    assert finding.message == "these Pods stay Pending: no scheduler here serves `pakcer`"
    prefix = "./" if paths == (".",) else ""
    assert finding.help == f"Did you mean `packer`, which {prefix}deploy/packer.yaml serves?"


def test_another_name_is_a_warning_that_lists_those_that_are_served() -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("gang"))
    [(_, finding)] = findings()
    assert finding.severity is Severity.WARNING
    assert finding.help == (
        "Those found serve `default-scheduler`, `packer` (./deploy/packer.yaml): use one of them, or make sure that "
        "another scheduler serves it."
    )


def test_a_name_that_any_file_of_the_run_serves_is_served() -> None:
    write(a_packer=serving("packer"), b_gang=serving("gang"), b_app=pod("packer"), c_app=pod("gang"))
    assert findings() == []
    # Of those that are named only.
    assert severities("b") == ["warning"]


def test_without_a_scheduler_in_the_run_nothing_is_known() -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"), apps_volcano=VOLCANO)
    assert findings("apps") == []
    assert findings("apps/app.yaml") == []


@pytest.mark.parametrize("place", ["apps_other", "deploy_other", "elsewhere_other"])
@pytest.mark.parametrize("other", [HIDDEN, OF_JOBS, VOLCANO, serving("packer").replace("profiles", "profile")])
def test_no_other_file_hides_a_misspelling(place: str, other: str) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"), **{place: other})
    [(_, finding)] = findings()
    assert finding.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("other", "name", "expected"),
    [
        # What it serves is not known: it may be anything.
        (HIDDEN, "gang", []),
        # Another program serves what its manifest names, if it is one that Pods wait for.
        (VOLCANO, "volcano", []),
        (VOLCANO, "gang", ["warning"]),
        (OF_JOBS, "gang", ["warning"]),
        (OF_JOBS, "my-scheduler", []),
    ],
)
def test_another_name_may_be_that_of_a_hidden_scheduler(other: str, name: str, expected: list[str]) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod(name), elsewhere_other=other)
    assert severities() == expected


def test_what_is_uncertain_is_called_so() -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"), elsewhere_other=HIDDEN)
    [(_, finding)] = findings()
    assert finding.message == (
        "these Pods stay Pending unless another scheduler serves `pakcer`: none that is known here does"
    )


@pytest.mark.parametrize(
    ("name", "other", "expected"),
    [
        ("team-1", "team-2", True),
        ("team-a", "team-b", True),
        ("packer", "packer2", True),
        ("gpu-a100", "gpu-h100", True),
        ("packer", "my-packer", True),
        ("packer", "pakcer", False),
        ("gpu_batch", "gpu-batch", False),
        ("packer", "packers", False),
    ],
)
def test_numbered_and_longer_names_are_no_misspellings(name: str, other: str, *, expected: bool) -> None:
    assert is_another_name(name, other) is expected
    write(deploy_config=serving(name), apps_app=pod(other))
    assert severities() == ["warning" if expected else "error"]


def test_clusters_side_by_side_do_not_share_leases_and_ports() -> None:
    scheduler = SECOND.replace("IMAGE", "registry.k8s.io/kube-scheduler:v1.33.0").replace(
        "COMMAND", "kube-scheduler, --leader-elect=true, --secure-port=10259"
    )
    pods = scheduler.replace("      containers", "      hostNetwork: true\n      containers")
    write(a_one=pods, b_two=pods)
    apart = {finding.rule for report in validate_files(["."], Options()) for finding in report.documents[0].findings}
    write(a_two=pods.replace("name: second, ", "name: third, "))
    together = {finding.rule for report in validate_files(["a"], Options()) for finding in report.documents[0].findings}
    assert together - apart == {"port-clash", "shared-lease"}


def test_where_only_changes_are_named_each_folder_is_a_cluster() -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"), deploy_app=pod("pakcer"))
    paths = ("deploy/packer.yaml", "deploy/app.yaml", "apps/app.yaml")
    found = findings(*paths, options=Options(skip_others=True))
    assert [path for path, _ in found] == ["deploy/app.yaml"]


@pytest.mark.parametrize("kind", list(TEMPLATES))
def test_pods_of_all_kinds(kind: str) -> None:
    spec = "{schedulerName: pakcer, containers: [{name: a, image: a}]}"
    for key in reversed(TEMPLATES[kind]):
        spec = f"{{{key}: {spec}}}"
    write(
        deploy_packer=serving("packer"),
        apps_app=f"apiVersion: v1\nkind: {kind}\nmetadata: {{name: app}}\n{spec[1:-1]}\n",
    )
    assert severities() == ["error"]


def test_it_is_suppressed_and_recorded_as_any_finding(schedcfg: Command) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"))
    run = ("validate", ".", "--no-settings", "-o", "concise")
    assert schedcfg(*run, "--ignore", RULE).out == ""
    assert schedcfg("validate", ".", "--no-settings", "--write-baseline", "known.json").status == 0
    assert schedcfg(*run, "--baseline", "known.json").out == ""
    # One more scheduler changes nothing about a finding that is known.
    write(more_gang=serving("gang"))
    assert schedcfg(*run, "--baseline", "known.json").out == ""
    write(apps_app=pod("pakcer  # schedcfg: ignore[unserved-scheduler-name] served elsewhere"))
    assert schedcfg(*run).out == ""


def test_what_is_excluded_does_not_count(tmp_path: Path) -> None:
    write(deploy_packer=serving("packer"), old_gang=serving("gang"), apps_app=pod("gang"))
    assert findings() == []
    assert severities(options=Options(exclude=Patterns(str(tmp_path), ("old/",)))) == ["warning"]


@pytest.mark.parametrize("paths", [("-", "."), (".", "-")])
@pytest.mark.parametrize("jobs", [1, 2])
def test_standard_input_is_of_the_same_cluster(
    monkeypatch: pytest.MonkeyPatch, paths: tuple[str, str], jobs: int
) -> None:
    write(apps_app=pod("gang"), apps_other=pod("gagn"), deploy_packer=serving("packer"))
    text = serving("gang") + "---\n" + pod("pakcer")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    found = {path: finding.help for path, finding in findings(*paths, jobs=jobs)}
    assert found == {
        "-": "Did you mean `packer`, which ./deploy/packer.yaml serves?",
        "./apps/other.yaml": "Did you mean `gang`, which standard input serves?",
    }


def test_files_of_any_name_count_if_they_are_named() -> None:
    write(apps_app=pod("gang"), apps_other=pod("spread"), deploy_packer=serving("packer"), deploy_more=serving("more"))
    own = {"deploy/gang.config": "gang", "deploy/spread.config": "spread"}
    for path, name in own.items():
        Path(path).write_text(serving(name), encoding="utf-8")
    assert severities("apps", "deploy") == ["warning", "warning"]
    assert severities("apps", "deploy", *own) == []
    assert severities("apps", *own) == []


def test_a_folder_with_very_many_files_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighboring, "MOST_NEIGHBORS", 1)
    write(many_gang=serving("gang"), many_packer=serving("packer"), apps_one=pod("gang"), apps_two=pod("packer"))
    assert findings() == []


def test_templates_serve_nothing() -> None:
    write(deploy_packer=serving("packer"), chart_gang=serving('"{{ .Values.name }}"'), apps_app=pod("gang"))
    assert FilesOfRun((".",), DEFAULT).served(ContextCache()).names == ("default-scheduler", "packer")
    assert severities() == ["warning"]


def test_files_are_read_again_once_and_only_for_those_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[FilesOfRun] = []
    served = FilesOfRun.served
    monkeypatch.setattr(FilesOfRun, "served", lambda *given: (asked.append(given[0]), served(*given))[1])
    write(a_packer=serving("packer"), a_app=pod("packer"), b_app=pod("default-scheduler"))
    assert findings("a") == []
    assert asked == []
    write(b_one=pod("pakcer"), c_two=pod("pakcer"), d_three=pod("packer"))
    assert severities() == ["error", "error"]
    assert len(asked) == 1


def test_several_processes_find_the_same() -> None:
    write(z_packer=serving("packer"), **{f"apps{number}_app": pod("pakcer") for number in range(150)})
    alone = [path for path, _ in findings()]
    assert len(alone) == 150
    assert [path for path, _ in findings(jobs=2)] == alone


def test_another_process_reads_the_same_files() -> None:
    write(deploy_packer=serving("packer"))
    contexts = pickle.loads(pickle.dumps(FilesOfRun((".",), DEFAULT).contexts))
    assert contexts.served_in_run().names == ("default-scheduler", "packer")


def test_fixing_reports_the_same(schedcfg: Command) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("pakcer"))
    plain = schedcfg("validate", ".", "--no-settings", "-o", "concise")
    assert f"error[{RULE}]" in plain.out
    assert schedcfg("validate", ".", "--no-settings", "--fix", "-o", "concise").out == plain.out


def test_verbose_shows_what_is_one_cluster(schedcfg: Command) -> None:
    write(deploy_packer=serving("packer"), apps_app=pod("packer"), elsewhere_other=HIDDEN)
    run = schedcfg("validate", ".", "-v", "--no-settings")
    assert "read as one cluster: all files, where Pods name a scheduler; each folder for all else\n" in run.err
    assert "  schedulers serve `default-scheduler`, `packer` (./deploy/packer.yaml)\n" in run.err
    assert "  it is not known which names are served by the schedulers of ./elsewhere/other.yaml\n" in run.err
    assert "  ./apps: app.yaml\n  ./deploy: packer.yaml\n  ./elsewhere: other.yaml\n" in run.err
    assert "read as one cluster: each folder" in schedcfg("validate", ".", "-v", "--no-settings", "--skip-others").err
    assert "one cluster" not in schedcfg("validate", ".", "--no-settings").err
