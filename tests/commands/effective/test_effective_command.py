"""`schedcfg effective`, as scripts use it."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from schedcfg import releases

Command = Callable[..., "Result"]  # noqa: F821

GOOD = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
profiles:
- plugins:
    score:
      disabled:
      - name: '*'
      enabled:
      - name: ImageLocality
"""
MATCH = "NodeResourceTopologyMatch"
BAD = GOOD.replace("profiles:", "paralellism: 2\nprofiles:")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, encoding="utf-8")
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.yaml"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_json_is_the_contract(schedcfg: Command, good: Path, bad: Path) -> None:
    result = schedcfg("effective", good, bad, "--kubernetes", "1.29", "--output", "json")
    assert result.status == 1
    assert result.report["version"] == 1
    assert result.report["kubernetes"] == "1.29"
    first, second = result.report["files"]
    assert first["path"] == str(good)
    assert first["verdict"] == "accepted"
    assert first["configuration"]["parallelism"] == 16
    assert first["configuration"]["profiles"][0]["plugins"]["score"] == {
        "enabled": [{"name": "ImageLocality", "weight": 0}],
        "disabled": [{"name": "*", "weight": 0}],
    }
    assert first["plugins"]["default-scheduler"]["score"] == [{"name": "ImageLocality", "weight": 1}]
    assert first["plugins"]["default-scheduler"]["bind"] == [{"name": "DefaultBinder", "weight": 0}]
    assert second["verdict"] == "refused"
    assert second["configuration"] is None
    assert second["plugins"] is None
    assert [finding["rule"] for finding in second["findings"]] == ["unknown-field"]


def test_yaml_is_read_back_to_the_same(schedcfg: Command, good: Path, tmp_path: Path) -> None:
    result = schedcfg("effective", good, "--output", "yaml")
    assert result.status == 0
    assert "#   score: ImageLocality (weight 1)" in result.out
    keys = [line for line in result.out.splitlines() if line[:1].isalpha()]
    assert [key.partition(":")[0] for key in keys] == [
        *("apiVersion", "kind", "parallelism", "leaderElection", "clientConnection", "enableProfiling"),
        *("enableContentionProfiling", "percentageOfNodesToScore", "podInitialBackoffSeconds", "podMaxBackoffSeconds"),
        "profiles",
    ]
    again = tmp_path / "again.yaml"
    again.write_text(result.out, encoding="utf-8")
    assert yaml.safe_load(schedcfg("effective", again, "--output", "yaml").out) == yaml.safe_load(result.out)


def test_yaml_of_several_files_is_one_stream(schedcfg: Command, good: Path, bad: Path) -> None:
    other = good.with_name("other.yaml")
    other.write_bytes(good.read_bytes())
    result = schedcfg("effective", good, bad, other, "--output", "yaml", "--in-tree-only")
    assert result.status == 1
    assert [document is None for document in yaml.safe_load_all(result.out)] == [False, True, False]
    assert f"# {bad}: refused by Kubernetes {releases.NEWEST}: line 3: unknown field `paralellism`" in result.out


def test_each_configuration_of_a_config_map_is_shown(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    body = "".join(f"    {line}\n" for line in GOOD.splitlines())
    path.write_text(f"apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n{body}  b: |\n{body}", encoding="utf-8")
    files = schedcfg("effective", path, "--output", "json").report["files"]
    assert [(file["key"], file["line"], file["configuration"] is not None) for file in files] == [
        ("a", 5, True),
        ("b", 15, True),
    ]


def test_what_is_no_configuration_is_an_error_where_it_is_named(schedcfg: Command, tmp_path: Path) -> None:
    (tmp_path / "pod.yaml").write_text("apiVersion: v1\nkind: Pod\n", encoding="utf-8")
    assert schedcfg("effective", tmp_path, "--output", "json").report["files"] == []
    named = schedcfg("effective", tmp_path / "pod.yaml", "--output", "json")
    assert named.status == 1
    assert named.report["files"][0]["verdict"] == "refused"


def test_unreadable(schedcfg: Command, tmp_path: Path) -> None:
    result = schedcfg("effective", tmp_path / "missing.yaml", "--output", "json")
    assert result.status == 3
    (file,) = result.report["files"]
    assert (file["verdict"], file["configuration"], file["plugins"]) == ("unreadable", None, None)
    assert "missing.yaml" in file["path"]


def test_no_name_breaks_out_of_a_comment(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "names.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\n"
        "kind: KubeSchedulerConfiguration\n"
        'profiles: [{schedulerName: "a\\nparallelism: 99\\n# b"}]\n',
        encoding="utf-8",
    )
    result = schedcfg("effective", path, "--output", "yaml")
    assert result.status == 0
    assert yaml.safe_load(result.out)["parallelism"] == 16


def test_a_catalog_tells_args_and_points(schedcfg: Command, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\nprofiles:\n"
        f"- plugins: {{multiPoint: {{enabled: [{{name: {MATCH}}}]}}}}\n",
        encoding="utf-8",
    )
    (known,) = schedcfg(
        "effective", path, "--output", "json", "--catalog", "scheduler-plugins", "--kubernetes", "1.29"
    ).report["files"]
    points = [
        name for name, refs in known["plugins"]["default-scheduler"].items() for ref in refs if ref["name"] == MATCH
    ]
    assert points == ["filter", "reserve", "score", "postBind"]
    entries = known["configuration"]["profiles"][0]["pluginConfig"]
    (args,) = (entry["args"] for entry in entries if entry["name"] == MATCH)
    assert args["cache"] == {"foreignPodsDetect": "All", "resyncMethod": "Autodetect", "informerMode": "Dedicated"}
    (pinned,) = schedcfg(
        "effective", path, "--output", "json", "--catalog", "scheduler-plugins@0.35", "--kubernetes", "1.29"
    ).report["files"]
    assert MATCH in [ref["name"] for ref in pinned["plugins"]["default-scheduler"]["preFilter"]]


def test_a_named_manifest_whose_configuration_is_elsewhere_is_not_refused(
    schedcfg: Command, good: Path, tmp_path: Path
) -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "kube-scheduler", "namespace": "kube-system"}}
    command = ["kube-scheduler", "--config=/etc/kubernetes/good.yaml"]
    container: dict[str, object] = {"name": "s", "image": "registry.k8s.io/kube-scheduler:v1.33.0", "command": command}
    container["volumeMounts"] = [{"name": "c", "mountPath": "/etc/kubernetes/good.yaml"}]
    volumes = [{"name": "c", "hostPath": {"path": "/etc/kubernetes/good.yaml", "type": "File"}}]
    manifest = tmp_path / "pods" / "pod.yaml"
    manifest.parent.mkdir()
    manifest.write_text(
        yaml.safe_dump({**pod, "spec": {"containers": [container], "volumes": volumes}}), encoding="utf-8"
    )
    alone = schedcfg("effective", manifest)
    assert (alone.status, alone.out) == (3, "")
    assert "its scheduler starts with --config=/etc/kubernetes/good.yaml, a file that is not beside it" in alone.err
    (tmp_path / "pods" / "good.yaml").write_bytes(good.read_bytes())
    assert "`good.yaml` has no `clientConnection.kubeconfig`" in schedcfg("effective", manifest).out
