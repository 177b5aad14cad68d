"""`schedcfg diff` from the command line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg.releases import NEWEST
from tests.called import EXAMPLES, Result
from tests.cli.contract_complaints import complaints

Run = Callable[..., Result]

HEAD = "apiVersion: kubescheduler.config.k8s.io/{}\nkind: KubeSchedulerConfiguration\n"


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., list[Path]]:
    def write(*bodies: str, version: str = "v1") -> list[Path]:
        paths = [tmp_path / f"{letter}.yaml" for letter, _ in zip("abcd", bodies, strict=False)]
        for path, body in zip(paths, bodies, strict=True):
            path.write_text(HEAD.format(version) + body, encoding="utf-8")
        return paths

    return write


def test_no_difference(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    result = schedcfg("diff", *files("", "parallelism: 16 # as ever\n"))
    assert (result.status, result.out, result.err) == (0, "", "no difference in behavior\n")


def test_text(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    one, other = files("", "parallelism: 32\npercentageOfNodesToScore: 5\n")
    result = schedcfg("diff", one, other)
    assert result.status == 1
    assert result.err == "2 settings changed\n"
    assert "\x1b" not in result.out
    assert f"    ~ parallelism: 16 → 32  [default of v1 → {other}:3]" in result.out.splitlines()
    assert result.out.startswith(f"{one} (v1, Kubernetes {NEWEST}) → {other} (v1, Kubernetes {NEWEST})\n")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return two folders: one file differs, one is the same, one has another name, one is only on one side."""
    monkeypatch.chdir(tmp_path)
    old, new = Path("old"), Path("new")
    for folder, own in ((old, "parallelism: 4\n"), (new, "parallelism: 8\n")):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "a.yaml").write_text(HEAD.format("v1") + own, encoding="utf-8")
        (folder / "same.yaml").write_text(HEAD.format("v1beta3"), encoding="utf-8")
        (folder / "notes.yaml").write_text(f"about: {folder}\n", encoding="utf-8")
    for name in (old / "before.yaml", new / "after.yaml"):
        name.write_text(HEAD.format("v1") + "percentageOfNodesToScore: 50\n# a\n# b\n", encoding="utf-8")
    (new / "new.yaml").write_text(
        HEAD.format("v1") + "podInitialBackoffSeconds: 7\nx: {}\ny: {}\nz: {}\n", encoding="utf-8"
    )
    return old, new


def test_two_folders(schedcfg: Run, folders: tuple[Path, Path]) -> None:
    result = schedcfg("diff", *folders)
    assert result.status == 1
    assert [line for line in result.out.splitlines() if line.startswith(("old", "new"))] == [
        "new/after.yaml (was old/before.yaml): behaves the same",
        "new/deep/a.yaml: changes behavior",
        f"old/deep/a.yaml (v1, Kubernetes {NEWEST}) → new/deep/a.yaml (v1, Kubernetes {NEWEST})",
        "new/new.yaml: is new",
    ]
    assert "    ~ parallelism: 4 → 8  [old/deep/a.yaml:3 → new/deep/a.yaml:3]\n" in result.out
    assert result.err == (
        "3 files differ between old and new: 1 behaves the same, 1 changes behavior, 1 is new, 3 new findings\n"
    )
    report = schedcfg("diff", *folders, "--output", "json").report
    assert complaints("diff-git", report) == []
    assert (report["revision"], report["target"]) == ("old", "new")
    back = schedcfg("diff", *reversed(folders))
    assert "old/before.yaml (was new/after.yaml): behaves the same\n" in back.out
    assert "new/new.yaml: is gone\n" in back.out


def test_what_a_file_on_one_side_means_for_pods(schedcfg: Run, folders: tuple[Path, Path]) -> None:
    own = HEAD.format("v1") + "profiles: [{schedulerName: batch}, {schedulerName: default-scheduler}]\n"
    (folders[1] / "only.yaml").write_text(own, encoding="utf-8")
    assert (
        "new/only.yaml: is new\n  serves Pods that name batch or default-scheduler\n" in schedcfg("diff", *folders).out
    )
    gone = (
        "new/only.yaml: is gone\n"
        "  Pods that name batch or default-scheduler (or none) stay Pending if no other scheduler serves them\n"
    )
    assert gone in schedcfg("diff", *reversed(folders)).out
    report = schedcfg("diff", *folders, "--output", "json").report
    names = {file["path"]: file["schedulerNames"] for file in report["files"]}
    assert (names["new/only.yaml"], names["new/deep/a.yaml"]) == (["batch", "default-scheduler"], [])


