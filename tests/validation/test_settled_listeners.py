"""Ports that a scheduler up to 1.22 opens twice: a manifest that starts it settles what its file leaves open."""

import textwrap

import pytest

from schedcfg import validate

CONFIGURATION = """\
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
healthzBindAddress: {healthz}
metricsBindAddress: {metrics}
"""
FILE = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: second, namespace: kube-system}}
spec:
  selector: {{matchLabels: {{app: second}}}}
  template:
    metadata: {{labels: {{app: second}}}}
    spec:
      containers:
      - name: kube-scheduler
        image: {image}
        command: [kube-scheduler, --config=/etc/scheduler/config.yaml{flags}]
        volumeMounts: [{{name: config, mountPath: /etc/scheduler}}]
      volumes: [{{name: config, configMap: {{name: second}}}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: second, namespace: kube-system}}
data:
  config.yaml: |
{configuration}"""
STOCK, OWN = "registry.k8s.io/kube-scheduler:v1.22.17", "example.com/kube-scheduler:v1.22.17"


@pytest.mark.parametrize(
    ("image", "flags", "healthz", "metrics", "expected"),
    [
        (STOCK, "", "0.0.0.0:10251", "127.0.0.1:10251", ["port-clash refused"]),
        (OWN, "", "0.0.0.0:10251", "127.0.0.1:10251", ["port-clash advised"]),
        (STOCK, "", "0.0.0.0:10259", "0.0.0.0:10259", ["port-clash refused"]),
        (STOCK, ", --secure-port=0", "0.0.0.0:10259", "0.0.0.0:10259", []),
        (STOCK, ", --secure-port=10260", "0.0.0.0:10259", "0.0.0.0:10259", []),
        (STOCK, ", --bind-address=127.0.0.2", "127.0.0.1:10259", "127.0.0.1:10259", []),
        (STOCK, ", --secure-port=$(PORT)", "0.0.0.0:10259", "0.0.0.0:10259", ["bind-address-clash advised"] * 2),
    ],
)
def test_it_is_reported_once(image: str, flags: str, healthz: str, metrics: str, expected: list[str]) -> None:
    configuration = textwrap.indent(CONFIGURATION.format(healthz=healthz, metrics=metrics), "    ")
    report = validate(FILE.format(image=image, flags=flags, configuration=configuration))
    findings = [one for document in report.documents for one in document.findings]
    found = [f"{one.rule} {one.finding_class}" for one in findings if one.rule.endswith("-clash")]
    assert found == expected


def test_without_a_manifest_it_depends_on_the_node() -> None:
    report = validate(CONFIGURATION.format(healthz="0.0.0.0:10251", metrics="127.0.0.1:10251"), "1.22")
    (finding,) = [one for one in report.documents[0].findings if one.rule == "bind-address-clash"]
    assert (finding.finding_class, finding.severity) == ("advised", "error")
    assert "does not start on Linux" in finding.message
