"""`network-traffic`: nodes with little network traffic, as Prometheus has measured it."""

from collections.abc import Iterator

from schedcfg.commands.generate.profile_plan import SCORE, GeneratedProfile, Preset, PresetOptions, ProfilePlan
from schedcfg.errors import WrongRequest

_TRAFFIC = "NetworkTraffic"
_INTERFACE = "ens192"
_MINUTES = 5


def shape(plan: ProfilePlan, options: PresetOptions) -> None:
    """Make NetworkTraffic the only plugin that scores."""
    if not options.prometheus_address:
        raise WrongRequest(
            "the address of Prometheus is missing, and NetworkTraffic has no default for it",
            "Set it: --prometheus-address http://10.96.0.42:9090.",
        )
    minutes = _MINUTES if options.time_range_minutes is None else options.time_range_minutes
    if minutes < 1:
        raise WrongRequest(f"traffic cannot be measured over {minutes} minutes", "Use 1 or more.")
    plan.clear("preScore", "These only prepare data for the default scores.")
    plan.clear(SCORE, "Only the traffic decides.")
    plan.enable(_TRAFFIC, "Nodes with less traffic get higher scores.", [SCORE])
    plan.give(
        _TRAFFIC,
        {
            "prometheusAddress": options.prometheus_address,
            "networkInterface": options.network_interface or _INTERFACE,
            "timeRangeInMinutes": minutes,
        },
        "The query for Prometheus.",
    )


def promise(outcome: GeneratedProfile) -> Iterator[str]:
    """NetworkTraffic is the only scorer, and knows where to ask about what."""
    others = sorted(outcome.scores.keys() - {_TRAFFIC})
    if others:
        yield f"{', '.join(f'`{name}`' for name in others)} would score in addition to `{_TRAFFIC}`"
    if _TRAFFIC not in outcome.scores:
        yield f"`{_TRAFFIC}` would not score"
    args = outcome.args(_TRAFFIC) or {}
    if not args.get("prometheusAddress"):
        yield f"`{_TRAFFIC}` has no `prometheusAddress`"
    minutes = args.get("timeRangeInMinutes")
    if not isinstance(minutes, int) or minutes < 1:
        yield f"`timeRangeInMinutes` of `{_TRAFFIC}` is {minutes}; it must be 1 or more"


PRESET = Preset(
    name="network-traffic",
    summary="Nodes with little network traffic first, as measured by Prometheus.",
    explanation="For Pods that transfer much data. NetworkTraffic is not part of Kubernetes: the scheduler's "
    "image must contain it. While Prometheus does not respond, no Pod is scheduled.",
    shape=shape,
    promise=promise,
    options=frozenset({"prometheus_address", "network_interface", "time_range_minutes"}),
    plugins=frozenset({_TRAFFIC}),
)
