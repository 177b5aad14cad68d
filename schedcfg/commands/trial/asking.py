"""One run of `schedcfg try`: programs, configurations and a cluster become a trial."""

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import click

from schedcfg.cli.exit_status import ExitCode
from schedcfg.cli.reporting import write_stderr
from schedcfg.cli.streams import waiting
from schedcfg.commands.confirm.chosen import ChosenPrograms, ProgramOptions, chosen_programs
from schedcfg.commands.trial.capacity import filled, grown, with_copies
from schedcfg.commands.trial.configured import TriedConfiguration
from schedcfg.commands.trial.group_notes import group_notes
from schedcfg.commands.trial.inputs.given_cluster import GivenCluster, of_cluster, read_cluster
from schedcfg.commands.trial.inputs.sketch import is_sketch
from schedcfg.commands.trial.programs import (
    TriedProgram,
    configuration_for,
    request_for,
    tried_programs,
)
from schedcfg.commands.trial.prometheus import recorded_prometheus
from schedcfg.commands.trial.request import TrialRequest
from schedcfg.commands.trial.results import Trial, TrialCluster
from schedcfg.commands.trial.variants import CONFIGURATIONS, Measurement, RequestedVariant, measure, try_all, varied
from schedcfg.document.texts import listing, printable
from schedcfg.errors import WrongRequest, missing_library
from schedcfg.integrations import webassembly
from schedcfg.integrations.cluster_reading import kubectl
from schedcfg.integrations.working_folders import working_folder
from schedcfg.output.summary import counted
from schedcfg.output.text import block
from schedcfg.sources.manifests.pod import at, text
from schedcfg.validation.options import Options
from schedcfg.validation.settings.reading import Project

_Result = TypeVar("_Result")
_REPETITIONS = 3
"""How often each is measured at least."""
_SOME = 5
"""How many Pods are named where none has the name that was wanted."""
_LONGEST_IMPORT = 5.0
"""Seconds, where nobody needs any more what is imported."""


class TryOptions(NamedTuple):
    """The values of the options."""

    names: tuple[str, ...]  # The configurations
    options: Options
    project: Project | None
    nodes: tuple[str, ...]
    pods: tuple[str, ...]
    binaries: tuple[str, ...]
    images: tuple[str, ...]
    releases: tuple[str, ...]
    entrypoint: str
    pull: bool
    explained: tuple[str, ...]
    runs: int
    measure: str | None
    call_extenders: bool
    seed: int | None
    seconds: float
    cluster: bool
    context: str | None
    without: tuple[str, ...] = ()  # The nodes that go
    fill: str | None = None  # The Pod of which as many are tried as fit
    prometheus: str | None = None  # The file with what Prometheus has answered
    add: str | None = None  # The sketch of nodes of which as few are added as are enough

    @property
    def programs(self) -> ProgramOptions:
        """Which schedulers are tried."""
        return ProgramOptions(
            self.binaries, self.images, self.releases, self.entrypoint, self.pull, self.seconds, self.seed
        )

    def check(self) -> None:
        """Check that the options fit together.

        Raises:
            click.UsageError: if not, with what to write.
        """
        if self.context is not None and not self.cluster:
            raise click.UsageError("--context needs --cluster")
        self._check_capacity()
        if not (self.pods or self.without or self.fill):
            raise click.UsageError("name the Pods to place: --pods FILE, or a sketch such as --pods 10:cpu=500m")
        if not (self.nodes or self.cluster):
            raise click.UsageError("name the nodes: --nodes FILE, a sketch such as --nodes 5:cpu=8, or --cluster")
        if self.measure is None or self.measure == CONFIGURATIONS:
            return
        if len(self.names) > 1 or self.programs.number > 1:
            raise click.UsageError("--measure FIELD=VALUE,... takes one configuration and one program")

    def _check_capacity(self) -> None:
        if self.fill is not None and self.add is not None:
            raise click.UsageError("--fill and --add are two questions: use one of them")
        if self.add is not None and not is_sketch(self.add):
            raise click.UsageError("--add takes a sketch of nodes with the most that may be added: --add 20:cpu=8")
        if self.measure is not None and (self.fill or self.add):
            raise click.UsageError("--measure takes neither --fill nor --add")
        if self.add is not None and (len(self.names) > 1 or self.programs.number > 1):
            raise click.UsageError("--add takes one configuration and one program")

    @property
    def every_node(self) -> tuple[str, ...]:
        """The values about nodes, those that may be added last: under a name that no other node has."""
        if self.add is None:
            return self.nodes
        is_named = "name=" in self.add
        return (*self.nodes, self.add if is_named else f"{self.add},name=added")

    @property
    def every_pod(self) -> tuple[str, ...]:
        """The values about Pods, the one of which as many are tried as fit last."""
        if self.fill is None:
            return self.pods
        form = self.fill.partition(":")[2] if is_sketch(self.fill) else self.fill
        is_form = "=" in form and not os.path.exists(self.fill)
        return (*self.pods, f"1:{form}" if is_form else self.fill)


