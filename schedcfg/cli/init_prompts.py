"""The questions of `schedcfg init` on a terminal."""

from dataclasses import replace
from typing import Any

import click

from schedcfg import releases
from schedcfg.configuration.effective.resolve import DEFAULT_SCHEDULER
from schedcfg.errors import UnknownTarget
from schedcfg.generate.presets import all_presets
from schedcfg.generate.profile_plan import PresetOptions

_KUBECONFIG = "/etc/kubernetes/scheduler.conf"
"""Where kubeadm puts the scheduler's own kubeconfig."""


def ask_for_missing(values: dict[str, Any], options: PresetOptions) -> tuple[dict[str, Any], PresetOptions]:
    """Ask for the options that are missing; questions go to standard error.

    Args:
        values: The command's options; None where one is missing.
        options: The options of the preset.
    """
    answers = dict(values)
    answers["kubernetes"] = values["kubernetes"] or _ask_release()
    answers["preset"] = values["preset"] or _ask_preset()
    answers["scheduler_name"] = values["scheduler_name"] or _ask_text(
        "Which schedulerName do Pods use? Any other than the default makes a second scheduler.", DEFAULT_SCHEDULER
    )
    if values["kubeconfig"] is None and answers["scheduler_name"] == DEFAULT_SCHEDULER:
        answers["kubeconfig"] = _ask_text("Where is its kubeconfig, as the scheduler sees it?", _KUBECONFIG)
    if values["has_hook"] is None:
        answers["has_hook"] = click.confirm("Add a pre-commit hook that validates it?", default=True, err=True)
    return answers, _ask_preset_options(answers["preset"], options)


def _ask_text(question: str, default: str) -> str:
    answer: str = click.prompt(question, default=default, err=True)
    return answer


def _ask_release() -> str:
    answer: str = click.prompt(
        "Which Kubernetes release will run it?", default=releases.NEWEST, value_proc=_known_release, err=True
    )
    return answer


def _known_release(answer: str) -> str:
    """Return a known release; an unknown one is requested again, so that the other answers are not lost.

    Raises:
        click.BadParameter: if it is not known; click then asks again.
    """
    try:
        releases.at(answer)
    except UnknownTarget as error:
        raise click.BadParameter(f"{error}. {error.help or ''}") from None
    return answer


def _ask_preset() -> str:
    presets = all_presets()
    for preset in presets.values():
        click.echo(f"  {preset.name:16} {preset.summary}", err=True)
    answer: str = click.prompt(
        "Which preset?", default="default", type=click.Choice(list(presets)), show_choices=False, err=True
    )
    return answer


def _ask_preset_options(preset: str, options: PresetOptions) -> PresetOptions:
    """Ask for the options that the preset requires."""
    wanted = all_presets()[preset].options if preset in all_presets() else frozenset()
    if "prometheus_address" in wanted and not options.prometheus_address:
        options = replace(options, prometheus_address=click.prompt("What is the URL of Prometheus?", err=True))
    if "extender_url" in wanted and not options.extender_url:
        options = replace(options, extender_url=click.prompt("What is the URL of the extender?", err=True))
        if not (options.filter_verb or options.prioritize_verb or options.bind_verb or options.preempt_verb):
            verb = click.prompt("Which path is appended to the URL to filter nodes?", default="filter", err=True)
            options = replace(options, filter_verb=verb)
    return options
