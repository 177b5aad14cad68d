"""The files that a repository begins with: a configuration, and pre-commit's entry that validates each commit."""

import os
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.errors import UnreadableInput, UnwritableOutput
from schedcfg.generate.configuration import FILE, ReleaseTarget, generate_configuration
from schedcfg.generate.generation import GeneratedFile, Generation
from schedcfg.generate.hook import hook_file, installation, with_hook
from schedcfg.generate.profile.composing import ProfileRequest, TopLevelSettings
from schedcfg.generate.profile.preset import PresetOptions
from schedcfg.generate.profile.presets import find
from schedcfg.sources import Source
from schedcfg.sources.pending import sweep


class Beginning(NamedTuple):
    """What is wanted.

    Attributes:
        folder: Where the configuration goes.
        preset: What kind of profile.
        scheduler_name: The profile's name; one of its own makes a second scheduler, with a lease of its own.
        kubernetes: The release that is to run it; None: the newest.
        kubeconfig: Path of the kubeconfig, as the scheduler sees it; None: it runs as a Pod with a service account.
        has_hook: Whether pre-commit is to validate it at each commit.
        options: The options of the preset.
    """

    folder: str = "."
    preset: str = "default"
    scheduler_name: str = DEFAULT_SCHEDULER
    kubernetes: str | None = None
    kubeconfig: str | None = None
    has_hook: bool = True
    options: PresetOptions = PresetOptions()


def begin(beginning: Beginning) -> Generation:
    """Make a commented configuration and, if wanted, pre-commit's entry; nothing that is there is lost.

    Args:
        beginning: What is wanted.

    Returns:
        The files by their paths, with what to do next as remarks; none where the configuration would be refused.

    Raises:
        UnwritableOutput: if the configuration is there already, or pre-commit's file cannot be edited.
        UnreadableInput: if pre-commit's file cannot be read.
        UnknownTarget: if the release is not known.
        WrongRequest: if there is no such preset, or it lacks something that it cannot do without.
    """
    path = Path(beginning.folder, FILE)
    if os.path.lexists(path):
        sweep(str(path))
        raise UnwritableOutput(
            f"{path} already exists", "Choose another folder; `schedcfg validate` checks the existing file."
        )
    made = generate_configuration(
        [ProfileRequest(beginning.scheduler_name, find(beginning.preset))],
        ReleaseTarget(beginning.kubernetes),
        beginning.options,
        _settings(beginning),
    )
    if not made.files:
        return made
    (configuration,) = made.files
    written = GeneratedFile(str(path), _introduced(configuration.text, beginning))
    remarks = [*made.remarks, _how_to_run(beginning, path)]
    if not beginning.has_hook:
        return replace(made, files=(written,), remarks=tuple(remarks))
    hooks = hook_file(beginning.folder)
    before = _committed(hooks)
    source = installation()
    after = with_hook(before, beginning.kubernetes, source)
    if source.remark is not None and after != before:
        remarks.append(source.remark)
    remarks.append("to validate it at each commit: `pre-commit install`")
    return replace(made, files=(GeneratedFile(str(hooks), after), written), remarks=tuple(remarks))


def _settings(beginning: Beginning) -> TopLevelSettings:
    """A second scheduler must not wait for the lease of the cluster's own one."""
    is_second = beginning.scheduler_name != DEFAULT_SCHEDULER
    return TopLevelSettings(
        kubeconfig=beginning.kubeconfig, leader_elect=True, lease=beginning.scheduler_name if is_second else None
    )


def _introduced(text: str, beginning: Beginning) -> str:
    """Write above the configuration what can be asked about it."""
    release = f" --kubernetes {beginning.kubernetes}" if beginning.kubernetes else ""
    return (
        f"# Would kube-scheduler start with it?      schedcfg validate {FILE}{release}\n# What would it run?          "
        f"            schedcfg effective {FILE}{release}\n# What does a field mean?                 schedcfg explain "
        f"profiles.plugins.score\n{text}"
    )


def _committed(path: Path) -> str | None:
    """Read pre-commit's file; None where there is none."""
    if not os.path.lexists(path):
        return None
    try:
        return Source(str(path)).read().decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is not UTF-8 text", "Skip it with --no-pre-commit.") from error


def _how_to_run(beginning: Beginning, path: Path) -> str:
    if beginning.scheduler_name == DEFAULT_SCHEDULER:
        return f"to run it in the default scheduler: `schedcfg generate kubeadm --config {path}`, or `static-pod`"
    return f"to run it in a second scheduler: `schedcfg generate second-scheduler --config {path}`"
