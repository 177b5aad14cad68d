"""The files that a repository begins with."""

import os
from pathlib import Path
from typing import NamedTuple

from schedcfg.errors import UnreadableInput, UnwritableOutput
from schedcfg.generate import pre_commit
from schedcfg.generate.configuration import FILE, generate_configuration
from schedcfg.generate.profile.composing import Request
from schedcfg.generate.profile.preset import Options
from schedcfg.generate.profile.presets import find
from schedcfg.generate.profile.settings import Settings
from schedcfg.generate.release_target import Target
from schedcfg.generate.results import GeneratedFile, Generation
from schedcfg.sources import Source

DEFAULT_SCHEDULER = "default-scheduler"
"""Pods that name no scheduler are this one's."""


class Beginning(NamedTuple):
    """What is wanted.

    Attributes:
        folder: Where the files go.
        preset: What kind of profile.
        scheduler_name: The profile's name; one of its own makes a second scheduler, with a lease of its own.
        kubernetes: The release that is to run it; None: the newest.
        kubeconfig: Path of the kubeconfig, as the scheduler sees it; None: it runs as a Pod with a service account.
        has_hook: Whether pre-commit is to judge it at each commit.
        options: What the preset is told.
    """

    folder: str = "."
    preset: str = "default"
    scheduler_name: str = DEFAULT_SCHEDULER
    kubernetes: str | None = None
    kubeconfig: str | None = None
    has_hook: bool = True
    options: Options = Options()


def begin(beginning: Beginning) -> Generation:
    """Make a commented configuration and, if wanted, pre-commit's entry; nothing that is there is lost.

    Args:
        beginning: What is wanted.

    Returns:
        The files, with what to do next as remarks; none where the configuration would be refused.

    Raises:
        UnwritableOutput: if the configuration is there already, or pre-commit's file cannot be edited.
        UnreadableInput: if pre-commit's file cannot be read.
        UnknownTarget: if the release is not known.
        WrongRequest: if there is no such preset, or it lacks something that it cannot do without.
    """
    path = Path(beginning.folder, FILE)
    if os.path.lexists(path):
        raise UnwritableOutput(f"{path} is there already", "Name another folder; `schedcfg validate` judges this one.")
    made = generate_configuration(
        [Request(beginning.scheduler_name, find(beginning.preset))],
        Target(beginning.kubernetes),
        beginning.options,
        _settings(beginning),
    )
    if not made.files:
        return made
    (configuration,) = made.files
    files = [GeneratedFile(FILE, _introduced(configuration.text, beginning))]
    if beginning.has_hook:
        hook = pre_commit.with_hook(_committed(beginning.folder), beginning.kubernetes)
        files.insert(0, GeneratedFile(pre_commit.FILE, hook))
    return made._replace(files=tuple(files), remarks=(*made.remarks, *_next(beginning)))


def _settings(beginning: Beginning) -> Settings:
    """A second scheduler must not wait for the lease of the cluster's own one."""
    is_second = beginning.scheduler_name != DEFAULT_SCHEDULER
    return Settings(
        kubeconfig=beginning.kubeconfig, leader_elect=True, lease=beginning.scheduler_name if is_second else None
    )


def _introduced(text: str, beginning: Beginning) -> str:
    """Say above the configuration what can be asked about it."""
    release = f" --kubernetes {beginning.kubernetes}" if beginning.kubernetes else ""
    return (
        f"# Would kube-scheduler start with it?      schedcfg validate {FILE}{release}\n"
        f"# What would it really run?               schedcfg effective {FILE}{release}\n"
        f"# What does a field mean?                 schedcfg explain profiles.plugins.score\n{text}"
    )


def _committed(folder: str) -> str | None:
    """Read pre-commit's file; None where there is none."""
    path = Path(folder, pre_commit.FILE)
    if not os.path.lexists(path):
        return None
    try:
        return Source(str(path)).read().decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is no UTF-8 text", "Leave it alone with --no-pre-commit.") from error


def _next(beginning: Beginning) -> list[str]:
    where = Path(beginning.folder, FILE)
    if beginning.scheduler_name == DEFAULT_SCHEDULER:
        how = f"the cluster's own scheduler takes it by `schedcfg generate kubeadm --config {where}`, or `static-pod`"
    else:
        how = f"`schedcfg generate second-scheduler --config {where}` makes what runs it, beside the cluster's own"
    return [how] + (["`pre-commit install` has it judged at each commit"] if beginning.has_hook else [])
