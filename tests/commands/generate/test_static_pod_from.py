"""An existing manifest is made right by small edits, and one that is right stays as it is."""

import json
from typing import Any

import pytest

from schedcfg import releases
from schedcfg.commands.generate.static_pod import StaticPodOptions as Options
from schedcfg.document import decode_text
from tests.commands.generate.static_pods import (
    KINDS,
    container,
    fixed_around,
    generated,
    only,
    options_of,
    pod,
    rules,
    text_of,
)
from tests.corpus.test_real_files import CORPUS
from tests.paths import ROOT

MANIFEST = """\
# ours
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
spec:
  hostNetwork: true
  containers:
  - name: kube-scheduler
    image: registry.k8s.io/kube-scheduler:v1.29.3  # pinned
    command:
    - kube-scheduler
    # for the audit
    - --v=2
"""


def fix(existing: str, release: str | None = "1.29", kind: str = "plain", **chosen_options: Any) -> Any:
    text = text_of(kind, release or "1.29")
    return fixed_around(existing, text, Options(**{"kubernetes": release, **chosen_options}))


def with_command(*lines: str) -> str:
    return MANIFEST.partition("    command:\n")[0] + "".join(f"    {line}\n" for line in lines)


def words(text: str) -> list[str]:
    found = container(text)
    return [*found.get("command", ()), *found.get("args", ())]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("release", releases.names())
def test_what_was_generated_is_right(kind: str, release: str) -> None:
    chosen_options = options_of(kind, release)
    text = text_of(kind, release)
    made = only(generated(text, chosen_options))
    assert only(fixed_around(made, text, chosen_options)) == made
    assert only(fixed_around(made, text, Options())) == made  # its image tells the release, or the newest one reads it


def test_what_no_image_says_is_that_of_the_stock_one() -> None:
    manifest = MANIFEST.replace("registry.k8s.io/kube-scheduler:v1.29.3", '""') + PROBE.format(
        path="/healthz", port=1234, scheme="HTTPS", host=""
    )
    first = only(fix(manifest))
    assert container(first)["livenessProbe"]["httpGet"]["port"] == 10259
    assert only(fix(first)) == first


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_run_changes_nothing(kind: str) -> None:
    image = KINDS[kind][1]
    first = only(fix(MANIFEST, kind=kind, image=image))
    assert first != MANIFEST
    assert only(fix(first, kind=kind, image=image)) == first


def test_only_what_must_change_does() -> None:
    first = only(fix(MANIFEST))
    added = [line for line in first.splitlines() if line not in MANIFEST.splitlines()]
    assert [line for line in MANIFEST.splitlines() if line not in first.splitlines()] == []
    assert len(added) == 2 + 1 + 7 + 9  # annotation, flag, mounts and volumes of two files
    assert words(first) == ["kube-scheduler", "--v=2", "--config=/etc/kubernetes/scheduler-config.yaml"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["command: [kube-scheduler, --kubeconfig=/a, --v=2]"], ["kube-scheduler", "--v=2", "C"]),
        (["command:", "- kube-scheduler", "args:", "- --v=2"], ["kube-scheduler", "--v=2", "C"]),
        (["command: [kube-scheduler, --kubeconfig, /a, --v, '2']"], ["kube-scheduler", "--v", "2", "C"]),
        (["args: [--v=2, --config, /etc/old.yaml]"], ["--v=2", "--config", "/etc/old.yaml"]),
        (["command: [kube-scheduler, --config=old.yaml]"], ["kube-scheduler", "C"]),
        (["args: [--config, old.yaml]"], ["--config", "/etc/kubernetes/scheduler-config.yaml"]),
        (["command: [kube-scheduler, --config=/etc/kubernetes/manifests/c.yaml]"], ["kube-scheduler", "C"]),
        (["command: [kube-scheduler]"], ["kube-scheduler", "C"]),
        (["args: []"], ["kube-scheduler", "C"]),
        (["command: [kube-scheduler, --profiling, --port=0, --scheduler-name=a]"], ["kube-scheduler", "C"]),
        (["command: [kube-scheduler, --cloud-provider=aws]"], ["kube-scheduler", "C"]),
        (["command: [kube-scheduler, --log-json-split-stream]"], ["kube-scheduler", "--log-json-split-stream", "C"]),
        (["command: [kube-scheduler, --leader-elect=false]"], ["kube-scheduler", "--leader-elect=false", "C"]),
    ],
)  # fmt: skip
def test_flags(lines: list[str], expected: list[str]) -> None:
    config = "--config=/etc/kubernetes/scheduler-config.yaml"
    assert words(only(fix(with_command(*lines)))) == [config if word == "C" else word for word in expected]


