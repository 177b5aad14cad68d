"""Flags that a release still takes, and the next ones do not."""

from collections.abc import Iterator

from schedcfg import releases
from schedcfg.findings import Problem, Severity
from schedcfg.releases.release import Release
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "deprecated-flag"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield deprecated flags, each with the last release that takes it."""
    if context.running is None or context.release is None:
        return
    for flag in context.running.command_line.flags:
        known = context.release.flags.get(flag.name)
        if known is not None and known.deprecated:
            yield _problem(context, context.release, flag)._replace(on_key=flag.on_key)


def _problem(context: DeploymentContext, release: Release, flag: CommandLineFlag) -> Problem:
    last = releases.having_flag(flag.name)[-1]
    ends = "" if last == releases.NEWEST else f"; {last} is the last release that accepts it"
    if not release.ignores_flag(flag.name):
        message = f"`--{flag.name}` is deprecated in Kubernetes {release.name}{ends}"
        return advice(ID, flag.path, message, "Remove it before the upgrade.", Severity.INFO)
    is_last = context.running is not None and context.running.flag(flag.name) is flag
    if flag.name == "port" and is_last and flag.is_known and flag.value not in {"0", None}:
        message = f"`--port` must be 0 in Kubernetes {release.name}: there is no insecure port anymore"
        return by_release(Problem(ID, flag.path, message, "Remove it; `--secure-port` serves HTTPS."), context)
    message = f"`--{flag.name}` has no effect in Kubernetes {release.name}{ends}"
    return advice(ID, flag.path, message, "Remove it: later releases do not start with it.", Severity.WARNING)


RULE = Rule(
    id=ID,
    title="The flag will be removed",
    why="The scheduler of the next release exits with `unknown flag`.",
    source="cmd/kube-scheduler/app/options/deprecated.go, addDummyInsecureFlags; component-base/logs",
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING, Severity.INFO),
    since="1.23",
    until="1.26",
    refuses=True,
)
