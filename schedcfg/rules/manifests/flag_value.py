"""Values of flags with which the command does not start."""

from collections.abc import Iterator
from itertools import chain

from schedcfg.findings import FindingClass, Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.flag_checks import FlagReader, unread_flags, wrong_values
from schedcfg.rules.flag_relations import configured_problems, related_problems
from schedcfg.rules.rule import Rule

ID = "flag-value"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each flag whose value stops the scheduler, by itself or with others."""
    running, release = context.running, context.release
    if running is None or release is None:
        return
    reader = FlagReader(running.command_line, release)
    is_fact = context.is_stock and context.release_known
    finding_class = FindingClass.REFUSED if is_fact else FindingClass.ADVISED
    started, configuration = context.started, context.configuration
    configured = () if started is None else configured_problems(reader, started, configuration)
    for flag, message, help_ in chain(unread_flags(reader), wrong_values(reader), related_problems(reader), configured):
        # What runs it may leave out a flag without a value.
        if flag.value or not running.is_managed:
            yield Problem(ID, flag.value_path, message, help_, finding_class=finding_class)


RULE = Rule(
    id=ID,
    title="A flag has a value with which the scheduler does not start",
    why="The command exits before it does anything: the value is not of the flag's type, out of its bounds, or does "
    "not go with another flag or with the configuration file.",
    source="github.com/spf13/pflag, Set of each type; cmd/kube-scheduler/app/options/options.go, Validate and ApplyTo; "
    "component-base/logs, metrics and compatibility; apiserver/pkg/server/options",
    check=check,
    severity=Severity.ERROR,
    refuses=True,
)