def test_a_scheduler_of_ones_own_may_have_flags_of_its_own() -> None:
    manifest = with_command("command: [kube-scheduler, --mine=1, --port=0]").replace(
        "registry.k8s.io/kube-scheduler:v1.29.3", "example.com/mine:1"
    )
    assert "--mine=1" in words(only(fix(manifest)))
    assert "--port=0" not in words(only(fix(manifest)))


@pytest.mark.parametrize("release", ["1.21", "1.22"])
def test_flags_that_win_over_the_file_go_where_it_says_the_same(release: str) -> None:
    manifest = with_command("command: [kube-scheduler, --leader-elect=true, --leader-elect-lease-duration=20s]")
    text = text_of("plain", release) + "leaderElection: {leaderElect: false, leaseDuration: 20s}\n"
    fixed = words(only(fixed_around(manifest, text, Options(kubernetes=release))))
    assert "--leader-elect=true" not in fixed
    assert "--leader-elect-lease-duration=20s" not in fixed
    said = text.replace(", leaseDuration: 20s", "")
    (again, *_) = fixed_around(manifest, said, Options(kubernetes=release, carry_flags=True)).files
    assert ("--leader-elect-lease-duration=20s" in words(again.text)) is (release == "1.22")


def test_options_are_granted() -> None:
    fixed = only(fix(MANIFEST, config_path="/srv/c.yaml", feature_gates=("AllBeta=true",), image="a/b:2"))
    assert words(fixed)[2:] == ["--config=/srv/c.yaml", "--feature-gates=AllBeta=true"]
    assert container(fixed)["image"] == "a/b:2"
    assert only(fix(fixed, feature_gates=("AllBeta=false",))).count("--feature-gates=AllBeta=false") == 1


@pytest.mark.parametrize(
    ("image", "release", "expected"),
    [
        ("registry.k8s.io/kube-scheduler:v1.29.3", "1.29", "registry.k8s.io/kube-scheduler:v1.29.3"),
        ("registry.k8s.io/kube-scheduler:v1.28.3", "1.29.5", "registry.k8s.io/kube-scheduler:v1.29.5"),
        ("k8s.gcr.io/kube-scheduler:v1.21.3", "1.29.5", "registry.k8s.io/kube-scheduler:v1.29.5"),
        ("mirror.local:5000/k/kube-scheduler:v1.28.3@sha256:0", "1.29.5", "mirror.local:5000/k/kube-scheduler:v1.29.5"),
        ("kube-scheduler:1.28.3", "1.29.5", "kube-scheduler:1.29.5"),
        ("example.com/mine:1.2.3", "1.29", "example.com/mine:1.2.3"),
        ("registry.k8s.io/kube-scheduler:v1.29.3", None, "registry.k8s.io/kube-scheduler:v1.29.3"),
    ],
)
def test_the_image(image: str, release: str | None, expected: str) -> None:
    manifest = MANIFEST.replace("registry.k8s.io/kube-scheduler:v1.29.3", image)
    assert container(only(fix(manifest, release)))["image"] == expected


PROBE = """\
    livenessProbe:
      httpGet: {{path: {path}, port: {port}, scheme: {scheme}{host}}}
"""


@pytest.mark.parametrize(
    ("release", "before", "after"),
    [
        ("1.29", ("/healthz", "10251", "HTTP", ""), {"path": "/healthz", "port": 10259, "scheme": "HTTPS"}),
        ("1.29", ("/healthz", "10259", "HTTP", ""), {"path": "/healthz", "port": 10259, "scheme": "HTTPS"}),
        ("1.29", ("/livez", "10259", "HTTPS", ""), {"path": "/healthz", "port": 10259, "scheme": "HTTPS"}),
        ("1.31", ("/livez", "10259", "HTTPS", ""), {"path": "/livez", "port": 10259, "scheme": "HTTPS"}),
        ("1.21", ("/healthz", "10251", "HTTP", ""), {"path": "/healthz", "port": 10251, "scheme": "HTTP"}),
        ("1.21", ("/healthz", "10252", "HTTP", ""), {"path": "/healthz", "port": 10259, "scheme": "HTTPS"}),
        ("1.29", ("/healthz", "gone", "HTTPS", ""), {"path": "/healthz", "port": 10259, "scheme": "HTTPS"}),
    ],
)
def test_probes_ask_where_somebody_answers(release: str, before: tuple[str, ...], after: dict[str, object]) -> None:
    path, port, scheme, host = before
    manifest = MANIFEST + PROBE.format(path=path, port=port, scheme=scheme, host=host)
    assert container(only(fix(manifest, release)))["livenessProbe"]["httpGet"] == after


