"""The configuration of a scheduler as its manifest starts it: with its flags, with a file beside it, or without any."""

from pathlib import Path
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.commands.effective import text as renderer
from schedcfg.commands.effective import yaml_report
from schedcfg.commands.effective.effective import effective_configuration, effective_file
from schedcfg.configuration.effective.view import DocumentView, FileView
from schedcfg.document import parse
from schedcfg.findings import Verdict
from schedcfg.output.summary import Summary
from schedcfg.rules.context_cache import ContextCache
from schedcfg.validation.options import Options

CONFIG = """\
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
leaderElection:
  leaderElect: true
  resourceName: mine
profiles:
- schedulerName: second
"""

POD = """\
apiVersion: v1
kind: Pod
metadata: {{name: {name}, namespace: kube-system}}
spec:
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v{release}
    command:
    - kube-scheduler
{flags}
    volumeMounts: [{{name: c, mountPath: /etc/c}}]
  volumes:
  - name: c
    configMap: {{name: cfg}}
"""

CONFIG_MAP = (
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg, namespace: kube-system}\ndata:\n  config.yaml: |\n"
    + "".join(f"    {line}\n" for line in CONFIG.splitlines())
    + "---\n"
)


def pod(*flags: str, release: str = "1.30.2", name: str = "second") -> str:
    return POD.format(name=name, release=release, flags="\n".join(f"    - {flag}" for flag in flags))


def configuration(document: DocumentView) -> Any:
    assert document.view is not None
    return document.view.configuration


def flags(document: DocumentView) -> list[tuple[str, str, int | None]]:
    return [(flag.name, flag.flag, flag.line) for flag in document.flags]


def text_of(view: FileView) -> str:
    return "".join(renderer.render([view], Summary(), colored=False))


def in_folder(folder: Path, name: str, **files: str) -> FileView:
    for stem, content in files.items():
        (folder / f"{stem}.yaml").write_text(content, encoding="utf-8")
    path = folder / f"{name}.yaml"
    stream = parse(path.read_text(encoding="utf-8"))
    return effective_file(stream, Options(), path=str(path), contexts=ContextCache())


def test_a_configuration_in_the_same_file_has_the_flags_applied() -> None:
    view = effective_configuration(
        CONFIG_MAP + pod("--config=/etc/c/config.yaml", "--leader-elect=false", "--kube-api-qps=7"), path="a.yaml"
    )
    (document,) = view.documents
    assert configuration(document)["leaderElection"]["leaderElect"] is False
    assert configuration(document)["leaderElection"]["resourceName"] == "mine"
    assert configuration(document)["clientConnection"]["qps"] == 50
    assert flags(document) == [("leaderElection.leaderElect", "--leader-elect=false", 24)]
    assert (document.report.key, document.notes) == ("config.yaml", ())
    text = text_of(view)
    assert "leaderElect: false  --leader-elect=false, line 24; written as true\n" in text
    assert "resourceName: mine  line 10\n" in text


def test_without_flags_that_count_nothing_is_different() -> None:
    alone = effective_configuration(CONFIG_MAP, "1.30.2", path="a.yaml")
    run = effective_configuration(CONFIG_MAP + pod("--config=/etc/c/config.yaml", "--v=2"), "1.30.2", path="a.yaml")
    assert [document.view for document in run.documents] == [document.view for document in alone.documents]


def test_schedulers_that_start_it_in_different_ways_are_each_shown() -> None:
    text = CONFIG_MAP + "---\n".join(
        [
            pod("--config=/etc/c/config.yaml", "--leader-elect-retry-period=3s", name="a"),
            pod("--config=/etc/c/config.yaml", "--leader-elect-retry-period=4s", name="b"),
            pod("--config=/etc/c/config.yaml", "--leader-elect-retry-period=4s", name="c"),
        ]
    )
    documents = effective_configuration(text).documents
    assert [configuration(document)["leaderElection"]["retryPeriod"] for document in documents] == ["3s", "4s"]
    assert [document.notes for document in documents] == [
        ("as started by Pod kube-system/a",),
        ("as started by Pod kube-system/b",),
    ]


