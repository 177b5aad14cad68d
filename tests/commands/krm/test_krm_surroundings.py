"""The items around configurations are validated together, wherever they came from."""

from schedcfg.commands.krm.function import run
from schedcfg.commands.krm.results import FunctionRun
from tests.commands.krm.resource_lists import NEW, config_map, item, resource_list, results, scheduler_config

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: one
  namespace: kube-system
  annotations: {internal.config.kubernetes.io/path: deployment.yaml, internal.config.kubernetes.io/index: "1"}
spec:
  selector: {matchLabels: {app: one}}
  template:
    metadata: {labels: {app: one}}
    spec:
      serviceAccountName: one
      containers:
      - name: kube-scheduler
        image: registry.k8s.io/kube-scheduler:v1.29.3
        command: [kube-scheduler, --config=/etc/kubernetes/scheduler.yaml, --port=0]
        volumeMounts: [{name: config, mountPath: /etc/kubernetes}]
      volumes: [{name: config, configMap: {name: a}}]
"""
WORKLOAD = """\
apiVersion: v1
kind: Pod
metadata: {name: job}
spec: {schedulerName: ones}
"""


def test_what_runs_a_scheduler_is_validated_with_the_configuration_among_the_items() -> None:
    shared = NEW.replace("leaderElection: {resourceName: one}\n", "")
    found = results(resource_list(config_map(shared), item(DEPLOYMENT), item(WORKLOAD)))
    told = {result["tags"]["rule"]: result for result in found}
    assert set(told) == {"unknown-flag", "default-lease", "shared-lease", "unserved-scheduler-name"}
    flag = told["unknown-flag"]
    assert flag["severity"] == "error"
    assert flag["resourceRef"]["name"] == "one"
    assert flag["file"] == {"path": "deployment.yaml", "index": 1}
    assert flag["field"]["path"] == "spec.template.spec.containers[0].command[2]"
    assert told["unserved-scheduler-name"]["resourceRef"] == {"apiVersion": "v1", "kind": "Pod", "name": "job"}
    assert told["unserved-scheduler-name"]["field"]["path"] == "spec.schedulerName"


def test_the_release_is_the_one_that_was_named() -> None:
    old = DEPLOYMENT.replace(":v1.29.3", "")
    text = resource_list(item(old), config=scheduler_config('kubernetes: "1.29"\n'))
    assert "of Kubernetes 1.29 does not start" in next(
        result["message"] for result in results(text) if result["tags"]["rule"] == "unknown-flag"
    )


def test_where_nothing_is_wrong_nothing_is_said() -> None:
    right = DEPLOYMENT.replace(", --port=0", "")
    text = resource_list(config_map(NEW), item(right), item(WORKLOAD.replace("ones}", "one}")))
    assert run(text) == FunctionRun(text, ())


GONE = NEW.replace("leaderElection:", "  plugins: {filter: {enabled: [{name: GCEPDLimits}]}}\nleaderElection:")
"""1.29 has the plugin, 1.37 refuses it."""


def test_a_configuration_is_run_by_the_workload_that_mounts_it() -> None:
    right = DEPLOYMENT.replace(", --port=0", "")
    other = config_map(GONE, "b")
    found = results(resource_list(config_map(GONE), other, item(right)))
    tags = {(result["resourceRef"]["name"], result["tags"]["rule"]): result["tags"] for result in found}
    assert tags["a", "refused-later"]["kubernetes"] == "1.29"
    assert tags["a", "refused-later"]["runner"] == "Deployment kube-system/one"
    assert tags["b", "removed-plugin"]["kubernetes"] == "1.37"
    assert ("a", "removed-plugin") not in tags


def test_a_release_that_was_named_wins_over_the_image() -> None:
    right = DEPLOYMENT.replace(", --port=0", "")
    text = resource_list(config_map(GONE), item(right), config=scheduler_config('kubernetes: "1.36"\n'))
    (found,) = (result["tags"] for result in results(text) if result["tags"]["rule"] == "removed-plugin")
    assert found["kubernetes"] == "1.36"
    assert "runner" not in found
