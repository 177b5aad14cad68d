"""Values of flags with which the command does not start."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from schedcfg.configuration.effective.command_line import start
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.flag_checks import FlagProblem, FlagReader, unread_flags, wrong_values
from schedcfg.rules.flag_relations import configured_problems, related_problems, unseen_problems
from schedcfg.rules.rule import Rule, advice

ID = "flag-value"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each flag whose value stops the scheduler, by itself or with others."""
    running, release = context.running, context.release
    if running is None or release is None:
        return
    reader = FlagReader(running.command_line, release)
    problems = chain(
        unread_flags(reader), wrong_values(reader), related_problems(reader), _beside_file(context, reader)
    )
    for flag, message, help_, is_settled in problems:
        # What runs it may leave out a flag without a value.
        if not flag.value and running.is_managed:
            continue
        if is_settled:
            yield by_release(Problem(ID, flag.value_path, message, help_), context)
        else:
            yield advice(ID, flag.value_path, message, help_, Severity.WARNING)


def _beside_file(context: DeploymentContext, reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield what is wrong with flags and the file of `--config` together, as far as that is known."""
    if context.started is not None:
        yield from configured_problems(reader, context.started, context.configuration)
    elif context.has_unseen_file:
        line, release = context.command_line(reader.release), reader.release
        empty = start(replace(line, flags=()), release, None).configuration
        yield from unseen_problems(reader, start(line, release, empty))


RULE = Rule(
    id=ID,
    title="A flag has a value with which the scheduler does not start",
    why="The command exits before it does anything: the value is not of the flag's type, out of its bounds, or does "
    "not go with another flag or with the configuration file.",
    source="github.com/spf13/pflag, Set of each type; cmd/kube-scheduler/app/options/options.go, Validate and ApplyTo; "
    "component-base/logs, metrics and compatibility; apiserver/pkg/server/options",
    check=check,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
