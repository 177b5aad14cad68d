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
    """Return the report of a folder, without what scores lack, and check that something in it was refused."""
    done = CliRunner().invoke(group, ["validate", "--ignore", "outweighed-score", *options, str(folder)])
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


OWN = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection: {{leaderElect: false}}
profiles:
- schedulerName: ours
  plugins: {{score: {{enabled: [{{name: NodeResourcesAllocatable}}, {{name: {}}}]}}}}
"""


def test_what_is_assumed_of_plugins_is_shown_of_one_file(tmp_path: Path) -> None:
    for file, plugin in {"a": "First", "b": "Second", "c": "Third"}.items():
        (tmp_path / f"{file}.yaml").write_text(OWN.format(plugin))
    (tmp_path / "d.yaml").write_text(OWN.format("First"))
    (tmp_path / "e.yaml").write_text(ZERO)
    catalog = "[presumed-catalog] the same as in a.yaml applies to `NodeResourcesAllocatable` in {} more files: "
    plugins = "[undeclared-plugin] the same as in a.yaml applies to `Second`, `Third`{} in {} more files: "
    text = report(tmp_path)
    assert [text.count(rule) for rule in ("[presumed-catalog]", "[undeclared-plugin]", "`Third`")] == [2, 2, 1]
    assert f"\n\nb.yaml:6:38: info{catalog.format(2)}" in text
    assert f"\n\nb.yaml:6:72: warning{plugins.format('', 2)}" in text
    assert "a.yaml: 1 more file has the same text and the same findings:\n  d.yaml\n" in text
    concise = report(tmp_path, "--output", "concise").splitlines()
    assert [line.partition(":")[0] for line in concise] == ["a.yaml", "a.yaml", "e.yaml", "b.yaml", "b.yaml"]
    assert catalog.format(3) in concise[-2]
    assert plugins.format(", `First`", 3) in concise[-1]
    assert report(tmp_path, "--output", "json").count('"undeclared-plugin"') == 4


def test_of_one_file_all_that_is_assumed_is_shown(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(OWN.format("First}, {name: Second}, {name: NodeNme"))
    assert report(tmp_path).count("[undeclared-plugin]") == 3


DUMPED = """\
{{"apiVersion": "v1", "kind": "List", "items": [{{
  "apiVersion": "v1", "kind": "Pod",
  "metadata": {{"name": "{}", "namespace": "kube-system", "resourceVersion": "{}"}},
  "spec": {{"nodeName": "node-1", "containers": [{{
    "name": "kube-scheduler", "image": "registry.k8s.io/kube-scheduler:v1.36.0",
    "command": ["kube-scheduler", "--authentication-kubeconfig=/etc/a.conf", "--no-such-flag"]
  }}]}}
}}]}}
"""


def test_a_pod_in_several_dumps_is_reported_once(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "one", "other", "one")):
        (tmp_path / f"{number}.json").write_text(DUMPED.format(name, number))
    done = CliRunner().invoke(group, ["validate", "--verbose", str(tmp_path)])
    shown = done.stdout.replace(f"{tmp_path}/", "")
    found = [line.partition(":")[0] for line in shown.splitlines() if "[unknown-flag]" in line]
    assert found == ["0.json", "2.json"]
    assert (
        done.stderr.count("not reported: unknown-flag in line 6: the same is reported for Pod kube-system/one in ") == 2
    )
    assert done.stderr.splitlines()[-1].startswith("4 files refused by Kubernetes 1.36: ")


def test_manifests_of_the_same_name_are_each_reported(tmp_path: Path) -> None:
    for number in range(2):
        text = DUMPED.format("kube-scheduler", number).replace('"nodeName": "node-1", ', "")
        (tmp_path / f"{number}.json").write_text(text)
    assert report(tmp_path).count("[unknown-flag]") == 2


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