def test_a_scheduler_that_only_the_node_can_ask_is_asked_there() -> None:
    manifest = MANIFEST.replace("--v=2", "--bind-address=127.0.0.1") + PROBE.format(
        path="/healthz", port=10251, scheme="HTTP", host=""
    )
    assert container(only(fix(manifest)))["livenessProbe"]["httpGet"]["host"] == "127.0.0.1"


@pytest.mark.parametrize(
    ("volume", "kind"),
    [
        ("hostPath: {path: /srv/c.yaml, type: FileOrCreate}", "File"),
        ("hostPath: {path: /srv/c.yaml}", "File"),
        ("hostPath: {path: /srv/c.yaml, type: ''}", "File"),
    ],
)
def test_the_mount_of_the_configuration(volume: str, kind: str) -> None:
    manifest = with_command(
        "command: [kube-scheduler, --config=/etc/c.yaml]",
        "volumeMounts: [{name: c, mountPath: /etc/c.yaml}]",
    )
    fixed = only(fix(f"{manifest}  volumes:\n  - name: c\n    {volume}\n"))
    assert pod(fixed)["spec"]["volumes"][0] == {"name": "c", "hostPath": {"path": "/srv/c.yaml", "type": kind}}
    assert container(fixed)["volumeMounts"][0] == {"name": "c", "mountPath": "/etc/c.yaml", "readOnly": True}


def test_a_folder_that_is_mounted_is_enough() -> None:
    manifest = with_command(
        "command: [kube-scheduler, --config=/etc/kubernetes/c.yaml]",
        "volumeMounts: [{name: k8s, mountPath: /etc/kubernetes}]",
    )
    manifest += "  volumes: [{name: k8s, hostPath: {path: /srv/k8s}}]\n"
    generation = fix(manifest)
    assert pod(only(generation))["spec"] == pod(manifest)["spec"]
    assert "/srv/k8s/c.yaml on each" in generation.remarks[0]


def test_services_are_found_where_one_is_named() -> None:
    assert pod(only(fix(MANIFEST, kind="extender")))["spec"]["dnsPolicy"] == "ClusterFirstWithHostNet"
    own = MANIFEST.replace("hostNetwork: true", "hostNetwork: true\n  dnsPolicy: None")
    assert pod(only(fix(own, kind="extender")))["spec"]["dnsPolicy"] == "None"


def test_json_stays_json() -> None:
    fixed = only(fix(json.dumps(pod(MANIFEST), indent=2) + "\n"))
    assert json.loads(fixed) == pod(only(fix(MANIFEST)))


