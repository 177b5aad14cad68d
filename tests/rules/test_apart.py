"""A second scheduler in a namespace of its own that serves the default name waits for the cluster's own lease."""

import pytest

from schedcfg import validate

CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: config, namespace: NAMESPACE}
data:
  a.yaml: |
    apiVersion: kubescheduler.config.k8s.io/v1
    kind: KubeSchedulerConfiguration
    FIELDS
---
"""
DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: notebooks, namespace: NAMESPACE}
spec:
  selector: {matchLabels: {app: s}}
  template:
    metadata: {labels: {app: s}}
    spec:
      serviceAccountName: notebooks
      containers:
      - name: s
        image: registry.k8s.io/kube-scheduler:v1.29.3
        command: [kube-scheduler, --config=/etc/a.yaml]
        volumeMounts: [{name: c, mountPath: /etc}]
      volumes: [{name: c, configMap: {name: config}}]
"""


def rules(fields: str = "parallelism: 8", namespace: str = "science", deployment: str = DEPLOYMENT) -> list[str]:
    text = (CONFIG_MAP + deployment).replace("NAMESPACE", namespace).replace("FIELDS", fields)
    found = [finding for document in validate(text).documents for finding in document.findings]
    return [finding.rule for finding in found if finding.rule in {"shared-lease", "served-twice", "default-lease"}]


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("parallelism: 8", ["shared-lease"]),
        ("profiles: [{schedulerName: default-scheduler}]", ["shared-lease"]),
        ("profiles: [{schedulerName: default-scheduler}, {schedulerName: notebooks}]", ["shared-lease"]),
        ("leaderElection: {leaderElect: false}", ["served-twice"]),
        ("leaderElection: {resourceName: notebooks}", ["served-twice"]),
        ("profiles: [{schedulerName: notebooks}]", ["shared-lease"]),
    ],
)
def test_what_is_found(fields: str, found: list[str]) -> None:
    assert rules(fields) == found


def test_flags_alone() -> None:
    flags = DEPLOYMENT.replace("--config=/etc/a.yaml", "--leader-elect=true")
    text = flags.replace("NAMESPACE", "science")
    (finding,) = (one for document in validate(text).documents for one in document.findings if "lease" in one.rule)
    assert (finding.rule, finding.severity) == ("shared-lease", "warning")
    assert "`--leader-elect-resource-name`" in (finding.help or "")


@pytest.mark.parametrize(
    "deployment",
    [
        # What is called as the cluster's own may be it.
        DEPLOYMENT.replace("name: notebooks, namespace", "name: kube-scheduler, namespace"),
        # A program of one's own may serve another name by itself.
        DEPLOYMENT.replace("registry.k8s.io/kube-scheduler:v1.29.3", "a/b:c").replace("--config=/etc/a.yaml", "--v=2"),
    ],
)
def test_what_may_be_meant(deployment: str) -> None:
    assert rules(deployment=deployment) == []


def test_in_the_clusters_own_namespace_it_may_replace_the_default_scheduler() -> None:
    assert rules(namespace="kube-system") == []
