"""Flags without effect beside `--config`: the scheduler accepts them."""

from collections.abc import Iterator

from schedcfg.cards import Citation
from schedcfg.configuration.effective.command_line import agrees_with, flags_without_effect
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "silenced-flag"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield flags that have no effect alongside `--config`, unless the file has the same value."""
    if context.running is None or context.release is None or context.running.flag("config") is None:
        return
    silent = flags_without_effect(context.release)
    product = context.running.product
    refused = frozenset() if product is None else product.own_flags
    for flag in context.running.command_line.flags:
        if flag in context.outdated_flags:
            continue  # That it is gone later, and has to be removed, is reported already.
        known = context.release.flags.get(flag.name)
        # What the product refuses, and a deprecated one without any effect are reported by other rules.
        if flag.name not in silent.keys() - refused or known is None or known.deprecated:
            continue
        if context.configuration is None or not agrees_with(flag, context.configuration, context.release):
            yield _problem(flag, silent[flag.name])


def _problem(flag: CommandLineFlag, field: str) -> Problem:
    message = f"`--{flag.name}` has no effect with `--config`: only `{field}` in the file is used"
    help_ = f"Write `{field}` in the file and remove the flag."
    return advice(ID, flag.path, message, help_)._replace(on_key=flag.on_key)


RULE = Rule(
    id=ID,
    title="The flag has no effect with `--config`",
    why="Its value is not used, and nothing is logged about it.",
    source="cmd/kube-scheduler/app/options/options.go, ApplyTo",
    evidence=(
        Citation("https://github.com/kubernetes/website/issues/27816", "`--kubeconfig` and `--port` are ignored"),
        Citation(
            "https://github.com/hwameistor/scheduler/blob/19354cd88d8ec918f96d3a6666c88b76b0149ef0/deploy/scheduler.yaml",
            "`--kubeconfig` beside `--config`",
        ),
    ),
    check=check,
    severity=Severity.WARNING,
)
