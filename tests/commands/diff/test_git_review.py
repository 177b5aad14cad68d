"""`schedcfg diff --git`, `diff REVISION:PATH` and `validate --git`."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.contract_complaints import complaints

Run = Callable[..., Any]
CONFIG = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"

PROFILE = "profiles: [{schedulerName: packer}]\nleaderElection: {resourceName: packer}\n"
NAMING = """\
apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  schedulerName: NAME
  containers: [{name: app}]
"""


def git(*arguments: str) -> None:
    settings = ("-c", "user.email=a@example.com", "-c", "user.name=a", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *settings, *arguments], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with three configurations in which a branch changed one, and broke another."""
    monkeypatch.chdir(tmp_path)
    clusters = tmp_path / "clusters"
    clusters.mkdir()
    for name in ("a", "b", "same"):
        (clusters / f"{name}.yaml").write_text(CONFIG.format("v1beta2") + f"# {name}\n", encoding="utf-8")
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    git("checkout", "-q", "-b", "topic")
    (clusters / "a.yaml").write_text(CONFIG.format("v1beta2") + "parallelism: 8\n", encoding="utf-8")
    (clusters / "b.yaml").rename(clusters / "renamed.yaml")
    return clusters


def test_one_comment_for_a_pull_request(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git", "main", "--output", "markdown")
    assert result.status == 1
    title, *lines = result.out.splitlines()
    assert title == "## kube-scheduler: 2 files differ from main: 1 changes behavior, 1 behaves the same"
    assert "### `clusters/a.yaml` changes behavior" in lines
    assert "### `clusters/renamed.yaml` (was clusters/b.yaml) behaves the same" in lines
    assert "| ~ | `parallelism` | `16` | `8` |" in result.out
    assert "### Next step of an upgrade: 1.27 → 1.28" in lines
    assert lines[-1].startswith("- [ ] migrate v1beta2 → v1")


def test_findings_come_and_go(schedcfg: Run, work: Path) -> None:
    (work / "a.yaml").write_text(CONFIG.format("v1") + "parallelism: 0\n", encoding="utf-8")
    result = schedcfg("diff", "--git", "main", "clusters/a.yaml")
    assert result.out.startswith("clusters/a.yaml: is refused\n  + line 3: refused[number-not-allowed]")
    assert "  - line 1: warning[old-api-version]" in result.out
    assert result.err == "1 file differs from main: 1 is refused, 1 new finding, 1 finding gone\n"


def test_the_review_as_json(schedcfg: Run) -> None:
    report = schedcfg("diff", "--git", "main", "--output", "json").report
    assert complaints("diff-git", report) == []
    assert [(one["path"], one["oldPath"]) for one in report["files"]] == [
        ("clusters/a.yaml", None),
        ("clusters/renamed.yaml", "clusters/b.yaml"),
    ]
    assert report["next"]["kubernetes"] == "1.28"


def test_nothing_differs(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git", "main", "clusters/same.yaml")
    assert (result.status, result.out) == (0, "")
    assert result.err == "nothing that has to do with schedulers differs from main\n"


def test_a_file_as_git_has_it(schedcfg: Run) -> None:
    result = schedcfg("diff", "main:clusters/a.yaml", "clusters/a.yaml")
    assert result.status == 1
    assert "~ parallelism: 16 → 8" in result.out
    missing = schedcfg("diff", "main:clusters/none.yaml", "clusters/a.yaml")
    assert (missing.status, "there is no file `main:clusters/none.yaml`" in missing.err + missing.out) == (3, True)


def test_validate_only_what_changed(schedcfg: Run) -> None:
    report = schedcfg("validate", "--git", "main", "--output", "json").report
    assert [file["path"] for file in report["files"]] == ["clusters/a.yaml", "clusters/renamed.yaml"]
    git("commit", "-qam", "topic")
    assert schedcfg("validate", "--git", "HEAD", "clusters/a.yaml").status == 0


def config_map(name: str, body: str) -> str:
    inner = (CONFIG.format("v1") + body).replace("\n", "\n    ").rstrip()
    return f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata:\n  config.yaml: |\n    {inner}\n"


def test_a_comment_about_several_configurations_of_a_file(schedcfg: Run, work: Path) -> None:
    of_batch = "profiles: [{schedulerName: batch}]\n"
    before = [config_map("a", ""), config_map("b-1", of_batch), config_map("same", "parallelism: 3\n")]
    after = [before[0], config_map("b-2", of_batch + "parallelism: 4\n"), before[2]]
    (work / "a.yaml").write_text("---\n".join(before), encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "several")
    (work / "a.yaml").rename(work / "all.yaml")
    (work / "all.yaml").write_text("---\n".join(after), encoding="utf-8")
    result = schedcfg("diff", "--git", "HEAD", "--output", "markdown")
    assert "\n### `clusters/all.yaml` (was clusters/a.yaml) changes behavior\n" in result.out
    assert [line for line in result.out.splitlines() if line.startswith("####")] == [
        "#### ConfigMap b-2, key config.yaml (was ConfigMap b-1, key config.yaml): 1 setting changed"
    ]
    assert "| ~ | `parallelism` | `16` | `4` |" in result.out
    assert "\n2 other configurations in this file: no difference in behavior\n" in result.out
    renamed = schedcfg("diff", "HEAD:clusters/a.yaml", "clusters/all.yaml")
    assert renamed.err == "ConfigMap b-2, key config.yaml (was ConfigMap b-1, key config.yaml): 1 setting changed\n"


POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.27.1
      command: [kube-scheduler, --config=/etc/kubernetes/config.yaml, --no-such-flag]
      volumeMounts: [{name: config, mountPath: /etc/kubernetes/config.yaml}]
  volumes: [{name: config, hostPath: {path: /etc/kubernetes/config.yaml, type: File}}]
"""


@pytest.fixture
def node(work: Path) -> Path:
    """Return a folder with a static Pod that has a finding, the configuration that it names, and the same elsewhere."""
    for name in ("node", "other"):
        folder = work.parent / name
        folder.mkdir()
        (folder / "pod.yaml").write_text(POD, encoding="utf-8")
        (folder / "config.yaml").write_text(CONFIG.format("v1"), encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "nodes")
    return work.parent / "node"


def findings(report: Any) -> list[tuple[str, str]]:
    return [
        (file["path"], one["rule"]) for file in report["files"] for doc in file["documents"] for one in doc["findings"]
    ]


@pytest.mark.parametrize("paths", [(), ("node",), ("node/pod.yaml",)])
def test_what_is_new_in_a_file_beside_a_changed_one(schedcfg: Run, node: Path, paths: tuple[str, ...]) -> None:
    assert schedcfg("validate", "--git", "HEAD", *paths).status == 0
    (node / "config.yaml").write_text(CONFIG.format("v1alpha2"), encoding="utf-8")
    result = schedcfg("validate", "--git", "HEAD", *paths, "--output", "json")
    assert [finding for finding in findings(result.report) if finding[0] != "node/config.yaml"] == [
        ("node/pod.yaml", "image-api-version")
    ]
    assert result.status == 1


def test_a_review_has_what_comes_and_goes_beside_a_changed_file(schedcfg: Run, node: Path) -> None:
    (node / "config.yaml").write_text(CONFIG.format("v1alpha2"), encoding="utf-8")
    result = schedcfg("diff", "--git", "HEAD", "--output", "json")
    beside = next(file for file in result.report["files"] if file["path"] == "node/pod.yaml")
    assert complaints("diff-git", result.report) == []
    assert [(file["path"], file["changed"]) for file in result.report["files"]] == [
        ("node/config.yaml", True),
        ("node/pod.yaml", False),
    ]
    assert [one["rule"] for one in beside["came"]] == ["image-api-version"]
    assert (beside["summary"], beside["before"], beside["difference"]) == ("has other findings", "refused", None)
    git("commit", "-qam", "wrong")
    (node / "config.yaml").write_text(CONFIG.format("v1"), encoding="utf-8")
    result = schedcfg("diff", "--git", "HEAD")
    assert "node/pod.yaml: has other findings\n" in result.out
    assert "  - line 8: refused[image-api-version]" in result.out
    assert result.err.startswith("1 file differs from HEAD: 1 changes behavior, 1 has other findings")


def test_a_change_elsewhere_says_nothing_about_a_file(schedcfg: Run, node: Path) -> None:
    (node / "config.yaml").write_text(CONFIG.format("v1alpha2"), encoding="utf-8")
    assert schedcfg("validate", "--git", "HEAD", "other").status == 0
    git("checkout", "-q", "node")
    # Beside the files, but of no concern to schedulers.
    (node / "service.yaml").write_text("apiVersion: v1\nkind: Service\n", encoding="utf-8")
    assert schedcfg("validate", "--git", "HEAD").status == 0


def test_patches_of_kubeadm_belong_to_the_folder_above(schedcfg: Run, node: Path) -> None:
    (node / "pod.yaml").write_text(
        "apiVersion: kubeadm.k8s.io/v1beta3\nkind: ClusterConfiguration\nkubernetesVersion: v1.27.1\n"
        "scheduler: {extraArgs: {config: /etc/kubernetes/config.yaml}}\n",
        encoding="utf-8",
    )
    patch = node / "patches" / "kube-scheduler0+strategic.yaml"
    patch.parent.mkdir()
    spec = POD[POD.index("spec:") :]
    patch.write_text(spec, encoding="utf-8")
    git("add", "-A")
    git("commit", "-qm", "kubeadm")
    assert "unmounted-file" not in schedcfg("validate", "node/pod.yaml").out
    patch.write_text("metadata: {labels: {tier: control-plane}}\n", encoding="utf-8")
    assert findings(schedcfg("validate", "--git", "HEAD", "--output", "json").report) == [
        ("node/pod.yaml", "unmounted-file")
    ]


def test_two_revisions(schedcfg: Run, node: Path) -> None:
    (node / "config.yaml").write_text(CONFIG.format("v1alpha2") + "# other\n", encoding="utf-8")
    (node.parent / "clusters" / "a.yaml").rename(node.parent / "clusters" / "z.yaml")
    git("add", "-A")
    git("commit", "-qm", "later")
    before = schedcfg("diff", "--git", "HEAD~1..HEAD", "--output", "json").report
    # The working tree has no part in it.
    for path in node.iterdir():
        path.unlink()
    report = schedcfg("diff", "--git", "HEAD~1..HEAD", "--output", "json").report
    assert report == before
    assert complaints("diff-git", report) == []
    assert (report["revision"], report["target"], report["next"]) == ("HEAD~1", "HEAD", None)
    assert [(file["path"], file["oldPath"], file["summary"]) for file in report["files"]] == [
        ("clusters/z.yaml", "clusters/a.yaml", "behaves the same"),
        ("node/config.yaml", None, "changes behavior"),
        ("node/pod.yaml", None, "has other findings"),
    ]
    assert "image-api-version" in [one["rule"] for one in report["files"][2]["came"]]
    back = schedcfg("diff", "--git", "HEAD..HEAD~1")
    assert "node/pod.yaml: has other findings\n" in back.out
    assert back.err.startswith("2 files differ between HEAD and HEAD~1: ")
    same = schedcfg("diff", "--git", "main..main")
    assert (same.status, same.err) == (0, "nothing that has to do with schedulers differs between main and main\n")
    assert schedcfg("diff", "--git", "main..nowhere").status == 3


def test_two_revisions_of_a_folder(schedcfg: Run) -> None:
    git("add", "-A")
    git("commit", "-qm", "topic")
    report = schedcfg("diff", "--git", "main...topic", "clusters/a.yaml", "--output", "json").report
    assert [file["path"] for file in report["files"]] == ["clusters/a.yaml"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("diff", "--git", "main", "--from", "1.22", "--to", "1.23"), "leave out one of them"),
        (("diff", "--git", "main", "-"), "not standard input"),
        (("validate", "--git", "main", "-"), "not standard input"),
    ],
)
def test_wrong_usage(schedcfg: Run, arguments: tuple[str, ...], words: str) -> None:
    result = schedcfg(*arguments)
    assert (result.status, words in result.err) == (2, True)


def test_no_such_revision(schedcfg: Run) -> None:
    result = schedcfg("diff", "--git=--output=x")
    assert (result.status, "is not a commit of this repository" in result.err) == (3, True)


def test_pods_that_changed_may_name_any_scheduler_of_the_repository(schedcfg: Run, work: Path) -> None:
    (work / "same.yaml").write_text(CONFIG.format("v1") + PROFILE, encoding="utf-8")
    git("add", "-A")
    git("commit", "-q", "-m", "packer")
    apps = work.parent / "apps"
    apps.mkdir()
    (apps / "right.yaml").write_text(NAMING.replace("NAME", "packer"), encoding="utf-8")
    (apps / "wrong.yaml").write_text(NAMING.replace("NAME", "pakcer"), encoding="utf-8")
    for paths in ([], ["apps", "clusters"]):
        found = schedcfg("validate", "--git", "HEAD", "-o", "concise", "--no-settings", *paths).out.splitlines()
        assert [line.partition(": ")[0] for line in found] == ["apps/wrong.yaml:5:18"]
    # Of the rest of the repository, nothing is known.
    assert schedcfg("validate", "--git", "HEAD", "-o", "concise", "--no-settings", "apps").out == ""


def test_a_scheduler_that_is_renamed_leaves_pods_of_other_folders(schedcfg: Run, work: Path) -> None:
    (work / "same.yaml").write_text(CONFIG.format("v1") + PROFILE, encoding="utf-8")
    apps = work.parent / "apps"
    apps.mkdir()
    (apps / "of-it.yaml").write_text(NAMING.replace("NAME", "packer"), encoding="utf-8")
    (apps / "of-nobody.yaml").write_text(NAMING.replace("NAME", "gang"), encoding="utf-8")
    git("add", "-A")
    git("commit", "-q", "-m", "packer")
    (work / "same.yaml").write_text(CONFIG.format("v1") + PROFILE.replace("packer", "filler"), encoding="utf-8")
    run = schedcfg("validate", "--git", "HEAD", "-o", "concise", "--no-settings")
    assert [line.partition(": ")[0] for line in run.out.splitlines()] == ["apps/of-it.yaml:5:18"]
    assert "apps/of-it.yaml" in schedcfg("diff", "--git", "HEAD", "--no-settings").out
