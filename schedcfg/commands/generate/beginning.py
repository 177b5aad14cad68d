"""The files that a repository begins with: a configuration for a platform, and pre-commit's entry that validates it."""

import os
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from schedcfg import releases
from schedcfg.commands.generate import kubeadm, second_scheduler, static_pod
from schedcfg.commands.generate.configuration import FILE, ReleaseTarget, generate_configuration
from schedcfg.commands.generate.generation import GeneratedFile, Generation, Maker, generate_around
from schedcfg.commands.generate.hook import hook_file, hooked_release, installation, installing_command, with_hook
from schedcfg.commands.generate.presets import find
from schedcfg.commands.generate.product_files import TargetOptions, find_target
from schedcfg.commands.generate.profile_composing import ProfileRequest, TopLevelSettings
from schedcfg.commands.generate.profile_plan import PresetOptions
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.errors import UnreadableInput, UnwritableOutput, WrongRequest, near_or
from schedcfg.releases.kubeadm_layout import KUBECONFIG
from schedcfg.sources import Source
from schedcfg.sources.products import targets
from schedcfg.sources.products.target import ImageOption
from schedcfg.sources.replace import sweep


class Platform(NamedTuple):
    """What runs the scheduler: a command of `schedcfg generate`, and what a first configuration says for it."""

    name: str
    maker: Callable[[str | None], Maker[Any]]  # Makes its files, with an image or without one
    kubeconfig: str | None = None  # What the configuration names; None: nothing
    leader_elect: bool | None = True  # Likewise
    image: ImageOption = ImageOption.OPTIONAL


_OF_KUBERNETES = (
    Platform("kubeadm", lambda image: kubeadm.maker(kubeadm.KubeadmOptions(image=image)), KUBECONFIG),
    Platform("static-pod", lambda image: static_pod.maker(static_pod.StaticPodOptions(image)), KUBECONFIG),
    Platform(
        "second-scheduler",
        lambda image: second_scheduler.maker(second_scheduler.SecondSchedulerOptions(image=image)),
    ),
)
_DEFAULT, _, _SECOND = (platform.name for platform in _OF_KUBERNETES)
_IMAGE = "REGISTRY/NAME:TAG"
"""What the next command has where only the user knows the image."""


def platform_names() -> tuple[str, ...]:
    """List the platforms: those that Kubernetes itself describes first."""
    return (*(platform.name for platform in _OF_KUBERNETES), *targets())


def find_platform(name: str) -> Platform:
    """Look a platform up.

    Raises:
        WrongRequest: if there is none of this name.
    """
    names = platform_names()
    if name not in names:
        raise WrongRequest(f"there is no platform `{name}`", near_or(name, names, f"Platforms: {', '.join(names)}."))
    for platform in _OF_KUBERNETES:
        if platform.name == name:
            return platform
    made_for = find_target(name)
    target = made_for.target
    return Platform(
        name,
        lambda image: made_for.maker(TargetOptions(image)),
        target.kubeconfig or None,
        target.leader_elect,
        target.image,
    )


class Beginning(NamedTuple):
    """What is wanted."""

    folder: str = "."  # Where the configuration goes
    preset: str = "default"
    # The profile's name; one of its own makes a second scheduler, with a lease of its own
    scheduler_name: str = DEFAULT_SCHEDULER
    kubernetes: str | None = None  # The release that is to run it; None: the newest
    platform: str | None = None  # What runs it; None: kubeadm, or a second scheduler under a name of its own
    # Path of the kubeconfig, as the scheduler sees it; None: that of the platform
    kubeconfig: str | None = None
    has_hook: bool = True
    options: PresetOptions = PresetOptions()

    @property
    def is_second(self) -> bool:
        """Whether Pods have to name the scheduler."""
        return self.scheduler_name != DEFAULT_SCHEDULER

    @property
    def path(self) -> Path:
        """Where the configuration goes."""
        return Path(self.folder, FILE)

    def runs_on(self) -> Platform:
        """Return what runs it.

        Raises:
            WrongRequest: if there is no such platform.
        """
        return find_platform(self.platform or (_SECOND if self.is_second else _DEFAULT))


def begin(beginning: Beginning) -> Generation:
    """Make a commented configuration and, if wanted, pre-commit's entry; nothing that is there is lost.

    Args:
        beginning: What is wanted.

    Returns:
        The files by their paths, with what to do next as remarks; none where the configuration would be refused, or
        where its platform could not run it: the next command is tried before anything is written.

    Raises:
        UnwritableOutput: if the configuration is there already, or pre-commit's file cannot be edited.
        UnreadableInput: if pre-commit's file cannot be read.
        UnknownTarget: if the release is not known.
        WrongRequest: if there is no such preset or platform, or it lacks something that it cannot do without.
    """
    platform = beginning.runs_on()
    if os.path.lexists(beginning.path):
        raise _already_there(beginning)
    made = generate_configuration(
        [ProfileRequest(beginning.scheduler_name, find(beginning.preset))],
        ReleaseTarget(beginning.kubernetes),
        beginning.options,
        _settings(beginning, platform),
    )
    if not made.files:
        return made
    (configuration,) = made.files
    release = _named_release(beginning, made)
    written = GeneratedFile(str(beginning.path), _introduced(configuration.text, release))
    image = _IMAGE if _needs_image(beginning, platform) else None
    tried = generate_around(written.text, platform.maker(image), release, name=FILE, path=written.path)
    if not tried.files:
        return tried
    next_steps = tuple(_how_to_run(beginning, platform, release, image))
    if not beginning.has_hook:
        return replace(made, files=(written,), remarks=(*made.remarks, *next_steps))
    hook, hook_remarks = _hook(beginning, release)
    return replace(made, files=(hook, written), remarks=(*made.remarks, *hook_remarks, *next_steps))