def test_before_1_22_the_file_counts() -> None:
    config = CONFIG_MAP.replace("/v1\n", "/v1beta1\n")
    text = config + pod("--config=/etc/c/config.yaml", "--leader-elect=false", release="1.21.0")
    (document,) = effective_configuration(text).documents
    assert configuration(document)["leaderElection"]["leaderElect"] is True
    assert flags(document) == []


def test_a_file_beside_the_manifest_is_shown_as_it_is_started(tmp_path: Path) -> None:
    manifest = pod("--config=/etc/kubernetes/config.yaml", "--leader-elect=false").replace(
        "configMap: {name: cfg}", "hostPath: {path: /etc/kubernetes/config.yaml, type: File}"
    )
    manifest = manifest.replace("mountPath: /etc/c", "mountPath: /etc/kubernetes/config.yaml")
    view = in_folder(tmp_path, "pod", pod=manifest, config=CONFIG)
    (document,) = view.documents
    assert configuration(document)["leaderElection"]["leaderElect"] is False
    assert (document.source, flags(document)) == (
        "config.yaml",
        [("leaderElection.leaderElect", "--leader-elect=false", 11)],
    )
    text = text_of(view)
    assert text.startswith(f"config.yaml, as started by {tmp_path}/pod.yaml: v1, run by Kubernetes 1.30, from pod.yaml")
    assert "leaderElect: false  --leader-elect=false, pod.yaml:11; written as true\n" in text
    assert "resourceName: mine  line 5\n" in text

    alone = in_folder(tmp_path, "config")
    (document,) = alone.documents
    assert configuration(document)["leaderElection"]["leaderElect"] is True
    assert document.notes == (
        "pod.yaml overrides leaderElection.leaderElect by --leader-elect=false; "
        "`schedcfg effective pod.yaml` shows that",
    )
    assert "note: pod.yaml overrides" in text_of(alone)
    assert "# pod.yaml overrides" in "".join(yaml_report.render([alone], Summary(), colored=False))

    refused = in_folder(tmp_path, "pod", config=CONFIG.replace("true", "perhaps"))
    (document,) = refused.documents
    assert (refused.verdict, document.view) == (Verdict.REFUSED, None)
    (finding,) = document.report.findings
    assert (finding.rule, finding.start.line) == ("wrong-type", 10)
    assert finding.message.startswith("`config.yaml`, line 4: `leaderElect` must be a boolean")


@pytest.mark.parametrize("kubernetes", releases.names())
def test_without_a_file_it_is_the_default_with_the_flags(kubernetes: str) -> None:
    view = effective_configuration(pod("--leader-elect=false", "--kube-api-qps=7", release=f"{kubernetes}.0"))
    (document,) = view.documents
    assert view.verdict is Verdict.ACCEPTED
    assert document.report.kubernetes == kubernetes
    assert configuration(document)["leaderElection"]["leaderElect"] is False
    assert configuration(document)["clientConnection"]["qps"] == 7
    assert flags(document) == [
        ("leaderElection.leaderElect", "--leader-elect=false", 10),
        ("clientConnection.qps", "--kube-api-qps=7", 11),
    ] or flags(document) == [
        ("clientConnection.qps", "--kube-api-qps=7", 11),
        ("leaderElection.leaderElect", "--leader-elect=false", 10),
    ]


def test_flags_of_the_profile_are_its_origin() -> None:
    view = effective_configuration(
        pod("--scheduler-name=mine", "--hard-pod-affinity-symmetric-weight=9", "--port=0", release="1.21.0")
    )
    text = text_of(view)
    assert "PROFILE mine (--scheduler-name=mine, line 10)\n" in text
    assert "hardPodAffinityWeight: 9  --hard-pod-affinity-symmetric-weight=9, line 11\n" in text
    assert 'healthzBindAddress: ""  --port=0, line 12\n' in text
    assert 'metricsBindAddress: ""  --port=0, line 12\n' in text


