"""Feature gates with which the scheduler does not start."""

import re
from collections.abc import Iterator

from schedcfg.findings import Problem, Severity
from schedcfg.manifests.command_line import CommandLineFlag
from schedcfg.manifests.context import DeploymentContext
from schedcfg.releases.gate_settings import settings
from schedcfg.rules.rule import Rule, advice

ID = "wrong-feature-gates"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield `--feature-gates` that the release refuses."""
    if context.running is None or context.release is None:
        return
    flags = [flag for flag in context.running.command_line.all("feature-gates") if flag.is_known]
    # The release merges several flags, so that they are checked together.
    for remark in settings(tuple(flag.value or "" for flag in flags), context.release).refused if flags else ():
        message = (
            f"kube-scheduler of {context.release_phrase} does not start with these feature gates: {remark.message}"
        )
        path, help_ = _flag_of(remark.message, flags).value_path, remark.help or "Remove it."
        if context.is_stock and context.release_known:
            yield Problem(ID, path, message, help_)
        else:
            severity = Severity.ERROR if context.release_known else Severity.WARNING
            yield advice(ID, path, message, help_, severity)


def _flag_of(message: str, flags: list[CommandLineFlag]) -> CommandLineFlag:
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