def _already_there(beginning: Beginning) -> UnwritableOutput:
    """Return that nothing is written over a configuration, and how to go on with it."""
    path, hooks = beginning.path, hook_file(beginning.folder)
    sweep(str(path))
    kept = f" Neither it nor {hooks} was changed." if beginning.has_hook and os.path.lexists(hooks) else ""
    release = [] if beginning.kubernetes is None else ["--kubernetes", beginning.kubernetes]
    checking = ["validate", str(path), *release]
    if beginning.platform is not None:
        checking = ["generate", beginning.platform, "--config", str(path), *release]
    return UnwritableOutput(
        f"{path} already exists.{kept}" if kept else f"{path} already exists, and was not changed",
        f"`{shlex.join(['schedcfg', *checking])}` shows whether it can be used as it is. For another configuration, "
        "name another folder: `schedcfg init FOLDER`.",
    )


def _settings(beginning: Beginning, platform: Platform) -> TopLevelSettings:
    """A second scheduler must not wait for the lease of the cluster's own one."""
    return TopLevelSettings(
        kubeconfig=beginning.kubeconfig or platform.kubeconfig,
        leader_elect=platform.leader_elect,
        lease=beginning.scheduler_name if beginning.is_second and platform.leader_elect else None,
    )


def _named_release(beginning: Beginning, made: Generation) -> str | None:
    """Return the release that commands have to name; None where they choose it by themselves."""
    assert made.report is not None
    built_for = made.report.documents[0].kubernetes
    return beginning.kubernetes or (None if built_for == releases.NEWEST else built_for)


def _needs_image(beginning: Beginning, platform: Platform) -> bool:
    """Check whether the stock image is not what runs it: its preset has plugins that are compiled in elsewhere."""
    has_other_plugins = bool(find(beginning.preset).plugins)
    return platform.image is ImageOption.REQUIRED or (has_other_plugins and platform.image is ImageOption.OPTIONAL)


def _introduced(text: str, kubernetes: str | None) -> str:
    """Write above the configuration what can be asked about it."""
    release = f" --kubernetes {kubernetes}" if kubernetes else ""
    return (
        f"# Would kube-scheduler start with it?   schedcfg validate {FILE}{release}\n"
        f"# What would it run?                    schedcfg effective {FILE}{release}\n"
        f"# What does a field mean?               schedcfg explain profiles.plugins.score\n{text}"
    )


def _how_to_run(beginning: Beginning, platform: Platform, release: str | None, image: str | None) -> Iterator[str]:
    """Yield what was assumed about the platform, and the next command, which was tried."""
    if beginning.platform is None:
        others = ", ".join(name for name in platform_names() if name != platform.name)
        yield f"it is for {platform.name}; `schedcfg init --for` writes it for another one: {others}"
    words = ["schedcfg", "generate", platform.name, "--config", str(beginning.path)]
    words += [] if release is None else ["--kubernetes", release]
    words += [] if image is None else ["--image", image]
    its_image = "" if image is None else ", with your image"
    words += ["--write-to", str(Path(beginning.folder, platform.name, "_"))[:-1]]
    yield f"to write what runs it: `{shlex.join(words)}`{its_image}"


def _hook(beginning: Beginning, release: str | None) -> tuple[GeneratedFile, list[str]]:
    """Return pre-commit's file with the hook in it, and what to know about it."""
    hooks, source = hook_file(beginning.folder), installation()
    before = _hook_file(hooks)
    after = with_hook(before, release, source)
    remarks = []
    if after == before:
        remarks.append(_kept_hook(hooks, release, hooked_release(before)))
    elif source.remark is not None:
        remarks.append(source.remark)
    missing = "" if shutil.which("pre-commit") else " (pre-commit is not installed here: https://pre-commit.com)"
    remarks.append(f"to validate it at each commit: `{installing_command(hooks)}`{missing}")
    return GeneratedFile(str(hooks), after), remarks


def _kept_hook(hooks: Path, wanted: str | None, written: str | None) -> str:
    """Return that a hook stays as it is, and what to do where it validates for another release."""
    if wanted == written:
        return f"{hooks} has the hook already, and was not changed"
    reads = "each file for the newest release that serves it" if written is None else f"all files for {written}"
    removing = "" if written is None else f"remove `--kubernetes {written}` there, and "
    return (
        f"{hooks} was not changed: its hook validates {reads}. To validate this configuration for "
        f"{wanted or 'the newest release'}, {removing}name its release in .schedcfg.toml, under `[[per-path]]`"
    )


def _hook_file(path: Path) -> str | None:
    """Read pre-commit's file; None where there is none."""
    if not os.path.lexists(path):
        return None
    try:
        return Source(str(path)).read().decode()
    except UnicodeDecodeError as error:
        raise UnreadableInput(f"{path} is not UTF-8 text", "Skip it with --no-pre-commit.") from error