def test_kubeadm_adds_its_own_flags() -> None:
    head = "apiVersion: kubeadm.k8s.io/v1beta4\nkind: ClusterConfiguration\nkubernetesVersion: v1.34.1\nscheduler:\n"
    text = head + "  extraArgs: [{name: kube-api-qps, value: '80'}]\n"
    (document,) = effective_configuration(text).documents
    assert set(flags(document)) == {
        ("clientConnection.kubeconfig", "--kubeconfig=/etc/kubernetes/scheduler.conf", None),
        ("clientConnection.qps", "--kube-api-qps=80", 5),
        ("leaderElection.leaderElect", "--leader-elect=true", None),
    }
    off = effective_configuration(head + "  extraArgs: [{name: leader-elect, value: 'false'}]\n")
    assert configuration(off.documents[0])["leaderElection"]["leaderElect"] is False
    assert "of kubeadm\n" in text_of(off)


def test_what_is_not_known_is_said() -> None:
    view = effective_configuration("kube-scheduler-arg: [kube-api-qps=80]\n")
    (document,) = view.documents
    assert configuration(document)["clientConnection"]["qps"] == 80
    assert document.notes == ("k3s or RKE2 starts it with more flags than these, which may set other fields",)
    view = effective_configuration(pod("--kube-api-qps=$(QPS)", "--policy-config-file=/etc/c/p.json", release="1.21.0"))
    policy = (
        "which plugins run is not known here: they come from a legacy Policy in `--policy-config-file=/etc/c/p.json`"
    )
    assert view.documents[0].notes == (
        policy,
        "flags give values that are not known here to clientConnection.qps",
    )


@pytest.mark.parametrize(
    "manifest",
    [
        pod("--config=/etc/c/elsewhere.yaml"),
        pod("--config=$(CONFIG)"),
        pod("$(FLAGS)"),
        pod("--leader-elect=false").replace("kube-scheduler", "proxy"),
        pod("--leader-elect=false").replace("image: registry.k8s.io/kube-scheduler:v1.30.2\n", "\n"),
    ],
)
def test_what_a_scheduler_uses_is_not_guessed(manifest: str) -> None:
    view = effective_configuration(manifest)
    assert (view.verdict, view.documents) == (Verdict.SKIPPED, ())


def test_with_flags_that_it_does_not_take_nothing_is_used() -> None:
    view = effective_configuration(pod("--leader-elekt=false", "--leader-elect=false"))
    (document,) = view.documents
    assert (view.verdict, document.view) == (Verdict.REFUSED, None)
    assert [(finding.rule, finding.start.line) for finding in document.report.findings] == [("unknown-flag", 10)]
    view = effective_configuration(CONFIG_MAP + pod("--config=/etc/c/config.yaml", "--leader-elekt=false"))
    (document,) = view.documents
    assert configuration(document)["leaderElection"]["leaderElect"] is True
    assert document.notes == ("Pod kube-system/second does not start with it: `schedcfg validate` shows why",)


def test_flags_make_a_file_right_that_is_refused_alone() -> None:
    wrong = CONFIG_MAP.replace("      resourceName: mine\n", "      resourceName: mine\n      leaseDuration: 5s\n")
    (alone,) = effective_configuration(wrong, "1.30").documents
    assert alone.view is None
    (document,) = effective_configuration(
        wrong + pod("--config=/etc/c/config.yaml", "--leader-elect-lease-duration=20s"), "1.30"
    ).documents
    assert configuration(document)["leaderElection"]["leaseDuration"] == "20s"
    assert flags(document) == [("leaderElection.leaseDuration", "--leader-elect-lease-duration=20s", 25)]
