"""Manifests validated with what is beside them: which neighbours count, and where findings stand."""

import json
from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.document import parse_bytes
from schedcfg.findings import FileReport, FindingClass
from schedcfg.rules.context_cache import ContextCache
from schedcfg.sources import neighboring
from schedcfg.validation.files import validate_file, validate_files
from schedcfg.validation.options import Options
from tests import quick_yaml

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  resourceName: gang
profiles:
- schedulerName: gang
  plugins:
    preFilter:
      enabled:
      - name: Coscheduling
"""
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: gang\ndata:\n  config.yaml: |\n" + "".join(
    f"    {line}\n" for line in CONFIG.splitlines()
)
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gang-scheduler
spec:
  template:
    spec:
      serviceAccountName: gang-scheduler
      containers:
      - name: kube-scheduler
        image: registry.k8s.io/kube-scheduler:v1.29.4
        command: [kube-scheduler, --config=/etc/scheduler/config.yaml]
        volumeMounts: [{name: config, mountPath: /etc/scheduler}]
      volumes:
      - name: config
        configMap: {name: gang}
"""
WORKLOAD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  schedulerName: gnag
  containers: [{name: web, image: web}]
"""
STOCK = [("scheduler.yaml", 11, "stock-image-plugin")]


def written(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return folder


def found(reports: list[FileReport]) -> list[tuple[str, int, str]]:
    return [
        (Path(report.path).name, finding.start.line, finding.rule)
        for report in reports
        for document in report.documents
        for finding in document.findings
        if finding.rule != "presumed-catalog"
    ]


def judged(*paths: Path, jobs: int = 1) -> list[tuple[str, int, str]]:
    return found(list(validate_files(map(str, paths), Options(), jobs)))


def test_a_config_map_in_the_same_folder(tmp_path: Path) -> None:
    assert judged(written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT)) == STOCK


def test_only_the_file_that_is_named_is_validated(tmp_path: Path) -> None:
    written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT, web=WORKLOAD)
    assert judged(tmp_path / "scheduler.yaml") == STOCK
    assert judged(tmp_path / "web.yaml") == [("web.yaml", 5, "unserved-scheduler-name")]


@pytest.mark.parametrize("place", ["..", "below", "../beside"])
def test_other_folders_are_others(tmp_path: Path, place: str) -> None:
    folder = written(tmp_path / "here", scheduler=DEPLOYMENT)
    written((folder / place).resolve(), map=CONFIG_MAP)
    assert judged(folder / "scheduler.yaml") == []


def test_a_file_from_which_kustomize_makes_the_config_map(tmp_path: Path) -> None:
    generator = "configMapGenerator:\n- name: gang\n  files: [config.yaml]\n"
    written(tmp_path, config=CONFIG, scheduler=DEPLOYMENT, kustomization=generator)
    assert judged(tmp_path) == STOCK


def test_a_host_path_names_a_file_beside(tmp_path: Path) -> None:
    volume = "hostPath: {path: /srv/gang.yaml, type: File}"
    scheduler = DEPLOYMENT.replace("configMap: {name: gang}", volume).replace(
        "mountPath: /etc/scheduler", "mountPath: /etc/scheduler/config.yaml"
    )
    assert judged(written(tmp_path / "one", gang=CONFIG, scheduler=scheduler)) == STOCK
    assert judged(written(tmp_path / "two", config=CONFIG, scheduler=scheduler)) == []


def test_of_two_config_maps_that_in_the_same_file_counts(tmp_path: Path) -> None:
    plain = CONFIG_MAP.replace("Coscheduling", "NodePorts")
    written(tmp_path, a=CONFIG_MAP, scheduler=f"{DEPLOYMENT}---\n{plain}")
    assert judged(tmp_path / "scheduler.yaml") == []


@pytest.mark.parametrize("name", ["map.txt", ".hidden.yaml", "folder.yaml/map.yaml"])
def test_what_a_search_would_not_read_does_not_count(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, scheduler=DEPLOYMENT) / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(CONFIG_MAP, encoding="utf-8")
    assert judged(tmp_path / "scheduler.yaml") == []


def test_what_cannot_be_read_does_not_count(tmp_path: Path) -> None:
    written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT)
    (tmp_path / "bytes.yaml").write_bytes(b"kind: KubeSchedulerConfiguration\xff")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "gone.yaml")
    (tmp_path / "broken.yaml").write_text("kubescheduler.config.k8s.io: [", encoding="utf-8")
    assert judged(tmp_path / "scheduler.yaml") == STOCK


def test_a_folder_with_too_many_files_is_no_deployments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neighboring, "MOST_NEIGHBORS", 1)
    assert judged(written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT)) == []


def test_a_file_of_another_ending_has_neighbors_too(tmp_path: Path) -> None:
    written(tmp_path, map=CONFIG_MAP)
    (tmp_path / "scheduler.manifest").write_text(DEPLOYMENT, encoding="utf-8")
    assert judged(tmp_path / "scheduler.manifest") == [("scheduler.manifest", 11, "stock-image-plugin")]


@pytest.mark.parametrize("count", [3, 150])
def test_several_processes_find_the_same(tmp_path: Path, count: int) -> None:
    written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT, **{f"web-{number:03}": WORKLOAD for number in range(count)})
    alone = judged(tmp_path)
    assert len(alone) == count + 1
    assert judged(tmp_path, jobs=2) == alone


def test_a_folder_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    texts_in = neighboring.texts_in
    monkeypatch.setattr(
        "schedcfg.rules.context_cache.texts_in",
        lambda folder, **rest: (read.append(folder), texts_in(folder, **rest))[1],
    )
    written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT, config=CONFIG, web=WORKLOAD, shop=WORKLOAD)
    assert len(judged(tmp_path)) == 3
    assert read == [str(tmp_path)]


def test_a_folder_of_configurations_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedcfg.rules.context_cache.texts_in", lambda _: pytest.fail("it was"))
    assert judged(written(tmp_path, one=CONFIG, other=CONFIG)) == []


def test_a_large_tree_is_not_kept(tmp_path: Path) -> None:
    for number in range(20):
        written(tmp_path / f"{number:02}", map=CONFIG_MAP, scheduler=DEPLOYMENT)
    contexts = ContextCache()
    for path in sorted(tmp_path.glob("*/scheduler.yaml")):
        report = validate_file(parse_bytes(path.read_bytes()), Options(), path=str(path), contexts=contexts)
        assert found([report]) == STOCK
    assert len(contexts._kept) == 16


def test_a_text_sees_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path, map=CONFIG_MAP, scheduler=DEPLOYMENT))
    assert found([validate(DEPLOYMENT)]) == []
    assert found([validate(DEPLOYMENT, path="scheduler.yaml")]) == []
    assert found([validate(f"{DEPLOYMENT}---\n{CONFIG_MAP}", path="scheduler.yaml")]) == STOCK


def test_standard_input_sees_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path, map=CONFIG_MAP))
    assert found([validate_file(parse_bytes(DEPLOYMENT.encode()), Options(), path="-", contexts=ContextCache())]) == []


def test_places_inside_a_list() -> None:
    items = "".join("- " + text.replace("\n", "\n  ").rstrip(" ") for text in (CONFIG_MAP, DEPLOYMENT))
    (report,) = [validate(f"apiVersion: v1\nkind: List\nitems:\n{items}")]
    assert found([report]) == [("-", 3 + CONFIG_MAP.count("\n") + 11, "stock-image-plugin")]
    findings = [finding for document in report.documents for finding in document.findings]
    (finding,) = (one for one in findings if one.rule == "stock-image-plugin")
    assert finding.path == "items[1].spec.template.spec.containers[0].image"


def test_json() -> None:
    documents = [quick_yaml.load(text) for text in (CONFIG_MAP, DEPLOYMENT)]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": documents}, indent=1)
    report = validate(text)
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "kube-scheduler:v1.29.4" in line)
    assert found([report]) == [("-", line, "stock-image-plugin")]


def test_reports_on_documents() -> None:
    report = validate(f"{CONFIG_MAP}---\n{WORKLOAD}---\n{DEPLOYMENT}")
    told = [(document.number, document.kind, document.key, document.kubernetes) for document in report.documents]
    assert told == [
        (0, "KubeSchedulerConfiguration", "config.yaml", "1.29"),
        (1, "Pod", None, None),
        (2, "Deployment", None, "1.29"),
    ]
    assert report.verdict == "refused"


def test_the_release_that_is_asked_for_validates() -> None:
    report = validate(DEPLOYMENT, "1.30")
    assert found([report]) == [("-", 11, "image-release")]
    assert report.documents[0].findings[0].finding_class is FindingClass.ADVISED