def test_what_another_name_of_a_profile_means_for_pods(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    one, other = (f"profiles: [{{schedulerName: usual}}, {{schedulerName: {name}}}]\n" for name in ("batch", "jobs"))
    out = schedcfg("diff", *files(one, other)).out
    assert "~ profile: batch → jobs  [Pods that name batch stay Pending if no other scheduler serves them; " in out
    assert "- profile" not in out


def test_the_same_folder(schedcfg: Run, folders: tuple[Path, Path]) -> None:
    result = schedcfg("diff", folders[0], folders[0])
    assert (result.status, result.out) == (0, "")


def test_what_a_changed_file_does_to_another_of_its_folder(schedcfg: Run, folders: tuple[Path, Path]) -> None:
    for folder in folders:
        (folder / "deep" / "pod.yaml").write_text(POD, encoding="utf-8")
    (folders[1] / "deep" / "a.yaml").write_text(HEAD.format("v1alpha2"), encoding="utf-8")
    report = schedcfg("diff", *folders, "--output", "json").report
    (pod,) = (file for file in report["files"] if file["path"] == "new/deep/pod.yaml")
    assert (pod["summary"], [one["rule"] for one in pod["came"]]) == ("has other findings", ["image-api-version"])


POD = """\
apiVersion: v1
kind: Pod
metadata: {name: kube-scheduler, namespace: kube-system}
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.27.1
      command: [kube-scheduler, --config=/etc/kubernetes/a.yaml]
      volumeMounts: [{name: config, mountPath: /etc/kubernetes/a.yaml}]
  volumes: [{name: config, hostPath: {path: /etc/kubernetes/a.yaml, type: File}}]
"""


def test_a_file_of_a_folder_that_cannot_be_read(schedcfg: Run, folders: tuple[Path, Path]) -> None:
    (folders[1] / "broken.yaml").symlink_to("nowhere")
    result = schedcfg("diff", *folders)
    assert result.status == 3
    assert "new/broken.yaml cannot be read: " in result.err
    assert "new/deep/a.yaml: changes behavior\n" in result.out
    report = schedcfg("diff", *folders, "--output", "json").report
    assert [one["path"] for one in report["unread"]] == ["new/broken.yaml"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("old", "new", "--from", "1.30", "--to", "1.31"), "apply to a single file"),
        (("old", "--to-context", "b"), "compare two clusters: schedcfg diff --context A --to-context B"),
        (("--git", "main", "--to-context", "b"), "exclude each other"),
        (("old", "new", "--context", "a"), "--context needs --cluster"),
    ],
)
def test_what_does_not_go_together(
    schedcfg: Run, folders: tuple[Path, Path], arguments: tuple[str, ...], words: str
) -> None:
    assert folders
    result = schedcfg("diff", *arguments)
    assert (result.status, words in result.err) == (2, True)


