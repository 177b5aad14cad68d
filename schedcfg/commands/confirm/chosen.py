"""Which kube-schedulers a command runs: named ones, those of releases, or the one that is here anyway."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

import click

from schedcfg import releases
from schedcfg.cli.streams import waiting
from schedcfg.commands.confirm import images, scheduler
from schedcfg.commands.confirm.images import ContainerImage
from schedcfg.commands.confirm.scheduler import Binary, Scheduler
from schedcfg.document.texts import printable
from schedcfg.errors import SchedcfgError
from schedcfg.integrations.built_schedulers import BuiltScheduler, built_scheduler, download_scheduler, kept_folder
from schedcfg.output.links import IS_PUBLISHED
from schedcfg.releases.kubeadm_layout import version_of
from schedcfg.releases.release import Release
from schedcfg.sources.source import STDIN
from schedcfg.validation.files import validate_files
from schedcfg.validation.options import Options


class ProgramOptions(NamedTuple):
    """The options that name schedulers."""

    binaries: tuple[str, ...]
    images: tuple[str, ...]
    releases: tuple[str, ...]  # Of which one of WebAssembly is run
    entrypoint: str  # The program in an image
    pull: bool
    seconds: float  # How long one may take: until its next decision, or for one run offline
    seed: int | None = None  # What chance begins with; None: what it always does

    @property
    def number(self) -> int:
        """How many are named."""
        return len(self.binaries) + len(self.images) + len(self.releases)


class ChosenPrograms(NamedTuple):
    """Schedulers that can be run."""

    binaries: tuple[Binary, ...]
    images: tuple[ContainerImage, ...]
    seconds: float  # As in the options
    seed: int | None = None
    remark: str = ""  # Which one is run that nobody named, as a line

    @property
    def schedulers(self) -> tuple[Scheduler, ...]:
        """All of them."""
        return *self.binaries, *self.images

    @property
    def native(self) -> tuple[Scheduler, ...]:
        """Those that are programs of a system, and not of WebAssembly."""
        return *(one for one in self.binaries if one.compiled is None), *self.images


def chosen_programs(named: ProgramOptions, configurations: Sequence[str], options: Options) -> ChosenPrograms:
    """Return the schedulers that the options name or, where they name none, the one of WebAssembly that is here.

    Args:
        named: What the options name.
        configurations: Files or folders with the configurations that they are run with; what is no file, as `default`,
            is ignored. A scheduler is looked for beside them, in the working folder, and where they are kept.
        options: How these are validated: without a name, the release that they are for counts.

    Raises:
        click.UsageError: if there is none, with how to get it.
        NoScheduler: if one cannot be run.
        NoBuiltScheduler: if one cannot be downloaded.
        UnknownTarget: if a release is not known.
    """
    folders, remark = list(_folders(configurations)), ""
    if named.number:
        built = [_built(releases.at(one), folders, pull=named.pull) for one in named.releases]
    else:
        built = [_fitting(configurations, options, folders, pull=named.pull)]
        remark = f"the scheduler is {printable(os.path.normpath(built[0].path))}\n"
    return ChosenPrograms(
        (
            *(scheduler.binary(path, named.seconds) for path in named.binaries),
            *(scheduler.binary(one.path, named.seconds, one.name) for one in built),
        ),
        tuple(images.image(name, named.entrypoint, named.seconds, pull=named.pull) for name in named.images),
        named.seconds,
        named.seed,
        remark,
    )


def _folders(configurations: Iterable[str]) -> Iterator[str]:
    """Yield where a scheduler is looked for before the folder in which they are kept."""
    for name in configurations:
        if os.path.exists(name):
            yield name if os.path.isdir(name) else os.path.dirname(name) or os.curdir
    yield os.curdir


def _fitting(
    configurations: Iterable[str], options: Options, folders: Collection[str], *, pull: bool
) -> BuiltScheduler:
    """Return the scheduler of the release that configurations are for; where they do not show it, the newest here.

    Raises:
        click.UsageError: if there is none, with how to get it.
    """
    wanted = next(_releases_of(configurations, options), None)
    newest = built_scheduler(None, folders) if wanted is None else None
    return newest or _built(releases.at(wanted or "newest"), folders, pull=pull)


def _built(release: Release, folders: Collection[str], *, pull: bool) -> BuiltScheduler:
    """Return the scheduler of WebAssembly of a release; it is downloaded where that is wanted.

    Raises:
        click.UsageError: if there is none, with how to get it.
    """
    found = built_scheduler(release.number, folders)
    if found is None and pull:
        with waiting(f"downloading kube-scheduler {release.name}, once"):
            found = download_scheduler(release.number)
    if found is None:
        raise missing_scheduler(release)
    return found


def scheduler_of(release: str, configurations: Iterable[str], seconds: float) -> Binary | None:
    """Return the scheduler of WebAssembly of a release that is beside configurations, here, or kept; None without one.

    Args:
        release: The release.
        configurations: Files with configurations.
        seconds: How long one run may take.

    Raises:
        CannotCompile: if it cannot be compiled for this machine.
    """
    found = built_scheduler(releases.at(release).number, _folders(configurations))
    return None if found is None else scheduler.binary(found.path, seconds, found.name)


def missing_scheduler(release: Release) -> click.UsageError:
    """Return how to get a kube-scheduler of a release, where none is here."""
    version = version_of(release, None)
    kept, gets = printable(str(kept_folder())), f"in a clone, `python -m tools.build_scheduler {release.name}` builds"
    return click.UsageError(
        f"name the kube-scheduler to run, with --binary, or its image, with --image registry.k8s.io/kube-scheduler:"
        f"{version}; https://dl.k8s.io/release/{version}/bin/linux/amd64/kube-scheduler is the program alone. One that "
        f"runs on every system, kube-scheduler-{release.name}.*.wasm, is neither beside the configuration nor in this "
        f"folder nor in {kept}; {'--pull downloads' if IS_PUBLISHED else gets} it there"
    )


def _releases_of(names: Iterable[str], options: Options) -> Iterator[str]:
    """Yield the release that is requested, or those that configurations are for."""
    if options.kubernetes:
        yield options.kubernetes
    for name in names:
        if name != STDIN and os.path.exists(name):
            with suppress(SchedcfgError):
                documents = (one for report in validate_files([name], options) for one in report.documents)
                yield from (one.kubernetes for one in documents if one.kubernetes)
