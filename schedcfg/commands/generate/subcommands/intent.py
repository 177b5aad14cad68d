"""The options for the content: of presets, of one profile, of the target, of settings beside the profiles."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

import click

from schedcfg.cli import completion, options
from schedcfg.cli.help import Heading, option, shows_all
from schedcfg.cli.validation_options import chosen_project, settings_options
from schedcfg.patterns import pattern


def _presets() -> Iterable[str]:
    from schedcfg.commands.generate.presets import all_presets

    return all_presets()


complete_presets = completion.completing(_presets)
"""Completes names of presets."""

_RESOURCE = pattern(r"(?P<name>[^=]+)=(?P<weight>\d{1,18})\Z", re.ASCII)

_preset_option = partial(option, section=Heading.PRESETS)
_top_level_option = partial(option, section=Heading.TOP_LEVEL)

_OF_PRESETS = (
    _preset_option(
        "--resource",
        metavar="NAME=WEIGHT",
        multiple=True,
        help="bin-packing: a resource to score (repeatable).",
    ),
    _preset_option(
        "--strategy",
        help="bin-packing: scoring strategy, MostAllocated (default) or RequestedToCapacityRatio.",
    ),
    _preset_option(
        "--topology-key",
        metavar="LABEL",
        multiple=True,
        help="spread: node label to spread over (repeatable). Default: the host name.",
    ),
    _preset_option(
        "--max-skew",
        type=click.IntRange(min=1),
        help="spread: largest allowed difference. Default: 1.",
    ),
    _preset_option(
        "--prometheus-address",
        metavar="URL",
        help="network-traffic: address of Prometheus.",
    ),
    _preset_option(
        "--network-interface",
        metavar="NAME",
        help="network-traffic: network interface of the nodes. Default: ens192.",
    ),
    _preset_option(
        "--time-range-minutes",
        type=click.IntRange(min=1),
        help="network-traffic: time range of the query, in minutes. Default: 5.",
    ),
    _preset_option("--extender-url", metavar="URL", help="extender: its URL."),
    _preset_option(
        "--filter-verb",
        metavar="PATH",
        help="extender: path to append to the URL to filter nodes.",
    ),
    _preset_option("--prioritize-verb", metavar="PATH", help="extender: path to score nodes."),
    _preset_option(
        "--preempt-verb",
        metavar="PATH",
        help="extender: path to process preemption victims.",
    ),
    _preset_option("--bind-verb", metavar="PATH", help="extender: path to bind Pods."),
    _preset_option(
        "--extender-weight",
        type=click.IntRange(min=1),
        help="extender: weight of its scores. Default: 1.",
    ),
    _preset_option(
        "--extender-timeout",
        type=click.IntRange(min=1),
        help="extender: timeout of a call, in seconds. Default: 5.",
    ),
    _preset_option(
        "--ignorable",
        is_flag=True,
        help="extender: schedule without it while it does not respond.",
    ),
    _preset_option(
        "--node-cache-capable",
        is_flag=True,
        help="extender: send and receive node names only. With whole nodes, all nodes look idle since 1.33.",
    ),
    _preset_option(
        "--managed-resource",
        metavar="NAME",
        multiple=True,
        help="extender: call it only for Pods that request this resource (repeatable).",
    ),
)

_OF_CHANGES = (
    click.option(
        "--enable", metavar="PLUGIN[@POINT][=N]", multiple=True, help="Enable a plugin (repeatable). N is its weight."
    ),
    click.option(
        "--disable",
        metavar="PLUGIN[@POINT]",
        multiple=True,
        help="Disable a plugin (repeatable). All at a point: *@POINT.",
    ),
    click.option(
        "--weight",
        "weights",
        metavar="PLUGIN=WEIGHT",
        multiple=True,
        help="Set the weight of a score plugin (repeatable).",
    ),
    click.option(
        "--arg",
        "args",
        metavar="PLUGIN.FIELD=VALUE",
        multiple=True,
        help="Set a field of the Args (repeatable). VALUE is YAML.",
    ),
    option(
        "--plugin",
        "compiled_in",
        section=Heading.TARGET,
        metavar="NAME",
        multiple=True,
        help="A plugin in your scheduler (repeatable). Its name may look like a misspelling.",
    ),
)

_OF_TARGETS = (
    options.release("Kubernetes release that will run it, e.g. 1.29. Default: the newest that fits."),
    option(
        "--api-version",
        section=Heading.TARGET,
        metavar="VERSION",
        shell_complete=completion.complete_api_versions,
        help="API version, e.g. v1beta3. Default: the newest that the release serves.",
    ),
    options.feature_gates,
    settings_options,
)

_OF_SETTINGS = (
    _top_level_option(
        "--kubeconfig",
        metavar="PATH",
        help="clientConnection.kubeconfig, as the scheduler sees it.",
    ),
    _top_level_option(
        "--leader-elect/--no-leader-elect",
        default=None,
        help="Whether replicas elect a leader.",
    ),
    _top_level_option(
        "--lease",
        metavar="NAME",
        help="Name of the lease; a second scheduler needs a different one.",
    ),
    _top_level_option("--lease-namespace", metavar="NAME", help="Namespace of the lease."),
    _top_level_option(
        "--lease-duration",
        metavar="DURATION",
        help="How long other replicas wait before they take over, e.g. 15s.",
    ),
    _top_level_option(
        "--renew-deadline",
        metavar="DURATION",
        help="How long the leader tries to renew the lease, e.g. 10s.",
    ),
    _top_level_option(
        "--retry-period",
        metavar="DURATION",
        help="How long to wait between attempts, e.g. 2s.",
    ),
    _top_level_option(
        "--percentage-of-nodes-to-score",
        type=click.IntRange(0, 100),
        help="Stop looking for feasible nodes at this percentage; 0: depends on the size of the cluster.",
    ),
)


def _read_presets(inputs: dict[str, Any]) -> dict[str, Any]:
    from schedcfg.commands.generate.profile_plan import PresetOptions

    values = PRESETS.values(inputs)
    return {"preset_options": PresetOptions(**values | {"resource": tuple(map(_resource, values["resource"]))})}


def _read_changes(inputs: dict[str, Any]) -> dict[str, Any]:
    from schedcfg.commands.generate.profile_changes import ProfileChanges

    return {"changes": ProfileChanges.read(**CHANGES.values(inputs))}


def _read_target(inputs: dict[str, Any]) -> dict[str, Any]:
    from schedcfg.commands.generate.configuration import ReleaseTarget

    values = TARGET.values(inputs)
    project = chosen_project(values)
    if project is not None:
        values["kubernetes"] = values["kubernetes"] or project.values.kubernetes
        values["feature_gates"] = values["feature_gates"] or project.feature_gates
    return {"target": ReleaseTarget(**values)}


def _read_settings(inputs: dict[str, Any]) -> dict[str, Any]:
    from schedcfg.commands.generate.profile_composing import TopLevelSettings

    return {"settings": TopLevelSettings(**SETTINGS.values(inputs))}


PRESETS = options.OptionGroup(_OF_PRESETS, _read_presets)
"""The options of presets, as `preset_options`."""
CHANGES = options.OptionGroup(_OF_CHANGES, _read_changes)
"""Changes to one profile, as `changes`."""
TARGET = options.OptionGroup(_OF_TARGETS, _read_target)
"""The release and the API version, as `target`."""
SETTINGS = options.OptionGroup(_OF_SETTINGS, _read_settings)
"""Fields beside the profiles, as `settings`."""


def _resource(text: str) -> tuple[str, int]:
    match = _RESOURCE.match(text)
    if match is None:
        raise click.BadParameter(f"`{text}` is not NAME=WEIGHT, e.g. nvidia.com/gpu=5", param_hint="--resource")
    return match["name"], int(match["weight"])


class WithPresets(options.GroupedCommand):
    """A command whose help ends with the list of presets."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the presets do and, with --help-all, what they are for."""
        from schedcfg.commands.generate.presets import all_presets

        with formatter.section("Presets"):
            formatter.write_dl(
                (preset.name, f"{preset.summary} {preset.explanation}" if shows_all(ctx) else preset.summary)
                for preset in all_presets().values()
            )
        super().format_epilog(ctx, formatter)