class Prepared(NamedTuple):
    """All that is known before the first run."""

    cluster: TrialCluster
    requested: tuple[RequestedVariant, ...]
    notes: tuple[str, ...]
    filling: tuple[str, ...]  # The names of the Pods of which as many are tried as fit


@contextmanager
def prepared(inputs: TryOptions) -> Iterator[Prepared]:
    """Yield what the options ask for; programs that were copied out of images are removed at the end.

    Raises:
        click.UsageError: if the options do not fit together.
        click.exceptions.Exit: if a configuration is refused; what is wrong with it has been written.
        NoScheduler: if a program cannot be run.
        UnreadableInput: if a file cannot be read.
        WrongRequest: if a library is missing that only trials need.
    """
    inputs.check()
    chosen = chosen_programs(inputs.programs, inputs.names, inputs.options)
    write_stderr([chosen.remark])
    with working_folder("schedcfg-try-") as folder, _importing(chosen) as imported:
        programs = list(tried_programs(chosen, inputs.options, inputs.project, folder))
        tried = [(program, each) for program in programs for each in _configurations(program, inputs)]
        given = _cluster(inputs, programs[0].release)
        filling: tuple[str, ...] = ()
        explained = frozenset(_explained(inputs.explained, given.cluster))
        if inputs.fill is not None:
            cluster, filling = with_copies(given.cluster, programs[0].release)
            given = given._replace(cluster=cluster)
        recorded = recorded_prometheus(inputs.prometheus)
        requests = [
            request_for(program, each, inputs.programs)._replace(
                extenders=each.extenders if inputs.call_extenders else (),
                explained=explained,
                prometheus=recorded,
            )
            for program, each in tried
        ]
        notes = [*given.notes, *(note for _, each in tried for note in _notes(each, inputs, given.cluster))]
        requested = tuple(_named(requests, tried))
        notes.extend(_group_notes(requested, given.cluster))
        imported()
        yield Prepared(given.cluster, requested, tuple(dict.fromkeys(notes)), filling)


def with_its_program(inputs: TryOptions) -> TryOptions:
    """Return the options with the program that is run where they name none; which one that is has been written.

    Raises:
        click.UsageError: if the options do not fit together, or no program is here.
        NoScheduler: if it cannot be run.
    """
    inputs.check()
    if inputs.programs.number:
        return inputs
    chosen = chosen_programs(inputs.programs, inputs.names, inputs.options)
    write_stderr([chosen.remark])
    return inputs._replace(binaries=tuple(one.path for one in chosen.binaries))


def ask(inputs: TryOptions) -> Trial:
    """Return what the programs do with the configurations and the cluster; see `prepared`.

    Raises:
        TrialFailed: if a program does not do what a scheduler does.
    """
    with prepared(inputs) as (cluster, requested, notes, filling), waiting("waiting for the scheduler"):
        if inputs.add is not None:
            growing = _completed(grown(requested[0], cluster, inputs.add, inputs.runs))
            return replace(growing, notes=notes)
        variants = _completed(try_all(requested, cluster, inputs.runs))
    trial = Trial(cluster=cluster, variants=variants, notes=notes)
    return filled(trial, filling) if filling else trial


def take_time(inputs: TryOptions) -> Measurement:
    """Return what time the configurations take; see `prepared`.

    Raises:
        TrialFailed: if a program does not do what a scheduler does.
    """
    with prepared(inputs) as (cluster, requested, notes, _), waiting("waiting for the scheduler"):
        return _completed(measure(requested, cluster, max(inputs.runs, _REPETITIONS), notes))


