"""Feature gates with which the scheduler does not start."""

import re
from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.manifests.command_line import Flag
from schedcfg.manifests.deployment_context import Scene, advised, refused
from schedcfg.releases.gate_settings import settings
from schedcfg.rules.rule import Rule

ID = "wrong-feature-gates"


def check(scene: Scene) -> Iterator[Problem]:
    """Yield `--feature-gates` that the release refuses."""
    if scene.running is None or scene.release is None:
        return
    flags = [flag for flag in scene.running.command_line.all("feature-gates") if flag.is_known]
    # The release puts several flags together, so that they are judged together.
    for remark in settings(tuple(flag.value or "" for flag in flags), scene.release).refused if flags else ():
        message = f"kube-scheduler of {scene.judged_by} does not start with these feature gates: {remark.message}"
        path, help_ = _flag_of(remark.message, flags).value_path, remark.help or "Remove it."
        if scene.is_stock and scene.release_known:
            yield refused(ID, path, message, help_)
        else:
            severity = Severity.ERROR if scene.release_known else Severity.WARNING
            yield advised(ID, path, message, help_, severity)


def _flag_of(message: str, flags: list[Flag]) -> Flag:
    """Choose the flag that a remark is about: one that names a gate which the remark names, else the last."""
    words = set(re.findall(r"\w+", message))
    return next((flag for flag in flags if words & set(re.findall(r"\w+", flag.value or ""))), flags[-1])


RULE = Rule(
    id=ID,
    title="The scheduler refuses these feature gates",
    why="It ends before it has done anything.",
    source="component-base/featuregate/feature_gate.go",
    check=check,
    severity=Severity.ERROR,
    bad="""\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --feature-gates=SwapTheNode=true
""",
    good="""\
apiVersion: v1
kind: Pod
metadata:
  name: kube-scheduler
  namespace: kube-system
spec:
  hostNetwork: true
  containers:
    - name: kube-scheduler
      image: registry.k8s.io/kube-scheduler:v1.29.4
      command:
        - kube-scheduler
        - --feature-gates=NodeSwap=true
""",
    refuses=True,
)
