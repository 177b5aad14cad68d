"""Values of flags with which the command does not start."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from schedcfg.configuration.effective.command_line import start
from schedcfg.findings import Problem, Severity
from schedcfg.rules.deployment import DeploymentContext
from schedcfg.rules.fact_or_advice import by_release
from schedcfg.rules.flag_checks import (
    FlagProblem,
    FlagReader,
    refusal,
    swallowing_flags,
    unread_flags,
    wrong_values,
)
from schedcfg.rules.flag_relations import (
    configured_problems,
    logged_problems,
    related_problems,
    unseen_problems,
)
from schedcfg.rules.rule import Rule, advice
from schedcfg.sources.manifests.command_line import CommandLineFlag

ID = "flag-value"


def check(context: DeploymentContext) -> Iterator[Problem]:
    """Yield each flag whose value stops the scheduler, by itself or with others."""
    running, release = context.running, context.release
    if running is None or release is None:
        return
    reader = FlagReader(running.command_line, release)
    problems = tuple(
        chain(unread_flags(reader), wrong_values(reader), related_problems(reader), _beside_file(context, reader))
    )
    for problem in (*problems, *_unnoticed(reader, problems)):
        # What runs it may leave out a flag without a value.
        if not problem.flag.value and running.is_managed:
            continue
        if problem.is_settled:
            yield by_release(Problem(ID, problem.place, problem.message, problem.help), context)
        else:
            yield advice(ID, problem.place, problem.message, problem.help, Severity.WARNING)
    yield from map(_swallowed, swallowing_flags(reader))


def _unnoticed(reader: FlagReader, problems: tuple[FlagProblem, ...]) -> Iterator[FlagProblem]:
    """Yield each flag that reads the next one as its value, where it can be started with."""
    reported = {problem.flag for problem in problems}
    for flag in swallowing_flags(reader):
        if flag not in reported:
            yield refusal(flag, "kube-scheduler starts, and uses that text", "")._replace(is_settled=False)


def _swallowed(flag: CommandLineFlag) -> Problem:
    """Return what becomes of the flag that is read as a value, at its own place."""
    message = f"`{flag.value}` has no effect: `--{flag.name}` before it lacks a value, and reads this as one"
    return advice(ID, flag.value_path, message, f"Write a value for `--{flag.name}`.", Severity.WARNING)


def _beside_file(context: DeploymentContext, reader: FlagReader) -> Iterator[FlagProblem]:
    """Yield what is wrong with flags and the files that they name together, as far as that is known."""
    if context.legacy is not None and context.legacy.configuration is not None and not context.has_unseen_file:
        read = None if context.configured is None else context.configured.meta.api_version.rpartition("/")[2]
        yield from logged_problems(reader, context.legacy.configuration, read)
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
    is_refuted_by_start=True,
    severity=Severity.ERROR,
    lighter=(Severity.WARNING,),
    refuses=True,
)
