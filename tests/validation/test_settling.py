"""What is around a configuration settles findings: they are not reported, or not as found, and the report has why."""

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from schedcfg import validate
from schedcfg.configuration import reading
from schedcfg.findings import FileReport, SettledBy, Verdict
from tests.called import Result

Run = Callable[..., Result]

V1 = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n"
SECOND = f"{V1}profiles:\n- schedulerName: second\n"
OWN_PLUGIN = f"{V1}profiles:\n- plugins: {{score: {{enabled: [{{name: OurOwn, weight: 20}}]}}}}\n"
WITH_SERVICE = (
    f"{V1}clientConnection: {{kubeconfig: /etc/kubernetes/scheduler.conf}}\n"
    "extenders:\n- {urlPrefix: http://gpu.kube-system:3456, filterVerb: filter}\n"
)
OLD_LOCK = f"{V1}leaderElection: {{leaderElect: true, resourceLock: endpoints}}\n"
TWO_PORTS = (
    "apiVersion: kubescheduler.config.k8s.io/v1beta2\nkind: KubeSchedulerConfiguration\n"
    "healthzBindAddress: 0.0.0.0:10259\nmetricsBindAddress: 0.0.0.0:10259\n"
)
STOCK, OWN = "registry.k8s.io/kube-scheduler:{}", "example.com/ours:{}"
SHOOT = """\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: packed, namespace: garden-team}
spec:
  kubernetes:
    version: 1.35.1
    kubeScheduler:
      profile: bin-packing
      featureGates: {SchedulerQueueingHints: true}
"""


def config_map(configuration: str, name: str = "second", namespace: str = "kube-system") -> str:
    metadata = f"{{name: {name}, namespace: {namespace}}}"
    head = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {metadata}\ndata:\n  config.yaml: |\n"
    return head + textwrap.indent(configuration, "    ")


def deployment(image: str = STOCK, release: str = "v1.29.3", flags: str = "", pod: str = "") -> str:
    return f"""\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: second, namespace: kube-system}}
spec:
  selector: {{matchLabels: {{app: second}}}}
  template:
    metadata: {{labels: {{app: second}}}}
    spec:
      {pod or "serviceAccountName: second"}
      containers:
      - name: kube-scheduler
        image: {image.format(release)}
        command: [kube-scheduler, --config=/etc/scheduler/config.yaml{flags}]
        volumeMounts: [{{name: config, mountPath: /etc/scheduler}}]
      volumes: [{{name: config, configMap: {{name: second}}}}]
"""


def started(configuration: str, **scheduler: str) -> str:
    return f"{config_map(configuration)}---\n{deployment(**scheduler)}"


def settled(report: FileReport, rule: str) -> list[tuple[str, str]]:
    """Return what became of the findings of a rule, and why."""
    every = (one for document in report.documents for one in document.settled)
    return [(one.outcome, one.reason) for one in every if one.finding.rule == rule]


def reported(report: FileReport, rule: str) -> list[str]:
    return [one.severity.value for document in report.documents for one in document.findings if one.rule == rule]


@pytest.mark.parametrize(
    ("text", "rule", "reason"),
    [
        (
            config_map(SECOND, "config", "openshift-x"),
            "default-lease",
            "ConfigMap openshift-x/config is of OpenShift's own scheduler, with a lease in another namespace",
        ),
        (
            "apiVersion: aks.azure.com/v1alpha1\nkind: SchedulerConfiguration\nmetadata: {name: upstream}\nspec:\n"
            f"  rawConfig: |\n{textwrap.indent(SECOND, '    ')}",
            "default-lease",
            "the product of a managed cluster runs the scheduler, and sets its lease",
        ),
        (
            f"values:\n  config: |\n{textwrap.indent(SECOND, '    ')}",
            "default-lease",
            "what its file is put into starts the scheduler with flags that may name another lease",
        ),
        (
            started(SECOND, flags=", --leader-elect-resource-name=second"),
            "default-lease",
            "Deployment `second` does not compete for that lease, by its flags",
        ),
        (started(SECOND), "default-lease", "`shared-lease` reports it of Deployment `second`"),
        (
            started(
                WITH_SERVICE,
                pod="hostNetwork: true\n      dnsPolicy: ClusterFirstWithHostNet",
            ),
            "node-dns",
            "Deployment `second` resolves these names by the DNS of the cluster, or its `hostAliases`",
        ),
        (
            started(WITH_SERVICE, pod="hostNetwork: true"),
            "node-dns",
            "`host-network-dns` reports it of Deployment `second`",
        ),
        (
            started(TWO_PORTS, release="v1.22.17", flags=", --secure-port=10260"),
            "bind-address-clash",
            "Deployment `second` listens at another port, by its flags",
        ),
        (
            started(TWO_PORTS, release="v1.22.17"),
            "bind-address-clash",
            "`port-clash` reports it of Deployment `second`",
        ),
        (
            started(OWN_PLUGIN, image=OWN),
            "undeclared-plugin",
            "Deployment `second` runs an image of its own, which was built for its plugins",
        ),
        (
            started(OWN_PLUGIN),
            "undeclared-plugin",
            "Deployment `second` runs the stock image: `stock-image-plugin` reports what that lacks",
        ),
    ],
)
def test_advice_is_settled(text: str, rule: str, reason: str) -> None:
    report = validate(text)
    assert {reason for _, reason in settled(report, rule)} == {reason}
    assert {outcome for outcome, _ in settled(report, rule)} == {"not reported"}
    assert reported(report, rule) == []


