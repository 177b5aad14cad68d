"""The report for people says once what is the same: identical files, long help, the gates of one flag."""

from pathlib import Path

from click.testing import CliRunner

from schedcfg.cli import group

ZERO = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
parallelism: 0
"""
POLICY = """\
kind: Policy
apiVersion: v1
predicates:
- name: FirstOfOurs
- name: SecondOfOurs
- name: NoDiskConflct
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.33.1
    command: [kube-scheduler, "--feature-gates=Foo=true,Bar=true,EvenPodsSpread=true"]
"""


def report(folder: Path, *options: str) -> str:
    """Return the report of a folder, and check that something in it was refused."""
    done = CliRunner().invoke(group, ["validate", *options, str(folder)])
    assert done.exit_code == 1, done.output
    return done.stdout.replace(f"{folder}/", "")


def test_identical_files_are_one_block_with_a_list(tmp_path: Path) -> None:
    for cluster in ("a", "b", "c"):
        (tmp_path / f"{cluster}.yaml").write_text(ZERO)
    (tmp_path / "d.yaml").write_text(f"# another text\n{ZERO}")
    (tmp_path / "e.yaml").write_text(ZERO)
    shown = report(tmp_path)
    assert shown.count("refused[number-not-allowed]") == 2
    assert "a.yaml: 2 more files have the same text and the same findings:\n  b.yaml\n  c.yaml\n\nd.yaml:4:14" in shown
    assert shown.endswith("a.yaml: 1 more file has the same text and the same findings:\n  e.yaml\n\n")


def test_every_identical_file_counts(tmp_path: Path) -> None:
    for cluster in ("a", "b", "c"):
        (tmp_path / f"{cluster}.yaml").write_text(ZERO)
    done = CliRunner().invoke(group, ["validate", str(tmp_path)])
    assert done.stderr.startswith("3 files refused by Kubernetes ")
    assert done.stderr.endswith(": 3 refused\n")


def test_files_that_differ_in_a_finding_are_shown_apart(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(ZERO)
    (tmp_path / "b.yaml").write_text(ZERO.replace("v1\n", "v1beta3\n"))
    assert report(tmp_path).count("refused[number-not-allowed]") == 2


def test_long_help_is_shown_once_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text(POLICY)
    shown = report(tmp_path)
    assert shown.count("Known names: ") == 1
    assert "SecondOfOurs" in shown.split("help: The same as for 4:9 above.")[0]
    assert "Did you mean `NoDiskConflict`?" in shown


def test_the_gates_of_one_flag_are_one_finding(tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_text(POD)
    shown = report(tmp_path)
    assert shown.count("[wrong-feature-gates]") == 1
    assert "unrecognized feature gates: EvenPodsSpread, Foo, Bar\n" in shown
    assert "`EvenPodsSpread` was removed in 1.21" in shown
    assert "Remove `Foo`, `Bar`." in shown
