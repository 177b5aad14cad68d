"""Flags that kube-scheduler does not have."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.findings import Problem, Severity
from schedcfg.manifests.command_line import CommandLineFlag
from schedcfg.manifests.context import DeploymentContext
from schedcfg.releases.release import Release
from schedcfg.rules.names import nearest
from schedcfg.rules.rule import Rule, advice

ID = "unknown-flag"

_SUCCESSORS = {
    "address": "Write `--bind-address`.",
    "algorithm-provider": "Choose plugins in the file of `--config`.",
    "hard-pod-affinity-symmetric-weight": "Write `hardPodAffinityWeight` in the Args of InterPodAffinity.",
    "lock-object-name": "Write `--leader-elect-resource-name`, or `leaderElection.resourceName` in the file.",
    "lock-object-namespace": "Write `--leader-elect-resource-namespace`, or `leaderElection.resourceNamespace`.",
    "policy-config-file": "Migrate the Policy to a configuration: `schedcfg migrate --to v1`.",
    "policy-configmap": "Migrate the Policy to a configuration: `schedcfg migrate --to v1`.",
    "port": "Remove it: there is no insecure port any more; `--secure-port` serves HTTPS.",
    "scheduler-name": "Write `profiles[].schedulerName` in the file of `--config`.",
}
"""Flag that is gone → what to do instead."""


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield the flags that the release does not know; a program of one's own may have more."""
    if context.running is None or context.release is None:
        return
    for flag in context.running.command_line.flags:
        if not context.release.takes_flag(flag.name):
            yield from _problem(context, context.release, flag)


def _problem(context: DeploymentContext, release: Release, flag: CommandLineFlag) -> Iterator[Problem]:
    having = releases.having_flag(flag.name)
    meant = None if having else _meant(flag, release)
    # Another program than the stock one may well have flags of its own.
    if not (having or meant or context.is_stock):
        return
    message = f"kube-scheduler of {context.release_phrase} does not know the flag {_shown(flag)} and does not start"
    problem = Problem(ID, flag.path, message + _when(having, release), _help(flag.name, meant), on_key=flag.on_key)
    if context.is_stock and context.release_known:
        yield problem
    else:
        severity = Severity.WARNING if having and not context.release_known else Severity.ERROR
        yield advice(ID, flag.path, problem.message, problem.help or "", severity)._replace(on_key=flag.on_key)


def _shown(flag: CommandLineFlag) -> str:
    return f"`-{flag.name}`, which it reads as `-{flag.letters}`," if flag.letters else f"`--{flag.name}`"


def _meant(flag: CommandLineFlag, release: Release) -> str | None:
    """Return the flag that was probably meant: one with a dash too few, or one that is spelt much like this."""
    if flag.letters:
        return flag.letters if release.takes_flag(flag.letters) else None
    return nearest(flag.name, sorted(release.flags))


def _when(having: tuple[str, ...], release: Release) -> str:
    if not having:
        return ""
    if releases.at(having[0]).number > release.number:
        return f": it exists since {having[0]}"
    return f": {having[-1]} was the last release with it"


def _help(name: str, meant: str | None) -> str:
    if meant is not None:
        return f"Did you mean `--{meant}`?"
    return _SUCCESSORS.get(name, "Remove it.")


RULE = Rule(
    id=ID,
    title="The scheduler does not know this flag",
    why="It exits with `unknown flag` before it does anything, and the kubelet restarts it again and again.",
    source="cmd/kube-scheduler/app/options/options.go, initFlags; deprecated.go; insecure_serving.go",
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
        - --port=0
        - --leader-elekt=true
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
        - --leader-elect=true
""",
    refuses=True,
)