def test_standard_input_on_either_side(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    (path,) = files("parallelism: 4\n")
    text = HEAD.format("v1").encode()
    assert "~ parallelism: 16 → 4" in schedcfg("diff", "-", path, stdin=text).out
    assert "~ parallelism: 4 → 16" in schedcfg("diff", path, "-", stdin=text).out
    assert schedcfg("diff", "-", "--from", "1.30", "--to", "1.31", stdin=text).status == 1


def test_json_is_a_contract(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    (path,) = files("", version="v1beta3")
    report = schedcfg("diff", path, "--from", "1.26", "--to", "v1.27.1", "--output", "json").report
    names = "version left right different summary changes emptied configuration presence others"
    assert list(report) == names.split()
    assert (report["configuration"], report["presence"], report["others"]) == (None, "both", [])
    assert (report["version"], report["different"]) == (1, True)
    assert [report[side]["kubernetes"] for side in ("left", "right")] == ["1.26", "1.27"]
    change = next(one for one in report["changes"] if one.get("plugin") == "VolumeZone")
    assert change == {
        "change": "added",
        "what": "plugin",
        "profile": "default-scheduler",
        "plugin": "VolumeZone",
        "point": "preFilter",
        "stays": True,
        "before": None,
        "after": {"weight": 0, "share": None, "times": 1, "place": None},
        "reason": {
            "cause": "extension-points",
            "text": "the plugin runs at other points since Kubernetes 1.27",
            "left": None,
            "right": {"kind": "release", "name": "1.27", "line": None, "path": None},
            "since": "1.27",
            "step": {
                "older": {"api_version": "v1beta3", "kubernetes": "1.26"},
                "newer": {"api_version": "v1beta3", "kubernetes": "1.27"},
            },
            "source": {
                "path": "pkg/scheduler/framework/plugins/volumezone/volume_zone.go",
                "url": "https://github.com/kubernetes/kubernetes/blob/v1.27.16/"
                "pkg/scheduler/framework/plugins/volumezone/volume_zone.go",
            },
        },
        "meaning": "It does what it did, in another step: Pods get the same nodes.",
    }


def test_markdown_folds_long_tables_and_closes_them(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    (path,) = files("parallelism: 3\n")
    out = schedcfg("diff", path, "--from", "1.25", "--to", "1.35", "--output", "markdown").out
    assert out.splitlines()[0].startswith("**kube-scheduler: ")
    assert out.count("<details>") == out.count("</details>") == 1
    tables = [line for line in out.splitlines() if line.startswith("|")]
    assert len(tables) > 10
    assert {len(re.split(r"(?<!\\)\|", line)) for line in tables} == {7}
    assert "([source](https://github.com/kubernetes/kubernetes/blob/v1.35.4/" in out


DROPS = """\
profiles:
- plugins:
    score:
      disabled: [{name: "*"}]
    filter:
      disabled: [{name: NodeResourcesFit}]
"""


def test_the_headline_is_what_matters_most(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    result = schedcfg("diff", *files("", DROPS), "--output", "markdown")
    headline = "profile default-scheduler no longer scores nodes: Pods get any of the nodes that fit"
    assert result.out.startswith(f"**kube-scheduler: {headline}; ")
    emptied = schedcfg("diff", *files("", DROPS), "--output", "json").report["emptied"]
    assert emptied == [{"profile": "default-scheduler", "point": "score"}]


def test_what_still_runs_somewhere_is_no_headline(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    scored = "extenders: [{urlPrefix: http://h/, prioritizeVerb: p, weight: 1}]\n"
    foreign = DROPS + "    multiPoint: {enabled: [{name: OfOurOwn}]}\n"
    kept = DROPS.replace("score:", "score:\n      enabled: [{name: ImageLocality}]")
    for body in (scored + DROPS, foreign, kept):
        assert schedcfg("diff", *files("", body), "--output", "json").report["emptied"] == []


def test_markdown_shows_what_validate_finds_in_the_new_side(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    weighed = "    preBind:\n      enabled: [{name: VolumeBinding, weight: 3}]\n"
    old = f"profiles:\n- plugins:\n{weighed}"
    out = schedcfg("diff", *files(old, DROPS + weighed), "--output", "markdown").out
    assert re.search(r"^\| new \| 8 \| warning `lost-filter` \|", out, re.MULTILINE)
    assert re.search(r"^\|  \| 10 \| \w+ `[a-z-]+` \|", out, re.MULTILINE)
    assert "\n`schedcfg validate` of " in out


def test_standard_input_has_a_name(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    (path,) = files("parallelism: 4\n")
    text = HEAD.format("v1").encode()
    for output in ("text", "markdown"):
        named = schedcfg(
            "diff", "-", path, "--output", output, "--stdin-filename", "main:scheduler.yaml", stdin=text
        ).out
        assert f"main:scheduler.yaml (v1, Kubernetes {NEWEST}) → " in named
        nameless = schedcfg("diff", "-", path, "--output", output, stdin=text).out
        assert f"standard input (v1, Kubernetes {NEWEST}) → " in nameless
        assert not any(line.startswith("- ") for line in nameless.splitlines())


def test_markdown_of_hostile_values(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    name = "a`|<b>[x](http://e) \\u0007"
    one, other = "profiles: [{schedulerName: x}]\n", f'profiles: [{{schedulerName: x}}, {{schedulerName: "{name}"}}]\n'
    out = schedcfg("diff", *files(one, other), "--output", "markdown").out
    row = next(line for line in out.splitlines() if line.startswith("| +"))
    assert len(re.split(r"(?<!\\)\|", row)) == 7
    assert "\x07" not in out
    assert row.count("`") == 4


def test_secrets_stay_secret(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    extender = (
        'extenders: [{{urlPrefix: "https://me:{0}@h/", filterVerb: f, tlsConfig: {{insecure: true, keyData: {0}}}}}]\n'
    )
    for output in ("text", "json", "markdown"):
        result = schedcfg("diff", *files(extender.format("b3Bl"), extender.format("c2Vz")), "--output", output)
        assert result.status == 1
        assert "keyData" in result.out
        assert "b3Bl" not in result.out
        assert "c2Vz" not in result.out


@pytest.mark.parametrize("output", ["text", "json", "markdown"])
def test_a_refused_side(schedcfg: Run, files: Callable[..., list[Path]], output: str) -> None:
    one, other = files("", "parallelism: -1\n")
    result = schedcfg("diff", one, other, "--output", output)
    assert result.status == 1
    assert f"{other} is refused by Kubernetes {NEWEST}" in result.out.replace("\\", "") + result.err
    assert "parallelism" in result.out
    if output == "json":
        assert result.report["different"] is None
        assert result.report["right"]["verdict"] == "refused"
        assert result.report["right"]["findings"][0]["start"] == {"line": 3, "column": 14}


def test_a_release_that_does_not_serve_the_version(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    (path,) = files("", version="v1beta2")
    result = schedcfg("diff", path, "--from", "1.24", "--to", "1.29")
    assert result.status == 1
    assert "refused[unserved-api-version] (1.29)" in result.out
    assert "schedcfg migrate --to v1" in result.out


def test_more_configurations_in_a_file_are_mentioned(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    one, other = files("", "parallelism: 3\n---\n" + HEAD.format("v1"))
    for output in ("text", "markdown"):
        out = schedcfg("diff", one, other, "--output", output).out
        assert "line 5, which kube-scheduler does not read" in out
        assert "it is new" in out
        assert "parallelism" in out
    report = schedcfg("diff", one, other, "--output", "json").report
    assert report["right"]["configurations"] == 2
    # What kube-scheduler reads is the first document, even if the second is equal to what it read before.
    assert (report["configuration"], report["presence"], len(report["changes"])) == ("line 1", "both", 1)
    assert [(one["presence"], one["different"]) for one in report["others"]] == [("right", True)]


def of_maps(*entries: tuple[str, str, str]) -> str:
    """Write ConfigMaps: name, key, what comes after the head of the configuration."""
    documents = []
    for name, key, body in entries:
        text = (HEAD.format("v1") + body).replace("\n", "\n    ").rstrip(" ")
        documents.append(f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}}}\ndata:\n  {key}: |\n    {text}")
    return "---\n".join(documents)


BATCH = "profiles: [{schedulerName: batch}]\n"
MAPS: dict[str, tuple[list[tuple[str, str, str]], list[tuple[str, str, str]], list[tuple[str, str, str]]]] = {
    "another order": (
        [("a", "x", ""), ("b", "x", BATCH)],
        [("b", "x", BATCH), ("a", "x", "parallelism: 3\n")],
        [("ConfigMap a, key x", "both", "1 setting changed")],
    ),
    "one comes, one goes": (
        [("a", "x", ""), ("b", "x", BATCH)],
        [("a", "x", ""), ("c", "z", "profiles: [{schedulerName: other}]\n"), ("d", "z", "parallelism: 3\n")],
        [
            ("ConfigMap c, key z", "right", "it is new"),
            ("ConfigMap d, key z", "right", "it is new"),
            ("ConfigMap b, key x", "left", "it is gone"),
        ],
    ),
    "one has another name, and serves the same": (
        [("a", "x", ""), ("b-1", "x", BATCH)],
        [("a", "x", ""), ("b-2", "x", BATCH + "parallelism: 3\n")],
        [("ConfigMap b-2, key x (was ConfigMap b-1, key x)", "both", "1 setting changed")],
    ),
    "one is refused": (
        [("a", "x", ""), ("b", "x", BATCH)],
        [("a", "x", "parallelism: 3\n"), ("b", "x", BATCH + "parallelism: 0\n")],
        [
            ("ConfigMap a, key x", "both", "1 setting changed"),
            ("ConfigMap b, key x", "both", f"b.yaml is refused by Kubernetes {NEWEST}: there is nothing to compare"),
        ],
    ),
}


@pytest.mark.parametrize("case", MAPS)
def test_all_configurations_are_compared_by_name(
    schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before, after, expected = MAPS[case]
    for name, entries in (("a.yaml", before), ("b.yaml", after)):
        (tmp_path / name).write_text(of_maps(*entries), encoding="utf-8")
    result = schedcfg("diff", "a.yaml", "b.yaml", "--output", "json")
    assert complaints("diff", result.report) == []
    found = [result.report, *result.report["others"]]
    pairs = [(one["configuration"], one["presence"]) for one in found if one["different"] is not False]
    assert (result.status, {(name, presence) for name, presence, _ in expected} - set(pairs)) == (1, set())
    text = schedcfg("diff", "a.yaml", "b.yaml")
    assert text.err == "; ".join(f"{name}: {words}" for name, _, words in expected) + "\n"
    assert text.err == f"{result.report['summary']}\n"
    comment = schedcfg("diff", "a.yaml", "b.yaml", "--output", "markdown").out
    headings = [line for line in comment.splitlines() if line.startswith("#### ")]
    assert headings == [f"#### {name}: {words}" for name, _, words in expected]


def test_the_same_configurations_in_another_order_are_no_difference(schedcfg: Run, tmp_path: Path) -> None:
    for name, entries in (
        ("a.yaml", [("a", "x", ""), ("b", "x", BATCH)]),
        ("b.yaml", [("b", "x", BATCH), ("a", "x", "")]),
    ):
        (tmp_path / name).write_text(of_maps(*entries), encoding="utf-8")
    result = schedcfg("diff", tmp_path / "a.yaml", tmp_path / "b.yaml")
    assert (result.status, result.out, result.err) == (0, "", "no difference in behavior\n")


def test_all_configurations_are_compared_between_releases(schedcfg: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(of_maps(("a", "x", ""), ("b", "x", BATCH)), encoding="utf-8")
    report = schedcfg("diff", path, "--from", "1.26", "--to", "1.29", "--output", "json").report
    found = [report, *report["others"]]
    assert [one["configuration"] for one in found] == ["ConfigMap a, key x", "ConfigMap b, key x"]
    assert all(one["changes"] for one in found)
    assert {change["profile"] for change in found[1]["changes"]} == {"batch"}


def test_a_config_map(schedcfg: Run, files: Callable[..., list[Path]], tmp_path: Path) -> None:
    (plain,) = files("")
    text = (HEAD.format("v1") + "parallelism: 3\n").replace("\n", "\n    ")
    path = tmp_path / "map.yaml"
    path.write_text(f"apiVersion: v1\nkind: ConfigMap\ndata:\n  config: |\n    {text}\n", encoding="utf-8")
    assert f"~ parallelism: 16 → 3  [default of v1 → {path}:7]" in schedcfg("diff", plain, path).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "compare two files or folders: schedcfg diff A B"),
        (("a",), "missing: a second file, or two releases"),
        (("a", "--from", "1.24"), "--to is missing"),
        (("a", "--to", "1.24"), "--from is missing"),
        (("a", "b", "--from", "1.24", "--to", "1.29"), "--from and --to apply to a single file"),
        (("a", "b", "c"), "compare two files"),
        (("a", "--from", "1.24", "--to", "1.29", "--kubernetes", "1.30"), "--kubernetes cannot be combined"),
        (("-", "-"), "only one of A and B can be standard input"),
        (("a", "b", "--as-config", "--as-policy"), "exclude each other"),
        (("a", "b", "--kubernetes", "1.99"), "newer than the newest"),
        (("a", "--from", "1.2", "--to", "1.29"), "older than the oldest"),
        (("a", "--from", "1.24", "--to", "x"), "not a Kubernetes release"),
    ],
)
def test_wrong_usage(schedcfg: Run, arguments: tuple[str, ...], said: str) -> None:
    result = schedcfg("diff", *arguments)
    assert result.status == 2
    assert result.out == ""
    assert said in result.err


@pytest.mark.parametrize("output", ["text", "json", "markdown"])
def test_unreadable(schedcfg: Run, tmp_path: Path, output: str) -> None:
    example = EXAMPLES / "profiles.yaml"
    for arguments in (
        (tmp_path / "none.yaml", example),
        (example, tmp_path / "none.yaml"),
        (tmp_path / "none.yaml", "--from", "1.29", "--to", "1.30"),
        (tmp_path, example),
    ):
        result = schedcfg("diff", *arguments, "--output", output)
        assert result.status == 3
        reason = "cannot be read: it is a folder" if tmp_path in arguments else "cannot be read: there is no such file"
        assert result.err.count(reason) == 1
        if output == "json":
            assert json.loads(result.out)["different"] is None


def test_many_plugins_of_one_entry_share_a_line(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    disabled = "profiles:\n  - plugins:\n      filter:\n        disabled:\n          - name: '*'\n"
    one, other = files("", disabled)
    gone = schedcfg("diff", one, other, "--kubernetes", "1.29").out.splitlines()
    assert len(gone) == 4
    assert gone[3].startswith("    - 15 plugins no longer run at filter: NodeUnschedulable, NodeName, ")
    assert gone[3].endswith(f"  [{other}:7]")
    assert (
        schedcfg("diff", other, one, "--kubernetes", "1.29").out.splitlines()[3].startswith("    + 15 plugins run at ")
    )


def test_folders_where_files_are_compared(schedcfg: Run, tmp_path: Path) -> None:
    missing = schedcfg("diff", tmp_path, tmp_path / "none")
    assert missing.status == 3
    assert missing.err.startswith(f"schedcfg: {tmp_path / 'none'} cannot be read: there is no such folder\n")
    releases = schedcfg("diff", tmp_path, "--from", "1.31", "--to", "1.34")
    assert releases.status == 2
    assert f"schedcfg upgrade {tmp_path} --from 1.31 --to 1.34" in releases.err


def test_colors(schedcfg: Run, files: Callable[..., list[Path]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedcfg.cli.reporting.colored", lambda *_: True)
    out = schedcfg("diff", *files("", "parallelism: 3\n")).out
    assert "\x1b[33m~\x1b[0m parallelism: 16 → 3" in out


def test_declared_plugins(schedcfg: Run, files: Callable[..., list[Path]]) -> None:
    paths = files("", "profiles: [{plugins: {score: {enabled: [{name: Mine}]}}}]\n")
    assert "+ Mine at score" in schedcfg("diff", *paths, "--plugin", "Mine").out
    result = schedcfg("diff", *paths, "--in-tree-only")
    assert result.status == 1
    assert "refused[unknown-plugin]" in result.out


OUT_OF_TREE = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      enabled:
      - {{name: TargetLoadPacking, weight: {weight}}}
      - {{name: NodeAffinity, weight: {weight}}}
      - {{name: MyOwn, weight: {weight}}}
"""


def test_what_plugins_do_is_linked_in_their_own_repositories(schedcfg, tmp_path: Path) -> None:
    for name, weight in (("a.yaml", 3), ("b.yaml", 5)):
        (tmp_path / name).write_text(OUT_OF_TREE.format(weight=weight), encoding="utf-8")
    report = schedcfg("diff", tmp_path / "a.yaml", tmp_path / "b.yaml", "--output", "json").report
    sources = {one["plugin"]: one["reason"]["source"] for one in report["changes"] if one["what"] == "plugin"}
    repositories = {name: source and "/".join(source["url"].split("/")[3:5]) for name, source in sources.items()}
    assert repositories == {
        "TargetLoadPacking": "kubernetes-sigs/scheduler-plugins",
        "NodeAffinity": "kubernetes/kubernetes",
        "MyOwn": None,
    }
