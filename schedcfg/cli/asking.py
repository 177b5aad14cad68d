"""What `schedcfg init` asks on a terminal."""

from dataclasses import replace
from typing import Any

import click

from schedcfg import releases
from schedcfg.errors import UnknownTarget
from schedcfg.generate.init import DEFAULT_SCHEDULER
from schedcfg.generate.profile.preset import PresetOptions
from schedcfg.generate.profile.presets import all_presets

_KUBECONFIG = "/etc/kubernetes/scheduler.conf"
"""Where kubeadm puts the scheduler's own."""


def ask(said: dict[str, Any], options: PresetOptions) -> tuple[dict[str, Any], PresetOptions]:
    """Ask for what was not said; questions go to standard error.

    Args:
        said: The command's options; None where nothing was said.
        options: What the preset was told.
    """
    answers = dict(said)
    answers["kubernetes"] = said["kubernetes"] or _release()
    answers["preset"] = said["preset"] or _preset()
    answers["scheduler_name"] = said["scheduler_name"] or _line(
        "Which name do Pods call it by? One of its own makes a second scheduler.", DEFAULT_SCHEDULER
    )
    if said["kubeconfig"] is None and answers["scheduler_name"] == DEFAULT_SCHEDULER:
        answers["kubeconfig"] = _line("Where is its kubeconfig, as it sees it?", _KUBECONFIG)
    if said["has_hook"] is None:
        answers["has_hook"] = click.confirm("Shall pre-commit judge it at each commit?", default=True, err=True)
    return answers, _needed(answers["preset"], options)


def _line(question: str, default: str) -> str:
    answer: str = click.prompt(question, default=default, err=True)
    return answer


def _release() -> str:
    answer: str = click.prompt(
        "Which Kubernetes release will run it?", default=releases.NEWEST, value_proc=_known, err=True
    )
    return answer


def _known(answer: str) -> str:
    """Take a release that is known; what was answered to other questions must not be lost for one that is not.

    Raises:
        click.BadParameter: for any other, so that it is asked for again.
    """
    try:
        releases.at(answer)
    except UnknownTarget as error:
        raise click.BadParameter(f"{error}. {error.help or ''}") from None
    return answer


def _preset() -> str:
    presets = all_presets()
    for preset in presets.values():
        click.echo(f"  {preset.name:16} {preset.summary}", err=True)
    answer: str = click.prompt(
        "What shall it do?", default="default", type=click.Choice(list(presets)), show_choices=False, err=True
    )
    return answer


def _needed(preset: str, options: PresetOptions) -> PresetOptions:
    """Ask for what the preset cannot do without."""
    wanted = all_presets()[preset].options if preset in all_presets() else frozenset()
    if "prometheus_address" in wanted and not options.prometheus_address:
        options = replace(options, prometheus_address=click.prompt("Where does Prometheus answer (an URL)?", err=True))
    if "extender_url" in wanted and not options.extender_url:
        options = replace(options, extender_url=click.prompt("Where does the extender answer (an URL)?", err=True))
        if not (options.filter_verb or options.prioritize_verb or options.bind_verb or options.preempt_verb):
            verb = click.prompt("What is added to the URL to filter nodes?", default="filter", err=True)
            options = replace(options, filter_verb=verb)
    return options