@pytest.mark.parametrize(
    ("manifest", "rule"),
    [
        (with_command("command: [sh, -c, kube-scheduler --kubeconfig=/a]"), "not-editable"),
        (with_command("command: [sh, -c, kube-scheduler --config=relative.yaml]"), "not-editable"),
        (MANIFEST.replace("kube-scheduler", "proxy"), "not-a-scheduler-pod"),
        (MANIFEST + "  - {name: b, image: kube-scheduler}\n", "not-a-scheduler-pod"),
        ("kind: Deployment\nspec:\n  template:\n" + "".join(
            f"    {line}\n" for line in MANIFEST.splitlines()[5:]), "not-a-scheduler-pod"),
        ("", "not-a-scheduler-pod"),
        ("{{ template }}: [", "syntax"),
        (MANIFEST.replace("v1.29.3", "v1.17.3"), "not-editable"),
        (with_command("command: [kube-scheduler, --config=/c/d]", "volumeMounts: [{name: c, mountPath: /c}]")
         + "  volumes: [{name: c, configMap: {name: c}}]\n", "not-editable"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_safely_is_said(manifest: str, rule: str) -> None:
    generation = fix(manifest, None)
    assert not generation.files
    assert rules(generation) == [rule]


@pytest.mark.parametrize(("release", "is_done"), [("1.28", True), ("1.29", False)])
def test_images_that_count_their_own_versions(release: str, *, is_done: bool) -> None:
    manifest = MANIFEST.replace("kube-scheduler:v1.29.3", "scheduler-plugins/kube-scheduler:v0.28.3")
    generation = fix(manifest, release)
    assert bool(generation.files) is is_done
    assert rules(generation) == ([] if is_done else ["not-editable"])


def test_an_image_of_any_name_is_a_scheduler_by_its_configuration() -> None:
    manifest = with_command("args: [--v=2]")
    assert fix(manifest).files
    assert words(only(fix(manifest, image="example.com/mine:1")))[0] == "--v=2"


def test_an_alias_is_not_torn_apart() -> None:
    manifest = MANIFEST.replace("- --v=2", "- &port --port=0\n    env: [{name: PORT, value: *port}]")
    generation = fix(manifest)
    assert not generation.files
    assert rules(generation) == ["not-editable"]


@pytest.mark.skipif(CORPUS is None, reason="the corpus of real files is not here")
@pytest.mark.parametrize("release", [None, "1.18", "1.21", "1.22", "1.29", releases.NEWEST])
def test_real_manifests(release: str | None) -> None:
    assert CORPUS is not None
    done = 0
    for path in sorted(CORPUS.glob("manifests/*")):
        generation = fix(decode_text(path.read_bytes()), release)
        assert generation.files or rules(generation), path
        if generation.files:
            done += 1
            assert only(fix(only(generation), release)) == only(generation), path
    assert done > (10 if release is None else 15)


EXAMPLES = ROOT / "examples" / "broken" / "seed"


def test_the_manifest_of_the_seed_is_made_right() -> None:
    existing = (EXAMPLES / "kube-scheduler.yaml").read_text(encoding="utf-8")
    text = (EXAMPLES / "networktraffic-config.yaml").read_text(encoding="utf-8")
    right = (EXAMPLES / "right" / "kube-scheduler.yaml").read_text(encoding="utf-8")
    assert only(fixed_around(existing, text, Options())) == right
    assert only(fixed_around(right, text, Options())) == right


@pytest.mark.parametrize("path", ["/etc/kubernetes/scheduler.conf", "/etc/gpu/tls.key"])
def test_the_configuration_is_not_put_where_something_is(path: str) -> None:
    for chosen_options, manifest in [
        ({"config_path": path}, MANIFEST),
        ({}, MANIFEST + f"    - --config={path}\n"),
        ({"config_path": "/s.yaml"}, mounting(path, "/s.yaml")),
    ]:
        generation = fix(manifest, kind="extender", **chosen_options)
        assert not generation.files
        assert "taken-place" in rules(generation)


def mounting(path: str, place: str) -> str:
    return (
        f"{MANIFEST}    volumeMounts:\n    - {{name: a, mountPath: {place}}}\n"
        f"  volumes:\n  - {{name: a, hostPath: {{path: {path}}}}}\n"
    )


@pytest.mark.parametrize(
    ("line", "release", "is_refused"),
    [
        ("--feature-gates=EphemeralContainers=true", "1.34", True),
        ("--feature-gates=EphemeralContainers=true", "1.24", False),
        ("--feature-gates=AllBeta=true,AllAlpha=maybe", "1.34", True),
        ("--feature-gates=$(GATES)", "1.34", False),
    ],
)
def test_feature_gates_that_the_release_refuses(line: str, release: str, *, is_refused: bool) -> None:
    manifest = MANIFEST.replace("--v=2", line)
    generation = fix(manifest, release)
    assert bool(generation.files) is not is_refused
    assert ("not-editable" in rules(generation)) is is_refused
    if is_refused:
        assert generation.existing is not None
        (finding,) = generation.existing.documents[0].findings
        assert finding.path == "spec.containers[0].command[1]"
        assert f"kube-scheduler {release} does not start with these feature gates" in finding.message
    other = fix(manifest, release, feature_gates=("AllBeta=true",))
    assert words(only(other))[1] == "--feature-gates=AllBeta=true"


def test_a_scheduler_of_ones_own_may_have_gates_of_its_own() -> None:
    manifest = with_command("command: [kube-scheduler, --feature-gates=Ours=true]")
    assert not fix(manifest).files
    assert fix(manifest, image="example.com/mine:1").files


@pytest.mark.parametrize(
    ("release", "port", "scheme", "is_refused"),
    [("1.29", "10259", "HTTPS", True), ("1.21", "10251", "HTTPS", True), ("1.21", "10251", "HTTP", False)],
)
def test_a_probe_that_nothing_answers(release: str, port: str, scheme: str, *, is_refused: bool) -> None:
    manifest = MANIFEST.replace("--v=2", "--secure-port=0")
    assert fix(manifest, release).files
    generation = fix(manifest + PROBE.format(path="/healthz", port=port, scheme=scheme, host=""), release)
    assert ("not-editable" in rules(generation)) is is_refused
    if is_refused:
        assert generation.existing is not None
        (finding,) = generation.existing.documents[0].findings
        assert finding.path == "spec.containers[0].livenessProbe.httpGet"
        assert "`--secure-port=0`" in finding.message