def _completed(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Return what comes of some work.

    Where programs run inside this process, it waits for nothing: it then needs no loop, of which a browser has its own.

    Raises:
        WrongRequest: if a library is missing that only trials need.
    """
    try:
        if webassembly.engine is None:
            return asyncio.run(work)
        work.send(None)
    except StopIteration as end:
        result: _Result = end.value
        return result
    except ModuleNotFoundError as error:
        raise missing_library(error, "try") from None
    raise AssertionError("a program inside this process is waited for")


@contextmanager
def _importing(chosen: ChosenPrograms) -> Iterator[Callable[[], None]]:
    """Import what runs need and nothing before them while programs say their release, and yield what waits for it.

    Those of WebAssembly do not run for that: theirs is imported while the first of them starts.

    Args:
        chosen: The programs.
    """
    if not chosen.native:
        yield lambda: None
        return
    beside = threading.Thread(target=_try_to_import, daemon=True)
    beside.start()
    try:
        yield beside.join
    finally:
        # Python may crash if it ends meanwhile; but where a signal interrupts an import, others wait for that forever.
        beside.join(_LONGEST_IMPORT)


def _try_to_import() -> None:
    with suppress(WrongRequest):  # That a library is missing is said by the run that needs it
        import_server("try")


def import_server(command: str) -> None:
    """Import what a run needs and nothing before it: that takes as long as a program takes to say its release.

    Args:
        command: What needs it.

    Raises:
        WrongRequest: if a library is missing that only trials need.
    """
    try:
        import schedcfg.commands.trial.api.api_server  # noqa: F401
    except ModuleNotFoundError as error:
        raise missing_library(error, command) from None


def _cluster(inputs: TryOptions, release: str) -> GivenCluster:
    if inputs.cluster:
        with waiting("waiting for kubectl"):
            return of_cluster(kubectl(inputs.context), inputs.every_pod, release, inputs.every_node, inputs.without)
    return read_cluster(inputs.every_node, inputs.every_pod, release, inputs.without)


def _configurations(program: TriedProgram, inputs: TryOptions) -> Iterator[TriedConfiguration]:
    """Yield what is tried with a program.

    Raises:
        click.exceptions.Exit: if one is refused.
    """
    tried = [_configuration(name, program) for name in inputs.names]
    if inputs.measure is None or inputs.measure == CONFIGURATIONS:
        yield from tried
    else:
        yield from varied(tried[0], inputs.measure)


def _configuration(name: str, program: TriedProgram) -> TriedConfiguration:
    """Return a configuration that is tried; what is wrong with it is written.

    Raises:
        click.exceptions.Exit: if it is refused.
    """
    tried = configuration_for(name, program)
    if not tried.is_refused or tried.report is None:
        return tried
    reports = [(document, finding) for document in tried.report.documents for finding in document.findings]
    write_stderr(block(tried.report, document, finding, lambda _, words: words) for document, finding in reports)
    where = f"kube-scheduler {program.release} does not start with {printable(tried.name)}: nothing was tried\n"
    write_stderr([where])
    raise click.exceptions.Exit(ExitCode.REFUSED)


def _explained(names: Sequence[str], cluster: TrialCluster) -> Iterator[tuple[str, str]]:
    """Yield the Pods that are named, with or without their namespace.

    Raises:
        click.UsageError: if there is none of a name.
    """
    known = [(text(at(pod, "metadata", "namespace")), text(at(pod, "metadata", "name"))) for pod in cluster.pods]
    for name in names:
        found = [one for one in known if name in {one[1], "/".join(one)}]
        if not found:
            there = listing(["/".join(one) for one in known], _SOME)
            raise click.UsageError(f"no Pod that is to be placed is called {name}. There are: {there}")
        yield from found


def _named(
    requests: Sequence[TrialRequest], tried: Sequence[tuple[TriedProgram, TriedConfiguration]]
) -> list[RequestedVariant]:
    """Return the requests with names that tell them apart."""
    several = len({program.program.path for program, _ in tried}) > 1
    files = len({each.name for _, each in tried}) > 1
    named = []
    for request, (program, each) in zip(requests, tried, strict=True):
        parts = [each.name] if files or not several else []
        named.append(RequestedVariant(" ".join([*parts, *([program.program.name] if several else [])]), request))
    return named


def _group_notes(requested: Sequence[RequestedVariant], cluster: TrialCluster) -> Iterator[str]:
    """Yield what has to be known about PodGroups, with what was tried where that is not about all of it."""
    about: dict[str, list[str]] = {}
    for variant in requested:
        for note in group_notes(cluster, variant.request.gated_release):
            about.setdefault(note, []).append(variant.name)
    for note, names in about.items():
        yield note if len(names) == len(requested) else f"{', '.join(names)}: {note}"


def _notes(tried: TriedConfiguration, inputs: TryOptions, cluster: TrialCluster) -> Iterator[str]:
    """Yield what has to be known about a configuration."""
    yield from (f"{tried.name}: {note}" for note in tried.notes)
    if tried.extenders and not inputs.call_extenders:
        number = counted(len(tried.extenders), "extender")
        yield f"{tried.name}: {number} not called; --call-extenders does that"
    if inputs.call_extenders and any(extender.bind_verb for extender in tried.extenders):
        yield f"{tried.name}: an extender that binds is not asked to: the scheduler binds itself"
    names = {text(at(pod, "spec", "schedulerName")) for pod in cluster.pods} - tried.profiles
    for name in sorted(names):
        yield f"{tried.name}: no profile is called {printable(name)}: it places no Pods that request this scheduler"
