"""The schedulers of a trial, and what each is started with."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import click

from schedcfg import releases
from schedcfg.cli.program_options import SEED
from schedcfg.cli.validation_options import by_release
from schedcfg.commands.confirm import scheduler
from schedcfg.commands.confirm.chosen import ChosenPrograms, ProgramOptions
from schedcfg.commands.confirm.scheduler import Binary
from schedcfg.commands.trial import configured
from schedcfg.commands.trial.configured import DEFAULT, TriedConfiguration
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.document.texts import printable
from schedcfg.validation.options import Options
from schedcfg.validation.settings.reading import Project


class TriedProgram(NamedTuple):
    """A scheduler that is tried."""

    program: Binary
    release: str
    options: Options  # How configurations are validated for it


def tried_programs(
    chosen: ChosenPrograms, options: Options, project: Project | None, folder: str
) -> Iterator[TriedProgram]:
    """Yield the schedulers that are chosen; those of images are copied.

    Args:
        chosen: Which, as `chosen_programs` returns them.
        options: How configurations are validated.
        project: The settings, for the release of the programs.
        folder: Where copies go.

    Raises:
        NoScheduler: if one cannot be run.
        click.UsageError: if there is a seed that one of them would not follow.
    """
    if chosen.seed is not None and chosen.native:
        raise _unseeded(chosen.native[0].name)
    for binary in chosen.binaries:
        yield _tried(binary, options, project)
    for number, image in enumerate(chosen.images):
        # Copying takes its own time, whatever a decision may take.
        yield _tried(replace(image, seconds=scheduler.SECONDS).copy(f"{folder}/{number}"), options, project)


def _tried(binary: Binary, options: Options, project: Project | None) -> TriedProgram:
    its = by_release(options, project) if options.kubernetes else options.by(scheduler.release(binary))
    name = its.release_name()
    assert name is not None
    return TriedProgram(binary, name, its)


def _unseeded(name: str) -> click.UsageError:
    return click.UsageError(
        f"--seed needs a kube-scheduler of WebAssembly: {printable(name)} is a program of this system, which draws its "
        "lots from randomness and time that nobody else sets; --runs repeats it"
    )


def configuration_for(name: str, program: TriedProgram) -> TriedConfiguration:
    """Return what a scheduler is started with; it may be refused.

    Args:
        name: A file, `-` for standard input, or `default`.
        program: The scheduler.

    Raises:
        UnreadableInput: if the file cannot be read, or holds no configuration.
    """
    if name == DEFAULT:
        return configured.default_configuration(program.options)
    return configured.read_configuration(name, program.options)


def request_for(program: TriedProgram, tried: TriedConfiguration, named: ProgramOptions) -> TrialRequest:
    """Return what is run for a scheduler and a configuration; no extender is called."""
    release = releases.at(program.release)
    return TrialRequest(
        program.program.path,
        program.release,
        configured.given(tried, release),
        tried.file_flag,
        configured.given_flags(tried, release),
        seconds=named.seconds,
        profiles=tried.profiles,
        compiled=program.program.compiled,
        seed=SEED if named.seed is None else named.seed,
    )
