"""The schedulers of a trial, and what each is started with."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

import click

from schedcfg import releases
from schedcfg.cli.program_options import SEED
from schedcfg.cli.validation_options import by_release
from schedcfg.commands.confirm import images, scheduler
from schedcfg.commands.confirm.scheduler import Binary
from schedcfg.commands.trial import configured
from schedcfg.commands.trial.configured import DEFAULT, TriedConfiguration
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.document.texts import printable
from schedcfg.errors import SchedcfgError
from schedcfg.releases.kubeadm_layout import version_of
from schedcfg.sources.source import STDIN
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options
from schedcfg.validation.settings.reading import Project


class ProgramOptions(NamedTuple):
    """Which schedulers are tried."""

    binaries: tuple[str, ...]
    images: tuple[str, ...]
    entrypoint: str  # The program in an image
    pull: bool
    seconds: float  # How long one may take until its next decision
    seed: int | None = None  # What chance begins with; None: what it always does


class TriedProgram(NamedTuple):
    """A scheduler that is tried."""

    program: Binary
    release: str
    options: Options  # How configurations are validated for it


def tried_programs(
    chosen: ProgramOptions, options: Options, project: Project | None, folder: str
) -> Iterator[TriedProgram]:
    """Yield the schedulers that are chosen; those of images are copied.

    Args:
        chosen: Which.
        options: How configurations are validated.
        project: The settings, for the release of the programs.
        folder: Where copies go.

    Raises:
        NoScheduler: if one cannot be run.
        click.UsageError: if there is a seed that one of them would not follow.
    """
    for path in chosen.binaries:
        binary = scheduler.binary(path, chosen.seconds)
        if chosen.seed is not None and binary.compiled is None:
            raise _unseeded(path)
        yield _tried(binary, options, project)
    if chosen.images and chosen.seed is not None:
        raise _unseeded(chosen.images[0])
    for number, name in enumerate(chosen.images):
        image = images.image(name, chosen.entrypoint, scheduler.SECONDS, pull=chosen.pull)
        yield _tried(image.copy(f"{folder}/{number}"), options, project)


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


def missing_program(names: Iterable[str], options: Options) -> click.UsageError:
    """Return how to get a kube-scheduler of the release that configurations are for, where nobody named a program.

    Args:
        names: The configurations, as users name them; the first that can be read decides.
        options: How they are validated.
    """
    version = version_of(releases.at(next(_releases_of(names, options), "newest")), None)
    return click.UsageError(
        f"name the kube-scheduler to run, with --binary, or its image, with --image registry.k8s.io/kube-scheduler:"
        f"{version}; https://dl.k8s.io/release/{version}/bin/linux/amd64/kube-scheduler is the program alone"
    )


def _releases_of(names: Iterable[str], options: Options) -> Iterator[str]:
    if options.kubernetes:
        yield options.kubernetes
    for name in names:
        if name not in {DEFAULT, STDIN}:
            with suppress(SchedcfgError):
                documents = (one for report in validate_files([name], options) for one in report.documents)
                yield from (one.kubernetes for one in documents if one.kubernetes)


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


def request_for(program: TriedProgram, tried: TriedConfiguration, chosen: ProgramOptions) -> TrialRequest:
    """Return what is run for a scheduler and a configuration; no extender is called."""
    release = releases.at(program.release)
    return TrialRequest(
        program.program.path,
        program.release,
        configured.given(tried, release),
        tried.file_flag,
        configured.given_flags(tried, release),
        seconds=chosen.seconds,
        profiles=tried.profiles,
        compiled=program.program.compiled,
        seed=SEED if chosen.seed is None else chosen.seed,
    )
