"""`schedcfg init`, and its questions on a terminal."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from schedcfg.cli import completion, options
from schedcfg.commands.generate.subcommands import intent
from schedcfg.commands.generate.subcommands.intent import WithPresets
from schedcfg.commands.generate.subcommands.writing import Destination

if TYPE_CHECKING:
    from schedcfg.commands.generate.beginning import Beginning
    from schedcfg.commands.generate.profile_plan import PresetOptions


_EXAMPLES = """\b
Examples:
  schedcfg init                                                asks for what it needs
  schedcfg init --yes                                          the defaults
  schedcfg init --for k3s                                      for another platform than kubeadm
  schedcfg init batch/ --preset bin-packing --scheduler-name packer
"""


def _platforms() -> Iterable[str]:
    from schedcfg.commands.generate.beginning import platform_names

    return platform_names()


@click.command(
    "init", cls=WithPresets, epilog=_EXAMPLES, short_help="Write a first configuration and its pre-commit hook."
)
@click.argument("folder", default=".")
@options.release("Kubernetes release that will run it. Default: the newest.")
@click.option(
    "--preset",
    metavar="PRESET",
    shell_complete=intent.complete_presets,
    help="Preset for the profile. Default: default.",
)
@click.option(
    "--scheduler-name",
    metavar="NAME",
    help="Profile name. Any other than the default makes a second scheduler. Default: default-scheduler.",
)
@click.option(
    "--for",
    "platform",
    metavar="PLATFORM",
    shell_complete=completion.completing(_platforms),
    help="What runs it: kubeadm, static-pod, k3s … Any command of `schedcfg generate` for a platform. Default: "
    "kubeadm, or second-scheduler.",
)
@click.option("--kubeconfig", metavar="PATH", help="Path as the scheduler sees it. Default: that of the platform.")
@click.option("--pre-commit/--no-pre-commit", "has_hook", default=None, help="Add a pre-commit hook that validates it.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask. Defaults are used for missing options.")
@options.with_groups(intent.PRESETS)
def command(*, folder: str, yes: bool, preset_options: "PresetOptions", **values: Any) -> None:
    """Write a commented first configuration to FOLDER, and a pre-commit hook that validates it.

    It ends with the next command, which was tried: where the platform could not run the configuration, nothing is
    written. On a terminal, asks for missing options. Existing files are not overwritten; the hook is added to the
    .pre-commit-config.yaml at the top of the Git repository, and installs schedcfg from where this one was installed.

    Exit status: 0 written; 1 refused; 2 usage error; 3 could not read or write.
    """
    from schedcfg.cli.reporting import resume_garbage_collection
    from schedcfg.commands.generate.beginning import begin
    from schedcfg.commands.generate.subcommands.writing import deliver

    if not yes and sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():
        values, preset_options = ask_for_missing(values, preset_options)
    resume_garbage_collection()
    generation = begin(_beginning(folder, values, preset_options))
    raise click.exceptions.Exit(deliver(generation, Destination(".", check=False)))


def _beginning(folder: str, values: dict[str, Any], preset_options: "PresetOptions") -> "Beginning":
    from schedcfg.commands.generate.beginning import Beginning

    chosen = {name: value for name, value in values.items() if value is not None}
    return Beginning(folder, options=preset_options, **chosen)


def ask_for_missing(values: dict[str, Any], options: "PresetOptions") -> tuple[dict[str, Any], "PresetOptions"]:
    """Ask for the options that are missing; questions go to standard error.

    Args:
        values: The command's options; None where one is missing.
        options: The options of the preset.
    """
    from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER

    answers = dict(values)
    answers["kubernetes"] = values["kubernetes"] or _ask_release()
    answers["preset"] = values["preset"] or _ask_preset()
    answers["scheduler_name"] = values["scheduler_name"] or _ask_text(
        "Which schedulerName do Pods use? Any other than the default makes a second scheduler.", DEFAULT_SCHEDULER
    )
    if values["platform"] is None and answers["scheduler_name"] == DEFAULT_SCHEDULER:
        answers["platform"] = _ask_platform()
    if values["has_hook"] is None:
        answers["has_hook"] = click.confirm("Add a pre-commit hook that validates it?", default=True, err=True)
    return answers, _ask_preset_options(answers["preset"], options)


def _ask_text(question: str, default: str) -> str:
    answer: str = click.prompt(question, default=default, err=True)
    return answer


def _ask_release() -> str:
    from schedcfg import releases

    answer: str = click.prompt(
        "Which Kubernetes release will run it?", default=releases.NEWEST, value_proc=_known_release, err=True
    )
    return answer


def _known_release(answer: str) -> str:
    """Return a known release; an unknown one is requested again, so that the other answers are not lost.

    Raises:
        click.BadParameter: if it is not known; click then asks again.
    """
    from schedcfg import releases
    from schedcfg.errors import UnknownTarget

    try:
        releases.at(answer)
    except UnknownTarget as error:
        raise click.BadParameter(f"{error}. {error.help or ''}") from None
    return answer


def _ask_preset() -> str:
    from schedcfg.commands.generate.presets import all_presets

    presets = all_presets()
    for preset in presets.values():
        click.echo(f"  {preset.name:16} {preset.summary}", err=True)
    answer: str = click.prompt(
        "Which preset?", default="default", type=click.Choice(list(presets)), show_choices=False, err=True
    )
    return answer


def _ask_platform() -> str:
    from schedcfg.commands.generate.beginning import platform_names

    names = platform_names()
    answer: str = click.prompt("What runs it?", default=names[0], type=click.Choice(names), err=True)
    return answer


def _ask_preset_options(preset: str, options: "PresetOptions") -> "PresetOptions":
    """Ask for the options that the preset requires."""
    from dataclasses import replace

    from schedcfg.commands.generate.presets import all_presets

    wanted = all_presets()[preset].options if preset in all_presets() else frozenset()
    if "prometheus_address" in wanted and not options.prometheus_address:
        options = replace(options, prometheus_address=click.prompt("What is the URL of Prometheus?", err=True))
    if "extender_url" in wanted and not options.extender_url:
        options = replace(options, extender_url=click.prompt("What is the URL of the extender?", err=True))
        if not (options.filter_verb or options.prioritize_verb or options.bind_verb or options.preempt_verb):
            verb = click.prompt("Which path is appended to the URL to filter nodes?", default="filter", err=True)
            options = replace(options, filter_verb=verb)
    return options