def test_a_fact_that_flags_override_is_a_warning() -> None:
    text = started(OLD_LOCK, flags=", --leader-elect-resource-lock=leases")
    report = validate(text)
    assert report.documents[0].verdict is Verdict.ACCEPTED
    assert reported(report, "leader-election-lock") == ["warning"]
    assert settled(report, "leader-election-lock") == [
        ("reported as warning", "flags of Deployment `second` override it")
    ]
    assert settled(validate(started(OLD_LOCK)), "leader-election-lock") == []


def test_a_misspelled_plugin_is_one_in_an_own_image_too() -> None:
    report = validate(started(OWN_PLUGIN.replace("OurOwn", "NodeResourceFit"), image=OWN))
    assert (reported(report, "undeclared-plugin"), settled(report, "undeclared-plugin")) == (["error"], [])


@pytest.mark.parametrize("kubernetes", [None, "1.35", "1.29"])
def test_what_a_product_writes_is_only_for_reading(kubernetes: str | None) -> None:
    report = validate(SHOOT, kubernetes)
    assert reported(report, "outweighed-packing") == ["info"]
    assert settled(report, "outweighed-packing") == [
        ("reported as info", "Gardener writes the weights, which users cannot change")
    ]


def test_a_product_writes_the_api_version() -> None:
    report = validate(SHOOT, "1.24")
    assert (reported(report, "unserved-api-version"), report.documents[0].verdict) == ([], Verdict.ACCEPTED)
    assert settled(report, "unserved-api-version") == [
        ("not reported", "Gardener writes the API version that the release of the cluster serves")
    ]


def test_what_a_product_writes_otherwise_has_other_help() -> None:
    report = validate("kube_version: v1.24.15\nkube_scheduler_profiles: [{schedulerName: batch}]\n")
    assert reported(report, "unserved-api-version") == ["error"]
    assert settled(report, "unserved-api-version") == [
        ("reported with other help", "the product writes the API version")
    ]


def test_what_holds_for_all_of_a_file_comes_once() -> None:
    configuration = f"{V1}profiles:\n- plugins: {{postFilter: {{enabled: [{{name: CapacityScheduling}}]}}}}\n"
    report = validate(f"{config_map(configuration, 'a')}---\n{config_map(configuration, 'b')}")
    (line,) = [one.start.line for one in report.documents[0].findings if one.rule == "presumed-catalog"]
    assert reported(report, "presumed-catalog") == ["info"]
    assert settled(report, "presumed-catalog") == [
        ("not reported", f"the same is reported in line {line} of this file")
    ]


def test_users_choose(schedcfg: Run, tmp_path: Path) -> None:
    text = OWN_PLUGIN.replace("}}\n", "}}  # schedcfg: ignore[undeclared-plugin] in our image\n")
    (commented,) = validate(text).documents
    assert [(one.by, one.reason) for one in commented.settled] == [
        (SettledBy.COMMENT, "the comment in line 4 ignores it")
    ]
    file, baseline = tmp_path / "scheduler.yaml", tmp_path / "known.json"
    file.write_text(OWN_PLUGIN)
    schedcfg("validate", file, "--write-baseline", baseline)
    for options, reason in (
        (("--ignore", "warning"), "`warning` is ignored, by --ignore or the settings"),
        (("--select", "default-lease"), "it is not selected, by --select or the settings"),
        (("--baseline", baseline), f"the baseline {baseline} has it"),
    ):
        result = schedcfg("validate", file, "-v", *options)
        assert f"  not reported: undeclared-plugin in line 4: {reason}\n" in result.err
        assert result.out == ""


def test_verbose_shows_what_settles_a_finding(schedcfg: Run, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(config_map(SECOND))
    (tmp_path / "deployment.yaml").write_text(deployment(flags=", --leader-elect=false"))
    line = (
        "  not reported: default-lease in line 9: Deployment `second` in deployment.yaml does not compete for that "
        "lease, by its flags\n"
    )
    assert line in schedcfg("validate", tmp_path / "config.yaml", "--verbose").err
    assert line not in schedcfg("validate", tmp_path / "config.yaml").err


@pytest.mark.parametrize(("release", "times"), [("v1.37.0", 1), ("v1.29.3", 2)])
def test_a_configuration_is_decoded_once_for_each_release(
    release: str, times: int, schedcfg: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older image makes two: its own release, and the newest, which may not start with it."""
    decoded: list[str] = []
    decode = reading.decode

    def counted(*arguments: object) -> object:
        decoded.append(str(arguments[2]))
        return decode(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "decode", counted)
    (tmp_path / "config.yaml").write_text(config_map(SECOND))
    (tmp_path / "deployment.yaml").write_text(deployment(release=release))
    schedcfg("validate", tmp_path)
    assert len(decoded) == times
