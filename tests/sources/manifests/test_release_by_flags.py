"""Manifests that name no release: their flags show it, and nothing is reported that is true in no release."""

import json

import pytest

from schedcfg import validate
from schedcfg.findings import Finding
from schedcfg.releases import NEWEST
from schedcfg.rules.deployment import newest_release
from schedcfg.sources import may_hold_manifests
from schedcfg.sources.manifests.command_line import command_line

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: second, namespace: kube-system}}
spec:
  replicas: 2
  selector: {{matchLabels: {{app: second}}}}
  template:
    metadata: {{labels: {{app: second}}}}
    spec:
      serviceAccountName: second
      containers:
      - name: kube-scheduler
        image: registry.example.com/kube-scheduler
        command: [kube-scheduler, {flags}]
        livenessProbe: {{httpGet: {{path: /healthz, port: {port}, scheme: {scheme}}}}}
"""


def findings(*flags: str, port: int = 10259, scheme: str = "HTTPS", kubernetes: str | None = None) -> list[Finding]:
    text = DEPLOYMENT.format(flags=", ".join(flags), port=port, scheme=scheme)
    return [finding for document in validate(text, kubernetes).documents for finding in document.findings]


@pytest.mark.parametrize(
    ("flags", "api_version", "release"),
    [
        ([], None, "newest"),
        (["--leader-elect=true", "--turbo", "--leader-elekt=true"], None, "newest"),
        (["--lock-object-name=second"], None, "1.27"),
        (["--lock-object-name=second", "--scheduler-name=second"], None, "1.21"),
        (["--logtostderr=true"], None, "1.25"),
        (["--logtostderr=true", "--permit-address-sharing=true"], "v1beta2", "1.25"),
        (["--policy-config-file=/p.json"], "v1beta1", "1.22"),
        (["--scheduler-name=second"], "v1beta1", "1.21"),
        (["--port=0"], None, "1.22"),
        (["--port=0"], "v1beta3", "1.23"),
        (["--port=0"], "v1beta2", "1.22"),
        (["--port=0"], "v1", "newest"),
        (["--address=::1", "--disable-http2-serving=true"], None, "newest"),
        (["--scheduler-name=second"], "v1beta9", "1.21"),
    ],
)
def test_the_newest_release_with_these_flags(flags: list[str], api_version: str | None, release: str) -> None:
    line = command_line({"command": ["kube-scheduler", *flags]}, ())
    assert newest_release(line, api_version).name == release.replace("newest", NEWEST)


def test_a_renamed_program_shows_its_release_by_its_flags_in_json_too() -> None:
    container = {"name": "own", "image": "own:v1", "command": ["/own-scheduler", "--scheduler-name=own"]}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "own"}, "spec": {"containers": [container]}}
    text = json.dumps(pod)
    assert may_hold_manifests(text.encode())
    rules = {finding.rule: finding for document in validate(text).documents for finding in document.findings}
    assert "newer than Kubernetes 1.21" in rules["unknown-flag"].message


def test_all_flags_are_in_one_finding() -> None:
    (found,) = findings("--address=0.0.0.0", "--scheduler-name=second", "--lock-object-name=second")
    assert (found.rule, found.severity) == ("unknown-flag", "warning")
    assert "newer than Kubernetes 1.21" in found.message
    assert "validated against 1.21" in found.message
    for flag in ("address", "scheduler-name", "lock-object-name"):
        assert f"`--{flag}` (" in found.message
        assert f"For `--{flag}`: " in (found.help or "")


def test_the_lease_that_an_old_flag_names_is_its_own() -> None:
    found = findings("--leader-elect=true", "--scheduler-name=second", "--lock-object-name=second")
    assert [one.rule for one in found] == ["unknown-flag"]


@pytest.mark.parametrize("flag", ["--lock-object-name=second", "--lock-object-namespace=batch", "--scheduler-name=s"])
def test_a_flag_that_stops_the_release_says_nothing_of_the_lease(flag: str) -> None:
    found = findings("--leader-elect=true", flag, kubernetes="1.29")
    assert [(one.rule, one.severity) for one in found] == [("unknown-flag", "error")]


def test_a_probe_at_the_insecure_port_is_right_where_an_old_flag_opens_it() -> None:
    assert [finding.rule for finding in findings("--port=10251", port=10251, scheme="HTTP")] == ["unknown-flag"]
    assert {finding.rule for finding in findings(port=10251, scheme="HTTP")} == {"probe-endpoint"}


def test_no_release_has_both() -> None:
    (found,) = findings("--address=0.0.0.0", "--disable-http2-serving=true")
    assert (found.rule, found.severity) == ("unknown-flag", "error")
    assert "(1.23 was the last release with it)" in found.message


def test_a_misspelled_flag_of_older_releases() -> None:
    (found,) = findings("--schedular-name=second")
    assert found.severity == "error"
    assert (found.help or "").startswith(
        "It looks like `--scheduler-name`, and 1.21 was the last release with that flag. Write `profiles[]"
    )
